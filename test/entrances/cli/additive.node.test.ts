import { expect, test } from 'vitest';
import { breaksOf } from '../../../src/entrances/cli/additive.ts';

const applied = [
	{
		name: '1_first',
		sql: `CREATE TABLE people (id TEXT PRIMARY KEY, name TEXT NOT NULL, age INTEGER, CHECK (age > 0));
			CREATE TABLE pets (id TEXT PRIMARY KEY, owner TEXT REFERENCES people(id));
			CREATE INDEX people_name ON people (name);
			CREATE TRIGGER people_guard_age BEFORE UPDATE OF age ON people WHEN NEW.age < OLD.age BEGIN SELECT RAISE(ABORT, 'younger'); END;
			INSERT INTO people (id, name) VALUES ('a', 'Ada');`,
	},
];

const problemsOf = (sql: string) =>
	breaksOf(applied, [{ name: '2_next', sql }]).map(({ problem }) => problem);

test.each([
	[
		'a new table that refers to an old one',
		'CREATE TABLE cars (id TEXT PRIMARY KEY, owner TEXT NOT NULL UNIQUE REFERENCES people(id))',
	],
	['a new column that may be empty', "ALTER TABLE people ADD COLUMN email TEXT CHECK (email <> '')"],
	[
		'a new column with a default',
		'ALTER TABLE people ADD COLUMN n INTEGER NOT NULL DEFAULT 0; ALTER TABLE people ADD COLUMN m TEXT',
	],
	['values of a new column', 'ALTER TABLE people ADD COLUMN label TEXT; UPDATE people SET label = name'],
	['a new index', 'CREATE INDEX people_age ON people (age)'],
	[
		'a unique index of a new column that older Workers leave empty',
		'ALTER TABLE people ADD COLUMN email TEXT; CREATE UNIQUE INDEX people_email ON people (name, email)',
	],
	[
		'a trigger that follows',
		'CREATE TABLE notes (t TEXT); CREATE TRIGGER people_follow AFTER INSERT ON people BEGIN INSERT INTO notes VALUES (NEW.name); DELETE FROM pets; END',
	],
	[
		'a trigger that guards a new column',
		"ALTER TABLE people ADD COLUMN email TEXT; CREATE TRIGGER people_guard BEFORE UPDATE OF email ON people BEGIN SELECT RAISE(ABORT, 'no'); END",
	],
])('older Workers can go on after %s', (_, sql) => {
	expect(problemsOf(sql)).toEqual([]);
});

test.each([
	['DROP TABLE pets', 'The table pets is gone.'],
	['ALTER TABLE pets RENAME TO animals', 'The table pets is gone.'],
	['ALTER TABLE people DROP COLUMN name', 'fails'],
	['DROP INDEX people_name; ALTER TABLE people DROP COLUMN name', 'The column people.name is gone.'],
	['ALTER TABLE people RENAME COLUMN name TO title', 'The column people.name is gone.'],
	['ALTER TABLE people ADD COLUMN email TEXT NOT NULL', 'fails'],
	['ALTER TABLE pets ADD COLUMN name TEXT NOT NULL', 'Older Workers leave the new column pets.name empty.'],
	[
		'ALTER TABLE people ADD COLUMN until INTEGER CHECK (until > age)',
		'A new check of the table people may refuse what older Workers write.',
	],
	[
		'CREATE UNIQUE INDEX people_once ON people (name)',
		'The new index people_once may refuse what older Workers write.',
	],
	[
		"ALTER TABLE people ADD COLUMN n TEXT DEFAULT ''; CREATE UNIQUE INDEX people_n ON people (n)",
		'The new index people_n may refuse what older Workers write.',
	],
	[
		'CREATE UNIQUE INDEX people_once ON people (lower(name))',
		'The new index people_once may refuse what older Workers write.',
	],
	[
		"CREATE TRIGGER people_race BEFORE INSERT ON people BEGIN SELECT RAISE(ABORT, 'no'); END",
		'The new trigger people_race may refuse what older Workers write.',
	],
	[
		"CREATE TRIGGER people_race BEFORE UPDATE OF `name` ON people BEGIN SELECT RAISE(ABORT, 'no'); END",
		'The new trigger people_race may refuse what older Workers write.',
	],
	['DROP TRIGGER people_guard_age', 'The trigger people_guard_age is gone.'],
	['DROP INDEX people_name', 'The index people_name is gone.'],
	['DROP INDEX people_name; CREATE INDEX people_name ON people (age)', 'The index people_name has changed.'],
	['UPDATE people SET name = upper(name)', 'The column people.name gets other values in rows that exist.'],
	['DELETE FROM people WHERE age > 100', 'Rows of the table people are deleted.'],
	[
		'CREATE TABLE fresh (id TEXT PRIMARY KEY, owner TEXT); INSERT INTO fresh SELECT * FROM pets; DROP TABLE pets; ALTER TABLE fresh RENAME TO pets',
		'The table pets is gone.',
	],
	[
		'ALTER TABLE pets RENAME TO old; CREATE TABLE pets (id TEXT PRIMARY KEY, owner INTEGER)',
		'The column pets.owner has another definition.',
	],
	[
		'ALTER TABLE pets RENAME TO old; CREATE TABLE pets (id TEXT PRIMARY KEY, owner TEXT REFERENCES people(id), UNIQUE (owner))',
		'The table pets has been rebuilt.',
	],
	['CREATE TABLE people (id TEXT)', 'The migration 2_next fails: table people already exists.'],
])('older Workers cannot go on after: %s', (sql, problem) => {
	expect(problemsOf(sql)).toContainEqual(expect.stringContaining(problem));
});

test('a migration can give the reason why a problem is none', () => {
	const sql =
		'-- Allowed: The index people_name is gone. No query of version 1.0 uses it.\nDROP INDEX people_name';
	expect(breaksOf(applied, [{ name: '2_next', sql }])).toEqual([
		{ problem: 'The index people_name is gone.', allowed: 'No query of version 1.0 uses it.' },
	]);
});
