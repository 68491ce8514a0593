import { describe, expect, test } from 'vitest';
import type { Role } from '../../../src/foundation/core/actor.ts';
import { newId } from '../../../src/foundation/core/id.ts';
import { inTurns, isTried } from '../../harness/sampling.ts';
import { type Answer, as, at, call, newUser, now, type TestUser, userOf } from '../../harness/service.ts';
import { testsFind } from '../../harness/snapshot.ts';
import { noting } from '../../harness/writing.ts';
import { expectDeclared } from '../../whole/contract/answers.ts';
import { requestOf, withQuery } from '../../whole/contract/calls.ts';
import { operationOf, operations } from '../../whole/contract/document.ts';
import { cases } from '../../whole/contract/rights.ts';
import { isPrepared, newWorld, prepare, type World } from '../../whole/contract/world.ts';
import { isOfEmployee } from '../../whole/contract/writes.ts';

const offering = operations.filter(({ parameters }) => parameters?.some(({ name }) => name === 'dryRun'));
/** Tokens for API keys have the refusals of OAuth. */
const others = operations.filter(
	(one) => one.method !== 'GET' && !offering.includes(one) && one.operationId !== 'issueToken',
);

/** The list that shows what is left after a revocation, which itself is answered with its success alone. */
const LEFT_OF: Record<string, string> = {
	revokeAccess: 'flex/access',
	revokePlannedVouchers: 'goodies/planned-vouchers',
	revokePlannedVoucher: 'goodies/planned-vouchers',
};

/** Previews with their own shape, which their own tests compare with the result. */
const OWN_PREVIEWS = ['closePayrollRun'];

let platform: TestUser;
let employee: TestUser;
let world: World;

const strangers = new Map<Role, TestUser>();
const { bindings, written } = noting();

const touch = testsFind(async () => {
	at('2023-03-07T12:00:00.000Z');
	platform = await newUser(['PLATFORM_ADMIN']);
	world = await newWorld();
	employee = await userOf(world.employeeId);
	for (const { operationId: id } of offering) {
		const role = refusedRole(id);
		if (!strangers.has(role)) strangers.set(role, await newUser([role]));
	}
});

const callerOf = (id: string): TestUser => (isOfEmployee(id) ? employee : platform);

/** A role that the operation refuses. */
function refusedRole(id: string): Role {
	return cases.find((one) => one.id === id && one.reach === 'no')?.role ?? 'EMPLOYEE';
}

/** A call that succeeds, to be sent any number of times. */
async function requestFor(id: string) {
	const operation = operationOf(id);
	if (isPrepared(id)) touch();
	if (id !== 'eraseEmployee') await prepare(id, callerOf(id).userId, world);
	const { path, body, headers } = requestOf(operation, world);
	if (id === 'eraseEmployee') {
		const left = { dateTerminated: '2001-01-01T00:00:00.000Z' };
		expect((await as(platform).put(`/employees/${world.employeeId}`, left)).status).toBe(200);
	}
	return async (dryRun: string, by: TestUser = callerOf(id), more: Record<string, string> = {}) => {
		const sent = { ...headers, ...more };
		const answer = await as(by, bindings).send(operation.method, `${path}?dryRun=${dryRun}`, body, sent);
		expectDeclared(operation, answer);
		return answer;
	};
}

/** Each id replaced by the order in which it appears first: those of new records differ from call to call. */
function withoutIds(value: unknown): unknown {
	const ids: string[] = [];
	const json = JSON.stringify(value).replaceAll(/[0-9a-f]{8}-[0-9a-f-]{27}(?!@)/g, (id) => {
		if (!ids.includes(id)) ids.push(id);
		return `#${ids.indexOf(id)}`;
	});
	return JSON.parse(json);
}

/** Attempts are counted also where nothing is written, and the access log tells who was refused. */
const ASIDE = ['login_attempts', 'access_events'];

/** Calls the service over the bindings that note what it writes. */
async function expectNothingWritten(send: () => Promise<Answer>): Promise<Answer> {
	written.length = 0;
	const answer = await send();
	expect(written.filter((name) => !ASIDE.includes(name))).toEqual([]);
	return answer;
}

