import { beforeAll, expect, test } from 'vitest';
import { breaksOf, type Migration } from '../../../src/entrances/cli/additive.ts';
import { unpackReleasedWorker } from '../../../src/entrances/cli/released-worker.ts';
import { allMigrations } from '../../../src/entrances/site/schema.ts';
import { LATER } from './schema.ts';

let released: readonly Migration[];
let added: readonly Migration[];

beforeAll(() => {
	({ migrations: released } = unpackReleasedWorker('.wrangler/released-migrations'));
	added = allMigrations().slice(released.length);
});

const problemsWith = (...more: Migration[]): string[] =>
	breaksOf(released, [...added, ...more]).flatMap(({ problem, allowed }) => (allowed ? [] : problem));

test('the migrations of the last release are unchanged, and new ones come after them', () => {
	expect(allMigrations().slice(0, released.length)).toEqual(released);
});

test('the Worker of the last release can serve after all new migrations', () => {
	expect(problemsWith()).toEqual([]);
	expect(problemsWith(LATER)).toEqual([]);
});

test.each([
	['ALTER TABLE users DROP COLUMN first_name', 'The migration 9999_broken fails'],
	['ALTER TABLE expenses RENAME COLUMN note TO remark', 'The column expenses.note is gone.'],
	[
		'ALTER TABLE employees ADD COLUMN n TEXT NOT NULL',
		'Older Workers leave the new column employees.n empty.',
	],
	['CREATE UNIQUE INDEX once ON companies (name)', 'The new index once may refuse what older Workers write.'],
	['DROP TABLE webhook_deliveries', 'The table webhook_deliveries is gone.'],
])('a breaking migration does not pass: %s', (sql, problem) => {
	expect(problemsWith({ name: '9999_broken', sql })).toContainEqual(expect.stringContaining(problem));
});
