import type { Client } from '../../db/database.ts';
import type { Ask } from '../interface.ts';
import { PARTS, type Part } from './belonging.ts';
import { askAll, numbered, type Structure, wholeOf, withoutTriggers } from './pages.ts';

/**
 * Indexes with which the database checks that nothing refers to a deleted row. Only this deletion needs them, so it creates and drops them.
 */
const CHECKED_BY = [
	['planned_vouchers', 'employee_id'],
	['flex_accesses', 'employee_id'],
	['default_accesses', 'employee_id'],
	['employee_groups', 'employee_id'],
	['payroll_held_over', 'transaction_id'],
] as const;

const indexing = (verb: 'CREATE' | 'DROP'): Ask[] =>
	CHECKED_BY.map(([table, column]) => [
		verb === 'DROP'
			? `DROP INDEX IF EXISTS leaving_${table}`
			: `CREATE INDEX IF NOT EXISTS leaving_${table} ON ${table} (${column})`,
		[],
	]);

const PAGE = 2000;

/** Deletes templates that only this company uses. It runs before their rows in `tax_rule_template_companies` are deleted. */
const OWN_TEMPLATES = `DELETE FROM tax_rule_templates WHERE id <> 'default'
	AND id IN (SELECT template_id FROM tax_rule_template_companies WHERE company_id = ?1)
	AND id NOT IN (SELECT template_id FROM tax_rule_template_companies WHERE company_id <> ?1)`;

const MOVED = `id IN (SELECT id FROM movers WHERE company_id = ?1 AND kind = 'USER')`;

/**
 * Other records may name a user as their author, so the row stays as a guest's row. Personal data is removed, unless the user manages other
 * companies here.
 */
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
	await askAll(d1, indexing('CREATE'));
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
	await askAll(d1, indexing('DROP'));
	return true;
}

/** The keys of tables without a rowid. All other tables are deleted by rowid. */
const KEYS: Readonly<Record<string, string>> = {
	people_index: '(company, part, employee, place)',
	grants: '(user_id, company_id)',
};

async function deletePage(d1: Client, structure: Structure, part: Part, company: string): Promise<number> {
	const { table, where } = part;
	const key = KEYS[table] ?? 'rowid';
	const columns = key.replace(/^\(|\)$/g, '');
	const page = `SELECT ${columns} FROM ${table} WHERE ${where} LIMIT ${PAGE}`;
	const values = wholeOf(part, company);
	const ofTemplates: Ask[] = table === 'tax_rule_template_companies' ? [[OWN_TEMPLATES, [company]]] : [];
	const asked = withoutTriggers(
		structure,
		[table],
		[
			...ofTemplates,
			numbered(`DELETE FROM ${table} WHERE ${key} IN (${page}) RETURNING 1 AS deleted`, values),
		],
	);
	const found = await askAll(d1, asked);
	return found.flat().filter(({ deleted }) => deleted === 1).length;
}
