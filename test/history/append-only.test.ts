import { env } from 'cloudflare:workers';
import { beforeEach, describe, expect, test } from 'vitest';
import { newId } from '../../src/core/id.ts';
import { at, now } from '../harness/service.ts';

const FIELDS = '{"name":"Ada","isOpen":false,"amount":{"value":2,"currency":"EUR_CENT"},"days":[],"count":0}';
const VALUES = JSON.parse(FIELDS);

let id: string;

const run = (sql: string, ...values: unknown[]) =>
	env.DB.prepare(sql)
		.bind(...values)
		.run();
const insert = (verb: string, fields: object) => {
	const row = {
		id,
		date: now(),
		date_reached: now(),
		author: '{"type":"CRON"}',
		subject_type: 'EMPLOYEE',
		subject_id: 'somebody',
		record_id: 'somebody',
		type: 'employee.updated',
		before: FIELDS,
		after: FIELDS,
		...fields,
	};
	const columns = Object.keys(row).map((name) => `"${name}"`);
	return run(`${verb} INTO events (${columns}) VALUES (${columns.map(() => '?')})`, ...Object.values(row));
};
const stored = async () => (await env.DB.prepare('SELECT * FROM events ORDER BY position').all()).results;
const update = (column: 'before' | 'after', value: string | null) =>
	run(`UPDATE events SET "${column}" = ? WHERE id = ?`, value, id);

beforeEach(async () => {
	at('2023-03-07T12:00:00.000Z');
	id = newId(now());
	await insert('INSERT', {});
});

describe('the database refuses to', () => {
	test.each([
		'position',
		'id',
		'date',
		'date_reached',
		'author',
		'company_id',
		'subject_type',
		'subject_id',
		'record_id',
		'type',
	])('alter the %s', async (column) => {
		for (const verb of ['UPDATE', 'UPDATE OR REPLACE', 'UPDATE OR IGNORE']) {
			await expect(run(`${verb} events SET ${column} = 99 WHERE id = ?`, id)).rejects.toThrow(/append_only/);
		}
	});

	test('remove an event, one or all', async () => {
		await expect(run('DELETE FROM events WHERE id = ?', id)).rejects.toThrow(/append_only/);
		await expect(run('DELETE FROM events')).rejects.toThrow(/append_only/);
	});

	test.each(['INSERT OR REPLACE', 'REPLACE', 'INSERT OR IGNORE', 'INSERT'])(
		'put another in its place by %s',
		async (verb) => {
			const before = await stored();
			const position = before.at(-1)?.position;
			await insert(verb, { after: '{"name":"Bo"}' });
			await insert(verb, { id: newId(now()), position });
			expect(await stored()).toEqual(before);
		},
	);

	const other = (fields: object) => JSON.stringify({ ...VALUES, ...fields });
	const { count: _, ...fewer } = VALUES;
	test.each([
		['another value', other({ name: 'Bo' })],
		['another case', other({ name: 'ada' })],
		['a number for a boolean', FIELDS.replace('false', '0')],
		['a boolean for a number', FIELDS.replace('"count":0', '"count":false')],
		['a text for a list', other({ days: '[]' })],
		['a text for an object', other({ amount: JSON.stringify(VALUES.amount) })],
		['another value inside an object', other({ amount: { value: 3, currency: 'EUR_CENT' } })],
		['one more field', other({ more: 1 })],
		['one more blank field', other({ more: null })],
		['a field less', JSON.stringify(fewer)],
		['another name for a blank field', FIELDS.replace('"name":"Ada"', '"nickname":null')],
		['a name twice for another', FIELDS.replace('"count":0', '"name":"Ada"')],
		['a list', '[null,null,null,null,null]'],
		['nothing', 'null'],
		['no JSON', 'Ada'],
	])('tell instead %s', async (_name, value) => {
		await expect(update('after', value)).rejects.toThrow(/append_only|malformed JSON/);
		await expect(update('before', value)).rejects.toThrow(/append_only|malformed JSON/);
	});

	test('forget that something was before, or invent it', async () => {
		await expect(update('before', null)).rejects.toThrow(/append_only/);
		id = newId(now());
		await insert('INSERT', { before: null });
		await expect(update('before', FIELDS)).rejects.toThrow(/append_only/);
		await expect(update('before', '{}')).rejects.toThrow(/append_only/);
	});

	test('bring a blanked value back', async () => {
		await update('after', FIELDS.replace('"Ada"', 'null'));
		await expect(update('after', FIELDS)).rejects.toThrow(/append_only/);
	});
});

test('values may be blanked, each alone and all at once', async () => {
	for (const name of Object.keys(VALUES)) {
		const [row] = (await stored()).filter((event) => event.id === id);
		await update('after', JSON.stringify({ ...JSON.parse(String(row?.after)), [name]: null }));
	}
	const blank = JSON.stringify(Object.fromEntries(Object.keys(VALUES).map((name) => [name, null])));
	await update('before', blank);
	const [row] = (await stored()).filter((event) => event.id === id);
	expect(row).toMatchObject({ before: blank, after: blank });
});
