import type { Currency } from '../../core/money.ts';

/** What is permitted but costs more tax than it seems to. */
export const WARNINGS = ['benefits_in_kind_exceeded', 'gift_exceeded'] as const;
type WarningCode = (typeof WARNINGS)[number];

/** The most employees whose vouchers are warned of. */
export const MAX_WARNED = 1000;

/** The vouchers of an employee in a month, where some limit is passed. */
export interface Exceeding {
	employeeId: string;
	personnelNumber: string | null;
	firstName: string | null;
	lastName: string | null;
	currency: Currency;
	/** What GENERIC vouchers add up to, and the largest SPECIAL one, with the limit of each. */
	total: number;
	monthLimit: number;
	largest: number;
	occasionLimit: number;
}

export interface Warning extends Omit<Exceeding, 'total' | 'monthLimit' | 'largest' | 'occasionLimit'> {
	code: WarningCode;
	value: number;
	limit: number;
}

export const warningsOf = (exceeding: readonly Exceeding[]): Warning[] =>
	exceeding.flatMap(({ total, monthLimit, largest, occasionLimit, ...whose }) => [
		...(total > monthLimit
			? [{ ...whose, code: 'benefits_in_kind_exceeded' as const, value: total, limit: monthLimit }]
			: []),
		...(largest > occasionLimit
			? [{ ...whose, code: 'gift_exceeded' as const, value: largest, limit: occasionLimit }]
			: []),
	]);
