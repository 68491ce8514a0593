import { env } from 'cloudflare:workers';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { clearCell } from '../../../src/foundation/cells/places.ts';
import type { Manifest } from '../../../src/tenants/hosting/backups/rules.ts';
import { ring } from '../../harness/alarms.ts';
import { inCell, newCompanyInCell } from '../../harness/cells.ts';
import type { ShownEvent } from '../../harness/events.ts';
import { bearing } from '../../harness/keys.ts';
import { cellOfCompany, undriven } from '../../harness/moving.ts';
import {
	backUp,
	bringRowsBack,
	destroyInD1,
	emptied,
	left,
	namesOf,
	newFilledCompany,
	objectsIn,
	restored,
	rowsOf,
	runInside,
	turningBack,
} from '../../harness/restoring.ts';
import { isTried } from '../../harness/sampling.ts';
import {
	as,
	at,
	newCompany,
	newEmployee,
	newUser,
	now,
	openSession,
	restart,
	type TestCompany,
	type TestUser,
	uniqueEmail,
	userOf,
} from '../../harness/service.ts';
import { newSpender, type Spender } from '../../harness/spending.ts';

beforeEach(() => {
	vi.spyOn(console, 'log').mockImplementation(() => {});
});

/** Nobody stays signed in, mails of that time are not sent, and the jobs of the cell have run. */
const ENDED =
	'sessions refresh_tokens one_time_tokens address_changes address_proofs sso_sign_ins mails movers reminder_turns'.split(
		' ',
	);
/** The restore leaves an event, with its author and the words in it. */
const RECORDED = 'events event_authors event_texts event_hours event_parties'.split(' ');

test('a company of D1, and then of a cell, is destroyed, and every row and file comes back', async () => {
	const { platform, company, leaver } = await newFilledCompany();
	for (const where of ['D1', 'a cell']) {
		const source = await cellOfCompany(company.id);
		expect(source === null).toBe(where === 'D1');
		const date = await backUp(company.id, source);
		const before = await rowsOf(source);
		const files = await filesOf(company.id);
		expect(Object.keys(files).length).toBeGreaterThan(4);
		const names = await namesOf(company.id, source);

		await (source === null ? destroyInD1(company.id) : clearCell(env, source));
		await emptied(env.RECEIPTS);
		await emptied(env.HISTORY, company.id);
		const { status, body } = await restored(platform, company.id, date);
		const expected = { reason: null, dateBackup: date, released: [], erasedAgainIds: [] };
		expect([status, body]).toEqual([200, expect.objectContaining(expected)]);
		const key = `${company.id}/${date}/manifest.json`;
		const { sections = [] } = (await (await env.BACKUPS.get(key))?.json<Manifest>()) ?? {};
		const inFile = sections.reduce((sum, { part, rows }) => sum + (part === null ? 0 : rows), 0);
		expect([body.rows, body.bytes > 10 * inFile]).toEqual([inFile, true]);

		const cell = (await cellOfCompany(company.id)) ?? '';
		await left(cell);
		const after = await rowsOf(cell);
		for (const [table, rows] of Object.entries(before)) {
			if (ENDED.includes(table)) continue;
			const isOwn = (row: string) => names.some((name) => row.includes(name));
			// In D1, there are rows of others too.
			const lost = rows.filter((row) => !after[table]?.includes(row) && isOwn(row));
			expect(lost, table).toEqual([]);
			const added = (after[table] ?? []).filter((row) => !rows.includes(row));
			if (!RECORDED.includes(table)) expect(added, table).toEqual([]);
		}
		expect(after.sessions).toEqual([]);
		expect(await filesOf(company.id)).toEqual(files);

		expect((await as({ ...company.admin, cell }).get(`/companies/${company.id}`)).status).toBe(401);
		const admin = as(await openSession(company.admin.userId, cell));
		const { dateTerminated } = (await admin.get(`/employees/${leaver}`)).body;
		expect(dateTerminated).toBe('2023-02-28T23:59:59.999Z');
		const lines = (await admin.get(`/companies/${company.id}/flex/payroll-transactions`)).body;
		expect(lines.map(({ amount }: { amount: { value: number } }) => amount.value)).toEqual([1000]);
		const [archived] = (await admin.get(`/events?companyId=${company.id}&limit=1`)).body;
		expect(archived).toMatchObject({ type: 'user.created' });
	}
});

const filesOf = async (companyId: string) => ({
	...(await objectsIn(env.RECEIPTS)),
	...(await objectsIn(env.HISTORY, companyId)),
});

