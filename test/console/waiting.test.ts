import { env } from 'cloudflare:workers';
import { beforeEach, expect, test } from 'vitest';
import { MAX_WAITING } from '../../src/overview/waiting/actions.ts';
import { browse, visitOf } from '../harness/console.ts';
import { pageOf } from '../harness/page.ts';
import { at, newUser } from '../harness/service.ts';
import { newSpender, type Spender } from '../harness/spending.ts';

let spender: Spender;
beforeEach(async () => {
	at('2023-03-07T12:00:00.000Z');
	spender = await newSpender();
});

/** Returns what a reader sees and hears of the link to the queue. */
async function queueLink(user: { userId: string }, language = 'en') {
	const { body } = await browse(await visitOf(user)).get('/account', { 'Accept-Language': language });
	const link = pageOf(body).select('.side a[href="/console/verify"]')[0];
	return link && [link.text, link.attribute('aria-label')];
}

test('the number of waiting expenses stands beside the queue, and is heard as a sentence', async () => {
	expect(await queueLink(spender.verifier)).toEqual(['Receipts', null]);
	await spender.submitted();
	expect(await queueLink(spender.verifier)).toEqual([
		'Receipts 1',
		'Receipts, 1 expense waits for a decision',
	]);
	await spender.submitted({ date: '2023-02-20' });
	await spender.approved({ date: '2023-02-21' });
	expect(await queueLink(spender.verifier, 'de')).toEqual([
		'Belege 2',
		'Belege, 2 Ausgaben warten auf eine Entscheidung',
	]);
});

test('the number has the companies of the reader only, and stands only where somebody may decide', async () => {
	await spender.submitted();
	const other = await newSpender();
	expect(await queueLink(other.verifier)).toEqual(['Receipts', null]);
	const both = await newUser(['FLEX_DOCUMENT_VERIFIER'], [spender.company.id, other.company.id]);
	expect(await queueLink(both)).toEqual(['Receipts 1', 'Receipts, 1 expense waits for a decision']);
	expect(await queueLink(spender.admin)).toBeUndefined();
	expect(await queueLink(spender.employee)).toBeUndefined();
});

test('a long queue is not counted to its end', async () => {
	const id = await spender.submitted();
	const columns = await env.DB.prepare(
		"SELECT name FROM pragma_table_info('expenses') WHERE name <> 'id'",
	).all<{
		name: string;
	}>();
	const names = columns.results.map(({ name }) => name).join();
	await env.DB.prepare(
		`WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ?)
		INSERT INTO expenses (id, ${names}) SELECT substr(id, 1, 24) || printf('%012x', i), ${names} FROM expenses, n WHERE id = ?`,
	)
		.bind(MAX_WAITING, id)
		.run();
	expect(await queueLink(spender.verifier)).toEqual([
		'Receipts 99+',
		'Receipts, 99+ expenses wait for a decision',
	]);
});
