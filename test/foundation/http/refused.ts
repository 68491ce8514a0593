import { describe, expect, test } from 'vitest';
import type { Fault } from '../../../src/foundation/core/refusals.ts';
import { as, type TestUser } from '../../harness/service.ts';
import { readState } from '../../harness/snapshot.ts';
import { FAULTS, type FaultKind } from './faults.ts';

/** Method, address and body. */
export type Request = readonly [method: string, path: string, body: object];

/** Rows for `test.each`: the operation, one of its fields, and what that field may not hold. */
const rowsOf = <O extends string>(fields: Record<O, Record<string, FaultKind[]>>) =>
	(Object.keys(fields) as O[]).flatMap((operation) =>
		Object.entries(fields[operation]).map(([field, kinds]): [O, string, unknown[]] => [
			operation,
			field,
			kinds.flatMap((kind): unknown[] => FAULTS[kind]),
		]),
	);

/** Each value in the field is refused with 400 and pointed at, and nothing is written. */
async function expectRefused(
	user: TestUser,
	request: () => Request,
	field: string,
	values: unknown[],
): Promise<void> {
	const before = await readState();
	for (const value of values) {
		const [method, path, body] = request();
		const answer = await as(user).send(method, path, { ...body, [field]: value });
		expect([answer.status, value]).toEqual([400, value]);
		expect(answer.headers.get('Content-Type')).toBe('application/problem+json');
		expect(answer.body.code).toBe('validation_failed');
		expect(answer.body.errors).not.toEqual([]);
		const told = answer.body.errors.map(({ pointer, code }: Fault) => `${pointer}/ ${code}`);
		for (const one of told) expect(one).toContain(`#/${field}/`);
		expect(new Set(told).size).toBe(told.length);
		// Sentences of the library name its own types, or do not say what would be right.
		for (const { detail } of answer.body.errors)
			expect(detail).not.toMatch(/invalid|expected|received|undefined/i);
	}
	expect(await readState()).toEqual(before);
}

/** Every fault of every field is refused, while the bodies that the faults are put into are accepted. */
export function describeFaults<O extends string>(
	user: () => TestUser,
	operations: Record<O, () => Request>,
	fields: Record<O, Record<string, FaultKind[]>>,
): void {
	describe('a fault of one field is 400, pointed at, and nothing is written', () => {
		test.each(rowsOf(fields))('%s, %s', async (operation, field, values) => {
			await expectRefused(user(), operations[operation], field, values);
		});
	});

	test.each(Object.keys(operations) as O[])(
		'%s accepts the body that the faults are put into',
		async (operation) => {
			const [method, path, body] = operations[operation]();
			expect([200, 201]).toContain((await as(user()).send(method, path, body)).status);
		},
	);
}
