import { env } from 'cloudflare:workers';
import { beforeEach, describe, expect, test } from 'vitest';
import { counting } from '../../harness/counting.ts';
import { bearing, newApiKey, type TestKey } from '../../harness/keys.ts';
import {
	as,
	at,
	newCompany,
	newEmployee,
	newUser,
	runCron,
	type TestCompany,
	type TestUser,
} from '../../harness/service.ts';

const NOON = '2023-03-07T12:00:00.000Z';
const EXPIRY = '2023-03-21T23:59:59.999Z';

let company: TestCompany;
let key: TestKey;
let second: TestUser;
let employeeId: string;
let path: string;

beforeEach(async () => {
	at(NOON);
	company = await newCompany();
	path = `/companies/${company.id}/proposals`;
	await as(company.admin).put(`/companies/${company.id}`, { assistants: true });
	second = await newUser(['COMPANY_ADMIN'], [company.id]);
	employeeId = await newEmployee(company, { personnelNumber: '17' });
	key = await newApiKey(company, [
		'proposeChange',
		'updateEmployee',
		'createEmployee',
		'inviteEmployees',
		'setAccess',
	]);
});

const numbered = (personnelNumber: string) => ({
	operationId: 'updateEmployee',
	parameters: { id: employeeId },
	body: { personnelNumber },
	reason: 'The contract has a new number',
});

async function propose(proposed: object = numbered('18')): Promise<string> {
	const { status, body } = await bearing(key.key, 'POST', path, proposed);
	expect(status, JSON.stringify(body)).toBe(201);
	return body.id;
}

const numberNow = async () => (await as(company.admin).get(`/employees/${employeeId}`)).body.personnelNumber;
const release = (id: string, by = company.admin) => as(by).post(`${path}/${id}/release`);
const decline = (id: string, reason = 'The number is taken') =>
	as(company.admin).post(`${path}/${id}/decline`, { reason });
const stateOf = async (id: string) => (await as(company.admin).get(`${path}/${id}`)).body.state;

