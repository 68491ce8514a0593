import { env } from 'cloudflare:workers';
import { beforeEach, describe, expect, test } from 'vitest';
import { aboutCompany, CRON, creation } from '../../../src/foundation/core/history.ts';
import { newId } from '../../../src/foundation/core/id.ts';
import { commit } from '../../../src/foundation/db/commit.ts';
import { identified, recordEvents } from '../../../src/foundation/db/record-events.ts';
import { at, db, newCompany, now } from '../../harness/service.ts';

const VALUES = '["Ada",false,{"value":2,"currency":"EUR_CENT"},[],0]';
const COLUMNS = 'id, date, request_id, author, company, subject, record_id, type, fields, "before", "after"';

let position: number;

const run = (sql: string, ...values: unknown[]) =>
	env.DB.prepare(sql)
		.bind(...values)
		.run();
const stored = async () => (await env.DB.prepare('SELECT * FROM events ORDER BY position').all()).results;
const current = async () => (await stored()).find((event) => event.position === position);
const update = (column: 'before' | 'after', value: string | null) =>
	run(`UPDATE events SET "${column}" = ? WHERE position = ?`, value, position);
/** One more event like the last, with other values. */
async function copy(before: string | null): Promise<void> {
	await run(
		`INSERT INTO events (${COLUMNS}) SELECT randomblob(16), date, request_id, author, company, subject, record_id, type, fields, ?, ?
		FROM events ORDER BY position DESC LIMIT 1`,
		before,
		VALUES,
	);
	position = Number((await stored()).at(-1)?.position);
}

beforeEach(async () => {
	at('2023-03-07T12:00:00.000Z');
	const { id } = await newCompany();
	const fields = {
		name: 'Ada',
		isOpen: false,
		amount: { value: 2, currency: 'EUR_CENT' },
		days: [],
		count: 0,
	};
	const event = creation('company.created', aboutCompany(id), fields);
	await commit(db, recordEvents(db, CRON, now(), identified([event], now())));
	await copy(VALUES);
});

describe('the database refuses to', () => {
	test.each(['position', ...COLUMNS.split(', ').slice(0, -2)])('alter the %s', async (column) => {
		for (const verb of ['UPDATE', 'UPDATE OR REPLACE', 'UPDATE OR IGNORE']) {
			await expect(run(`${verb} events SET ${column} = 99 WHERE position = ?`, position)).rejects.toThrow(
				/append_only/,
			);
		}
	});

	test('remove an event, one or all', async () => {
		await expect(run('DELETE FROM events WHERE position = ?', position)).rejects.toThrow(/append_only/);
		await expect(run('DELETE FROM events')).rejects.toThrow(/append_only/);
	});

	test.each(['INSERT OR REPLACE', 'REPLACE', 'INSERT OR IGNORE', 'INSERT'])(
		'put another in its place, or before it, by %s',
		async (verb) => {
			const before = await stored();
			for (const [id, place] of [
				['id', 'NULL'],
				['randomblob(16)', 'position'],
				['randomblob(16)', '0'],
			]) {
				await run(
					`${verb} INTO events (position, ${COLUMNS}) SELECT ${place}, ${id}, 0, request_id, author, company, subject,
					record_id, type, fields, NULL, '["Bo"]' FROM events WHERE position = ?`,
					position,
				);
			}
			expect(await stored()).toEqual(before);
		},
	);

	test.each(['event_authors', 'event_parties', 'event_texts', 'event_values'])(
		'alter or remove what events refer to in %s, or to put another in its place',
		async (table) => {
			await run('INSERT INTO event_values VALUES (?, ?)', newId(now()), '[]');
			const read = async () => (await env.DB.prepare(`SELECT * FROM ${table}`).all()).results;
			const before = await read();
			expect(before).not.toEqual([]);
			await expect(run(`UPDATE OR IGNORE ${table} SET id = 99`)).rejects.toThrow(/append_only/);
			await expect(run(`DELETE FROM ${table}`)).rejects.toThrow(/append_only/);
			const [first = {}] = before;
			const columns = Object.keys(first).map((name) => (name === 'id' || name === 'uuid' ? name : "'other'"));
			await run(`REPLACE INTO ${table} SELECT ${columns} FROM ${table}`);
			expect(await read()).toEqual(before);
		},
	);

	const other = (from: string, to: string) => VALUES.replace(from, to);
	test.each([
		['another value', other('Ada', 'Bo')],
		['another case', other('Ada', 'ada')],
		['a number for a boolean', other('false', '0')],
		['a boolean for a number', other(',0]', ',false]')],
		['a text for a list', other('[]', '"[]"')],
		['a text for an object', other('{"value":2,"currency":"EUR_CENT"}', '"{}"')],
		['another value inside an object', other('2', '3')],
		['one more value', other(',0]', ',0,1]')],
		['one more blank value', other(',0]', ',0,null]')],
		['a value less', other(',0]', ']')],
		['two values in each other’s place', other('"Ada",false', 'false,"Ada"')],
		['an object', '{"name":null}'],
		['nothing', 'null'],
		['no JSON', 'Ada'],
	])('tell instead %s', async (_name, value) => {
		await expect(update('after', value)).rejects.toThrow(/append_only|malformed JSON/);
		await expect(update('before', value)).rejects.toThrow(/append_only|malformed JSON/);
	});

	test('forget that something was before, or invent it', async () => {
		await expect(update('before', null)).rejects.toThrow(/append_only/);
		await copy(null);
		await expect(update('before', VALUES)).rejects.toThrow(/append_only/);
		await expect(update('before', '[]')).rejects.toThrow(/append_only/);
	});

	test('refer to other values, or to none', async () => {
		const refer = `UPDATE events SET "after" = x'00' WHERE position = ?`;
		await expect(run(refer, position)).rejects.toThrow(/append_only/);
	});

	test('bring a blanked value back', async () => {
		await update('after', other('"Ada"', 'null'));
		await expect(update('after', VALUES)).rejects.toThrow(/append_only/);
	});
});

test('values may be blanked, each alone and all at once', async () => {
	for (const place of JSON.parse(VALUES).keys()) {
		const values = JSON.parse(String((await current())?.after));
		await update('after', JSON.stringify(values.with(place, null)));
	}
	const blank = '[null,null,null,null,null]';
	await update('before', blank);
	expect(await current()).toMatchObject({ before: blank, after: blank });
});
