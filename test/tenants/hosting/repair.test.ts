import { env } from 'cloudflare:workers';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import type { Bindings } from '../../../src/foundation/http/env.ts';
import { placeOf, ring } from '../../harness/alarms.ts';
import { newCompanyInCell, type TestCell, withoutCell } from '../../harness/cells.ts';
import { browse, visitOf } from '../../harness/console.ts';
import { pageOf } from '../../harness/page.ts';
import {
	as,
	at,
	call,
	newCompany,
	newEmployee,
	newUser,
	now,
	restart,
	type TestUser,
	uniqueEmail,
} from '../../harness/service.ts';

const NOON = '2026-03-07T12:00:00.000Z';
const LATER = '2026-03-07T13:00:00.000Z';

let platform: TestUser;
let company: TestCell;

beforeEach(async () => {
	vi.spyOn(console, 'log').mockImplementation(() => {});
	vi.spyOn(console, 'error').mockImplementation(() => {});
	at(NOON);
	platform = await newUser(['PLATFORM_ADMIN']);
	company = await newCompanyInCell();
});

const repair = (body: object, user = platform, bindings: Bindings = env) =>
	as(user, bindings).post('/cells/repair', body);
const repaired = (cell: TestCell, fields: object = {}) => ({
	status: 200,
	body: {
		cells: 1,
		left: Object.keys(fields).length === 0 ? [] : [{ cell: cell.cell, ...fields }],
		next: null,
	},
});
const run = (query: string, ...values: unknown[]) =>
	env.DB.prepare(query)
		.bind(...values)
		.run();
const entryOf = (address: string) =>
	env.DB.prepare('SELECT cell, claim FROM addresses WHERE address = ?').bind(address).first();

/** D1 as it was before the cell and the people in it. */
async function forget({ cell }: TestCell): Promise<void> {
	for (const table of ['places', 'addresses', 'claims', 'announcements'])
		await run(`DELETE FROM ${table} WHERE cell = ?`, cell);
}

test('the directory knows a forgotten company, its addresses and its events again', async () => {
	const email = uniqueEmail();
	const employeeId = await newEmployee(company, { email });
	await forget(company);
	expect((await as(platform).get(`/companies/${company.id}`)).status).toBe(404);
	at(LATER);
	expect(await repair({ cells: [company.cell] })).toMatchObject(repaired(company));
	// Processes trust for 10 seconds that there is no cell.
	restart();
	expect(await placeOf(company.cell)).toMatchObject({ company_id: company.id });
	expect(await entryOf(email)).toEqual({ cell: company.cell, claim: null });
	expect((await as(platform).get(`/companies/${company.id}`)).status).toBe(200);
	expect((await as(platform).get(`/employees/${employeeId}`)).body).toMatchObject({ email });
	const types = (await as(platform).get('/events')).body
		.filter(({ companyId }: { companyId: string }) => companyId === company.id)
		.map(({ type }: { type: string }) => type);
	expect(types).toContain('employee.created');
	expect(await as(company.admin).post('/employees', { email, companyId: company.id })).toMatchObject({
		status: 409,
	});
});

test('entries that the cell does not hold are freed, and all known cells are repaired page by page', async () => {
	await run(
		`INSERT INTO addresses (address, cell, user_id, since) VALUES ('gone@test.example', ?, 'nobody', 0)`,
		company.cell,
	);
	at(LATER);
	expect((await repair({ since: NOON })).status).toBe(200);
	expect(await entryOf('gone@test.example')).toBeNull();
	const [{ after }] = (await as(platform).get('/events?type=directory.repaired')).body.slice(-1);
	expect(after).toEqual({ dateRestored: NOON });
});

test('an address that somebody else has since is named, and nobody loses it', async () => {
	const [inD1, inOther] = [uniqueEmail(), uniqueEmail()];
	await newEmployee(company, { email: inD1 });
	await newEmployee(company, { email: inOther });
	await forget(company);
	await newEmployee(await newCompany(), { email: inD1 });
	const other = await newCompanyInCell();
	await newEmployee(other, { email: inOther });
	const answer = await repair({ cells: [company.cell] });
	expect(answer).toMatchObject(repaired(company, { companyId: company.id, result: 'REPAIRED' }));
	expect(answer.body.left[0].conflicts.toSorted()).toEqual([inD1, inOther].toSorted());
	expect(await entryOf(inD1)).toBeNull();
	expect(await entryOf(inOther)).toMatchObject({ cell: other.cell });
});

