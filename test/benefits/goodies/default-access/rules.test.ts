import { expect, test } from 'vitest';
import { earliestDefaultAccessStart } from '../../../../src/benefits/goodies/plans/rules.ts';
import { toIso } from '../../../../src/foundation/core/instant.ts';

test.each([
	['2023-02-12T00:00:00.000Z', '2023-03-01T00:00:00.000Z'],
	['2023-02-01T00:00:00.000Z', '2023-03-01T00:00:00.000Z'],
	['2023-02-28T23:59:59.999Z', '2023-03-01T00:00:00.000Z'],
	['2023-03-01T00:00:00.000Z', '2023-04-01T00:00:00.000Z'],
	['2023-01-31T12:00:00.000Z', '2023-02-01T00:00:00.000Z'],
	['2024-01-31T23:59:59.999Z', '2024-02-01T00:00:00.000Z'],
	['2024-02-28T23:59:59.999Z', '2024-03-01T00:00:00.000Z'],
	['2024-02-29T23:59:59.999Z', '2024-03-01T00:00:00.000Z'],
	['2023-03-31T23:59:59.999Z', '2023-04-01T00:00:00.000Z'],
	['2023-12-31T23:59:59.999Z', '2024-01-01T00:00:00.000Z'],
	['2024-01-01T00:00:00.000Z', '2024-02-01T00:00:00.000Z'],
])('at %s a default access starts on %s at the earliest (section 4.5)', (now, earliest) => {
	expect(toIso(earliestDefaultAccessStart(Date.parse(now)))).toBe(earliest);
});
