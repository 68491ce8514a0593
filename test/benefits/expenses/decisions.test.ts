import { env } from 'cloudflare:workers';
import { beforeEach, describe, expect, test } from 'vitest';
import { intercepted } from '../../harness/intercepted.ts';
import { as, at, newCompany, newUser, openSession, type TestUser } from '../../harness/service.ts';
import { newSpender, refusal, type Spender } from '../../harness/spending.ts';

const SUBMITTED_AT = '2023-03-07T12:00:00.000Z';
const DECIDED_AT = '2023-03-07T13:00:00.000Z';
const LATER = '2023-03-07T14:00:00.000Z';

let spender: Spender;
let id: string;

beforeEach(async () => {
	at(SUBMITTED_AT);
	spender = await newSpender();
	id = await spender.submitted();
	at(DECIDED_AT);
});

const stateOf = async (expense = id) => (await as(spender.admin).get(`/flex/expenses/${expense}`)).body.state;

const DECISIONS: [string, (by?: TestUser) => Promise<{ status: number; body: unknown }>, string][] = [
	['approve', (by) => spender.approve(id, by), 'APPROVED'],
	['reject', (by) => spender.reject(id, 'Not legible', by), 'REJECTED'],
	['withdraw', (by) => spender.withdraw(id, by), 'WITHDRAWN'],
];

describe.each(DECISIONS)('%s', (name, decide, state) => {
	test(`leads from SUBMITTED to ${state} and is answered as it is then read`, async () => {
		const { status, body } = await decide();
		expect(status).toBe(200);
		expect(body).toMatchObject({
			id,
			state,
			dateCreated: SUBMITTED_AT,
			dateModified: DECIDED_AT,
			dateDecided: DECIDED_AT,
			deciderId: (name === 'withdraw' ? spender.employee : spender.verifier).userId,
			rejectionReason: name === 'reject' ? 'Not legible' : null,
		});
		expect((await as(spender.employee).get(`/flex/expenses/${id}`)).body).toEqual(body);
	});

	test.each(DECISIONS)('may not be followed by %s', async (_, decideAgain) => {
		await decide();
		at(LATER);
		expect(await decideAgain()).toMatchObject(refusal(409, 'already_decided'));
		expect(await stateOf()).toBe(state);
	});

	test('is not for strangers: 404, and the expense stays SUBMITTED', async () => {
		const foreign = await newCompany();
		const roles = ['FLEX_DOCUMENT_VERIFIER', 'COMPANY_ADMIN', 'TECHNICAL_USER'] as const;
		const stranger = await newUser([...roles], [foreign.id]);
		expect(await decide(stranger)).toMatchObject(refusal(404, 'not_found'));
		expect(await stateOf()).toBe('SUBMITTED');
	});
});

