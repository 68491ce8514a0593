import { endOfMonth, type Instant, startOfMonth } from '../../../foundation/core/instant.ts';
import { LIMIT_WARNINGS } from '../../../foundation/core/legal-limits.ts';
import type { Currency } from '../../../foundation/core/money.ts';
import { closesUntil } from '../../../foundation/core/months.ts';
import type { ShownStatus } from '../../employees/people/rules.ts';
import type { PayrollModule, TransactionKind } from '../../ledger/rules.ts';
import type { ExportFormat } from '../export/rules.ts';
import type { ObstacleCode, ObstacleFacts } from '../obstacles/rules.ts';

/** Which waiting lines are wanted; null is no cost centre. */
export interface WaitingFilter {
	module?: PayrollModule | undefined;
	kind?: TransactionKind | undefined;
	costCenter?: string | null | undefined;
}

/** A place among waiting lines, which go by their cut-off and then by personnel number. */
export interface WaitingKey {
	reference: Instant;
	position: string;
}

/** Waiting lines of one cut-off, module, kind, cost centre and currency. */
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

/** How many expenses of a day nobody has decided yet. */
interface Undecided {
	date: Instant;
	count: number;
}

/** The lines that the run of a month would commit, and those that would move to the next run. */
export interface RunPreview {
	month: Instant;
	lineCount: number;
	/** By module, kind, cost centre and currency. */
	sums: Omit<WaitingSum, 'reference' | 'isHeldOver'>[];
	heldOverCount: number;
	/** How many expenses up to the month’s end nobody has decided yet. */
	toVerify: number;
	warnings: Warning[];
}

export interface ClosingPreview extends RunPreview {
	/** The months that take no more expenses then. */
	shuts: Instant[];
}

/** Most lines with obstacles that are named. */
export const MAX_NAMED = 1000;

/** A waiting line that the office's format cannot carry, and whose it is. */
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
	/** When the cron closes it. */
	closes: Instant;
	/** The format of the payroll office; null when none is set. */
	format: ExportFormat | null;
	/** The obstacle to every line; null without one. */
	officeObstacle: ObstacleCode | null;
	faulty: FaultyLine[];
	/** The months up to the present one whose official value of meals the service does not know, where meals are split. */
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

/** How many expenses up to the month's end wait to be verified. */
const toVerify = (month: Instant, undecided: readonly Undecided[]): number =>
	undecided.reduce((sum, { date, count }) => (date <= endOfMonth(month) ? sum + count : sum), 0);

const countOf = (sums: readonly WaitingSum[]): number =>
	sums.reduce((sum, { lineCount }) => sum + lineCount, 0);
const sumOf = (sums: readonly WaitingSum[]): number => sums.reduce((sum, { value }) => sum + value, 0);

/** Warnings about benefits that are allowed but become taxable, and about lines of leavers. */
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

/** A leaver whose lines the following month would book too late. */
type Leaver = Warned & { dateTerminated: Instant; value: number };

export const warningOf = ({ dateTerminated, ...whose }: Leaver): Warning => ({
	...whose,
	code: 'booked_in_last_month',
	limit: null,
	bookedIn: startOfMonth(dateTerminated - 1),
});
