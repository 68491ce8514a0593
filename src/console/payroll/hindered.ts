import type { Refusal } from '../../core/refusals.ts';
import { wageTypeKeyOf } from '../../ledger/rules.ts';
import type { ObstacleCode } from '../../payroll/obstacles/rules.ts';
import type { NamedLine } from '../../payroll/overview/store.ts';
import type { HinderedLine } from './obstacles.tsx';

const LINE = '#/lines/';

/** The ids of the lines that a refusal names, the first of them. */
export const linesNamedBy = ({ extras: { errors = [] } }: Refusal): string[] => [
	...new Set(errors.flatMap(({ pointer }) => (pointer.startsWith(LINE) ? [pointer.slice(LINE.length)] : []))),
];

/** The same lines with what is wrong with each. */
export const hinderedBy = (
	{ extras: { errors = [] } }: Refusal,
	lines: readonly NamedLine[],
): HinderedLine[] =>
	lines.map((line) => ({
		...line,
		currency: line.amountCurrency,
		wageType: wageTypeKeyOf(line),
		otherNumber: null,
		faults: errors
			.filter(({ pointer }) => pointer === `${LINE}${line.id}`)
			.map(({ code }) => code as ObstacleCode),
	}));
