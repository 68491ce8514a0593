import { env } from 'cloudflare:workers';
import { expect } from 'vitest';
import { databaseOf } from '../../src/foundation/cells/places.ts';
import { upload } from './receipts.ts';
import { rowsOf } from './restoring.ts';
import {
	as,
	newCompany,
	newEmployee,
	type TestCompany,
	type TestUser,
	uniqueEmail,
	userOf,
} from './service.ts';
import { newSpender, type Spender } from './spending.ts';

/** Two people who will be erased: an employee, and an administrator. At first nothing permits their erasure. */
export interface Erasable {
	company: TestCompany;
	spender: Spender;
	employeeId: string;
	userId: string;
	adviserId: string;
	/** The ids that an erasure lists. */
	ids: string[];
	/** Texts that only these people have. */
	secrets: string[];
	erase(): Promise<void>;
}

export async function newErasable(platform: TestUser, company: TestCompany): Promise<Erasable> {
	const emails = [uniqueEmail(), uniqueEmail()];
	const [email = '', adviserEmail = ''] = emails;
	const personnelNumber = `P ${email}`;
	const note = `The router of ${email}`;
	const spender = await newSpender({}, company, { email, personnelNumber });
	const { employeeId, employee } = spender;
	const expense = await spender.submitted({ note });
	expect((await upload(employee, expense)).status).toBe(201);
	const admin = as(company.admin);
	const adviser = { email: adviserEmail, roles: ['COMPANY_ADMIN'], manageableCompanyIds: [company.id] };
	const { id: adviserId } = (await admin.post('/users', adviser)).body;
	const { userId } = await userOf(employeeId, company.cell);
	const change = async (path: string, fields: object) =>
		expect((await as(platform).put(path, fields)).status).toBe(200);
	// The employee administers the company too, which an ordinary erasure refuses.
	const roles = { roles: ['EMPLOYEE', 'COMPANY_ADMIN'], manageableCompanyIds: [company.id] };
	await change(`/users/${userId}`, roles);
	return {
		company,
		spender,
		employeeId,
		userId,
		adviserId,
		ids: [employeeId, userId, adviserId],
		secrets: [...emails, personnelNumber, note],
		async erase() {
			await change(`/companies/${company.id}`, { retentionMonths: 0 });
			await change(`/users/${userId}`, { roles: ['EMPLOYEE'], manageableCompanyIds: [] });
			await change(`/employees/${employeeId}`, { dateTerminated: '2023-03-01T00:00:00.000Z' });
			const erased = async (path: string) => expect((await as(platform).post(path)).status).toBe(200);
			await erased(`/employees/${employeeId}/erasure`);
			await erased(`/users/${adviserId}/closure`);
			await erased(`/users/${adviserId}/erasure`);
		},
	};
}

export async function textOf(cell: string | null): Promise<string> {
	return JSON.stringify(await rowsOf(cell));
}

/** Nothing of these people can be read, the history says what happened, and the receipt is about to be removed. */
export async function requireErased(
	platform: TestUser,
	{ company, secrets, employeeId, userId, adviserId }: Erasable,
	cell: string | null,
): Promise<void> {
	const text = await textOf(cell);
	for (const secret of secrets) expect(text).not.toContain(secret);
	const read = as(platform);
	const { body } = await read.get(`/employees/${employeeId}`);
	expect(body).toMatchObject({ email: `${userId}@erased.invalid`, personnelNumber: null });
	expect(body.dateTerminated).not.toBeNull();
	const types = async (subject: string) =>
		(await read.get(`/events?companyId=${company.id}&subject=${subject}&limit=100`)).body.map(
			({ type }: { type: string }) => type,
		);
	// The jobs end the employment as they do after any other termination.
	expect(await types(employeeId)).toEqual(
		expect.arrayContaining(['employee.terminated', 'employee.erased', 'employee.left', 'flex_access.cut']),
	);
	const counted = await databaseOf(env, cell)
		.$client.prepare(
			`SELECT count(*) AS n FROM events e JOIN event_texts t ON t.id = e.type AND t.text = 'user.erased'
				JOIN event_parties p ON p.id = e.subject AND p.uuid = unhex(replace(?, '-', ''))`,
		)
		.bind(adviserId)
		.first('n');
	expect(counted).toBe(1);
}

/** Somebody else can use the address of someone who was erased. */
export async function requireFree(secret: string): Promise<void> {
	await newEmployee(await newCompany(), { email: secret });
}