test('an address whose entry names a cell that does not know it goes to the cell that does', async () => {
	const email = uniqueEmail();
	await newEmployee(company, { email });
	const other = await newCompanyInCell();
	await run('UPDATE addresses SET cell = ?, user_id = ? WHERE address = ?', other.cell, 'nobody', email);
	expect(await repair({ cells: [company.cell] })).toMatchObject(repaired(company));
	expect(await entryOf(email)).toMatchObject({ cell: company.cell });
});

test('a company that is in another place, a cell without people and one that fails are named', async () => {
	const other = await newCompanyInCell();
	await run('UPDATE places SET cell = ? WHERE company_id = ?', 'b4kq2mzr7xwd', company.id);
	expect(await repair({ cells: [company.cell] })).toMatchObject(repaired(company, { result: 'ELSEWHERE' }));
	const nobody = { ...company, cell: 'nobodyknows2' };
	expect(await repair({ cells: [nobody.cell] })).toMatchObject(
		repaired(nobody, { result: 'EMPTY', companyId: null }),
	);
	expect(await repair({ cells: [other.cell] }, platform, withoutCell(other.cell))).toMatchObject(
		repaired(other, { result: 'UNREACHABLE' }),
	);
});

test('the first report of a forgotten cell brings its place back, unless its company is elsewhere', async () => {
	await newEmployee(company);
	await forget(company);
	await ring(company.cell, LATER);
	expect(await placeOf(company.cell)).toMatchObject({ company_id: company.id });
	await run('UPDATE places SET cell = ? WHERE company_id = ?', 'b4kq2mzr7xwe', company.id);
	await ring(company.cell, now());
	expect(await placeOf(company.cell)).toBeNull();
});

test('a follower gets every event after D1 was restored to a time before, under its old cursor', async () => {
	const follow = async (path: string) => {
		const { body, headers } = await as(platform).get(path);
		const [, next = ''] = /^<\/api\/v2(\/[^>]+)>/.exec(headers.get('Link') ?? '') ?? [];
		return { ids: body.map(({ id }: { id: string }) => id) as string[], next };
	};
	await newEmployee(company);
	await repair({});
	let [seen, path] = [[] as string[], '/events?limit=1000'];
	for (let isWhole = false; !isWhole; ) {
		const { ids, next } = await follow(path);
		seen = [...seen, ...ids];
		[path, isWhole] = [next, ids.length < 1000];
	}
	// D1 goes back to before these were announced and recorded.
	await run('DELETE FROM announcements WHERE id >= (SELECT max(id) - 1 FROM announcements)');
	await run(
		`UPDATE sqlite_sequence SET seq = (SELECT max(id) FROM announcements) WHERE name = 'announcements'`,
	);
	at(LATER);
	expect((await repair({ since: NOON })).status).toBe(200);
	const inCell = await newEmployee(company);
	const inD1 = await newCompany();
	const inShared = await newEmployee(inD1);
	await repair({});
	const { body } = await as(platform).get(path);
	const subjects = body.map(({ subject }: { subject: { id: string } }) => subject.id);
	expect(subjects).toEqual(expect.arrayContaining([inCell, inShared]));
});

test('only platform administrators repair', async () => {
	expect(await repair({}, company.admin)).toMatchObject({ status: 403 });
	expect(await call('POST', '/cells/repair', {})).toMatchObject({ status: 401 });
	expect(await repair({ cells: ['No cell'] })).toMatchObject({ status: 400 });
	expect(await repair({ since: 'yesterday' })).toMatchObject({ status: 400 });
});

