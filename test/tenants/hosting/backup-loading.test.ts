import { env } from 'cloudflare:workers';
import { beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { clearCell } from '../../../src/foundation/cells/places.ts';
import { FIRST_SCHEMA } from '../../../src/foundation/cells/schema.ts';
import {
	BackupFile,
	type Piece,
	readBackup,
	saveManifest,
} from '../../../src/tenants/hosting/backup-files/remote.ts';
import { copyKey, type Manifest, rowsKey } from '../../../src/tenants/hosting/backups/rules.ts';
import { ring } from '../../harness/alarms.ts';
import { newCompanyInCell, type TestCell } from '../../harness/cells.ts';
import { cellOfCompany, undriven } from '../../harness/moving.ts';
import { PDF, upload, WEBP } from '../../harness/receipts.ts';
import { backUp, emptied, objectsIn, restored, rowsOf } from '../../harness/restoring.ts';
import {
	as,
	at,
	newCompany,
	newUser,
	now,
	openSession,
	restart,
	type TestUser,
} from '../../harness/service.ts';
import { newSpender } from '../../harness/spending.ts';
import { begun } from '../../whole/faults/moving.ts';

let platform: TestUser;

beforeEach(async () => {
	vi.spyOn(console, 'log').mockImplementation(() => {});
	vi.spyOn(console, 'error').mockImplementation(() => {});
	at('2023-03-07T12:00:00.000Z');
	restart();
	platform = await newUser(['PLATFORM_ADMIN']);
});

describe('a company in a cell with two receipts', () => {
	let company: TestCell;
	let receipts: string[];
	/** The backup of the company, and the files of that time. */
	let date: string;
	let files: Record<string, string>;

	beforeAll(async () => {
		at('2023-03-07T12:00:00.000Z');
		company = await newCompanyInCell();
		const spender = await newSpender({}, company);
		receipts = [];
		for (const bytes of [PDF, WEBP])
			receipts.push((await upload(spender.employee, await spender.submitted(), bytes)).body.id);
		date = await backUp(company.id, company.cell);
		files = await objectsIn(env.RECEIPTS);
	});

	const rename = async () =>
		(await as(company.admin).put(`/companies/${company.id}`, { name: 'Renamed' })).status;

	test('changes nothing when files of its backup are missing or damaged', async () => {
		const key = copyKey(company.id, { bucket: 'RECEIPTS', key: receipts[1] ?? '' });
		const copy = (await (await env.BACKUPS.get(key))?.bytes()) ?? new Uint8Array();
		expect(Object.keys(files).sort()).toEqual(receipts.toSorted());
		await emptied(env.RECEIPTS);
		const other = copy.map((byte) => byte ^ 1);
		for (const spoil of [() => env.BACKUPS.delete(key), () => env.BACKUPS.put(key, other)]) {
			await spoil();
			const { body } = await restored(platform, company.id, date);
			expect(body).toMatchObject({ step: 'GIVEN_UP', reason: 'BACKUP_DAMAGED', dateClosed: null });
			// The intact file is not there either.
			expect(await objectsIn(env.RECEIPTS)).toEqual({});
			expect(await cellOfCompany(company.id)).toBe(company.cell);
			expect(await rename()).toBe(200);
		}
		await env.BACKUPS.put(key, copy);
	});

	test('loses the files again when a restore is given up, and gets all from the repaired backup', async () => {
		const [kept = ''] = receipts;
		await emptied(env.RECEIPTS);
		await env.RECEIPTS.put(kept, Buffer.from(files[kept] ?? '', 'base64'));
		const cell = await begun(platform, { company }, date);
		await env.DB.prepare(
			`CREATE TRIGGER stays BEFORE UPDATE OF cell ON places BEGIN SELECT RAISE(ABORT, 'The directory fails'); END`,
		).run();
		await ring(cell, now());
		const move = async () => (await as(platform, undriven()).get(`/companies/${company.id}/move`)).body;
		expect(await move()).toMatchObject({ step: 'CLOSED', dateEnded: null });
		expect(await objectsIn(env.RECEIPTS)).toEqual(files);
		const late = new Date(now() + 11 * 60_000).toISOString();
		at(late);
		await ring(cell, now());
		expect(await move()).toMatchObject({ step: 'GIVEN_UP', reason: 'CLOSED_TOO_LONG', dateEnded: late });
		expect(Object.keys(await objectsIn(env.RECEIPTS))).toEqual([kept]);
		await env.DB.prepare('DROP TRIGGER stays').run();
		expect(await rename()).toBe(200);
		expect((await restored(platform, company.id, date)).body).toMatchObject({ step: 'OPENED', reason: null });
		expect(await objectsIn(env.RECEIPTS)).toEqual(files);
	});
});

/** Adds rows without the columns that their table got after a schema. A table that is younger is left out. */
async function addAsOf(
	schema: string,
	file: BackupFile,
	{ section, lines }: Extract<Piece, { lines: unknown }>,
) {
	const later = env.MIGRATIONS.filter(({ name }) => name.replace('.sql', '') > schema)
		.flatMap(({ queries }) => queries)
		.join(';');
	if (later.includes(`CREATE TABLE \`${section.table}\``)) return;
	const isOld = section.columns.map((column) => !later.includes(`\`${section.table}\` ADD \`${column}\``));
	const old = <T>(values: readonly T[]) => values.filter((_, place) => isOld[place]);
	await file.add(
		{ ...section, columns: old(section.columns) },
		lines.map((line) => JSON.stringify(old(JSON.parse(line)))),
	);
}

/** Stores a copy of a backup as an older version of the service would have made it, and returns its date. */
async function asOfSchema({
	companyId,
	date,
	schema,
}: Pick<Manifest, 'companyId' | 'date' | 'schema'>): Promise<string> {
	const older = new Date(Date.parse(date) - 1).toISOString();
	const file = new BackupFile(env.BACKUPS, rowsKey(companyId, older));
	let manifest: Manifest | undefined;
	for await (const piece of readBackup(env.BACKUPS, companyId, date)) {
		if ('manifest' in piece) manifest = piece.manifest;
		else await addAsOf(schema, file, piece);
	}
	if (manifest === undefined) throw new Error('There is no manifest');
	await saveManifest(env.BACKUPS, { ...manifest, date: older, schema, ...(await file.close()) });
	return older;
}

test('a backup of an older schema restores a company that is in no database', async () => {
	const company = await newCompanyInCell();
	const other = await newCompany();
	const manageableCompanyIds = [company.id, other.id].sort();
	await as(platform).put(`/users/${company.admin.userId}`, { manageableCompanyIds });
	company.admin = await openSession(company.admin.userId, company.cell);
	await (await newSpender({}, company)).approved();
	const newest = await backUp(company.id, company.cell);
	const before = await rowsOf(company.cell);
	expect(before.grants).toHaveLength(1);
	const date = await asOfSchema({ companyId: company.id, date: newest, schema: FIRST_SCHEMA });

	await clearCell(env, company.cell);
	for (const table of ['places', 'addresses', 'claims', 'moves', 'announcements'])
		await env.DB.prepare(`DELETE FROM ${table} WHERE cell = ?`).bind(company.cell).run();
	restart();
	const { status, body } = await restored(platform, company.id, date);
	expect([status, body]).toEqual([
		200,
		expect.objectContaining({ step: 'OPENED', reason: null, released: [], releasedGrants: 1 }),
	]);
	const cell = (await cellOfCompany(company.id)) ?? '';
	const after = await rowsOf(cell);
	for (const table of ['companies', 'users', 'employees', 'expenses', 'payroll_transactions', 'api_keys'])
		expect(after[table], table).toEqual(before[table]);
	expect(after.cut_offs).toHaveLength(1);
	const admin = as(await openSession(company.admin.userId, cell));
	expect((await admin.put(`/companies/${company.id}`, { name: 'Restored' })).status).toBe(200);
	expect((await admin.get(`/companies/${other.id}`)).status).toBe(404);
	expect((await as(platform).get(`/companies/${company.id}`)).body.name).toBe('Restored');
});
