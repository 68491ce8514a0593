import { beforeEach, expect, test } from 'vitest';
import { type Fault, failing } from '../../../harness/failing.ts';
import { register } from '../../../harness/mail.ts';
import {
	as,
	at,
	newCompany,
	newEmployee,
	newUser,
	type TestCompany,
	uniqueEmail,
	userOf,
} from '../../../harness/service.ts';

let company: TestCompany;
let other: TestCompany;

beforeEach(async () => {
	at('2023-03-07T12:00:00.000Z');
	[company, other] = [await newCompany(), await newCompany()];
});

/** Creates an employee of the company; tells the answer and how often storage was asked. */
async function create(email: string, headers = {}, fault: Fault | null = null, query = '') {
	await as(company.admin).get('/auth/me');
	const { bindings, calls } = failing(fault);
	const body = { email, companyId: company.id };
	const answer = await as(company.admin, bindings).send('POST', `/employees${query}`, body, headers);
	return { ...answer, calls: calls.length };
}

const leaverOf = async ({ id, admin }: TestCompany): Promise<string> => {
	const email = uniqueEmail();
	const { body } = await as(admin).post('/employees', { email, companyId: id });
	await as(admin).put(`/employees/${body.employeeId}`, { dateTerminated: '2023-03-31T23:59:59.999Z' });
	at('2023-04-01T00:00:00.000Z');
	return email;
};

test('a person with a new address is created in one round trip, and previewed in one', async () => {
	const email = uniqueEmail();
	expect(await create(email, {}, null, '?dryRun=true')).toMatchObject({ status: 200, calls: 1 });
	expect(await create(email)).toMatchObject({ status: 201, calls: 1 });
});

test('a key takes a second one', async () => {
	expect(await create(uniqueEmail(), { 'Idempotency-Key': 'k' })).toMatchObject({ status: 201, calls: 2 });
});

test('an address that may be had takes three', async () => {
	const email = await leaverOf(other);
	expect(await create(email)).toMatchObject({ status: 201, calls: 3 });
});

test('a lost answer is asked for again, and the employee is created once', async () => {
	const email = uniqueEmail();
	const lost = { call: 1, kind: 'lost', moment: 'after' } as const;
	const { status, body, calls } = await create(email, {}, lost);
	expect({ status, calls }).toEqual({ status: 201, calls: 2 });
	expect((await as(company.admin).get(`/employees/${body.employeeId}`)).body).toEqual(body);
	const events = (await as(company.admin).get(`/events?companyId=${company.id}&limit=200`)).body;
	const created = events.filter(({ type }: { type: string }) => /^(user|employee)\.created$/.test(type));
	expect(created).toHaveLength(2);
});

test('somebody who has hit upon an address of others creates the next in one', async () => {
	const email = uniqueEmail();
	await register((await userOf(await newEmployee(other, { email }))).userId);
	expect(await create(email)).toMatchObject({ status: 409 });
	expect(await create(uniqueEmail())).toMatchObject({ status: 201, calls: 1 });
});

test('a wrong assumption is refused with its real reason', async () => {
	const email = uniqueEmail();
	await register((await userOf(await newEmployee(other, { email }))).userId);
	expect(await create(email)).toMatchObject({ status: 409, body: { code: 'email_taken' } });
	const stranger = await newUser(['COMPANY_ADMIN'], [other.id]);
	const body = { email: uniqueEmail(), companyId: company.id };
	expect(await as(stranger).post('/employees', body)).toMatchObject({ body: { code: 'unknown_company' } });
});
