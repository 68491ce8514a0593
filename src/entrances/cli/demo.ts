import { eq, inArray } from 'drizzle-orm';
import { NOBODY } from '../../administration/sandboxes/data/actions.ts';
import { databaseOf, newCellName, openCell, runCell } from '../../foundation/cells/places.ts';
import { SCHEMA } from '../../foundation/cells/schema.ts';
import type { Role } from '../../foundation/core/actor.ts';
import { newId } from '../../foundation/core/id.ts';
import { addMonths, type Instant, startOfMonth } from '../../foundation/core/instant.ts';
import { vaultOf } from '../../foundation/core/vault.ts';
import type { Call } from '../../foundation/db/call.ts';
import { commit } from '../../foundation/db/commit.ts';
import { batch, type Db, type Statement } from '../../foundation/db/database.ts';
import type { Bindings } from '../../foundation/http/env.ts';
import { hashPassword } from '../../tenants/auth/password/rules.ts';
import { companiesPage, insertCompany } from '../../tenants/companies/store.ts';
import { insertPlace } from '../../tenants/hosting/cells/store.ts';
import { mails } from '../../tenants/mail/table.ts';
import { insertUser, setManagedCompanies } from '../../tenants/users/store.ts';
import { users } from '../../tenants/users/table.ts';
import { runJobs } from '../jobs/schedule.ts';
import { type Company, EMPLOYEES, hire, JOINED_MONTHS_AGO } from './demo-employees.ts';
import type { ReadPicture } from './demo-receipts.ts';
import { type Person, setUp, spend } from './demo-spending.ts';

export const DEMO_PASSWORD = 'zubrot-demo-2026';

const COMPANIES = [
	['Demo GmbH', 'DE'],
	['Andere AG', 'AT'],
] as const;

interface DemoAccount {
	email: string;
	role: Role;
	company: Company | null;
	firstName?: string;
	lastName?: string;
}

export const DEMO_ACCOUNTS: DemoAccount[] = [
	{
		email: 'platform@demo.example',
		role: 'PLATFORM_ADMIN',
		company: null,
		firstName: 'Petra',
		lastName: 'Lange',
	},
	{
		email: 'admin@demo.example',
		role: 'COMPANY_ADMIN',
		company: 'Demo GmbH',
		firstName: 'Anke',
		lastName: 'Berger',
	},
	{ email: 'integration@demo.example', role: 'TECHNICAL_USER', company: 'Demo GmbH' },
	{
		email: 'verifier@demo.example',
		role: 'FLEX_DOCUMENT_VERIFIER',
		company: 'Demo GmbH',
		firstName: 'Viktor',
		lastName: 'Sommer',
	},
	{ email: 'employee@demo.example', role: 'EMPLOYEE', company: 'Demo GmbH' },
	{
		email: 'admin@andere.example',
		role: 'COMPANY_ADMIN',
		company: 'Andere AG',
		firstName: 'Sabine',
		lastName: 'Wolf',
	},
];

/** False with `DEMO_COMPANIES=NONE`. */
export const hasDemo = (): boolean => process.env.DEMO_COMPANIES !== 'NONE';

/** The accounts that the console's sign-in offers on a local start. */
export const offeredAccounts = (): string =>
	JSON.stringify({ password: DEMO_PASSWORD, accounts: DEMO_ACCOUNTS });

/** Adds the demo data once and runs the due jobs; returns whether it was added now. */
export async function seedDemo(
	bindings: Bindings,
	now: Instant,
	read: ReadPicture,
	isInCells = false,
): Promise<boolean> {
	const db = databaseOf(bindings, null);
	const [present] = await batch(db, [
		db.select({ id: users.id }).from(users).where(eq(users.emailKey, 'platform@demo.example')),
	]);
	if (present.length > 0) return false;
	const passwordHash = await hashPassword(DEMO_PASSWORD);
	const joined = addMonths(startOfMonth(now), -JOINED_MONTHS_AGO);
	await commit(db, accountsOf(db, null, passwordHash, joined).statements);
	const companies: DemoCompany[] = [];
	for (const [name, taxAffiliation] of COMPANIES) {
		const cell = isInCells ? newCellName() : null;
		const dates = { dateCreated: joined, dateModified: joined };
		const settings = { name, taxAffiliation, language: 'de', payrollReferenceDay: 7 };
		companies.push(
			await startCompany(bindings, cell, { id: newId(joined), ...dates, ...settings }, passwordHash),
		);
	}
	// The last company of D1 comes first, so that the history begins with its people and ends with those who spend.
	for (const company of companies.toReversed()) await fill(bindings, company, passwordHash, read, now);
	for (const cell of new Set(companies.map((company) => company.cell))) await settle(bindings, cell, now);
	for (const company of companies) await inviteInVain(company, now);
	// The run reports to the directory how many people the company has.
	for (const { cell } of companies) if (cell !== null) await runCell(bindings, cell, now);
	return true;
}

