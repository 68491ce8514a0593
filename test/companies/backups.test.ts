import { env } from 'cloudflare:workers';
import { createHash } from 'node:crypto';
import { beforeEach, expect, test, vi } from 'vitest';
import { PARTS } from '../../src/cells/move/belonging.ts';
import { readBackup } from '../../src/companies/backup-files/remote.ts';
import type { Manifest } from '../../src/companies/backups/rules.ts';
import { newWorld, type World } from '../contract/world.ts';
import { as, at, newUser, restart, runCron, runCronOver, type TestUser } from '../harness/service.ts';

const NOON = '2023-03-07T12:00:00.000Z';
const NIGHT = '2023-03-08T01:00:00.000Z';

let platform: TestUser;
let own: World;

beforeEach(async () => {
	vi.spyOn(console, 'log').mockImplementation(() => {});
	at(NOON);
	restart();
	platform = await newUser(['PLATFORM_ADMIN']);
	own = await newWorld();
	await runCron(NOON);
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
