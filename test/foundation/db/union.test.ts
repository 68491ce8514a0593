import { env } from 'cloudflare:workers';
import { desc, inArray, sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { jsonColumn } from '../../../src/foundation/db/columns.ts';
import { batch, connect, type Db } from '../../../src/foundation/db/database.ts';
import { eventTexts } from '../../../src/foundation/db/table.ts';
import { databaseOver } from '../../harness/database.ts';

/** A database, and the texts of the statements that it was sent. */
function noting(): { db: Db; sent: string[] } {
	const sent: string[] = [];
	const d1 = databaseOver((statements, texts) => {
		sent.push(...texts);
		return env.DB.batch(statements);
	});
	return { db: connect(d1), sent };
}

const add = (db: Db, ...texts: string[]) => db.insert(eventTexts).values(texts.map((text) => ({ text })));

/** The texts, the last one first. */
const named = (db: Db, ...texts: string[]) =>
	db
		.select({ text: eventTexts.text })
		.from(eventTexts)
		.where(inArray(eventTexts.text, texts))
		.orderBy(desc(eventTexts.text));

const shaped = (db: Db, values: readonly unknown[]) =>
	db
		.select({
			value: sql<unknown>`given.value`.as('given_value'),
			nothing: sql<null>`NULL`.as('nothing'),
			list: jsonColumn<number[]>(sql`json_array(1, 2)`, 'list'),
		})
		.from(sql`json_each(${JSON.stringify(values)}) given`);

test('queries that follow each other go as one statement, each with its own rows in its own order', async () => {
	const { db, sent } = noting();
	await batch(db, [add(db, 'a', 'b', 'c')]);
	const page = db.$with('page').as(named(db, 'a', 'c'));
	const results = await batch(db, [
		named(db, 'a', 'b'),
		shaped(db, ['0', 7, 1.5, null]),
		named(db, 'd'),
		db.with(page).select({ text: page.text }).from(page),
		named(db, 'a', 'b', 'c').limit(2),
	]);
	const rest = { nothing: null, list: [1, 2] };
	expect(results).toEqual([
		[{ text: 'b' }, { text: 'a' }],
		['0', 7, 1.5, null].map((value) => ({ value, ...rest })),
		[],
		[{ text: 'c' }, { text: 'a' }],
		[{ text: 'c' }, { text: 'b' }],
	]);
	expect(sent).toHaveLength(2);
});

test('a statement too large for D1 is split: six queries, or more than 100 values', async () => {
	const { db, sent } = noting();
	await batch(db, [add(db, 'a')]);
	const six = [...'123456'].map(() => named(db, 'a'));
	const [first, ...more] = six;
	if (first === undefined) throw new Error('There are six queries');
	expect(await batch(db, [first, ...more])).toEqual(six.map(() => [{ text: 'a' }]));
	expect(sent).toHaveLength(1 + 2);

	const many = Array.from({ length: 50 }, (_, n) => `${n}`);
	expect(await batch(db, [named(db, 'a', ...many), named(db, ...many)])).toEqual([[{ text: 'a' }], []]);
	expect(sent).toHaveLength(1 + 2 + 2);
});

test('a query reads what the writes before it have left', async () => {
	const { db, sent } = noting();
	const [, before, , after, again] = await batch(db, [
		add(db, 'before'),
		named(db, 'before', 'written'),
		add(db, 'written').returning({ id: eventTexts.id }),
		named(db, 'before', 'written'),
		named(db, 'written'),
	]);
	expect([before, after, again]).toEqual([
		[{ text: 'before' }],
		[{ text: 'written' }, { text: 'before' }],
		[{ text: 'written' }],
	]);
	expect(sent).toHaveLength(4);
});
