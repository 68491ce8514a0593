import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { type Fault, failing, faultsOf, nameOf } from '../../harness/failing.ts';
import { xmlWith } from '../../harness/invoices.ts';
import { register } from '../../harness/mail.ts';
import { isTried } from '../../harness/sampling.ts';
import { type Answer, as, at, now, type TestUser, userOf } from '../../harness/service.ts';
import { readState, snapshot } from '../../harness/snapshot.ts';
import { newTill } from '../../harness/tills.ts';
import { requestOf } from '../contract/calls.ts';
import { type Operation, operations } from '../contract/document.ts';
import { successOf } from '../contract/rights.ts';
import { newWorld, type World } from '../contract/world.ts';
import { newCallerOf, writes } from '../contract/writes.ts';
import { comparable, idsOf, withoutSecrets } from './comparable.ts';

const NOON = '2023-03-07T12:00:00.000Z';
const KEY = { 'Idempotency-Key': 'one request' };
/** How often a caller repeats a request before giving up. */
const PATIENCE = 3;
/** `npm test` tries one of so many faults. */
const FAULTS_PER_TRY = 29;

let world: World;
/** The user of the world's employee. */
let worker: string;
let known: Set<string>;
let restore: () => Promise<void>;

beforeAll(async () => {
	at(NOON);
	world = await newWorld();
	worker = (await userOf(world.employeeId)).userId;
	known = idsOf(await readState());
	restore = await snapshot();
});
beforeEach(() => {
	vi.spyOn(console, 'error').mockImplementation(() => {});
	// The attempts of a lost call follow each other without a delay.
	vi.spyOn(Math, 'random').mockReturnValue(0);
});
afterEach(() => vi.restoreAllMocks());

/** Performs an operation over a fault, as often as its caller should repeat it, and returns the answer. */
async function performed(
	operation: Operation,
	{ body, headers: needed }: { body: object | string | undefined; headers?: object },
	fault: Fault | null,
	key = KEY as object,
) {
	await restore();
	const { operationId, method } = operation;
	// Notices go to registered users, invitations to the others.
	if (!/invit/i.test(operationId)) await register(worker);
	const caller = await newCallerOf(operationId, world);
	const { path } = requestOf(operation, world);
	const headers = { ...needed, ...key };
	const { bindings, calls } = failing(fault);
	const moments = [now()];
	let answer = await as(caller, bindings).send(method, path, body, headers);
	const statuses = [answer.status];
	while (answer.headers.has('Retry-After') && statuses.length <= PATIENCE) {
		at(new Date(now() + 1000 * Number(answer.headers.get('Retry-After'))).toISOString());
		moments.push(now());
		answer = await as(caller).send(method, path, body, headers);
		statuses.push(answer.status);
	}
	// A repeated logout cannot succeed under a token that has ended.
	const isOut = operationId === 'logout' && answer.status === 401;
	const told = isOut
		? { status: 200, location: null, body: { success: true } }
		: { status: answer.status, location: answer.headers.get('Location'), body: answer.body };
	const end = comparable(await readState(), told, known, moments);
	return { end, statuses, calls, answer, caller };
}

/** The current record of the answer, if the document describes how to read it. */
async function readAgain(operation: Operation, path: string, caller: TestUser, { headers, body }: Answer) {
	const isReadHere = operations.some(
		(one) =>
			one.method === 'GET' &&
			one.path === operation.path &&
			'application/json' in (one.responses[200]?.content ?? {}),
	);
	const address = isReadHere ? path : headers.get('Location');
	// The address of a set-up tells whether there is a second factor, and shows its secret no more. A cancelled request is not there any more.
	const isGone = ['setUpSecondFactor', 'refuseIdentityChange'].includes(operation.operationId);
	if (address === null || 'success' in body || isGone) return body;
	const { body: found } = await as(caller).get(address);
	// The address is that of a file.
	if (typeof found === 'string') return body;
	const idOf = (one: { id?: string; employeeId?: string }) => one.id ?? one.employeeId;
	const isOfList = Array.isArray(found) && !Array.isArray(body);
	if (!isOfList) return found;
	// A list may say more about a record than the record does.
	const listed = found.find((one) => idOf(one) === idOf(body));
	return listed && Object.fromEntries(Object.keys(body).map((field) => [field, listed[field]]));
}

const CODE = { machineReadable: newTill()('1.00', '2023-03-07T08:00:00.000Z') };
const INVOICE = xmlWith({ '20230227': '20230307', '>10.00<': '>15.00<' });

/** Operations that read a receipt, with one that says something. */
const READING: Record<string, (body: unknown) => object | string> = {
	submitExpense: (body) => ({ ...(body as object), ...CODE }),
	addReceipt: () => INVOICE,
	addReceiptDraft: () => INVOICE,
};

const cases = [
	...writes.map((operation) => ({ ...operation, what: 'alone', bodyOf: <T>(body: T) => body })),
	...writes.flatMap((operation) => {
		const bodyOf = READING[operation.operationId];
		return bodyOf === undefined ? [] : [{ ...operation, what: 'with a receipt that is read', bodyOf }];
	}),
].map((one, place) => ({ ...one, place }));

test.each(cases)(
	'$operationId $what ends like a faultless one, whatever fails',
	{ timeout: 60_000 },
	async ({ bodyOf, what: _, place, ...operation }) => {
		const plain = requestOf(operation, world);
		const request = { ...plain, body: bodyOf(plain.body) };
		const faultless = await performed(operation, request, null);
		expect(faultless.statuses).toEqual([successOf(operation.operationId)]);
		expect(faultless.calls.length).toBeGreaterThan(1);

		for (const [index, one] of faultsOf(faultless.calls.length).entries()) {
			// Each operation tries other faults.
			if (!isTried(index + place, FAULTS_PER_TRY)) continue;
			// A call that is lost is asked again at once, so that the caller needs no key.
			for (const key of one.kind === 'lost' && one.moment === 'after' ? [KEY, {}] : [KEY]) {
				const { end, statuses, answer, caller } = await performed(operation, request, one, key);
				const fault = `${nameOf(one, faultless.calls)}: ${statuses}`;
				expect.soft({ fault, ...end }).toEqual({ fault, ...faultless.end });
				const found = answer.status < 400 && (await readAgain(operation, request.path, caller, answer));
				if (found)
					expect
						.soft(withoutSecrets({ fault, found }))
						.toEqual(withoutSecrets({ fault, found: answer.body }));
			}
		}
	},
);