interface DemoCompany {
	name: Company;
	cell: string | null;
	companyId: string;
	/** The administrator's call when people joined. */
	call: Call;
	verifierId: string;
}

/** Returns the statements for the accounts that belong to a company, or to none, and their ids by role. */
function accountsOf(
	db: Db,
	company: Pick<DemoCompany, 'name' | 'companyId'> | null,
	passwordHash: string,
	now: Instant,
) {
	const ids: Partial<Record<Role, string>> = {};
	const statements = DEMO_ACCOUNTS.flatMap((account): Statement[] => {
		if (account.company !== (company?.name ?? null) || account.role === 'EMPLOYEE') return [];
		const { email, role, firstName, lastName } = account;
		const id = newId(now);
		ids[role] = id;
		const proof = 'OPERATOR' as const;
		const known = { email, proof, roles: [role], firstName, lastName, passwordHash, language: 'de' };
		return [
			insertUser(db, {
				id,
				dateCreated: now,
				dateModified: now,
				dateRegistered: now,
				dateProven: now,
				...known,
			}),
			...setManagedCompanies(db, { id }, company === null ? [] : [company.companyId]),
		];
	});
	return { statements, ids };
}

/** Stores a company with its accounts, in D1 or in a new cell. */
async function startCompany(
	bindings: Bindings,
	cell: string | null,
	company: Parameters<typeof insertCompany>[1] & { name: Company },
	passwordHash: string,
): Promise<DemoCompany> {
	if (cell !== null) await openCell(bindings, cell);
	const db = databaseOf(bindings, cell);
	const { id: companyId, name, dateCreated: now } = company;
	const { statements, ids } = accountsOf(db, { name, companyId }, passwordHash, now);
	await commit(db, [insertCompany(db, company), ...statements]);
	if (cell !== null) {
		const [[row]] = await batch(db, [companiesPage(db, '', 1)]);
		if (row === undefined) throw new Error(`${name} was not stored`);
		const d1 = databaseOf(bindings, null);
		await commit(d1, [insertPlace(d1, { companyId, cell, schema: SCHEMA, company: row, dateCreated: now })]);
	}
	const call: Call = {
		db,
		actor: { ...NOBODY, userId: ids.COMPANY_ADMIN ?? '', roles: ['COMPANY_ADMIN'] },
		client: { place: '', country: null, city: null, device: 'demo' },
		now,
		requestId: newId(now),
		vault: vaultOf(bindings),
		isMailCarried: true,
	};
	return { name, cell, companyId, call, verifierId: ids.FLEX_DOCUMENT_VERIFIER ?? '' };
}

/** Lets people join a company and, in the first one, spend until now. */
async function fill(
	bindings: Bindings,
	{ name, companyId, call, verifierId }: DemoCompany,
	passwordHash: string,
	read: ReadPicture,
	now: Instant,
): Promise<void> {
	const { db } = call;
	const own = EMPLOYEES.filter(({ company }) => company === name);
	const people: Person[] = [];
	for (const employee of own.filter(({ benefits }) => benefits !== null))
		people.push(await hire(call, companyId, employee, now));
	const registered = DEMO_ACCOUNTS.filter(({ role }) => role === 'EMPLOYEE').map(({ email }) => email);
	await commit(db, [
		db
			.update(users)
			.set({ passwordHash, dateRegistered: call.now, dateProven: call.now, proof: 'OPERATOR' })
			.where(inArray(users.emailKey, registered)),
	]);
	if (name !== 'Demo GmbH') return;
	const present = { ...call, now };
	await spend({ call: present, companyId, people, verifierId, bucket: bindings.RECEIPTS, read });
	await setUp(present, companyId);
}

/**
 * Lets the jobs of a database catch up, but for the backups, which the Worker makes. Deletes their mails about past months, which would
 * have been sent long ago.
 */
async function settle(
	{ JOBS_QUEUE: _, BACKUPS: __, ...bindings }: Bindings,
	cell: string | null,
	now: Instant,
): Promise<void> {
	const db = databaseOf(bindings, cell);
	await runJobs(bindings, db, now, () => true);
	await commit(db, [db.delete(mails)]);
}

/** Invites people without benefits. Their mailboxes do not exist. */
async function inviteInVain({ name, companyId, call }: DemoCompany, now: Instant): Promise<void> {
	const { db } = call;
	const invited = EMPLOYEES.filter(({ company, benefits }) => company === name && benefits === null);
	for (const employee of invited) await hire({ ...call, now }, companyId, employee, now);
	const bounced = { state: 'bounced' as const, sealed: null, attempts: 1, dateAttempted: now, dateSent: now };
	await commit(db, [
		db
			.update(mails)
			.set({ ...bounced, reason: 'The mailbox does not exist.' })
			.where(eq(mails.companyId, companyId)),
	]);
}
