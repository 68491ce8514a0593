import { globSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, test } from 'vitest';

const MIGRATIONS = resolve(import.meta.dirname, '..', 'migrations');

function migratedBy(folder: string): DatabaseSync {
	const db = new DatabaseSync(':memory:');
	const names = globSync('*.sql', { cwd: folder }).sort();
	for (const name of names) db.exec(readFileSync(join(folder, name), 'utf8'));
	return db;
}

const before = migratedBy(MIGRATIONS);
const after = migratedBy(join(MIGRATIONS, 'new'));

/** White space does not change the meaning of a statement, except in texts, of which none stands beside a parenthesis or a comma. */
const withoutSpace = (sql: unknown) =>
	String(sql)
		.replaceAll(/\s+/g, ' ')
		.replaceAll(/ ?([(),]) ?/g, '$1');

const partsOf = (db: DatabaseSync) =>
	db
		.prepare(
			"SELECT type, name, tbl_name, sql FROM sqlite_schema WHERE name NOT LIKE 'sqlite_%' ORDER BY rowid",
		)
		.all()
		.map(({ type, name, tbl_name, sql }) => ({
			type: String(type),
			name: String(name),
			table: String(tbl_name),
			sql: withoutSpace(sql),
		}));

test('the new files leave the same schema as the old chain', () => {
	const byName = (db: DatabaseSync) => partsOf(db).toSorted((a, b) => (a.name < b.name ? -1 : 1));
	expect(byName(after)).toEqual(byName(before));
	expect(partsOf(before).length).toBeGreaterThan(400);
});

test('the new files leave the same rows', () => {
	const rowsOf = (db: DatabaseSync) =>
		partsOf(db)
			.filter(({ type }) => type === 'table')
			.map(({ name }) => [name, db.prepare(`SELECT * FROM "${name}"`).all()] as const)
			.filter(([, rows]) => rows.length > 0);
	expect(rowsOf(after)).toEqual(rowsOf(before));
	expect(rowsOf(before)).toHaveLength(1);
});

test('triggers for the same change of a table run in the same order', () => {
	const inOrder = (db: DatabaseSync) => {
		const order: Record<string, string[]> = {};
		for (const { type, name, table, sql } of partsOf(db)) {
			if (type !== 'trigger') continue;
			const [, change = ''] = /^CREATE TRIGGER \w+ ((?:BEFORE|AFTER|INSTEAD OF) \w+)/.exec(sql) ?? [];
			const key = `${table}: ${change}`;
			order[key] = [...(order[key] ?? []), name];
		}
		return order;
	};
	expect(inOrder(after)).toEqual(inOrder(before));
});