describe.each(offering)('$operationId', (operation) => {
	const { operationId: id, method, path: template } = operation;
	const row = offering.indexOf(operation);

	test.runIf(isTried(row, 2))(
		'tried out writes nothing and answers what the call then brings about',
		async () => {
			touch();
			const send = await requestFor(id);
			const key = { 'Idempotency-Key': newId(now()) };
			const tried = await expectNothingWritten(() => send('true', callerOf(id), key));
			expect(tried.status).toBe(200);
			for (const name of ['ETag', 'Location']) expect(tried.headers.has(name)).toBe(false);

			const done = await send('false', callerOf(id), key);
			expect(written).toContain('idempotency_keys');
			expect([200, 201]).toContain(done.status);
			expect(done.headers.has('Idempotency-Replayed')).toBe(false);
			if (OWN_PREVIEWS.includes(id)) return;
			const left = LEFT_OF[id];
			const outcome = left ? await as(platform).get(`/employees/${world.employeeId}/${left}`) : done;
			if (Array.isArray(tried.body)) expect(withoutIds(tried.body)).toEqual(withoutIds(outcome.body));
			else expect(withoutIds(tried.body)).toMatchObject(Object(withoutIds(outcome.body)));
		},
	);

	test('is refused with another value of dryRun', async () => {
		const send = await requestFor(id);
		const values = ['', '1', 'TRUE', 'yes', 'true&dryRun=false'];
		for (const dryRun of inTurns(values, row, 5)) {
			const answer = await expectNothingWritten(() => send(dryRun));
			expect(answer, dryRun).toMatchObject({
				status: 400,
				body: { errors: [{ pointer: '#/query/dryRun' }] },
			});
		}
	});

	test('tried out is refused as the call is: without a token, by role, for unknown ids, for a tag', async () => {
		const send = await requestFor(id);
		const { path, body } = requestOf(operationOf(id), world);
		const stranger = strangers.get(refusedRole(id));
		await expectNothingWritten(async () => {
			expect((await call(method, `${path}?dryRun=true`, body, {}, bindings)).status).toBe(401);
			expect((await send('true', stranger)).status).toBe(403);
			const tagged = await send('true', callerOf(id), { 'If-Match': '"x"' });
			expect(tagged.status).toBe(412 in operationOf(id).responses ? 412 : 200);
			const nowhere = template.replace(/\{\w+\}/g, newId(now()));
			const lost = await as(callerOf(id), bindings).send(method, `${nowhere}?dryRun=true`, body);
			expect(lost.status).toBe(nowhere === template ? 200 : 404);
			return lost;
		});
	});
});

describe('a dry run also reports refusals that only stored records cause:', () => {
	const budget = { value: 5000, currency: 'EUR_CENT' };
	const late = { startDate: '2023-08-01T00:00:00.000Z' };
	const early = { startDate: '2022-01-01T00:00:00.000Z' };
	const ending = { endDate: '2022-01-01T00:00:00.000Z' };
	const access = { budget, accumulateBudget: true };

	/** Method, address below the employee or the service, body, and the code of the refusal. */
	const REFUSALS: [string, string, (taken: { email: string }) => object, string][] = [
		['POST', '/employees', ({ email }) => ({ email, companyId: world.companyId }), 'email_taken'],
		[
			'POST',
			'/employees',
			() => ({ email: 'a@test.example', companyId: world.companyId, personnelNumber: '17' }),
			'personnel_number_taken',
		],
		['POST', '/employees', () => ({ email: 'a@test.example', companyId: newId(now()) }), 'unknown_company'],
		['PUT', '.', () => ({ personnelNumber: '17' }), 'personnel_number_taken'],
		['PUT', '.', () => ({ datePausedEnd: early.startDate }), 'validation_failed'],
		['POST', './erasure', () => ({}), 'erasure_not_due'],
		['PUT', './flex/access', () => ({ ...access, ...early }), 'date_out_of_window'],
		['PUT', './flex/access', () => ({ ...access, ...late }), 'employee_terminated'],
		[
			'PUT',
			'./flex/access',
			() => ({ ...access, startDate: '2023-04-01T00:00:00.000Z', flexTaxRuleTemplateId: 'x' }),
			'unknown_tax_rule_template',
		],
		['DELETE', './flex/access', () => ending, 'date_out_of_window'],
		['PUT', './goodies/budget', () => ({ budget, ...early }), 'date_out_of_window'],
		['PUT', './goodies/budget', () => ({ budget, ...late }), 'employee_terminated'],
		['DELETE', './goodies/planned-vouchers', () => ending, 'date_out_of_window'],
		['PUT', './goodies/default-access', () => early, 'date_out_of_window'],
		['PUT', './goodies/default-access', () => late, 'employee_terminated'],
	];

	test.each(REFUSALS)('%s %s', async (method, place, bodyOf, code) => {
		touch();
		const employee = `/employees/${world.employeeId}`;
		await as(platform).put(`/employees/${world.colleague.employeeId}`, { personnelNumber: '17' });
		const { email } = (await as(platform).put(employee, { dateTerminated: '2023-07-01T00:00:00.000Z' })).body;
		const path = place.replace('.', employee);
		const body = bodyOf({ email });
		const tried = await expectNothingWritten(() =>
			as(platform, bindings).send(method, `${path}?dryRun=true`, body),
		);
		const refused = await expectNothingWritten(() => as(platform, bindings).send(method, path, body));
		expect(refused.body.code).toBe(code);
		expect({ ...tried.body, instance: '' }).toEqual({ ...refused.body, instance: '' });
	});
});

test.each(others)('$operationId, which has no dry run, refuses one and writes nothing', async (operation) => {
	const { path, body, headers } = requestOf(operation, world);
	const queries = ['dryRun=true', 'dryRun=TRUE', 'dryRun=', 'dryRun=false&dryRun=true'];
	for (const query of inTurns(queries, others.indexOf(operation), 4)) {
		const answer = await expectNothingWritten(() =>
			as(platform, bindings).send(operation.method, withQuery(path, query), body, headers),
		);
		expect(answer).toMatchObject({ status: 400, body: { errors: [{ pointer: '#/query/dryRun' }] } });
		expectDeclared(operation, answer);
	}
});
