import { env } from 'cloudflare:workers';
import { getTableColumns, getTableName } from 'drizzle-orm';
import { beforeAll, describe, expect, test } from 'vitest';
import { partsOf } from '../../../../src/administration/privacy/export/store.ts';
import { rowOf, secretsIn, tablesWhere } from '../../../../src/foundation/core/tables.ts';
import { PDF, upload, uploadDraft } from '../../../harness/receipts.ts';
import { giveSecondFactor } from '../../../harness/second-factor.ts';
import { as, at, newUser, runCron, type TestUser, userOf } from '../../../harness/service.ts';
import { cents, newSpender, type Spender } from '../../../harness/spending.ts';
import { newTill } from '../../../harness/tills.ts';
import { exported } from '../../../harness/zip.ts';
import { withPassword } from '../../../tenants/auth/registered.ts';
import { newWorld, type World } from '../../../whole/contract/world.ts';

/** Tables of a person or of a company that are in no export, with the reason. */
const LEFT_OUT: Record<string, string> = {
	budget_expiries: 'until when the history says which budgets have expired',
	cut_offs: 'until when the history says which days have passed',
	grants: 'the companies that the user manages, which each of them exports',
	addresses: 'the address in profile/user, which says where the company is',
	movers: 'the people of a move, while it lasts',
	identity_changes: 'requests for another address, which the history tells',
	address_proofs: 'rights that wait for a proof, which the history tells',
	influences: 'creations and promotions, which the history tells',
	quota_usage: 'counts of the present month',
	sandboxes: 'how far the clock of a sandbox is ahead',
	employee_groups: 'an index of the groups in profile/employee',
	people: 'an index of names and addresses',
	people_index: 'an index of names and addresses',
	event_authors: 'what the person did to records of others is in their exports',
	...Object.fromEntries(
		['s', '_parties', '_values', '_hours', '_archives', '_archive_subjects', '_files'].map((end) => [
			`event${end}`,
			'the history, which has files of its own',
		]),
	),
	idempotency_keys: 'answers, repeated for a day',
	proposal_subjects: 'an index of proposals/proposals',
	refresh_tokens: 'hashes of tokens, whose sessions are in sign-in/sessions',
	sso_sign_ins: 'hashes that are good for 10 minutes',
	tax_rule_template_companies: 'which templates are in flex/tax-rule-templates',
	webhook_endpoints: 'addresses of systems that have the data already',
	webhook_deliveries: 'when events of the history were sent',
};
/** Columns by which a row belongs to a person, whatever its owner. */
const PERSON = ['employee_id', 'user_id', 'caller_id', 'subject_id'];

let spender: Spender;
let colleague: Spender;
let archive: Record<string, never[]> & Record<string, unknown>;
let receiptId: string;

beforeAll(async () => {
	at('2023-03-07T12:00:00.000Z');
	const uninvited = { skipSendRegistrationEmail: true };
	spender = await newSpender({}, undefined, {
		personnelNumber: 'pn-0042',
		firstName: 'Ada',
		lastName: 'Łovelace',
		...uninvited,
	});
	colleague = await newSpender({}, spender.company, {
		personnelNumber: 'pn-0815',
		firstName: 'Grace',
		...uninvited,
	});
	const machineReadable = newTill('P256', '955002-00')('10.00');
	const id = await spender.submitted({ note: 'A router for home', machineReadable });
	receiptId = (await upload(spender.employee, id)).body.id;
	await upload(colleague.employee, await colleague.submitted({ note: 'A desk' }));
	await proposals(spender, colleague);
	await spender.approve(id);
	const meals = await spender.submitted({
		module: 'MEALS',
		days: 3,
		amount: cents(600),
		mealPrice: cents(900),
	});
	await spender.submitted({
		module: 'HOLIDAY',
		amount: cents(100),
		recreationFor: { spouse: true, children: 2 },
	});
	await spender.approvePart(meals, 400, { days: 2, reasons: ['no_items'] });
	await spender.settle((await spender.transactionOf(meals)).id);
	await as(spender.admin).put(`/employees/${spender.employeeId}/goodies/budget`, {
		budget: { value: 5000, currency: 'EUR_CENT' },
		startDate: '2023-03-08T00:00:00.000Z',
	});
	await as(spender.admin).put(`/employees/${spender.employeeId}`, {
		datePausedStart: '2023-05-01T00:00:00.000Z',
	});
	await withPassword(spender.employee.userId);
	await giveSecondFactor(spender.employee.userId);
	await runCron('2023-04-08T00:00:00.000Z');
	await spender.correct((await spender.transactionOf(id)).id, -100, { reason: 'Paid twice' });
	archive = (await exported(spender.admin, `/employees/${spender.employeeId}`)) as typeof archive;
});