describe('the page of the repair', () => {
	const PATH = '/platform/cells/repair';
	const get = () => ({ batch: () => Promise.reject(new Error('This object is broken.')) });
	const unreachable: Bindings = {
		...env,
		CELLS: { idFromName: (name: string) => env.CELLS.idFromName(name), get } as never,
	};
	const visit = async (language = 'en', bindings: Bindings = env) => {
		const browser = browse(await visitOf(platform), bindings);
		const headers = { 'Accept-Language': language };
		return {
			open: async (path: string) => pageOf((await browser.get(path, headers)).body),
			send: async (fields: Record<string, string>) => {
				const { status, body } = await browser.post(PATH, fields, headers);
				return { status, page: pageOf(body) };
			},
		};
	};

	test('is reached from the list of databases, and repairs those that it is given', async () => {
		await forget(company);
		const { open, send } = await visit();
		const [link] = (await open('/platform/cells')).all('link', 'Repair the directory');
		expect(link?.href).toBe(`/console${PATH}`);
		const page = await open(PATH);
		for (const said of [
			'Do this after a restore of the shared database.',
			'The service asks each database of a company for its addresses, codes and events',
			'The time to which you restored the shared database, in German time.',
			'Names from lines of the log with cell_unknown, separated by blanks.',
		])
			expect(page.text).toContain(said);
		const wrong = await send({ since: 'soon', cells: `${company.cell} Nothing` });
		expect(wrong.status).toBe(400);
		expect(wrong.page.faultAt('since')).toContain('The time to which you restored');
		expect(wrong.page.faultAt('cells')).toContain('Enter names of 12 letters and digits');
		expect(wrong.page.values('cells')).toEqual([`${company.cell} Nothing`]);
		const { status, page: report } = await send({ since: '2026-03-07T12:30', cells: ` ${company.cell} ` });
		expect(status).toBe(200);
		expect(report.one('status').text).toBe('The directory is repaired. Databases asked: 1.');
		expect(report.text).not.toContain('need your action');
		expect(await placeOf(company.cell)).toMatchObject({ company_id: company.id });
		const [{ after }] = (await as(platform).get('/events?type=directory.repaired')).body.slice(-1);
		expect(after).toEqual({ dateRestored: '2026-03-07T11:30:00.000Z' });
	});

	test('continues after 100 databases, and says for each what is left to do', async () => {
		const inD1 = uniqueEmail();
		await newEmployee(company, { email: inD1 });
		await forget(company);
		await newEmployee(await newCompany(), { email: inD1 });
		const nobody = 'nobodyknows3';
		const { send } = await visit();
		const { page } = await send({ cells: `${company.cell}, ${nobody}` });
		const [one, other] = page.rows.map(({ text }) => text);
		expect(one).toBe(
			`${company.cell} ${company.id} repaired, except for ${inD1} Somebody else has these addresses or domains. Give one of the two people another address, then repair again.`,
		);
		expect(other).toBe(`${nobody} no people Nothing.`);
		await run(
			`WITH RECURSIVE numbers(n) AS (SELECT 2000 UNION ALL SELECT n + 1 FROM numbers WHERE n < 2100)
				INSERT INTO places (company_id, cell, schema, company, next_due, date_created)
				SELECT printf('00000000-0000-7000-8000-%012d', n), printf('aaaaaaaa%04d', n), '3000_schema', '{}', 0, 0 FROM numbers`,
		);
		const german = await visit('de', unreachable);
		const first = (await german.send({})).page;
		expect(first.text).toContain(
			'Machen Sie weiter, bis das Verzeichnis repariert ist. Gefragte Datenbanken: 100.',
		);
		expect(first.text).toContain('antwortet nicht Reparieren Sie später erneut.');
		expect(first.all('button', 'Reparatur fortsetzen')).toHaveLength(1);
		const [after = ''] = first.values('after');
		const second = (await german.send({ after })).page;
		expect(second.one('status').text).toMatch(/^Das Verzeichnis ist repariert. Gefragte Datenbanken: \d+\.$/);
	});

	test('asks for a fresh proof of who one is', async () => {
		const { send } = await visit();
		at('2026-03-07T12:15:00.000Z');
		const { status, page } = await send({});
		expect(status).toBe(403);
		expect(page.select('[type=password]')).toHaveLength(1);
	});
});
