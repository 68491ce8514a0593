import { env } from 'cloudflare:workers';
import { expect, test } from 'vitest';
import { runDueJobs } from '../../../src/entrances/jobs/schedule.ts';
import { newId } from '../../../src/foundation/core/id.ts';
import { watched } from '../../harness/changes.ts';
import { isTried } from '../../harness/sampling.ts';
import { as, at, newUser, now, type TestUser, userOf } from '../../harness/service.ts';
import { eachTestFinds } from '../../harness/snapshot.ts';
import { noting } from '../../harness/writing.ts';
import { requestOf } from '../../whole/contract/calls.ts';
import { isPublic, type Operation, operations } from '../../whole/contract/document.ts';
import { OF_SANDBOXES, successOf } from '../../whole/contract/rights.ts';
import { newWorld, prepare as prepareWorld, type World } from '../../whole/contract/world.ts';
import { isOfEmployee, OF_SESSIONS, READING } from '../../whole/contract/writes.ts';
import { eventsOf, untold } from './telling.ts';

/** Own settings, recorded in the history without their rows. */
const OF_ONESELF = ['setUpSecondFactor', 'updateNotices', 'addPushSubscription', 'removePushSubscription'];

/** Goes on with a move that has begun, as the world of the operations has it. The first one is recorded (see story.ts). */
const REPEATED = ['moveCompany', 'restoreCompany'];

/** The first gives the last event a higher number (see test/foundation/cells). The others change nothing. */
const UNLIKE_OTHERS = ['repairCells', ...READING];

/** They send deliveries or mails, which are no records. The endpoint and the list of mails show them. */
const OF_DELIVERIES = [
	'pingWebhookEndpoint',
	'redeliverWebhook',
	'redeliverWebhooks',
	'remindIdentityChange',
];

const writes = operations.filter(
	(one) =>
		one.method !== 'GET' &&
		!isPublic(one) &&
		![...OF_SESSIONS, ...OF_ONESELF, ...REPEATED, ...UNLIKE_OTHERS, ...OF_DELIVERIES].includes(
			one.operationId,
		),
);
const takes = ({ parameters = [] }: Operation, name: string) =>
	parameters.some((parameter) => parameter.name === name);

const LATER = '2023-03-08T12:00:00.000Z';
const AN_HOUR_MS = 3_600_000;

let world: World;
let platform: TestUser;

eachTestFinds(async () => {
	at('2023-03-07T12:00:00.000Z');
	world = await newWorld();
	platform = await newUser(['PLATFORM_ADMIN']);
});

/** Additional records that some operations need. */
const PREPARED: Record<string, () => Promise<unknown>> = {
	eraseEmployee: async () => {
		const dateTerminated = '2023-03-01T00:00:00.000Z';
		await as(platform).put(`/companies/${world.companyId}`, { retentionMonths: 0 });
		await as(platform).put(`/employees/${world.employeeId}`, { dateTerminated });
	},
};

async function send(operation: Operation, query = '', headers = {}, user = platform, DB = env.DB) {
	const request = requestOf(operation, world);
	const all = { ...request.headers, ...headers };
	return as(user, { ...env, DB }).send(operation.method, request.path + query, request.body, all);
}

async function prepare({ operationId }: Operation) {
	await (PREPARED[operationId]?.() ?? prepareWorld(operationId, platform.userId, world));
}

/** The platform administrator, or the employee for what only a person does. */
const callerOf = async ({ operationId }: Operation) =>
	isOfEmployee(operationId) ? userOf(world.employeeId) : platform;

/** Those that the real company of the world does not refuse. For the others see test/sandboxes. */
const performed = writes.filter(({ operationId }) => !OF_SANDBOXES.includes(operationId));
/** Comparing all tables takes time, so that `npm test` watches every second write. Story.ts tells the events of each kind. */
test.each(performed.filter((_, index) => isTried(index, 2)))(
	'$operationId leaves events of everything that it changes',
	async (operation) => {
		await prepare(operation);
		const caller = await callerOf(operation);
		const { DB, batches, unbatched } = await watched();
		const answer = await send(operation, '', {}, caller, DB);
		expect(answer.status, JSON.stringify(answer.body)).toBe(successOf(operation.operationId));
		expect([...new Set(batches.flatMap(untold))]).toEqual([]);
		expect(await unbatched()).toEqual([]);

		const events = batches.flatMap(eventsOf);
		expect(events).not.toEqual([]);
		const roles = [caller === platform ? 'PLATFORM_ADMIN' : 'EMPLOYEE'];
		const author = { type: 'USER', ...caller, roles };
		for (const event of events) expect([JSON.parse(event.author), event.date]).toEqual([author, now()]);
	},
);

/** `npm test` refuses the others. */
test.each(writes.filter((_, index) => isTried(index + 1, 2)))(
	'$operationId refused, or tried out, tells and changes nothing',
	async (operation) => {
		await prepare(operation);
		const stranger = await newUser(['COMPANY_ADMIN']);
		const caller = await callerOf(operation);
		const { bindings, written } = noting();
		// Everybody may change the own name.
		if (operation.operationId !== 'updateMe')
			expect((await send(operation, '', {}, stranger, bindings.DB)).status).toBeGreaterThanOrEqual(400);
		const dryRun = await send(operation, '?dryRun=true', {}, caller, bindings.DB);
		expect(dryRun.status).toBe(takes(operation, 'dryRun') ? 200 : 400);
		if (takes(operation, 'If-Match')) {
			expect((await send(operation, '', { 'If-Match': '"old"' }, platform, bindings.DB)).status).toBe(412);
		}
		expect(written.filter((table) => !['access_events', 'login_attempts'].includes(table))).toEqual([]);
	},
);

