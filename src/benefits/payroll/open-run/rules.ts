import { endOfMonth, type Instant, startOfMonth } from '../../../foundation/core/instant.ts';
import { LIMIT_WARNINGS } from '../../../foundation/core/legal-limits.ts';
import type { Currency } from '../../../foundation/core/money.ts';
import { closesUntil } from '../../../foundation/core/months.ts';
import type { ShownStatus } from '../../employees/people/rules.ts';
import type { PayrollModule, TransactionKind } from '../../ledger/rules.ts';
import type { ExportFormat } from '../export/rules.ts';
import type { ObstacleCode, ObstacleFacts } from '../obstacles/rules.ts';

/** The filter of waiting lines. A null cost centre selects lines without one. */
export interface WaitingFilter {
	module?: PayrollModule | undefined;
	kind?: TransactionKind | undefined;
	costCenter?: string | null | undefined;
}

/** A position among waiting lines, which are ordered by cut-off and personnel number. */
export interface WaitingKey {
	reference: Instant;
	position: string;
}

/** The waiting lines of one cut-off, module, kind, cost centre and currency. */
export interface WaitingSum {
	reference: Instant;
	module: PayrollModule;
	kind: TransactionKind;
	costCenter: string | null;
	currency: Currency;
	isHeldOver: boolean;
	lineCount: number;
	value: number;
}

interface Undecided {
	date: Instant;
	count: number;
}

/** The lines that a month's run would commit, and those that would move to the next run. */
export interface RunPreview {
	month: Instant;
	lineCount: number;
	sums: Omit<WaitingSum, 'reference' | 'isHeldOver'>[];
	heldOverCount: number;
	/** The number of undecided expenses until the end of the month. */
	toVerify: number;
	warnings: Warning[];
}

export interface ClosingPreview extends RunPreview {
	/** The months that would then take no more expenses. */
	shuts: Instant[];
}

export const MAX_NAMED = 1000;

/** A waiting line that the format of the office cannot contain, with its person. */
export interface FaultyLine extends ObstacleFacts {
	id: string;
	employeeId: string;
	firstName: string | null;
	lastName: string | null;
	personStatus: ShownStatus | null;
	module: PayrollModule;
	kind: TransactionKind;
	amountValue: number;
	currency: Currency;
	faults: ObstacleCode[];
}

export interface OpenRun extends RunPreview {
	closes: Instant;
	/** The format of the payroll office; null when none is set. */
	format: ExportFormat | null;
	/** The obstacle for all lines; null without one. */
	officeObstacle: ObstacleCode | null;
	faulty: FaultyLine[];
	/** The months until now without a known official value of meals, if meals are split. */
	monthsWithoutMealValue: Instant[];
}

export function previewOf(
	month: Instant,
	waiting: readonly WaitingSum[],
	undecided: readonly Undecided[],
	{ exceeding, leavers }: { exceeding: readonly Omit<Warning, 'bookedIn'>[]; leavers: readonly Leaver[] },
): RunPreview {
	const ofRun = waiting.filter(({ reference }) => reference <= closesUntil(month));
	const committed = ofRun.filter(({ isHeldOver }) => !isHeldOver);
	const keyOf = ({ module, kind, costCenter, currency }: WaitingSum) =>
		JSON.stringify([module, kind, costCenter, currency]);
	const sums = [...Map.groupBy(committed, keyOf)].flatMap(([, [first, ...more]]) => {
		if (first === undefined) return [];
		const { module, kind, costCenter, currency } = first;
		const alike = [first, ...more];
		return [{ module, kind, costCenter, currency, lineCount: countOf(alike), value: sumOf(alike) }];
	});
	return {
		month,
		lineCount: countOf(committed),
		sums,
		heldOverCount: countOf(ofRun.filter(({ isHeldOver }) => isHeldOver)),
		toVerify: toVerify(month, undecided),
		warnings: [...exceeding.map((one) => ({ ...one, bookedIn: null })), ...leavers.map(warningOf)],
	};
}

const toVerify = (month: Instant, undecided: readonly Undecided[]): number =>
	undecided.reduce((sum, { date, count }) => (date <= endOfMonth(month) ? sum + count : sum), 0);

const countOf = (sums: readonly WaitingSum[]): number =>
	sums.reduce((sum, { lineCount }) => sum + lineCount, 0);
const sumOf = (sums: readonly WaitingSum[]): number => sums.reduce((sum, { value }) => sum + value, 0);

/** Warnings about benefits that are allowed but become taxable, and about leavers' lines. */
export const WARNINGS = [...LIMIT_WARNINGS, 'booked_in_last_month'] as const;
type WarningCode = (typeof WARNINGS)[number];

interface Warned {
	employeeId: string;
	personnelNumber: string | null;
	firstName: string | null;
	lastName: string | null;
	personStatus: ShownStatus | null;
	currency: Currency;
}

export interface Warning extends Warned {
	code: WarningCode;
	value: number;
	/** Null for leavers. */
	limit: number | null;
	/** The last month of a leaver, in which DATEV files book the lines; null for others. */
	bookedIn: Instant | null;
}

/** A leaver for whose lines the following month would be too late. */
type Leaver = Warned & { dateTerminated: Instant; value: number };

export const warningOf = ({ dateTerminated, ...whose }: Leaver): Warning => ({
	...whose,
	code: 'booked_in_last_month',
	limit: null,
	bookedIn: startOfMonth(dateTerminated - 1),
});