/** Proposes a change of each person, and one of both. */
async function proposals(first: Spender, second: Spender): Promise<void> {
	const admin = as(first.admin);
	const company = `/companies/${first.company.id}`;
	await admin.put(company, { assistants: true });
	for (const { employeeId } of [first, second]) {
		const change = {
			operationId: 'updateEmployee',
			parameters: { id: employeeId },
			body: { costCenter: '4711' },
		};
		await admin.post(`${company}/proposals`, { ...change, reason: 'The department has moved' });
	}
	const invitations = { operationId: 'inviteEmployees', parameters: { companyId: first.company.id } };
	const { body } = await admin.post(`${company}/proposals`, { ...invitations, reason: 'They start in May' });
	expect(body.difference).toHaveLength(2);
}

test('drafts and the address for receipts are only in the export that the person asks for', async () => {
	const [own] = [await newSpender({}, spender.company)];
	const { body: draft } = await uploadDraft(own.employee, own.employeeId);
	await as(own.employee).post(`/employees/${own.employeeId}/flex/receipt-address`);
	const path = `/employees/${own.employeeId}`;
	const files = [
		'expenses/receipt-drafts.json',
		'expenses/receipt-address.json',
		`drafts/${own.employeeId}/${draft.id}.pdf`,
	];
	const shown = async (user: TestUser, of = path) => {
		const found = await exported(user, of);
		return files.filter((name) => found[name] !== undefined && found[name].length !== 0);
	};
	expect(await shown(own.employee)).toEqual(files);
	for (const other of [own.admin, await newUser(['PLATFORM_ADMIN'])]) {
		for (const of of [path, `/companies/${own.company.id}`]) {
			const found = await exported(other, of);
			expect(Object.keys(found).filter((name) => /draft|receipt-address/.test(name))).toEqual([]);
		}
	}
});

describe('the export of an employee', () => {
	test('has what each room holds about the person', () => {
		expect(archive).toMatchObject({
			'profile/employee.json': [{ id: spender.employeeId, personnelNumber: 'pn-0042', dateTerminated: null }],
			'profile/user.json': [{ firstName: 'Ada', lastName: 'Łovelace', roles: ['EMPLOYEE'] }],
			'profile/pauses.json': [{ validFrom: '2023-05-01T00:00:00.000Z', validUntil: null }],
			'flex/access.json': [{ budgetValue: 5000, validFrom: '2023-02-01T00:00:00.000Z' }],
			'goodies/planned-vouchers.json': [{ amountValue: 5000, interval: 'MONTHLY' }],
			'goodies/vouchers.json': [
				{ dueDate: '2023-03-08T00:00:00.000Z' },
				{ dueDate: '2023-04-08T00:00:00.000Z' },
			],
			'expenses/expenses.json': [
				{
					note: 'A router for home',
					state: 'APPROVED',
					date: '2023-02-27T00:00:00.000Z',
					machineFacts: { issuer: '955002-00' },
				},
				{
					mealPriceValue: 900,
					days: 3,
					approvedDays: 2,
					absencesRecorded: false,
					returnerId: null,
					standingExpenseId: null,
				},
				{ recreationFor: { spouse: true, children: 2 } },
			],
			'expenses/receipts.json': [{ id: receiptId, mediaType: 'application/pdf' }],
			'payroll/transactions.json': [
				{ personnelNumber: 'pn-0042' },
				{ state: 'SETTLED', awaitsMealValue: false },
				{ amountValue: -100 },
			],
			'payroll/settlements.json': [{ reason: 'Paid by bank transfer', date: '2023-03-06T00:00:00.000Z' }],
			'sign-in/second-factor.json': [{ userId: spender.employee.userId }],
			'sign-in/sessions.json': [{ userId: spender.employee.userId }],
		});
		expect(archive['history/employee.json']?.map(({ type }: { type: string }) => type)).toEqual(
			expect.arrayContaining(['employee.created', 'flex_access.set', 'expense.submitted', 'voucher.issued']),
		);
		expect(archive['history/user.json']).not.toEqual([]);
	});

	test('has the proposals about the person, of those about several people only the own part', () => {
		const { userId } = spender.admin;
		expect(archive['proposals/proposals.json']).toMatchObject([
			{
				reason: 'The department has moved',
				state: 'EXPIRED',
				authorType: 'USER',
				authorId: userId,
				difference: [{ subjectId: spender.employeeId, after: { costCenter: '4711' } }],
			},
			{ operationId: 'inviteEmployees', difference: [{ subjectId: spender.employee.userId }] },
		]);
	});

	test('has the receipts as they were uploaded', () => {
		const [{ id }] = archive['expenses/expenses.json'] as unknown as [{ id: string }];
		expect(archive[`receipts/${id}/${receiptId}.pdf`]).toEqual(PDF);
	});

	test('ends with a manifest that counts the records of each file', () => {
		const names = Object.keys(archive);
		expect(names.at(-1)).toBe('manifest.json');
		const { files, ...rest } = archive['manifest.json'] as unknown as { files: Record<string, number> };
		const counted = names
			.slice(0, -1)
			.map((name) => [name, name.endsWith('.json') ? archive[name]?.length : 1]);
		expect(files).toEqual(Object.fromEntries(counted));
		expect(rest).toMatchObject({
			employeeId: spender.employeeId,
			companyId: spender.company.id,
			problems: [],
			dateBegun: '2023-03-07T12:00:00.000Z',
		});
	});

	test('has nothing of a colleague, no secret, and no hash', async () => {
		const text = JSON.stringify(archive);
		for (const foreign of ['pn-0815', 'Grace', 'A desk', colleague.employeeId])
			expect(text).not.toContain(foreign);
		const secrets = await env.DB.prepare(
			`SELECT password_hash AS secret FROM users WHERE id = ?1 UNION ALL SELECT secret FROM second_factors WHERE user_id = ?1
			UNION ALL SELECT hash FROM recovery_codes WHERE user_id = ?1 UNION ALL SELECT key FROM one_time_tokens WHERE user_id = ?1`,
		)
			.bind(spender.employee.userId)
			.all<{ secret: string }>();
		expect(secrets.results.length).toBeGreaterThan(1);
		for (const { secret } of secrets.results) expect(text).not.toContain(secret);
	});

	test('has no column that the catalogue calls secret or internal', () => {
		const hidden = partsOf(false, true).flatMap(([{ file, table }]) => {
			const row = rowOf(getTableName(table));
			const names = [...secretsIn(row), ...(row?.internal ?? [])];
			const columns = Object.entries(getTableColumns(table)).filter(([, { name }]) => names.includes(name));
			return columns.map(([field]) => ({ file: `${file}.json`, field }));
		});
		expect(hidden.length).toBeGreaterThan(20);
		expect(hidden.filter(({ file, field }) => archive[file]?.some((record) => field in record))).toEqual([]);
		const filled = new Set(hidden.map(({ file }) => file).filter((file) => archive[file]?.length));
		expect([...filled]).toEqual(expect.arrayContaining(['sign-in/sessions.json', 'profile/user.json']));
	});
});

