import { env } from 'cloudflare:workers';
import { createHash } from 'node:crypto';
import { beforeEach, expect, test, vi } from 'vitest';
import { askAll } from '../../../src/foundation/cells/move/pages.ts';
import { closePeople, notePeople } from '../../../src/foundation/cells/move/people.ts';
import { databaseOf } from '../../../src/foundation/cells/places.ts';
import { FIRST_SCHEMA, SCHEMA } from '../../../src/foundation/cells/schema.ts';
import { batch } from '../../../src/foundation/db/database.ts';
import type { Bindings } from '../../../src/foundation/http/env.ts';
import { insertRestoring } from '../../../src/tenants/hosting/disaster-recovery/store.ts';
import { newErasable, requireErased } from '../../harness/erasing.ts';
import { as, at, call, newCompany, newUser, now, openSession, runCron } from '../../harness/service.ts';

const KEY = 'an operator key of the tests, 32 bytes or more';

const OPERATED: Bindings = { ...env, OPERATOR_KEY: KEY };

beforeEach(() => {
	vi.spyOn(console, 'error').mockImplementation(() => {});
});

const ask = (
	method: string,
	path: string,
	body?: unknown,
	{ bindings = OPERATED, key = KEY }: { bindings?: Bindings; key?: string } = {},
) => {
	const headers = { Authorization: `Bearer ${key}` };
	return call(method, `https://zubrot.example/operator${path}`, body, headers, bindings);
};

test('only the operator’s key opens the addresses of operators, and never in an address', async () => {
	expect(await ask('GET', '/service')).toMatchObject({
		status: 200,
		body: { schema: SCHEMA, release: '1.0' },
	});
	for (const [path, options, status] of [
		['/service', { key: `${KEY}.` }, 401],
		['/service', { key: '' }, 401],
		[`/service?key=${encodeURIComponent(KEY)}`, { key: 'another' }, 401],
		['/objects/service/x', { key: 'another' }, 401],
		['/service', { bindings: { ...env, OPERATOR_KEY: '' } }, 404],
		['/service', { bindings: { ...env, OPERATOR_KEY: 'short' }, key: 'short' }, 500],
	] as const)
		expect((await ask('GET', path, undefined, options)).status, path).toBe(status);
	for (const path of [
		'/erasures',
		'/uploads',
		'/uploads/completion',
		'/backups',
		'/restores',
		'/restores/steps',
		'/restores/cells',
		'/restores/report',
		'/restores/end',
	])
		expect((await ask('POST', path, {}, { key: 'another' })).status, path).toBe(401);
	expect((await ask('PUT', '/objects/service/x', 'text', { key: 'another' })).status).toBe(401);
});

test('a service refuses backups that do not fit it, and says why', async () => {
	await newUser(['PLATFORM_ADMIN']);
	const { format, schema, proof } = (await ask('GET', '/service')).body;
	const { id: companyId } = await newCompany();
	const date = '2023-03-07T12:00:00.000Z';
	const head = { format, schema, proof, date, company: null };
	const bindings = { ...OPERATED, ENCRYPTION_KEY: 'e'.repeat(32), JWT_SECRET: 'j'.repeat(32) };
	const { proof: other } = (await ask('GET', '/service', undefined, { bindings })).body;
	for (const [changed, code, words] of [
		[{}, 'backup_unfit', 'This service is not empty'],
		[{ schema: '9999_later' }, 'backup_newer', 'Deploy the newer version first'],
		[{ format: format + 1 }, 'backup_newer', 'Deploy the newer version first'],
		[{ schema: FIRST_SCHEMA }, 'backup_unfit', 'older schema'],
		[{ schema: '2037_amounts_taken' }, 'backup_unfit', 'before the first release of Zubrot'],
		[{ proof: other }, 'backup_unfit', 'as ENCRYPTION_KEY_PREVIOUS of this one'],
		[{ date: null, company: { companyId, date } }, 'backup_unfit', 'has this company already'],
	] as const) {
		const answer = await ask('POST', '/restores', { ...head, ...changed });
		expect(answer).toMatchObject({ status: 409, body: { code, detail: expect.stringContaining(words) } });
	}
	// Only the key of sealed values matters, also as the previous one. A backup for an owner has none.
	const alone = { ...head, date: null, company: { companyId: crypto.randomUUID(), date } };
	const moved = { ...bindings, ENCRYPTION_KEY_PREVIOUS: OPERATED.ENCRYPTION_KEY ?? '' };
	expect((await ask('POST', '/restores', alone, { bindings })).status).toBe(409);
	expect((await ask('POST', '/restores', alone, { bindings: moved })).status).toBe(200);
	expect((await ask('POST', '/restores', { ...alone, proof: null }, { bindings })).status).toBe(200);
	const step = { step: 'rows', companyId: 'service', date, from: 0 };
	expect(await ask('POST', '/restores/steps', step)).toMatchObject({ body: { code: 'backup_unfit' } });
	expect(await ask('POST', '/restores', { ...head, more: 1 })).toMatchObject({ status: 400 });
	expect(await ask('POST', '/restores', '{')).toMatchObject({ body: { code: 'malformed_json' } });
});

