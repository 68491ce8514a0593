import fc from 'fast-check';
import { expect } from 'vitest';
import { everything } from './everything.ts';
import { type Money, type Reference, Refused } from './reference.ts';
import type { Request, Service } from './service.ts';

/** One thing that happens to the reference and to the service alike. */
export interface Step {
	run(reference: Reference, service: Service): Promise<void>;
}

/** A request, and what the reference does and says to it. */
interface Asked extends Request {
	expected: () => unknown;
	/** The status of a success. */
	status: number;
}

/** Describes a request, as in `ask('admin', 'PUT /employees/employee-0', body, …)`. */
export function ask(
	by: string,
	line: string,
	body: object | undefined,
	expected: () => unknown,
	status = 200,
): Asked {
	const [method = '', path = ''] = line.split(/ (.*)/);
	return { by, method, path, body, expected, status };
}

/**
 * Steps that ask the service something. Their targets are selected once they exist. A millisecond later comes the next
 * step, since no two calls of one person come at once.
 */
export const asking = <I>(
	name: string,
	input: fc.Arbitrary<I>,
	toAsk: (reference: Reference, input: I) => Asked,
) =>
	input.map((given) =>
		step(name, given, async (reference, service) => {
			const status = await perform(name, toAsk(reference, given), reference, service);
			if (status !== null && status < 400) await compareEverything(reference, service);
			moveClock(reference, service, reference.now + 1);
		}),
	);

/** Asks the service, and compares its answer. Returns the status of a write. */
export async function perform(
	name: string,
	asked: Asked,
	reference: Reference,
	service: Service,
): Promise<number | null> {
	const { by, method, path, body } = asked;
	const expected = expectation(asked, service, reference);
	const sent = body instanceof Uint8Array ? `a file of ${body.length} bytes` : (JSON.stringify(body) ?? '');
	service.tell(`${by}: ${method} ${path} ${sent} must be ${expected.status}`);
	const answer = await service.send(asked);
	expect(shown(answer, service, expected), `${name}: ${method} ${path}`).toEqual(expected);
	return method === 'GET' ? null : expected.status;
}

/** Steps that only pass time or run the cron. */
export function step<I>(
	name: string,
	input: I,
	act: (reference: Reference, service: Service) => Promise<void>,
): Step {
	return Object.assign({ run: act }, { [fc.toStringMethod]: () => `${name} ${JSON.stringify(input)}` });
}

/** Steps that come right after each other. */
export const inSequence = (...steps: fc.Arbitrary<Step | null>[]): fc.Arbitrary<Step> =>
	fc.tuple(...steps).map((all) => ({
		run: async (reference: Reference, service: Service) => {
			for (const one of all) await one?.run(reference, service);
		},
		[fc.toStringMethod]: () => all.map((one) => fc.stringify(one)).join(' and '),
	}));

export function moveClock(reference: Reference, service: Service, now: number): void {
	reference.now = now;
	service.setClock(now);
}

interface Expectation {
	status: number;
	body?: unknown;
}

function expectation(
	{ by, status, expected }: Asked,
	service: Service,
	{ employees }: Reference,
): Expectation {
	try {
		const isClosed = employees.some((one) => one.isClosed && by === `user of ${one.name}`);
		if (isClosed) throw new Refused('unauthenticated');
		return { status, body: inOrder(expected(), service) };
	} catch (error) {
		if (error instanceof Refused) return error.answer as Expectation;
		throw error;
	}
}

/** The answer as far as an expectation goes: the whole body, or of a refusal what a program reads. */
function shown({ status, body }: { status: number; body: unknown }, service: Service, expected: Expectation) {
	if (status < 400) {
		const { body: wanted } = expected;
		return { status, body: wanted === undefined ? undefined : service.named(inOrder(body, service), wanted) };
	}
	const { code, field, earliestAllowed, month, months, limit, used, left } = body as Record<string, unknown>;
	return { status, code, field, earliestAllowed, month, months, limit, used, left };
}

/** Compares every list. Each step calls it that may have changed something. */
export async function compareEverything(reference: Reference, service: Service): Promise<void> {
	const lists = Object.entries(everything(reference));
	const sent = lists.map(([path]) => service.send({ by: 'admin', method: 'GET', path }));
	for (const [index, { body }] of (await Promise.all(sent)).entries()) {
		const [path, list] = lists[index] ?? [];
		const expected = inOrder(list, service);
		expect(service.named(inOrder(body, service), expected), `GET ${path}`).toEqual(expected);
	}
}

interface Listed {
	startDate?: string;
	dueDate?: string;
	amount?: Money;
	flexDataId?: string;
	standingExpenseId?: string | null;
	date?: string;
	sums?: object;
	month?: string;
}

/** Records of the cron, and plans with one start, are compared in the order of creation. That order depends on when the cron ran. */
function inOrder(list: unknown, service: Service): unknown {
	const keyOf = ({
		startDate,
		dueDate,
		amount,
		flexDataId,
		standingExpenseId,
		date,
		sums,
		month,
	}: Listed) => {
		if (standingExpenseId != null) return `${service.named(standingExpenseId, null)} ${date}`;
		if (flexDataId !== undefined) return service.named(flexDataId, null) as string;
		const at = startDate ?? dueDate;
		return at !== undefined ? `${at} ${amount?.value}` : ((sums && month) ?? '');
	};
	return Array.isArray(list)
		? list.toSorted((a, b) => (keyOf(a) < keyOf(b) ? -1 : keyOf(a) > keyOf(b) ? 1 : 0))
		: list;
}
