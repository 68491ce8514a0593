import { describe, expect, test } from 'vitest';
import { inTurns, isTried } from '../../harness/sampling.ts';
import { as, at, call, newUser, openSession, runCron, type TestUser, userOf } from '../../harness/service.ts';
import { testsFind } from '../../harness/snapshot.ts';
import { expectDeclared } from '../../whole/contract/answers.ts';
import { requestOf } from '../../whole/contract/calls.ts';
import { operationOf, operations } from '../../whole/contract/document.ts';
import { OF_SANDBOXES } from '../../whole/contract/rights.ts';
import { isPrepared, newWorld, prepare, type World } from '../../whole/contract/world.ts';
import { isOfEmployee } from '../../whole/contract/writes.ts';

const reads = operations.filter(
	({ operationId, responses }) => 304 in responses && !OF_SANDBOXES.includes(operationId),
);
const creations = operations.filter(({ responses }) => 201 in responses);

/** For each record that is read with a tag, an operation that changes it; null where nothing does. */
const CHANGE_OF: Record<string, string | null> = {
	readMe: 'updateUser',
	readSecondFactor: 'confirmSecondFactor',
	readNotices: 'updateNotices',
	readOwnIdentityChange: null,
	readPushSubscription: null,
	readApiKey: 'revokeApiKey',
	readWebhookEndpoint: 'updateWebhookEndpoint',
	readWebhookDelivery: null,
	readPlatformApiKey: 'revokePlatformApiKey',
	readCompany: 'updateCompany',
	readMove: null,
	readRequest: null,
	readProposal: 'declineProposal',
	listBackups: null,
	readCalendar: 'setAccess',
	readCalendarAddress: 'createCalendarAddress',
	readSingleSignOn: 'setSingleSignOn',
	readUser: 'updateUser',
	readEmployee: 'updateEmployee',
	readAccess: 'setAccess',
	listPauses: 'updateEmployee',
	readTaxRuleTemplate: 'updateCompany',
	readBalancesOfYear: 'setAccess',
	readExpense: 'rejectExpense',
	readDuplicates: 'submitExpense',
	listReceipts: 'addReceipt',
	readStandingExpense: 'rejectStandingExpense',
	listReceiptDrafts: 'addReceiptDraft',
	readReceiptAddress: 'createReceiptAddress',
	readPayrollRun: null,
	readOpenPayrollRun: 'closePayrollRun',
	listPayrollFiles: 'exportPayrollRun',
	readCorrection: null,
	readSettlement: null,
	readPayrollSettings: 'updatePayrollSettings',
	listPlannedVouchers: 'setMonthlyBudget',
	readPlannedVoucher: 'revokePlannedVoucher',
	listDefaultAccess: 'setDefaultAccess',
};

/** The creations whose answer is of another shape than what is read. */
const SHOWN_ONCE = ['setUpSecondFactor', 'createReceiptAddress'];

/** Fields that a change always contains: in its body, or in its query if it has none. */
const MORE: Record<string, object> = {
	updateCompany: { taxAffiliation: 'AT' },
	submitExpense: { amount: { value: 1500, currency: 'EUR_CENT' } },
	exportPayrollRun: { format: 'csv-de' },
	updateEmployee: { datePausedStart: '2023-03-20T00:00:00.000Z', datePausedEnd: null },
};

let platform: TestUser;
let employee: TestUser;
let world: World;

const touch = testsFind(async () => {
	at('2023-03-07T12:00:00.000Z');
	platform = await newUser(['PLATFORM_ADMIN']);
	world = await newWorld();
	employee = await userOf(world.employeeId);
});

const callerOf = (id: string): TestUser => (isOfEmployee(id) ? employee : platform);

async function perform(id: string, more: object = {}): Promise<Headers> {
	const operation = operationOf(id);
	const request = requestOf(operation, world);
	const body = typeof request.body === 'object' ? { ...request.body, ...more } : request.body;
	const [address, query] = request.path.split('?');
	const path = query
		? `${address}?${new URLSearchParams({ ...Object.fromEntries(new URLSearchParams(query)), ...more })}`
		: request.path;
	const answer = await as(callerOf(id)).send(operation.method, path, body, request.headers);
	expect([200, 201]).toContain(answer.status);
	return answer.headers;
}

test('every record that is read with a tag is known', () => {
	expect(Object.keys(CHANGE_OF).sort()).toEqual(reads.map(({ operationId }) => operationId).sort());
});

