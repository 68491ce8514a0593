import fc from 'fast-check';
import { expect } from 'vitest';
import { everything } from './everything.ts';
import { type Reference, Refused } from './reference.ts';
import type { Request, Service } from './service.ts';

/** One thing that happens to the reference and to the service alike. */
export interface Step {
	run(reference: Reference, service: Service): Promise<void>;
}

/** A request, and what the reference does and says to it. */
interface Asked extends Request {
	expected: () => unknown;
	/** Unless it is refused. */
	status: number;
}

/** As in `ask('admin', 'PUT /employees/employee-0', body, …)`. */
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
 * Steps that ask the service something. What they are about is chosen when it is known. A millisecond later comes the next
 * step, since no two calls of one person come at once.
 */
export const asking = <I>(
	name: string,
	input: fc.Arbitrary<I>,
	toAsk: (reference: Reference, input: I) => Asked,
) =>
	input.map((given) =>
		step(name, given, async (reference, service) => {
			const asked = toAsk(reference, given);
			const { by, method, path, body } = asked;
			const expected = expectation(asked);
			service.tell(`${by}: ${method} ${path} ${JSON.stringify(body) ?? ''} must be ${expected.status}`);
			const answer = await service.send(asked);
			expect(shown(answer, service, expected), `${name}: ${method} ${path}`).toEqual(expected);
			if (expected.status < 400 && method !== 'GET') await compareEverything(reference, service);
			moveClock(reference, service, reference.now + 1);
		}),
	);

/** Steps that only pass time or run the cron. */
export function step<I>(
	name: string,
	input: I,
	act: (reference: Reference, service: Service) => Promise<void>,
): Step {
	return Object.assign({ run: act }, { [fc.toStringMethod]: () => `${name} ${JSON.stringify(input)}` });
}

export function moveClock(reference: Reference, service: Service, now: number): void {
	reference.now = now;
	service.setClock(now);
}

interface Expectation {
	status: number;
	body?: unknown;
}

function expectation({ status, expected }: Asked): Expectation {
	try {
		return { status, body: expected() };
	} catch (error) {
		if (error instanceof Refused) return error.answer as Expectation;
		throw error;
	}
}

/** The answer as far as an expectation goes: the whole body, or of a refusal what a program reads. */
function shown({ status, body }: { status: number; body: unknown }, service: Service, expected: Expectation) {
	if (status < 400) {
		return { status, body: expected.body === undefined ? undefined : service.named(body, expected.body) };
	}
	const { code, field, earliestAllowed, month, months, limit, used, left } = body as Record<string, unknown>;
	return { status, code, field, earliestAllowed, month, months, limit, used, left };
}

/** Compares every list; a step that something may have changed does. */
export async function compareEverything(reference: Reference, service: Service): Promise<void> {
	const expected = everything(reference);
	const paths = Object.keys(expected);
	const answers = await Promise.all(paths.map((path) => service.send({ by: 'admin', method: 'GET', path })));
	const found = Object.fromEntries(answers.map(({ body }, index) => [paths[index], inOrder(body)]));
	const named = service.named(found, expected) as typeof expected;
	for (const path of paths) expect(named[path], `GET ${path}`).toEqual(expected[path]);
}

/** Vouchers and runs are listed in the order of their creation, which depends on when the cron came. */
function inOrder(list: unknown): unknown {
	const keyOf = (item: Record<string, string>) => item.dueDate ?? (item.sums && item.month) ?? '';
	return Array.isArray(list)
		? list.toSorted((a, b) => (keyOf(a) < keyOf(b) ? -1 : keyOf(a) > keyOf(b) ? 1 : 0))
		: list;
}
