import { eq } from 'drizzle-orm';
import { insertTemplate } from '../../benefits/flex/tax-rules/store.ts';
import { databaseOf, newCellName, openCell, runCell } from '../../foundation/cells/places.ts';
import { SCHEMA } from '../../foundation/cells/schema.ts';
import type { Role } from '../../foundation/core/actor.ts';
import { newId } from '../../foundation/core/id.ts';
import type { Instant } from '../../foundation/core/instant.ts';
import { commit } from '../../foundation/db/commit.ts';
import { batch, connect, type Db, type Statement } from '../../foundation/db/database.ts';
import type { Bindings } from '../../foundation/http/env.ts';
import { hashPassword } from '../../tenants/auth/password/rules.ts';
import { companiesPage, insertCompany } from '../../tenants/companies/store.ts';
import { insertPlace } from '../../tenants/hosting/cells/store.ts';
import { mails } from '../../tenants/mail/table.ts';
import { insertUser, setManagedCompanies } from '../../tenants/users/store.ts';
import { users } from '../../tenants/users/table.ts';
import { runJobs } from '../jobs/schedule.ts';
import { type Company, demoEmployees, employeeStatements, invitationStatements } from './demo-employees.ts';
import type { ReadPicture } from './demo-receipts.ts';
import { spendingStatements } from './demo-spending.ts';

export const DEMO_PASSWORD = 'zubrot-demo-2026';

const REFERENCE_DAY = 7;

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

type Parts = Record<Company | 'platform', Statement[]>;

/** Adds the demo data once and runs the due jobs; returns whether it was added now. */
export async function seedDemo(
	bindings: Bindings,
	now: Instant,
	read: ReadPicture,
	isInCells = false,
): Promise<boolean> {
	const db = connect(bindings.DB);
	const [present] = await batch(db, [
		db.select({ id: users.id }).from(users).where(eq(users.emailKey, 'platform@demo.example')),
	]);
	if (present.length > 0) return false;
	const { parts, files, employees } = await newDemo(db, now, read);
	for (const { id, bytes } of files) await bindings.RECEIPTS.put(id, bytes);
	const { platform, ...companies } = parts;
	const invitations = invitationStatements(db, employees, now);
	if (!isInCells) {
		await seed(bindings, null, [...platform, ...Object.values(companies).flat()], invitations, now);
		return true;
	}
	await commit(db, platform);
	for (const [company, statements] of Object.entries(companies)) {
		const cell = newCellName();
		await openCell(bindings, cell);
		const own = databaseOf(bindings, cell);
		await seed(bindings, cell, statements, company === 'Demo GmbH' ? invitations : [], now);
		const [[row]] = await batch(own, [companiesPage(own, '', 1)]);
		if (row === undefined) throw new Error(`${company} was not stored`);
		await commit(db, [
			insertPlace(db, { companyId: row.id, cell, schema: SCHEMA, company: row, dateCreated: now }),
		]);
		// The run reports to the directory how many people the company has.
		await runCell(bindings, cell, now);
	}
	return true;
}

/** Stores statements in one batch, lets the jobs catch up, and invites people. */
async function seed(
	bindings: Bindings,
	cell: string | null,
	statements: readonly Statement[],
	invitations: readonly Statement[],
	now: Instant,
): Promise<void> {
	const db = databaseOf(bindings, cell);
	await commit(db, statements);
	await runJobs(bindings, db, now, () => true);
	// The mails about vouchers of past months would have been sent long ago.
	await commit(db, [db.delete(mails), ...invitations]);
}

async function newDemo(db: Db, now: Instant, read: ReadPicture) {
	const dates = { dateCreated: now, dateModified: now };
	const companyIds = { 'Demo GmbH': newId(now), 'Andere AG': newId(now) };
	const passwordHash = await hashPassword(DEMO_PASSWORD);
	const parts: Parts = { platform: [], 'Demo GmbH': [], 'Andere AG': [] };
	for (const [name, taxAffiliation] of [
		['Demo GmbH', 'DE'],
		['Andere AG', 'AT'],
	] as const) {
		parts[name].push(
			insertCompany(db, {
				id: companyIds[name],
				...dates,
				name,
				payrollReferenceDay: REFERENCE_DAY,
				taxAffiliation,
				language: 'de',
			}),
		);
	}
	const userIds = new Map<Role, string>();
	for (const account of DEMO_ACCOUNTS.filter(({ role }) => role !== 'EMPLOYEE')) {
		const id = newId(now);
		const { email, role, company, firstName, lastName } = account;
		const known = { email, roles: [role], firstName, lastName, passwordHash, language: 'de' };
		const user = { id, ...dates, ...known, dateRegistered: now };
		parts[company ?? 'platform'].push(
			insertUser(db, user),
			...setManagedCompanies(db, { id }, company ? [companyIds[company]] : []),
		);
		userIds.set(role, id);
	}
	const templateId = newId(now);
	const rules = [
		{
			budgets: [{ budget: { value: 11505, currency: 'EUR_CENT' as const } }],
			maxDaysPerMonth: 15,
			isOnlyPublicTransportAllowed: true,
		},
	];
	const template = { id: templateId, ...dates, name: 'Essen und Bahn', rules };
	parts['Demo GmbH'].push(...insertTemplate(db, template, [companyIds['Demo GmbH']]));
	const employees = demoEmployees(now);
	for (const employee of employees) {
		const hash = DEMO_ACCOUNTS.some(({ email }) => email === employee.email) ? passwordHash : null;
		const { company } = employee;
		parts[company].push(...employeeStatements(db, employee, companyIds[company], hash, now));
	}
	const people = employees
		.filter(({ company }) => company === 'Demo GmbH')
		.map((employee) => ({ ...employee, companyId: companyIds[employee.company] }));
	const verifierId = userIds.get('FLEX_DOCUMENT_VERIFIER') ?? '';
	const spending = await spendingStatements(db, people, verifierId, REFERENCE_DAY, read, now);
	parts['Demo GmbH'].push(...spending.statements);
	return { parts, files: spending.files, employees: people };
}