describe('after a backup', () => {
	let own: Spender;
	let company: TestCompany;
	let platform: TestUser;
	let source: string | null;
	let date: string;

	const path = () => `/companies/${company.id}`;
	const cellNow = async () => (await cellOfCompany(company.id)) ?? '';
	const signedIn = async (userId: string) => as(await openSession(userId, await cellNow()));

	async function prepared(isInCell: boolean): Promise<void> {
		at('2023-03-07T12:00:00.000Z');
		restart();
		platform = await newUser(['PLATFORM_ADMIN']);
		company = isInCell ? await newCompanyInCell() : await newCompany();
		own = await newSpender({}, company);
		await own.approved();
		source = await cellOfCompany(company.id);
	}

	test.each([true, false].filter((_, index) => isTried(index, 2)))(
		'addresses that others have meanwhile are released, and the rest follows the backup (cell: %s)',
		async (isInCell) => {
			await prepared(isInCell);
			const [inD1, inCell, kept, later] = [uniqueEmail(), uniqueEmail(), uniqueEmail(), uniqueEmail()];
			const people = [];
			for (const email of [inD1, inCell, kept]) people.push(await newEmployee(company, { email }));
			const key = await as(company.admin).post(`${path()}/api-keys`, {
				name: 'Payroll',
				operations: ['listEmployees'],
			});
			date = await backUp(company.id, source);
			// Two people get new addresses, and somebody else takes the old ones.
			for (const id of people.slice(0, 2)) {
				const { userId } = await userOf(id, source ?? undefined);
				const { status, body } = await as(platform).put(`/users/${userId}`, { email: uniqueEmail() });
				expect([status, body]).toEqual([200, expect.anything()]);
			}
			await newEmployee(await newCompany(), { email: inD1 });
			await newEmployee(await newCompanyInCell(), { email: inCell });
			await newEmployee(company, { email: later });
			const revoked = await as(company.admin).delete(`${path()}/api-keys/${key.body.id}?reason=ROTATED`);
			expect(revoked.status).toBe(200);
			restart();

			const { status, body } = await restored(platform, company.id, date);
			expect([status, body.reason, body.step]).toEqual([200, null, 'OPENED']);
			expect(body.released).toEqual([inD1, inCell].sort());
			await left(await cellNow());
			const admin = await signedIn(company.admin.userId);
			expect((await admin.get(`/employees?companyId=${company.id}`)).body.length).toBe(4);
			expect(await entryOf(kept)).toMatchObject({ cell: await cellNow(), claim: null });
			expect(await entryOf(later)).toBeNull();
			expect((await admin.post('/employees', { email: later, companyId: company.id })).status).toBe(201);
			expect((await admin.post('/employees', { email: inD1, companyId: company.id })).status).toBe(409);
			const { userId } = await userOf(people[0] ?? '', await cellNow());
			expect((await admin.put(`/users/${userId}`, { email: uniqueEmail() })).status).toBe(200);
			// A key that was revoked after the backup stays revoked.
			const [listed] = (await admin.get(`${path()}/api-keys`)).body;
			expect(listed.dateRevoked).not.toBeNull();
			expect((await bearing(key.body.key, 'GET', `/employees?companyId=${company.id}`)).status).toBe(401);
			expect((await admin.get(path())).status).toBe(200);
			expect((await as(company.admin).get(path())).status).toBe(401);
		},
	);

	test('the manager of other companies keeps them, but gets no right back that was taken away', async () => {
		await prepared(false);
		const { userId } = company.admin;
		const [other, kept, taken] = [await newCompany(), await newCompanyInCell(), await newCompanyInCell()];
		const give = async (...companies: TestCompany[]) => {
			const manageableCompanyIds = companies.map(({ id }) => id).sort();
			const given = await as(platform).put(`/users/${userId}`, { manageableCompanyIds });
			expect(given).toMatchObject({ status: 200, body: { manageableCompanyIds } });
		};
		const managed = async (user: TestUser) => (await as(user).get('/auth/me')).body.manageableCompanyIds;
		const rights = async () => {
			restart();
			const user = await openSession(userId, await cellNow());
			const all = [company, other, kept, taken];
			const reached = all.map(async ({ id }) => (await as(user).get(`/companies/${id}`)).status);
			expect(await managed(user)).toEqual(
				(await Promise.all(reached))
					.flatMap((status, place) => (status === 200 ? all[place]?.id : []))
					.sort(),
			);
			return managed(user);
		};
		await give(company, other, taken);
		date = await backUp(company.id, null);
		await give(company, other, kept);
		const first = await restored(platform, company.id, date);
		expect(first.body).toMatchObject({ step: 'OPENED', released: [], releasedGrants: 1 });
		await left(await cellNow());
		expect(await rights()).toEqual([company.id, other.id, kept.id].sort());

		// A backup of the cell has these rights in it.
		const second = await backUp(company.id, await cellNow());
		await give(company, other);
		const { body } = await restored(platform, company.id, second);
		expect(body).toMatchObject({ step: 'OPENED', released: [], releasedGrants: 1 });
		await left(await cellNow());
		expect(await rights()).toEqual([company.id, other.id].sort());
	});

	/** Asks for a restore several times, also at once. */
	async function askedOften(): Promise<void> {
		const ask = () => as(platform, undriven()).post(`${path()}/restore`, { backup: date });
		expect((await Promise.all([ask(), ask()])).map(({ status }) => status)).toContain(200);
		expect((await ask()).status).toBe(200);
		const count = await env.DB.prepare('SELECT count(*) AS n FROM moves WHERE company_id = ?')
			.bind(company.id)
			.first('n');
		expect(count).toBe(1);
	}

	test('two restores at once are one, and followers of one company and of all continue with their old cursors', async () => {
		await prepared(true);
		date = await backUp(company.id, source);
		await newEmployee(company);
		await ring(source ?? '', now());
		const seen = await follow('/events?limit=1000', platform);
		const ofOne = await follow(`/events?limit=1000&companyId=${company.id}`, company.admin);
		restart();
		await askedOften();
		const { status, body } = await restored(platform, company.id, date);
		expect([status, body]).toEqual([200, expect.objectContaining({ step: 'OPENED', reason: null })]);
		await left(await cellNow());
		const admin = await openSession(company.admin.userId, await cellNow());
		const employeeId = await newEmployee({ ...company, admin });
		await ring(await cellNow(), now());
		for (const { events } of [await follow(seen.next, platform), await follow(ofOne.next, admin)]) {
			const own = events.filter(({ companyId }) => companyId === company.id);
			expect(own[0]).toMatchObject({ type: 'company.restored', after: { dateRestored: date } });
			expect(own.filter(({ subject }) => subject.id === employeeId).length).toBeGreaterThan(0);
			expect(new Set(own.map(({ id }) => id)).size).toBe(own.length);
		}
	});

	test('a restore is refused without a usable backup, without rights, and beside another move', async () => {
		await prepared(true);
		date = await backUp(company.id, source);
		const ask = (body: object, user = platform) => as(user).post(`${path()}/restore`, body);
		expect(await ask({ backup: date }, company.admin)).toMatchObject({ status: 403 });
		expect(await ask({ backup: '2023-01-01T00:00:00.000Z' })).toMatchObject({ status: 404 });
		expect(await ask({})).toMatchObject({ status: 400 });
		expect(await ask({ backup: date, at: date })).toMatchObject({ status: 400 });
		const unknown = await as(platform).post(`/companies/${company.admin.userId}/restore`, { backup: date });
		expect(unknown).toMatchObject({ status: 404 });
		// Points in time.
		const point = { status: 409, body: { code: 'point_in_time_unavailable' } };
		expect(await ask({ at: new Date(now() - 60_000).toISOString() })).toMatchObject(point);
		const faulty = { status: 400, body: { errors: [{ pointer: '#/at' }] } };
		expect(await ask({ at: new Date(now() + 60_000).toISOString() })).toMatchObject(faulty);
		expect(await ask({ at: new Date(now() - 31 * 86_400_000).toISOString() })).toMatchObject(faulty);
		expect(await ask({ at: '2023-03-07T11:00:00.000Z' })).toMatchObject(faulty);
		const inD1 = await newCompany();
		const { status, body } = await as(platform).post(`/companies/${inD1.id}/restore`, { at: date });
		expect([status, body.code]).toEqual([409, 'point_in_time_unavailable']);
		// A newer schema, and a manifest whose file has changed.
		const key = `${company.id}/${date}/manifest.json`;
		const manifest = (await (await env.BACKUPS.get(key))?.json()) as Record<string, unknown>;
		const withManifest = async (fields: object) => {
			await env.BACKUPS.put(key, JSON.stringify({ ...manifest, ...fields }));
			return ask({ backup: date });
		};
		expect(await withManifest({ schema: '9999_later' })).toMatchObject({
			status: 409,
			body: { code: 'backup_newer' },
		});
		const { status: refused, body: fault } = await withManifest({ schema: '2037_amounts_taken' });
		expect([refused, fault.errors]).toEqual([
			400,
			[
				{
					pointer: '#/backup',
					code: 'too_small',
					detail:
						'The backup is from before the first release of Zubrot and cannot be restored. Choose a later backup.',
				},
			],
		]);
		const damaged = { status: 409, body: { code: 'backup_damaged' } };
		expect(await withManifest({ file: { bytes: 1, sha256: '' } })).toMatchObject(damaged);
		expect(await withManifest({ format: 99 })).toMatchObject(damaged);
		await env.BACKUPS.put(key, 'no JSON');
		expect(await ask({ backup: date })).toMatchObject(damaged);
		// Hashes are compared while the rows are loaded, and nothing changes.
		await env.BACKUPS.put(
			key,
			JSON.stringify({ ...manifest, file: { ...(manifest.file as object), sha256: '0' } }),
		);
		const given = await restored(platform, company.id, date);
		expect(given.body).toMatchObject({
			step: 'GIVEN_UP',
			reason: 'BACKUP_DAMAGED',
			dateClosed: null,
		});
		expect((await as(company.admin).put(path(), { name: 'Renamed' })).status).toBe(200);
		// A company that moves is not restored.
		await env.BACKUPS.put(key, JSON.stringify(manifest));
		await as(platform, undriven()).post(`${path()}/move`);
		expect(await ask({ backup: date })).toMatchObject({ status: 503, body: { code: 'company_moving' } });
	});

	test('the state at a point in time is repaired once the cell has gone back', async () => {
		await prepared(true);
		const [early, late] = [uniqueEmail(), uniqueEmail()];
		await newEmployee(company, { email: early });
		const other = await newCompany();
		const give = (...companies: TestCompany[]) =>
			as(platform).put(`/users/${company.admin.userId}`, {
				manageableCompanyIds: companies.map(({ id }) => id),
			});
		expect((await give(company, other)).status).toBe(200);
		company.admin = await openSession(company.admin.userId, company.cell);
		const key = await as(company.admin).post(`${path()}/api-keys`, {
			name: 'Payroll',
			operations: ['listEmployees'],
		});
		const before = await rowsOf(source);
		const cell = source ?? '';
		const to = new Date(now()).toISOString();
		at('2023-03-09T12:00:00.000Z');
		await newEmployee(company, { email: late });
		expect((await give(company)).status).toBe(200);
		await as(company.admin).delete(`${path()}/api-keys/${key.body.id}?reason=ROTATED`);
		let turned = 0;
		const bindings = turningBack(cell, async () => {
			turned++;
			await bringRowsBack(cell, before);
		});
		expect((await as(platform, bindings).post(`${path()}/restore`, { at: to })).status).toBe(200);
		for (let runs = 0; runs < 3; runs++) {
			at(new Date(now() + 1000).toISOString());
			await runInside(cell, bindings);
		}
		expect(turned).toBe(1);
		const { body } = await as(platform).get(`${path()}/move`);
		expect(body).toMatchObject({ step: 'DONE', dateRestored: to, reason: null, releasedGrants: 1 });
		expect(await entryOf(early)).toMatchObject({ cell });
		expect(await entryOf(late)).toBeNull();
		restart();
		expect((await as(company.admin).get(path())).status).toBe(401);
		const admin = await signedIn(company.admin.userId);
		expect((await admin.get(path())).status).toBe(200);
		// Rights and keys that were taken away since stay so.
		expect((await admin.get(`/companies/${other.id}`)).status).toBe(404);
		expect((await bearing(key.body.key, 'GET', `/employees?companyId=${company.id}`)).status).toBe(401);
		const { results } = await inCell(cell).prepare('SELECT max(position) AS last FROM events').all();
		expect(Number(results[0]?.last)).toBeGreaterThan(1_000_000);
	});
});

const entryOf = (address: string) =>
	env.DB.prepare('SELECT cell, claim FROM addresses WHERE address = ?').bind(address).first();

/** Reads page after page, up to the one that waits for more. */
async function follow(path: string, user: TestUser) {
	const events: ShownEvent[] = [];
	for (let next = path; ; ) {
		const { status, body, headers } = await as(user).get(next);
		if (status !== 200) throw new Error(JSON.stringify(body));
		events.push(...body);
		const [, address = '', rel] =
			/^<\/api\/v2(\/[^>]+)>; rel="(next|monitor)"$/.exec(headers.get('Link') ?? '') ?? [];
		next = address;
		if (rel !== 'next') return { events, next };
	}
}