describe('who decides', () => {
	const approveAndReject = async (by: TestUser, expense = id) => [
		await spender.approve(expense, by),
		await spender.reject(expense, 'x', by),
	];

	test('a platform administrator may', async () => {
		expect((await spender.approve(id, await newUser(['PLATFORM_ADMIN']))).status).toBe(200);
	});

	test('approves without a body, also when JSON is declared', async () => {
		const json = { 'Content-Type': 'application/json' };
		const verifier = as(spender.verifier);
		const answer = await verifier.send('POST', `/flex/expenses/${id}/approval`, '', json);
		expect(answer).toMatchObject({ status: 200, body: { state: 'APPROVED' } });
	});

	test('a company administrator, an integration and the employee may not', async () => {
		const integration = await newUser(['TECHNICAL_USER'], [spender.company.id]);
		for (const user of [spender.admin, integration, spender.employee]) {
			for (const answer of await approveAndReject(user)) {
				expect(answer).toMatchObject(refusal(403, 'forbidden'));
			}
		}
		expect(await stateOf()).toBe('SUBMITTED');
	});

	test('nobody decides on one’s own, though a verifier', async () => {
		const platform = await newUser(['PLATFORM_ADMIN']);
		const change = {
			roles: ['EMPLOYEE', 'FLEX_DOCUMENT_VERIFIER'],
			manageableCompanyIds: [spender.company.id],
		};
		await as(platform).put(`/users/${spender.employee.userId}`, change);
		const both = await openSession(spender.employee.userId);
		const byAdmin = (await spender.submit({}, spender.admin)).body.id;
		for (const expense of [id, byAdmin]) {
			for (const answer of await approveAndReject(both, expense)) {
				expect(answer).toMatchObject(refusal(403, 'forbidden'));
			}
		}
		const colleague = await newSpender({}, spender.company);
		expect((await spender.approve(await colleague.submitted(), both)).status).toBe(200);
	});

	test('nobody decides on what one submitted for another', async () => {
		const both = await newUser(['COMPANY_ADMIN', 'FLEX_DOCUMENT_VERIFIER'], [spender.company.id]);
		const { body } = await spender.submit({}, both);
		for (const answer of await approveAndReject(both, body.id)) {
			expect(answer).toMatchObject(refusal(403, 'forbidden'));
		}
		expect((await spender.approve(id, both)).status).toBe(200);
	});

	test('only the author withdraws', async () => {
		const colleague = await newSpender({}, spender.company);
		expect(await spender.withdraw(id, colleague.employee)).toMatchObject(refusal(404, 'not_found'));
		expect(await spender.withdraw(id, spender.admin)).toMatchObject(refusal(403, 'forbidden'));
		expect(await spender.withdraw(id, spender.verifier)).toMatchObject(refusal(403, 'forbidden'));
		const byAdmin = (await spender.submit({}, spender.admin)).body.id;
		expect(await spender.withdraw(byAdmin)).toMatchObject(refusal(403, 'forbidden'));
		expect((await spender.withdraw(byAdmin, spender.admin)).status).toBe(200);
	});
});

describe('a rejection', () => {
	test.each([
		['without a reason', {}, '#/reasons'],
		['with no reason but null', { reasons: [], reason: null }, '#/reasons'],
		['with an unknown reason', { reasons: ['ugly'] }, '#/reasons/0'],
		['for another reason without words', { reasons: ['other'] }, '#/reason'],
		['with an empty reason', { reason: '' }, '#/reason'],
		['with a reason of 256 characters', { reason: 'x'.repeat(256) }, '#/reason'],
		['with another field', { reason: 'x', note: 'y' }, '#/note'],
	])('%s is refused', async (_, body, pointer) => {
		const answer = await as(spender.verifier).post(`/flex/expenses/${id}/rejection`, body);
		expect(answer).toMatchObject(refusal(400, 'validation_failed', { errors: [{ pointer }] }));
		expect(await stateOf()).toBe('SUBMITTED');
	});
});

describe('rejected and withdrawn expenses', () => {
	test.each(DECISIONS.slice(1))('(%s) makes no transaction and frees its budget', async (_, decide) => {
		expect(await spender.balance('2023-02')).toMatchObject({ pending: 1000, available: 4000 });
		await decide();
		expect(await spender.balance('2023-02')).toMatchObject({ pending: 0, spent: 0, available: 5000 });
		expect(await spender.transactions()).toEqual([]);
	});
});

test('the rules are held against it once more on approval', async () => {
	const paused = { datePausedStart: '2023-02-27T00:00:00.000Z' };
	await as(spender.admin).put(`/employees/${spender.employeeId}`, paused);
	expect(await spender.approve(id)).toMatchObject(refusal(409, 'employee_paused'));
	await as(spender.admin).put(`/employees/${spender.employeeId}`, {
		datePausedStart: '2023-02-28T00:00:00.000Z',
	});
	await spender.grant({ allowedModules: ['KITA'] });
	expect(await spender.approve(id)).toMatchObject(refusal(409, 'module_not_allowed'));
	expect(await stateOf()).toBe('SUBMITTED');
	expect(await spender.transactions()).toEqual([]);
	expect((await spender.reject(id)).status, 'a rejection needs no rule').toBe(200);
});

test('an expense that is approved and paid between the reads of an approval is decided already', async () => {
	const DB = intercepted(/from "tax_rule_templates"/, async (run) => {
		expect((await spender.approve(id)).status).toBe(200);
		expect((await spender.close('2023-02')).status).toBe(201);
		return run();
	});
	const answer = await spender.approve(id, spender.verifier, { ...env, DB });
	expect(answer).toMatchObject(refusal(409, 'already_decided'));
});
