import type { Client } from '../../db/database.ts';
import type { Ask } from '../interface.ts';
import { PARTS, type TablePart } from './belonging.ts';
import type { Databases } from './compare.ts';
import { askAll, numbered, wholeOf } from './pages.ts';

/** Fails if a table of the copy does not have as many rows as belong to the company. */
export async function requireSameTotals({ company, source, target }: Databases): Promise<void> {
	const tables = Map.groupBy(
		PARTS.filter(({ isShared }) => !isShared),
		({ table }) => table,
	);
	const belonging = await countAll(source, [...tables.values()].flat(), company);
	const names = [...tables.keys()];
	const copied = await askAll(
		target,
		names.map((table): Ask => [`SELECT count(*) AS n FROM ${table}`, []]),
	);
	for (const [place, table] of names.entries()) {
		const [expected, found] = [belonging.get(table) ?? 0, Number(copied[place]?.[0]?.n)];
		if (expected !== found) throw new Error(`The copy of ${table} has ${found} rows instead of ${expected}`);
	}
}

async function countAll(
	db: Client,
	parts: readonly TablePart[],
	company: string,
): Promise<Map<string, number>> {
	const found = await askAll(
		db,
		parts.map((part) =>
			numbered(`SELECT count(*) AS n FROM ${part.table} WHERE ${part.where}`, wholeOf(part, company)),
		),
	);
	const totals = new Map<string, number>();
	for (const [place, { table }] of parts.entries())
		totals.set(table, (totals.get(table) ?? 0) + Number(found[place]?.[0]?.n));
	return totals;
}
