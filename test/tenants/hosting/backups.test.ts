import { env } from 'cloudflare:workers';
import { createHash } from 'node:crypto';
import { beforeEach, expect, test, vi } from 'vitest';
import { PARTS } from '../../../src/foundation/cells/move/belonging.ts';
import { connect } from '../../../src/foundation/db/database.ts';
import type { Bindings } from '../../../src/foundation/http/env.ts';
import { readBackup } from '../../../src/tenants/hosting/backup-files/remote.ts';
import type { Manifest } from '../../../src/tenants/hosting/backups/rules.ts';
import { backUpCompanies } from '../../../src/tenants/hosting/nightly-backups/actions.ts';
import { alarmOf, ring } from '../../harness/alarms.ts';
import { newCompanyInCell } from '../../harness/cells.ts';
import { browse, visitOf } from '../../harness/console.ts';
import { databaseOver } from '../../harness/database.ts';
import { ascii, file, upload } from '../../harness/receipts.ts';
import {
	as,
	at,
	newEmployee,
	newUser,
	restart,
	runCron,
	runCronOver,
	type TestUser,
} from '../../harness/service.ts';
import { eachTestFinds } from '../../harness/snapshot.ts';
import { newSpender } from '../../harness/spending.ts';
import { newWorld, type World } from '../../whole/contract/world.ts';

const NOON = '2023-03-07T12:00:00.000Z';

const NIGHT = '2023-03-08T01:00:00.000Z';

let platform: TestUser;

let own: World;

eachTestFinds(async () => {
	at(NOON);
	platform = await newUser(['PLATFORM_ADMIN']);
	own = await newWorld();
	await runCron(NOON);
});

beforeEach(async () => {
	vi.spyOn(console, 'log').mockImplementation(() => {});
	at(NOON);
	restart();
	const { objects } = await env.BACKUPS.list();
	if (objects.length > 0) await env.BACKUPS.delete(objects.map(({ key }) => key));
});

const sha256 = (content: ArrayBuffer | string) =>
	createHash('sha256')
		.update(typeof content === 'string' ? content : new Uint8Array(content))
		.digest('hex');

const bytesAt = async (key: string) =>
	(await (await env.BACKUPS.get(key))?.arrayBuffer()) ?? new ArrayBuffer(0);

const manifestOf = async ({ companyId }: World, date: string): Promise<Manifest> =>
	JSON.parse(new TextDecoder().decode(await bytesAt(`${companyId}/${date}/manifest.json`)));

async function linesOf({ companyId }: World, date: string): Promise<string[]> {
	const file = new Blob([await bytesAt(`${companyId}/${date}/rows.ndjson.gz`)]);
	const text = await new Response(file.stream().pipeThrough(new DecompressionStream('gzip'))).text();
	return text.trimEnd().split('\n');
}

const backupsOf = async ({ companyId }: World) =>
	(await as(platform).get(`/companies/${companyId}/backups`)).body;

test('a backup holds all rows and files of the company, and its numbers and hashes are right', async () => {
	expect(await backupsOf(own)).toEqual([]);
	expect(await runCronOver(env, NIGHT)).toMatchObject({ backUpCompanies: 1 });
	const [listed, ...others] = await backupsOf(own);
	expect(others).toEqual([]);
	const manifest = await manifestOf(own, listed.date);
	const { rows, objects, schema, file, sections } = manifest;
	expect(listed).toEqual({ date: NIGHT, rows, bytes: file.bytes, objects, schema });
	const bytes = await bytesAt(`${own.companyId}/${NIGHT}/rows.ndjson.gz`);
	expect(file).toEqual({ bytes: bytes.byteLength, sha256: sha256(bytes) });

	const found = new Map<number | null, { table: string; columns: string[]; lines: string[] }>();
	let current = { table: '', columns: [] as string[], lines: [] as string[] };
	for (const line of await linesOf(own, NIGHT)) {
		if (line.startsWith('[')) current.lines.push(line);
		else {
			const { part, table, columns } = JSON.parse(line);
			current = found.get(part) ?? { table, columns, lines: [] };
			found.set(part, current);
		}
	}
	const counted = [...found].map(([part, { table, lines }]) => ({
		table,
		part,
		rows: lines.length,
		sha256: sha256(lines.map((line) => `${line}\n`).join('')),
	}));
	expect(sections).toEqual(counted);
	expect(counted.length).toBe(PARTS.length + 1);
	expect(rows).toBe(counted.reduce((sum, one) => sum + one.rows, 0));

	for (const [table, parts] of Map.groupBy(found.values(), (one) => one.table)) {
		const place = parts[0]?.columns.indexOf('company_id') ?? -1;
		if (place < 0 || table === 'movers') continue;
		const query = `SELECT count(*) AS n FROM ${table} WHERE company_id = ?`;
		const lines = parts.flatMap((part) => part.lines.map((line) => JSON.parse(line)));
		const count = lines.filter((line) => line[place] === own.companyId).length;
		expect(count, table).toBe(await env.DB.prepare(query).bind(own.companyId).first('n'));
	}
	const files = (found.get(null)?.lines ?? []).map((line) => JSON.parse(line));
	expect(files.length).toBe(objects);
	expect(files.length).toBeGreaterThan(0);
	for (const [bucket, key, size, hash] of files) {
		const copy = await bytesAt(`${own.companyId}/objects/${bucket}/${key}`);
		expect([copy.byteLength, sha256(copy)]).toEqual([size, hash]);
	}

	let read = 0;
	for await (const piece of readBackup(env.BACKUPS, own.companyId, NIGHT))
		read += 'lines' in piece ? piece.lines.length : 0;
	expect(read).toBe(rows);
});