describe('a proposal', () => {
	test('stores the difference, its author and the reason, and changes nothing', async () => {
		const { status, body, headers } = await bearing(key.key, 'POST', path, numbered('18'));
		expect(status).toBe(201);
		expect(headers.get('Location')).toBe(`/api/v2${path}/${body.id}`);
		expect(body).toMatchObject({
			state: 'OPEN',
			dateExpires: EXPIRY,
			...numbered('18'),
			query: {},
			proposedBy: {
				type: 'API_KEY',
				userId: key.userId,
				name: 'HR',
				personId: company.admin.userId,
			},
			difference: [
				{
					type: 'employee.updated',
					subject: { type: 'EMPLOYEE', id: employeeId },
					before: { personnelNumber: '17' },
					after: { personnelNumber: '18' },
				},
			],
			decidedBy: null,
		});
		expect(await numberNow()).toBe('17');
		expect((await as(company.admin).get(`${path}?state=OPEN`)).body).toEqual([body]);
		expect((await as(company.admin).get(`${path}?state=EXPIRED`)).body).toEqual([]);
	});

	test('is released once, by a person, whose history names both', async () => {
		const id = await propose();
		expect((await bearing(key.key, 'POST', `${path}/${id}/release`)).status).toBe(403);
		const { status, body } = await release(id, second);
		expect(status).toBe(200);
		expect(body).toMatchObject({ state: 'RELEASED', decidedBy: second.userId, dateDecided: NOON });
		expect(await numberNow()).toBe('18');
		expect(await release(id)).toMatchObject({
			status: 409,
			body: { code: 'proposal_closed', detail: `The proposal was released on ${NOON}.` },
		});
		const events = (await as(company.admin).get(`/events?subjectId=${employeeId}`)).body.slice(-2);
		expect(events).toMatchObject([
			{ type: 'employee.updated', actor: { userId: second.userId } },
			{
				type: 'proposal.released',
				recordId: id,
				actor: { type: 'USER', userId: second.userId },
				after: {
					authorType: 'API_KEY',
					authorId: key.userId,
					authorName: 'HR',
					personId: company.admin.userId,
				},
			},
		]);
		expect(events[0].requestId).toBe(events[1].requestId);
	});

	test('that two people release at once takes effect once', async () => {
		const id = await propose();
		const answers = await Promise.all([release(id), release(id, second), decline(id)]);
		expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
		const won = answers.findIndex(({ status }) => status === 200);
		expect(await numberNow()).toBe(won === 2 ? '17' : '18');
	});

	test('that is released under a key is answered again, and takes effect once', async () => {
		const id = await propose();
		const once = () =>
			as(company.admin).send('POST', `${path}/${id}/release`, undefined, { 'Idempotency-Key': 'k' });
		const [first, again] = [await once(), await once()];
		expect(again).toMatchObject({ status: 200, body: first.body });
		expect(again.headers.get('Idempotency-Replayed')).toBe('true');
	});

	test('is refused at its release if the record has changed, or is gone', async () => {
		const id = await propose();
		await as(company.admin).put(`/employees/${employeeId}`, { costCenter: '4711' });
		expect(await release(id)).toMatchObject({ status: 409, body: { code: 'proposal_outdated' } });
		expect(await stateOf(id)).toBe('OPEN');
		expect((await decline(id)).body).toMatchObject({
			state: 'DECLINED',
			declineReason: 'The number is taken',
		});
		expect((await decline(id)).body.code).toBe('proposal_closed');
	});

	test('is refused at its release as the change itself would be', async () => {
		const id = await propose({
			operationId: 'createEmployee',
			body: { email: 'ada@test.example', companyId: company.id },
			reason: 'She starts in May',
		});
		await newEmployee(company, { email: 'ada@test.example' });
		expect(await release(id)).toMatchObject({ status: 409, body: { code: 'email_taken' } });
	});

	test('is open until the last millisecond of its 14th day', async () => {
		const [id, late] = [await propose(), await propose(numbered('19'))];
		at(EXPIRY);
		expect((await release(id)).status).toBe(200);
		at('2023-03-22T00:00:00.000Z');
		expect(await stateOf(late)).toBe('EXPIRED');
		expect(await release(late)).toMatchObject({
			body: {
				code: 'proposal_closed',
				detail: `The proposal expired on ${EXPIRY}. Propose the change again.`,
			},
		});
		expect((await runCron('2023-03-22T00:00:00.000Z')).clearOldKeys).toBeGreaterThan(0);
		expect((await as(company.admin).get(`${path}?state=EXPIRED`)).body).toMatchObject([{ id: late }]);
		expect((await runCron('2023-06-20T00:00:00.000Z')).clearOldKeys).toBeGreaterThan(0);
		expect((await as(company.admin).get(path)).body).toMatchObject([{ id, state: 'RELEASED' }]);
	});

	test('needs a second person where the company says so, and the creator of the key is its author', async () => {
		await as(company.admin).put(`/companies/${company.id}`, { proposalsNeedSecondPerson: true });
		const id = await propose();
		expect(await release(id)).toMatchObject({ status: 409, body: { code: 'second_person_required' } });
		expect((await release(id, second)).status).toBe(200);
	});

	test('takes three round trips, because the company and the proposal are read first', async () => {
		const own = await as(company.admin).post(path, numbered('18'));
		const { counted, bindings } = counting();
		await as(company.admin, bindings).get('/employees');
		const trips = async (send: () => Promise<{ status: number }>) => {
			const before = counted.trips;
			expect((await send()).status).toBeLessThan(300);
			return counted.trips - before;
		};
		expect(await trips(() => as(company.admin, bindings).post(path, numbered('19')))).toBe(3);
		expect(await trips(() => as(company.admin, bindings).post(`${path}/${own.body.id}/release`))).toBe(3);
	});
});

