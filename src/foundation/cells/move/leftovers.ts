import { tablesWhere } from '../../core/tables.ts';
import type { Client } from '../../db/database.ts';
import type { Ask } from '../interface.ts';
import { PARTS, type TablePart } from './belonging.ts';
import { askAll, numbered, type Structure, wholeOf, withoutTriggers } from './pages.ts';

/** Foreign keys that refer to large tables, and that no index finds. Names of indexes that SQLite made itself may not be asked about. */
const UNINDEXED: Ask = [
	`SELECT m.name AS of_table, f."from" AS column_name FROM sqlite_schema m JOIN pragma_foreign_key_list(m.name) f
		WHERE m.type = 'table' AND m.name NOT GLOB 'sqlite_*' AND m.name NOT GLOB '_cf_*'
		AND f."table" IN (SELECT value FROM json_each(?1))
		AND NOT EXISTS (SELECT 1 FROM pragma_table_info(m.name) c WHERE c.name = f."from" AND c.pk = 1)
		AND NOT EXISTS (SELECT 1 FROM pragma_index_list(m.name) l JOIN sqlite_schema s ON s.name = l.name AND s.sql IS NOT NULL
			JOIN pragma_index_info(s.name) i ON i.seqno = 0 AND i.name = f."from"
			WHERE NOT l.partial OR s.sql LIKE '%WHERE ' || f."from" || ' IS NOT NULL')`,
	[JSON.stringify(tablesWhere(({ pages }) => pages))],
];
const INDEXES: Ask = [`SELECT name FROM sqlite_schema WHERE type = 'index' AND name GLOB 'leaving_*'`, []];

/** With these indexes, the database checks that nothing refers to a deleted row. Only this deletion needs them. */
async function createIndexes(d1: Client): Promise<void> {
	const [found = []] = await askAll(d1, [UNINDEXED]);
	const created = found.map(
		({ of_table, column_name }): Ask => [
			`CREATE INDEX IF NOT EXISTS leaving_${of_table}_${column_name} ON ${of_table} (${column_name})`,
			[],
		],
	);
	// A run that continues finds them.
	if (created.length > 0) await askAll(d1, created);
}

async function dropIndexes(d1: Client): Promise<void> {
	const [found = []] = await askAll(d1, [INDEXES]);
	const dropped = found.map(({ name }): Ask => [`DROP INDEX IF EXISTS ${name}`, []]);
	if (dropped.length > 0) await askAll(d1, dropped);
}

const PAGE = 2000;

/** Deletes templates that only this company uses. It runs before their rows in `tax_rule_template_companies` are deleted. */
const OWN_TEMPLATES = `DELETE FROM tax_rule_templates WHERE id <> 'default'
	AND id IN (SELECT template_id FROM tax_rule_template_companies WHERE company_id = ?1)
	AND id NOT IN (SELECT template_id FROM tax_rule_template_companies WHERE company_id <> ?1)`;

const MOVED = `id IN (SELECT id FROM movers WHERE company_id = ?1 AND kind = 'USER')`;

/** Records may name a user as author, so the row stays as a guest's. Personal data goes, unless the user manages other companies here. */
const BLANKED: Ask[] = [
	[
		`UPDATE users SET email = id || '@guest.invalid', first_name = NULL, last_name = NULL WHERE ${MOVED}
			AND NOT EXISTS (SELECT 1 FROM user_companies c WHERE c.user_id = users.id)`,
		[],
	],
	[`UPDATE users SET email_key = id, password_hash = NULL, home = coalesce(home, ?2) WHERE ${MOVED}`, []],
];

/**
 * Deletes the rows of a company from D1 in pages, after the copy has taken over. Returns false if the time of the run is over. Rows of the
 * history that several companies share stay, and so do the bare ids of users.
 */
export async function deleteLeftovers(
	d1: Client,
	structure: Structure,
	company: string,
	cell: string,
	mayGoOn: () => boolean,
): Promise<boolean> {
	await createIndexes(d1);
	for (const part of PARTS.toReversed()) {
		if (part.isShared || part.table === 'movers') continue;
		if (part.table === 'users') {
			const blanked = BLANKED.map(([text]) => numbered(text, [company, cell]));
			await askAll(d1, withoutTriggers(structure, ['users'], blanked));
			continue;
		}
		for (;;) {
			const left = await deletePage(d1, structure, part, company);
			if (left === 0) break;
			if (!mayGoOn()) return false;
		}
	}
	await dropIndexes(d1);
	return true;
}

async function deletePage(
	d1: Client,
	structure: Structure,
	part: TablePart,
	company: string,
): Promise<number> {
	const { table, where } = part;
	const key = structure.tables.get(table)?.key ?? 'rowid';
	const page = `SELECT ${key} FROM ${table} WHERE ${where} LIMIT ${PAGE}`;
	const values = wholeOf(part, company);
	const ofTemplates: Ask[] = table === 'tax_rule_template_companies' ? [[OWN_TEMPLATES, [company]]] : [];
	const asked = withoutTriggers(
		structure,
		[table],
		[
			...ofTemplates,
			numbered(`DELETE FROM ${table} WHERE (${key}) IN (${page}) RETURNING 1 AS deleted`, values),
		],
	);
	const found = await askAll(d1, asked);
	return found.flat().filter(({ deleted }) => deleted === 1).length;
}