test('every table of a company or a person is in an export, or has a reason not to', async () => {
	const { results } = await env.DB.prepare(
		`SELECT DISTINCT m.name FROM sqlite_master m JOIN pragma_table_info(m.name) c
		WHERE m.type = 'table' AND m.name NOT GLOB 'sqlite_*' AND m.name NOT GLOB '_cf_*' AND c.name IN (SELECT value FROM json_each(?))`,
	)
		.bind(JSON.stringify(PERSON))
		.all<{ name: string }>();
	expect(results.length).toBeGreaterThan(15);
	const owned: string[] = tablesWhere(({ owner }) => owner !== 'database' && owner !== 'D1');
	const all = new Set([...owned, ...results.map(({ name }) => name)]);
	const inExport = [...partsOf(true, false), ...partsOf(false, true)].map(([{ table }]) =>
		getTableName(table),
	);
	const missing = [...all].filter((name) => !inExport.includes(name));
	expect(missing.sort()).toEqual(Object.keys(LEFT_OUT).sort());
});

describe('leaves out data of a person who also manages another company', () => {
	let world: World;
	let person: TestUser;
	beforeAll(async () => {
		at('2023-03-07T12:00:00.000Z');
		world = await newWorld();
		const other = await newWorld();
		person = await userOf(world.employeeId);
		await env.DB.prepare('INSERT INTO user_companies VALUES (?, ?)')
			.bind(person.userId, other.companyId)
			.run();
	});
	const signIn = (files: Record<string, unknown[]>) =>
		Object.entries(files).flatMap(([name, { length }]) =>
			/^(sign-in|mail)\//.test(name) && length > 0 ? [name] : [],
		);

	test('the sign-in is shown to the person and the platform, not to one of the companies', async () => {
		const own = await exported(person, `/employees/${world.employeeId}`);
		const platform = await exported(await newUser(['PLATFORM_ADMIN']), `/employees/${world.employeeId}`);
		expect(signIn(own)).toEqual(expect.arrayContaining(['sign-in/sessions.json', 'sign-in/companies.json']));
		expect(signIn(platform)).toEqual(signIn(own));
		const admin = await newUser(['COMPANY_ADMIN'], [world.companyId]);
		const shown = await exported(admin, `/employees/${world.employeeId}`);
		expect(signIn(shown)).toEqual([]);
		expect(shown['profile/employee.json']).toEqual(own['profile/employee.json']);
	});
});