describe('proposing is refused', () => {
	const refused = (proposed: object) => bearing(key.key, 'POST', path, { reason: 'Because', ...proposed });

	test('while the company has not switched it on', async () => {
		await as(company.admin).put(`/companies/${company.id}`, { assistants: null });
		expect(await refused(numbered('18'))).toMatchObject({ status: 409, body: { code: 'assistants_off' } });
	});

	test('without the right to make the change', async () => {
		const other = await newApiKey(company, ['proposeChange']);
		expect((await bearing(other.key, 'POST', path, numbered('18'))).status).toBe(403);
	});

	test('for a record of another company, which the caller manages too', async () => {
		const foreign = await newCompany();
		const both = await newUser(['COMPANY_ADMIN'], [company.id, foreign.id]);
		const id = await newEmployee(foreign);
		expect(await as(both).post(path, { ...numbered('18'), parameters: { id } })).toMatchObject({
			status: 400,
			body: { errors: [{ pointer: '#/parameters', code: 'other_company' }] },
		});
	});

	test.each([
		[{ operationId: 'eraseEmployee', parameters: { id: 'x' } }, 'not_proposable', '#/operationId'],
		[{ operationId: 'createUser', body: {} }, 'not_proposable', '#/operationId'],
		[{ operationId: 'readEmployee' }, 'not_proposable', '#/operationId'],
		[{ operationId: 'addReceipt', parameters: { expenseId: 'x' } }, 'not_proposable', '#/operationId'],
		[{ operationId: 'constructor' }, 'unknown', '#/operationId'],
		[{ operationId: 'updateEmployee', body: {} }, 'required', '#/parameters/id'],
		[{ operationId: 'updateEmployee', parameters: { id: 'x' }, body: { a: 1 } }, 'unknown_field', '#/body/a'],
		[
			{ operationId: 'updateEmployee', parameters: { id: 'x' }, query: { dryRun: 'maybe' }, body: {} },
			'invalid_value',
			'#/query/dryRun',
		],
		[{ operationId: 'createEmployee', body: { email: 1 } }, 'invalid_type', '#/body/email'],
		[{ operationId: 'updateEmployee', reason: 'x'.repeat(501) }, 'too_big', '#/reason'],
	])('%j', async (proposed, code, pointer) => {
		const { status, body } = await refused(proposed);
		expect(status).toBe(400);
		expect(body.errors).toContainEqual(expect.objectContaining({ code, pointer }));
	});

	test('for a path of dots, which would leave the operation', async () => {
		const { status } = await refused({ ...numbered('18'), parameters: { id: '../../companies' } });
		expect(status).toBe(404);
		expect((await refused({ ...numbered('18'), parameters: { id: '..' } })).status).toBe(404);
	});

	test('for what changes nothing, and for what the change itself refuses', async () => {
		expect((await refused(numbered('17'))).body.errors[0].code).toBe('no_change');
		await newEmployee(company, { personnelNumber: '99' });
		expect((await refused(numbered('99'))).body.code).toBe('personnel_number_taken');
	});

	test('beyond 200 open ones', async () => {
		const id = await propose();
		await env.DB.prepare(
			`WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 199)
			INSERT INTO proposals SELECT 'copy-' || i, date_created, date_modified, company_id, operation_id, parameters, query, body,
				reason, author_type, author_id, person_id, difference, version, state, date_expires, decider_id, date_decided,
				decline_reason, date_due FROM proposals, n WHERE id = ?`,
		)
			.bind(id)
			.run();
		expect((await refused(numbered('20'))).body.code).toBe('too_many_proposals');
	});
});

test('the erasure of a person empties every proposal about them, and closes an open one', async () => {
	const creation = {
		operationId: 'createEmployee',
		body: { email: 'ada.erased@test.example', firstName: 'Ada', companyId: company.id },
		reason: 'Ada starts in May',
	};
	const [created, declined] = [await propose(creation), await propose(creation)];
	const other = await propose({
		...creation,
		body: { ...creation.body, email: 'not.ada.erased@test.example' },
	});
	await decline(declined);
	const made = (await release(created)).body.difference[0].subject.id as string;
	const employees = (await as(company.admin).get('/employees?email=ada.erased@test.example')).body;
	const id = employees[0].employeeId as string;
	expect(made).toBeTruthy();
	const open = await propose({ ...numbered('4'), parameters: { id }, reason: 'Ada asked for it' });
	const renamed = await propose({ ...numbered('5'), parameters: { id }, reason: 'Ada has another number' });
	const decision = [
		`${path}/${renamed}/decline`,
		{ reason: 'Ada kept it' },
		{ 'Idempotency-Key': 'once' },
	] as const;
	expect((await as(company.admin).send('POST', ...decision)).status).toBe(200);
	await env.DB.prepare('UPDATE employees SET date_terminated = 0 WHERE id = ?').bind(id).run();
	const platform = await newUser(['PLATFORM_ADMIN']);
	expect((await as(platform).post(`/employees/${id}/erasure`)).status).toBe(200);
	for (const [proposal, state] of [
		[created, 'RELEASED'],
		[declined, 'DECLINED'],
		[renamed, 'DECLINED'],
		[open, 'EXPIRED'],
	] as const) {
		const { body } = await as(company.admin).get(`${path}/${proposal}`);
		expect(body).toMatchObject({ state, parameters: {}, body: null, reason: null, difference: [] });
	}
	expect(await stateOf(other)).toBe('OPEN');
	const [proposals, answers] = await env.DB.batch([
		env.DB.prepare('SELECT * FROM proposals'),
		env.DB.prepare('SELECT * FROM idempotency_keys'),
	]);
	expect(JSON.stringify(proposals)).not.toContain('"ada.erased');
	expect(answers?.results).toMatchObject([{ key: 'once', body: null }]);
});