/** Lets something happen in the company. */
async function change({ companyId, userId, sessionId }: World, name = 'Renamed'): Promise<void> {
	const answer = await as({ userId, sessionId }).put(`/companies/${companyId}`, { name });
	expect(answer.status).toBe(200);
}

const datesOf = async (world: World): Promise<string[]> =>
	(await backupsOf(world)).map(({ date }: { date: string }) => date);

const objectsAt = async (prefix: string) => (await env.BACKUPS.list({ prefix })).objects;

test('the page of a company lists its backups, in both languages', async () => {
	const page = async (language: string) => {
		const visitor = browse(await visitOf(platform));
		return (await visitor.get(`/platform/companies/${own.companyId}`, { 'Accept-Language': language })).body;
	};
	expect(await page('en')).toContain(
		'No backups yet. The first one is made in the night after the company was created.',
	);
	expect(await page('de')).toContain(
		'Noch keine Sicherungen. Die erste entsteht in der Nacht nach dem Anlegen des Unternehmens.',
	);
	await runCronOver(env, NIGHT);
	expect(await page('en')).toContain(
		'A backup is made each night if something has changed since the last one. The backups show the company on each of the last 30 nights.',
	);
	const german = await page('de');
	expect(german).toContain(
		'Jede Nacht entsteht eine Sicherung, wenn sich seit der letzten etwas geändert hat.',
	);
	for (const word of ['Sicherungen', 'Nacht', 'Zeilen', 'Dateien', `datetime="${NIGHT}"`])
		expect(german).toContain(word);
});

/** The database, in which something changes before so many second passes. */
function changingDuring(most: number): Bindings {
	let [passes, changes] = [0, 0];
	const DB = databaseOver(async (statements, queries) => {
		// Each pass begins with the people.
		if (queries.some((query) => query.includes(`'COMPANY' AS kind`))) passes++;
		if (passes === 2 * (changes + 1) && changes < most) await change(own, `Name ${++changes}`);
		return env.DB.batch(statements);
	});
	return { ...env, DB };
}

test('a change during a backup leads to another try, and the file has the state after it', async () => {
	expect(await runCronOver(changingDuring(2), NIGHT)).toMatchObject({ backUpCompanies: 1 });
	expect((await linesOf(own, NIGHT)).find((line) => line.includes('"DE"'))).toContain('Name 2');
	expect(await datesOf(own)).toEqual([NIGHT]);
});

test('a backup is deleted after 30 days, and so is a file that no kept backup names', async () => {
	await runCronOver(env, NIGHT);
	const copies = async () => (await objectsAt(`${own.companyId}/objects/`)).map(({ key }) => key);
	const [kept, gone] = [own.colleague, own].map(
		({ receiptId }) => `${own.companyId}/objects/RECEIPTS/${receiptId}`,
	) as [string, string];
	expect(await copies()).toEqual(expect.arrayContaining([kept, gone]));
	for (const query of [
		`UPDATE expenses SET state = 'NEEDS_CORRECTION', date_returned = ${Date.parse(NOON)} WHERE id = '${own.expenseId}'`,
		`UPDATE receipts SET date_discarded = 1 WHERE id = '${own.receiptId}'`,
	])
		await env.DB.prepare(query).run();
	await change(own);
	const [second, third] = ['2023-03-09T01:00:00.000Z', '2023-03-10T01:00:00.000Z'];
	await runCronOver(env, second);
	await change(own, 'Renamed again');
	await runCronOver(env, third);
	const has = async () => (await datesOf(own)).filter((date) => [NIGHT, second, third].includes(date)).sort();
	await runCronOver(env, '2023-04-06T23:59:59.999Z');
	expect(await has()).toEqual([NIGHT, second, third]);
	expect(await copies()).toContain(gone);
	await runCronOver(env, '2023-04-07T00:00:00.000Z');
	expect(await has()).toEqual([second, third]);
	const left = await copies();
	expect([left.includes(gone), left.includes(kept)]).toEqual([false, true]);
	expect(await objectsAt(`${own.companyId}/${NIGHT}`)).toEqual([]);
	// The last backup stays for as long as nothing happens.
	await runCronOver(env, '2024-01-01T00:00:00.000Z');
	expect((await datesOf(own)).length).toBeGreaterThan(0);
});

