import { getTableColumns, is } from 'drizzle-orm';
import { SQLiteCustomColumn, type SQLiteTable } from 'drizzle-orm/sqlite-core';
import type { Fields } from '../core/history.ts';

/**
 * Returns a function that converts a row to its form in the history. It has only the named columns, instants as ISO 8601, and amounts as
 * `{value, currency}`. `called` gives columns the names of the API. Columns that the row lacks are left out.
 */
export function teller<T extends SQLiteTable, N extends keyof T['_']['columns'] & string>(
	table: T,
	names: readonly N[],
	called: { [name in N]?: string } = {},
): (row: object) => Fields {
	const shown: Shown[] = [];
	for (const [name, column] of Object.entries(getTableColumns(table))) {
		const field = names.includes(name as never) && fieldOf(name, called[name as N] ?? name);
		if (field) shown.push({ ...field, isInstant: is(column, SQLiteCustomColumn) });
	}
	return (row) => {
		const values = row as Fields;
		const fields: Fields = {};
		for (const { name, field, currency, isInstant } of shown) {
			const value = values[name];
			if (value === undefined) continue;
			if (value === null) fields[field] = null;
			else if (currency)
				fields[field] = { value, currency: values[currency] ?? values.amountCurrency ?? null };
			else if (isInstant && typeof value === 'number') fields[field] = new Date(value).toISOString();
			else fields[field] = value;
		}
		return fields;
	};
}

interface Shown {
	name: string;
	field: string;
	/** For the value of an amount: the column with its currency. */
	currency?: string;
	isInstant: boolean;
}

const MONEY = /^(amount|budget|maxAmount|requestedAmount|approvedAmount|mealPrice)(Value|Currency)$/;

/** Returns null for a currency, because it belongs to the field of its value. */
function fieldOf(name: string, field: string): Omit<Shown, 'isInstant'> | null {
	const [, amount, part] = MONEY.exec(field) ?? [];
	if (part === 'Currency') return null;
	return amount === undefined ? { name, field } : { name, field: amount, currency: `${amount}Currency` };
}