const repeatable = writes.filter(({ operationId }) =>
	/^(update|revoke|erase|closeUser|openUser)/.test(operationId),
);
test.each(repeatable)('$operationId once more tells and changes nothing', async (operation) => {
	await prepare(operation);
	await send(operation);
	at(LATER);
	const { bindings, written } = noting();
	expect((await send(operation, '', {}, platform, bindings.DB)).status).toBe(200);
	expect(written).toEqual([]);
});

test('every job of the cron leaves events of everything that it changes', async () => {
	const { colleague, plannedVoucherId, userId, expenseId, standingExpenseId, proofId } = world;
	const dateTerminated = '2023-03-08T00:00:00.000Z';
	await as(platform).put(`/employees/${colleague.employeeId}`, { dateTerminated });
	const insert = (sql: string, ...values: unknown[]) => env.DB.prepare(sql).bind(...values);
	await env.DB.batch([
		insert('DELETE FROM issued_vouchers WHERE planned_voucher_id = ?', plannedVoucherId),
		insert('UPDATE planned_vouchers SET next_occurrence = valid_from WHERE id = ?', plannedVoucherId),
		insert(
			`INSERT INTO receipts (id, date_created, expense_id, media_type, size) VALUES (?, ?, ?, 'image/png', 8)`,
			newId(now()),
			now() - AN_HOUR_MS,
			expenseId,
		),
		insert('UPDATE receipt_drafts SET date_created = 1 WHERE id = ?', world.draftId),
		insert('DELETE FROM receipt_drafts WHERE id = ?', colleague.draftId),
		insert(`UPDATE expenses SET state = 'NEEDS_CORRECTION', date_returned = 1 WHERE id = ?`, expenseId),
		insert(
			`UPDATE standing_proofs SET state = 'APPROVED', approved_amount_value = 1290, date_decided = 1 WHERE id = ?`,
			proofId,
		),
		insert(
			`UPDATE standing_expenses SET state = 'ACTIVE', approved_amount_value = 1290, waiting_since = NULL WHERE id = ?`,
			standingExpenseId,
		),
		insert('UPDATE companies SET leaver_access_days = 0'),
		insert('DELETE FROM approval_seeds'),
		insert(`UPDATE expenses SET state = 'WITHDRAWN', date_decided = 1 WHERE id = ?`, colleague.expenseId),
		insert(`INSERT INTO quota_usage VALUES (?, 'expenses', '2023-02', 1)`, colleague.employeeId),
		insert(
			'INSERT INTO sessions (id, user_id, date_created, date_expires) VALUES (?, ?, 0, 1)',
			newId(now()),
			userId,
		),
		insert(
			`INSERT INTO idempotency_keys (caller_id, key, fingerprint, attempt, record_id, date_created, lease_until) VALUES ('a', 'key', '', '', '', 0, 0)`,
		),
		insert(`INSERT INTO access_events (id, date, type, key, count) VALUES ('', 1, 'session.opened', '', 1)`),
		insert(
			`INSERT INTO mails (id, date_created, kind, user_id, data, state, priority, date_due)
			VALUES ('00000000-0001-7000-8000-000000000000', 1, 'new_device', ?, '{}', 'sent', 0, 1)`,
			userId,
		),
		insert(
			`INSERT INTO webhook_deliveries (id, date_created, company_id, endpoint_id, date_due, state)
			VALUES ('00000000-0001-7000-8000-000000000000', 1, ?, ?, 1, 'DELIVERED')`,
			world.companyId,
			world.endpointId,
		),
		insert(`INSERT INTO event_files VALUES ('a file', 1, NULL)`),
	]);

	const { DB, batches, unbatched } = await watched();
	// Nobody listens to the queue here.
	const { JOBS_QUEUE: _queue, ...bindings } = env;
	const run = await runDueJobs({ ...bindings, DB }, Date.parse(LATER));
	expect(run.failed).toEqual({});
	// Reminders are no records of a company. Secrets are sealed and meals are split only after another key or value is known. Only
	// people in cells have addresses to settle.
	const {
		remindPeople: _,
		resealSecrets: __,
		splitAwaited: ___,
		settleAddresses: ____,
		...others
	} = run.handled;
	for (const [job, handled] of Object.entries(others)) expect(handled, job).toBeGreaterThan(0);
	expect([...new Set(batches.flatMap(untold))]).toEqual([]);
	expect(await unbatched()).toEqual([]);

	const events = batches.flatMap(eventsOf);
	for (const type of [
		'employee.left',
		'user.closed',
		'flex_access.cut',
		'voucher.issued',
		'payroll_run.closed',
		'expense.rejected',
		'receipt.removed',
		'receipt_draft.removed',
	]) {
		expect(events.map((event) => event.type)).toContain(type);
	}
	for (const event of events)
		expect([event.author, event.date]).toEqual(['{"type":"CRON"}', Date.parse(LATER)]);
});