describe.each(reads)('$operationId', (operation) => {
	const { operationId: id } = operation;

	async function reader() {
		if (isPrepared(id) || id === 'readMe') touch();
		const who = id === 'readMe' ? await openSession(world.userId) : callerOf(id);
		await prepare(id, who.userId, world);
		return async (known?: string, method = 'GET') => {
			const headers = known === undefined ? {} : { 'If-None-Match': known };
			const { path } = requestOf(operation, world);
			const answer = await as(who).send(method, path, undefined, headers);
			if (answer.status !== 304 && method === 'GET') expectDeclared(operation, answer);
			return answer;
		};
	}

	test('answers 304 without a body and with all other headers to readers of this version, and 200 to others', async () => {
		const read = await reader();
		const { status, headers, body } = await read();
		const tag = headers.get('ETag') ?? '';
		expect(status).toBe(200);
		expect(tag).toMatch(/^"[0-9a-f]{16}"$/);
		for (const known of inTurns([tag, `W/${tag}`, `"x", "a,b",${tag}`, '*'], reads.indexOf(operation), 4)) {
			const answer = await read(known);
			expect([answer.status, answer.body]).toEqual([304, '']);
			const lasting = [...headers.keys()].filter((name) => !['content-type', 'x-request-id'].includes(name));
			for (const name of lasting) expect([name, answer.headers.get(name)]).toEqual([name, headers.get(name)]);
			expect(answer.headers.get('Cache-Control')).toBe('no-store');
			expect(answer.headers.has('X-Request-Id')).toBe(true);
			expect(answer.headers.has('Content-Type')).toBe(false);
		}
		expect((await read(tag, 'HEAD')).status).toBe(304);
		expect(await read(undefined, 'HEAD')).toMatchObject({ status: 200, body: '' });

		const others = ['"x"', '"*"', '"a,*,b"', 'W/"x", "y"', tag.replaceAll('"', ''), `"${tag}"`, '*, *', ''];
		for (const known of inTurns(others, reads.indexOf(operation), 4)) {
			expect(await read(known)).toMatchObject({ status: 200, body });
		}
	});

	const change = CHANGE_OF[id];
	if (change && isTried(reads.indexOf(operation), 2))
		test('returns the full answer, with another tag, after a change', async () => {
			touch();
			const read = await reader();
			await prepare(change, callerOf(change).userId, world);
			const before = await read();
			const tag = before.headers.get('ETag') ?? '';
			await perform(change, MORE[change]);
			const after = await read(tag);
			expect(after.status).toBe(200);
			expect(after.body).not.toEqual(before.body);
			expect(after.headers.get('ETag')).not.toBe(tag);
		});
});

test.each(creations.filter((_, index) => isTried(index, 2)))(
	'$operationId answers the tag of what its Location shows',
	async ({ operationId: id }) => {
		touch();
		const headers = await perform(id);
		const location = headers.get('Location') ?? '';
		const { status, headers: read } = await as(callerOf(id)).get(location);
		expect(status).toBe(200);
		if (SHOWN_ONCE.includes(id)) return expect(read.get('ETag')).not.toBe(headers.get('ETag'));
		// A receipt or proof is read as the file itself, which has no tag.
		const isFile = ['addReceipt', 'addReceiptDraft', 'addStandingProof'].includes(id);
		expect(read.get('ETag')).toBe(isFile ? null : headers.get('ETag'));
	},
);

test('401 comes before 304', async () => {
	const path = `/employees/${world.employeeId}`;
	expect((await call('GET', path, undefined, { 'If-None-Match': '*' })).status).toBe(401);
});

test('another e-mail of its user changes the tag of an employee', async () => {
	touch();
	const path = `/employees/${world.employeeId}`;
	const { userId } = await userOf(world.employeeId);
	const before = await as(platform).get(path);
	const tag = before.headers.get('ETag') ?? '';
	await as(platform).put(`/users/${userId}`, { email: `new-${before.body.email}` });
	expect((await as(platform).send('GET', path, undefined, { 'If-None-Match': tag })).status).toBe(200);
	const late = await as(platform).send('PUT', path, { costCentre: '1' }, { 'If-Match': tag });
	expect(late.status).toBe(412);
});

test('a tag in letters that no tag has, in any encoding, matches nothing', async () => {
	const admin = as(platform);
	for (const value of ['\xe9', '\xc3\xa9', '"\xff"']) {
		expect((await admin.send('GET', '/auth/me', undefined, { 'If-None-Match': value })).status).toBe(200);
	}
});

describe('the cron changes a tag exactly when it changes what is shown:', () => {
	const views = ['', '/flex/access', '/goodies/planned-vouchers', '/goodies/default-access'];

	async function shown() {
		const answers = await Promise.all(
			views.map((view) => as(platform).get(`/employees/${world.employeeId}${view}`)),
		);
		return answers.map(({ headers, body }) => ({ tag: headers.get('ETag'), body: JSON.stringify(body) }));
	}

	/** Which of the views has another tag after a run. */
	async function changedBy(run: string): Promise<string[]> {
		const before = await shown();
		await runCron(run);
		const after = await shown();
		for (const [index, { tag, body }] of after.entries()) {
			expect(tag === before[index]?.tag).toBe(body === before[index]?.body);
		}
		return views.filter((_, index) => after[index]?.tag !== before[index]?.tag);
	}

	test('an issued voucher moves nextDate', async () => {
		touch();
		expect(await changedBy('2023-04-07T00:00:00.000Z')).toEqual(['/goodies/planned-vouchers']);
		expect(await changedBy('2023-04-07T00:00:00.000Z')).toEqual([]);
	});

	test('a settled termination leaves the employee as it was', async () => {
		touch();
		await as(platform).put(`/employees/${world.employeeId}`, { dateTerminated: '2023-03-20T00:00:00.000Z' });
		expect(await changedBy('2023-03-20T00:00:00.000Z')).not.toContain('');
		expect(await changedBy('2023-03-20T01:00:00.000Z')).toEqual([]);
	});
});

test('a page has a tag of its own, and keeps its Link with 304', async () => {
	touch();
	const path = `/employees/${world.employeeId}/flex/access`;
	await perform('setAccess');
	const whole = await as(platform).get(path);
	const page = await as(platform).get(`${path}?limit=1`);
	const tag = page.headers.get('ETag') ?? '';
	expect(whole.body).toHaveLength(2);
	expect(tag).not.toBe(whole.headers.get('ETag'));
	const again = await as(platform).send('GET', `${path}?limit=1`, undefined, { 'If-None-Match': tag });
	expect(again.status).toBe(304);
	expect(again.headers.get('Link')).toBe(page.headers.get('Link'));
	expect(again.headers.get('Link')).toContain('rel="next"');
	const all = await as(platform).get(`${path}?limit=2`);
	expect(all.headers.get('ETag')).toBe(whole.headers.get('ETag'));
});