/** Every object that the backups of a company are made of, as one text. */
async function textsOf(companyId: string): Promise<string> {
	const texts = (await objectsAt(companyId)).map(async ({ key }) => {
		const { body } = new Response(await bytesAt(key));
		const text = key.endsWith('.gz') ? body?.pipeThrough(new DecompressionStream('gzip')) : body;
		return new Response(text).text();
	});
	return (await Promise.all(texts)).join();
}

test('30 days after an erasure, no backup holds a value of the person', async () => {
	const person = { firstName: 'Augusta', lastName: 'Byron', email: 'lovelace@erased.example' };
	const spender = await newSpender({}, undefined, person);
	const { id } = spender.company;
	const values = [...Object.values(person), 'A router for home', 'scanned-by'];
	const expense = await spender.submitted({ note: 'A router for home' });
	await upload(spender.employee, expense, file(ascii('%PDF- scanned-by')));
	await as(platform).put(`/companies/${id}`, { retentionMonths: 0 });
	await runCronOver(env, NIGHT);
	const found = async () => {
		const text = await textsOf(id);
		expect(text).toContain(id);
		return values.filter((value) => text.includes(value));
	};
	expect(await found()).toEqual(values);
	at('2023-03-08T12:00:00.000Z');
	const employee = `/employees/${spender.employeeId}`;
	await as(spender.admin).put(employee, { dateTerminated: '2023-03-08T11:00:00.000Z' });
	expect((await as(platform).post(`${employee}/erasure`)).status).toBe(200);
	const dayMs = 24 * 3_600_000;
	for (let days = 1; days < 30; days++)
		await backUpCompanies(connect(env.DB), env, Date.parse(NIGHT) + days * dayMs, () => true);
	expect(await found()).toEqual(values);
	await backUpCompanies(connect(env.DB), env, Date.parse(NIGHT) + 30 * dayMs, () => true);
	expect(await found()).toEqual([]);
});

test('a company in a cell is saved there, and rests afterwards', async () => {
	at('2031-03-07T12:00:00.000Z');
	const company = await newCompanyInCell();
	await newEmployee(company);
	const world = { ...own, companyId: company.id };
	const night = '2031-03-08T01:00:00.000Z';
	await ring(company.cell, '2031-03-08T00:59:59.999Z');
	expect(await backupsOf(world)).toEqual([]);
	await ring(company.cell, night);
	expect(await backupsOf(world)).toMatchObject([{ date: night, objects: 0 }]);
	const lines = await linesOf(world, night);
	expect(lines.filter((line) => line.includes(company.id)).length).toBeGreaterThan(3);
	for await (const piece of readBackup(env.BACKUPS, company.id, night)) expect(piece).toBeDefined();
	await ring(company.cell, '2031-03-09T00:00:00.000Z');
	// It runs once a day, without another run for the backup.
	expect(await alarmOf(company.cell)).toBe('2031-03-10T00:00:00.000Z');
	await ring(company.cell, '2031-03-10T00:00:00.000Z');
	expect(await backupsOf(world)).toHaveLength(1);
});

test('backups of a company that is in no database are listed, and a service without a bucket says so', async () => {
	await env.BACKUPS.put(`${own.userId}/2023-03-07T01:00:00.000Z/manifest.json`, '{}', {
		customMetadata: { rows: '1', bytes: '2', objects: '3', schema: '3000_schema' },
	});
	expect(await backupsOf({ ...own, companyId: own.userId })).toEqual([
		{ date: '2023-03-07T01:00:00.000Z', rows: 1, bytes: 2, objects: 3, schema: '3000_schema' },
	]);
	const { BACKUPS: _, ...without } = env;
	const answer = await as(platform, without).get(`/companies/${own.companyId}/backups`);
	expect(answer).toMatchObject({ status: 500, body: { code: 'misconfigured' } });
});