test('a company is saved again only after something has happened in it', async () => {
	const { id: companyId } = await newCompany();
	const save = async () => (await ask('POST', '/backups', { companyId })).body.manifest.date;
	const first = await save();
	expect(await save()).toBe(first);
	await as(await newUser(['PLATFORM_ADMIN'])).put(`/companies/${companyId}`, { name: 'Renamed' });
	expect(await save()).not.toBe(first);
	expect((await ask('POST', '/backups', { companyId: crypto.randomUUID() })).status).toBe(404);
});

test('a bucket that fails leaves the last backup, and the next try saves the company', async () => {
	const { id: companyId } = await newCompany();
	const { manifest } = (await ask('POST', '/backups', { companyId })).body;
	await as(await newUser(['PLATFORM_ADMIN'])).put(`/companies/${companyId}`, { name: 'Renamed' });
	const BACKUPS = new Proxy(env.BACKUPS as R2Bucket, {
		get: (target, name: keyof R2Bucket) => (name === 'put' ? failToPut : target[name].bind(target)),
	});
	const failed = await ask('POST', '/backups', { companyId }, { bindings: { ...OPERATED, BACKUPS } });
	expect(failed.status).toBeGreaterThanOrEqual(500);
	expect((await ask('GET', `/objects/${companyId}/${manifest.date}/manifest.json`)).status).toBe(200);
	expect((await ask('POST', '/backups', { companyId })).body.manifest.date).not.toBe(manifest.date);
});

const failToPut = () => Promise.reject(new Error('put: We encountered an internal error. (10001)'));

test('a restore of the service erases people of D1 again, and keeps everybody out until then', async () => {
	at('2023-03-07T12:00:00.000Z');
	const platform = await newUser(['PLATFORM_ADMIN']);
	const people = await newErasable(platform, await newCompany());
	// A restore has stored all rows, and its companies are closed.
	const { id: companyId } = people.company;
	await askAll(env.DB, [...notePeople(companyId, null), closePeople(companyId)]);
	const d1 = databaseOf(env, null);
	await batch(d1, insertRestoring(d1, '2023-03-07T11:00:00.000Z', now()));
	// The jobs have run after the backup, as in a new service with an empty D1.
	await env.BACKUPS.put('last-run.json', JSON.stringify({ date: now() + 3_600_000, restoredTo: null }));
	const listed = await ask('POST', '/erasures', {
		erased: [...[people.employeeId, people.userId].map((id) => [companyId, id]), [null, people.adviserId]],
	});
	expect(listed.status).toBe(204);
	expect((await ask('GET', '/erasures')).body.erased).toHaveLength(3);
	const end = async () => (await ask('POST', '/restores/end', {})).body;
	const first = await end();
	expect(first.isWhole).toBe(false);
	expect((await as(people.company.admin).put(`/companies/${companyId}`, { name: 'Open' })).status).toBe(503);
	const second = await end();
	expect([...first.erased, ...second.erased].sort()).toEqual(people.ids.toSorted());
	expect(await end()).toEqual({ erased: [], isWhole: true });
	expect(await end()).toEqual({ erased: [], isWhole: true });
	// A run that broke off before its report ends well. After the report, the restore is refused.
	const { format, schema, proof } = (await ask('GET', '/service')).body;
	const head = { format, schema, proof, date: '2023-03-07T11:00:00.000Z', company: null };
	expect((await ask('POST', '/restores', head)).body).toEqual({ isD1Done: true });
	const reported = { companyId: 'service', date: head.date };
	expect((await ask('POST', '/restores/report', reported)).status).toBe(204);
	expect(await ask('POST', '/restores', head)).toMatchObject({
		status: 409,
		body: {
			detail: expect.stringContaining('already restored here at 2023-03-07T12:00:00.000Z. Nothing was'),
		},
	});
	const admin = await openSession(people.company.admin.userId);
	expect((await as(admin).put(`/companies/${companyId}`, { name: 'Open' })).status).toBe(200);
	await runCron('2023-03-07T12:00:00.000Z');
	await requireErased(await openSession(platform.userId), people, null);
	expect((await env.RECEIPTS.list()).objects).toEqual([]);
});

test('a manifest that is no JSON is refused as damaged', async () => {
	const sha256 = createHash('sha256').update('{').digest('hex');
	const stored = await call(
		'PUT',
		'https://zubrot.example/operator/objects/service/2026-03-01T00:00:00.000Z/manifest.json',
		new TextEncoder().encode('{'),
		{ Authorization: `Bearer ${KEY}`, 'X-Sha256': sha256 },
		OPERATED,
	);
	expect(stored).toMatchObject({ status: 409, body: { code: 'backup_damaged' } });
});
