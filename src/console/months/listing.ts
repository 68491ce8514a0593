import type { Instant } from '../../core/instant.ts';
import type { Currency } from '../../core/money.ts';
import type { Operation } from '../../core/policy.ts';
import type { Call } from '../../db/call.ts';
import type { ofLanguage } from './words.ts';

type Words = ReturnType<typeof ofLanguage>;

/** What a column says of a row: a text, an amount, or a day that leads on. Null when there is nothing to say. */
export type Cell = string | { amount: number } | { day: Instant; to?: string } | null;

/** Of which month rows are asked for, and in which state; every state unless it is said. */
export interface Asked {
	companyId: string;
	month: Instant;
	state: string | undefined;
}

export interface ListedRow {
	employeeId: string;
	person: { firstName: string | null; lastName: string | null; personnelNumber: string | null };
}

/** One list of what all people of a company have in a month. */
export interface Listing<Row extends ListedRow> {
	name: 'balances' | 'vouchers' | 'expenses';
	operation: Operation;
	/** Up to `limit` rows behind a cursor, which is empty at first. */
	load(call: Call, asked: Asked, after: string, limit: number): Promise<readonly Row[]>;
	cursorOf(row: Row): string;
	currencyOf(row: Row): Currency | null;
	/** Behind the person, who comes first. */
	columns: readonly Column<Row>[];
	/** The states by which the list can be filtered. */
	states?: readonly (keyof Words['states'])[];
}

interface Column<Row> {
	title: keyof Words['columns'];
	of(row: Row, words: Words): Cell;
	isNumeric?: boolean;
}

/** Half a cursor of two ids. */
export const partsOf = (after: string): [string, string] => {
	const [first = '', second = ''] = after.split(' ');
	return [first, second];
};
