import { env } from 'cloudflare:workers';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { isTried } from '../../harness/sampling.ts';
import { as, at, newUser } from '../../harness/service.ts';
import { eachTestFinds } from '../../harness/snapshot.ts';
import { noting } from '../../harness/writing.ts';
import { expectDeclared } from '../../whole/contract/answers.ts';
import { requestOf } from '../../whole/contract/calls.ts';
import { isPublic, operations } from '../../whole/contract/document.ts';
import { successOf } from '../../whole/contract/rights.ts';
import { newWorld, type World } from '../../whole/contract/world.ts';
import { newCallerOf } from '../../whole/contract/writes.ts';

const ATTEMPTS = 4;
const OVERLOADED = 'D1_ERROR: D1 DB is overloaded. Requests queued for too long.';
const LOST = 'D1_ERROR: Network connection lost.';

/** The erasure of somebody who has not left is refused before it is stored. */
const reached = operations.filter(({ operationId }) => operationId !== 'eraseEmployee');

/** Operations with more than one commit, which the cron resumes or cleans up. */
const STEPS = ['addReceipt', 'addReceiptDraft', 'addStandingProof', 'closePayrollRun'];

/** Operations that count an attempt, or record the reader, before they continue. */
const NOTED = [
	'login',
	'finishLogin',
	'issueToken',
	'exchangeCode',
	'requestPasswordReset',
	'confirmAddress',
	'restoreAddress',
	'answerIdentityChange',
	'proveAddress',
	'changeOwnPassword',
];
const STEPWISE = [...STEPS, ...NOTED, 'exportPayrollRun', 'exportEmployee', 'exportCompany'];

/** How the last call ends that meets no failure: of nobody known, or of a run that an attempt before it has begun. */
const ENDS: Record<string, number> = {
	login: 401,
	refresh: 401,
	register: 400,
	confirmPasswordReset: 400,
	confirmAddress: 400,
	restoreAddress: 400,
	answerIdentityChange: 400,
	proveAddress: 400,
	exchangeCode: 401,
	closePayrollRun: 409,
};

let world: World;

beforeAll(() => {
	vi.spyOn(console, 'error').mockImplementation(() => undefined);
	// No time is lost between the attempts of a lost call.
	vi.spyOn(Math, 'random').mockReturnValue(0);
});
eachTestFinds(async () => {
	at('2023-03-07T12:00:00.000Z');
	world = await newWorld();
});
afterAll(() => vi.restoreAllMocks());

/** Bindings whose database fails from its `first` batch on; `tried` counts the batches that fail. */
function failingFrom(first: number, message: string) {
	const counted = { batches: 0, tried: 0 };
	const { bindings, written } = noting((statements) => {
		if (++counted.batches < first) return env.DB.batch(statements);
		counted.tried++;
		return Promise.reject(new Error(message));
	});
	return { counted, bindings, written };
}

test.each(
	reached
		.flatMap((operation) => [
			{ ...operation, message: OVERLOADED, attempts: 1 },
			{ ...operation, message: LOST, attempts: ATTEMPTS },
		])
		.filter((_, index) => isTried(index, 7)),
)('$operationId is 503 whichever batch meets $message', async ({ message, attempts, ...operation }) => {
	const { operationId } = operation;
	const caller = isPublic(operation)
		? await newUser(['PLATFORM_ADMIN'])
		: await newCallerOf(operationId, world);
	const { path, body, headers } = requestOf(operation, world);
	for (let first = 1; ; first++) {
		const { counted, bindings, written } = failingFrom(first, message);
		const answer = await as(caller, bindings).send(operation.method, path, body, headers);
		if (counted.tried === 0) {
			expect(first).toBeGreaterThan(1);
			expect(answer.status).toBe(ENDS[operationId] ?? successOf(operationId));
			return;
		}
		expect(answer).toMatchObject({ status: 503, body: { code: 'unavailable' } });
		expect(answer.headers.get('Retry-After')).toBe('2');
		expectDeclared(operation, answer);
		expect(counted.tried).toBe(attempts);
		if (!STEPWISE.includes(operationId)) expect(written).toEqual([]);
	}
});
