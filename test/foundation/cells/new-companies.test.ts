import { env } from 'cloudflare:workers';
import { beforeEach, expect, test } from 'vitest';
import { databaseOf, newCellName } from '../../../src/foundation/cells/places.ts';
import { browse, visitOf } from '../../harness/console.ts';
import {
	type Answer,
	as,
	at,
	newCompany,
	newUser,
	type TestUser,
	uniqueEmail,
} from '../../harness/service.ts';

const CELLS = { ...env, NEW_COMPANIES: 'CELL' };
const COMPANY = { name: 'Muster AG', payrollReferenceDay: 7, taxAffiliation: 'DE' };

let platform: TestUser;
beforeEach(async () => {
	at('2023-03-07T12:00:00.000Z');
	platform = await newUser(['PLATFORM_ADMIN']);
});

const create = async (headers = {}) => {
	const { status, body } = await as(platform, CELLS).send('POST', '/companies', COMPANY, headers);
	expect(status).toBe(201);
	return body.id as string;
};

const placeOf = (companyId: string) =>
	env.DB.prepare('SELECT cell, schema, company FROM places WHERE company_id = ?')
		.bind(companyId)
		.first<{ cell: string; schema: string; company: string }>();

const rowsOf = async (cell: string | null, query: string, ...values: string[]) =>
	(
		await databaseOf(env, cell)
			.$client.prepare(query)
			.bind(...values)
			.all()
	).results;

test('a new company is in D1 unless NEW_COMPANIES says CELL', async () => {
	const { body } = await as(platform).post('/companies', COMPANY);
	expect(await placeOf(body.id)).toBeNull();
	expect(await rowsOf(null, 'SELECT name FROM companies WHERE id = ?', body.id)).toEqual([
		{ name: 'Muster AG' },
	]);
});

test('a company in a cell is stored there with its event, and the directory knows where it is', async () => {
	const id = await create();
	const place = await placeOf(id);
	const cell = place?.cell ?? '';
	expect(place).toMatchObject({
		cell: expect.stringMatching(/^[a-z2-7]{12}$/),
		schema: expect.stringMatching(/^\d{4}_/),
	});
	expect(await rowsOf(cell, 'SELECT name FROM companies WHERE id = ?', id)).toEqual([{ name: 'Muster AG' }]);
	expect(await rowsOf(cell, 'SELECT count(*) AS events FROM events')).toEqual([{ events: 1 }]);
	expect(await rowsOf(null, 'SELECT name FROM companies WHERE id = ?', id)).toEqual([]);
});

test('a repetition under the same key creates no second cell', async () => {
	const header = { 'Idempotency-Key': 'muster' };
	const before = await rowsOf(null, 'SELECT count(*) AS places FROM places');
	expect(await create(header)).toBe(await create(header));
	const [{ places = 0 } = {}] = before as { places: number }[];
	expect(await rowsOf(null, 'SELECT count(*) AS places FROM places')).toEqual([{ places: places + 1 }]);
});

test('lists of companies hold those of D1 and of cells, page by page in the order of their ids', async () => {
	const ids = [await create(), (await newCompany()).id, await create()].sort();
	const listed: string[] = [];
	for (let path: string | undefined = '/companies?limit=1'; path !== undefined; ) {
		const { body, headers }: Answer = await as(platform).get(path);
		listed.push(...body.map((company: { id: string }) => company.id));
		path = /<([^>]+)>; rel="next"/.exec(headers.get('Link') ?? '')?.[1]?.replace(/^.*\/api\/v2/, '');
	}
	expect(listed).toEqual(listed.toSorted());
	expect(listed.filter((id) => ids.includes(id))).toEqual(ids);
});

test('the platform invites the administrator of a company in a cell', async () => {
	const [id, email] = [await create(), uniqueEmail()];
	const user = { email, roles: ['COMPANY_ADMIN'], manageableCompanyIds: [id] };
	const header = { 'Idempotency-Key': 'admin' };
	const made = await as(platform).send('POST', '/users', user, header);
	expect(made).toMatchObject({ status: 201, body: { email, manageableCompanyIds: [id] } });
	expect(await as(platform).send('POST', '/users', user, header)).toMatchObject({
		status: 201,
		body: made.body,
	});
	const { cell = '' } = (await placeOf(id)) ?? {};
	expect(await rowsOf(cell, 'SELECT id FROM users WHERE email = ?', email)).toEqual([{ id: made.body.id }]);
	expect(await rowsOf(cell, 'SELECT kind FROM mails')).toEqual([{ kind: 'invitation' }]);
	expect(await rowsOf(null, 'SELECT id FROM users WHERE email = ?', email)).toEqual([]);
	const again = await as(platform).post('/users', { ...user, email: email.toUpperCase() });
	expect(again).toMatchObject({ status: 409, body: { code: 'email_taken' } });
});

test('the pages of the platform show a company in a cell and invite its administrator', async () => {
	const visitor = browse(await visitOf(platform), CELLS);
	const creation = { name: 'Kante KG', taxAffiliation: 'DE', language: 'de', payrollReferenceDay: '7' };
	const created = await visitor.post('/platform/companies/new', creation);
	const address = created.headers.get('Location')?.replace('/console', '') ?? '';
	expect((await visitor.get('/platform')).body).toContain('not reported yet');
	const page = await visitor.get(address);
	expect(page.body).toContain('/console/people?company=');
	const email = uniqueEmail();
	const invited = await visitor.post(`${address}/administrators`, { email });
	expect(invited.headers.get('Location')).toBe(`/console${address}?saved=invited`);
	const { cell = '' } = (await placeOf(address.split('/').at(-1) ?? '')) ?? {};
	expect(await rowsOf(cell, 'SELECT email FROM users WHERE email = ?', email)).toEqual([{ email }]);
});

test('a cell that is made in the EU is asked for there, and no other one', async () => {
	const asked: string[] = [];
	const place = (name: string) => ({
		idFromName: (cell: string) => asked.push(`${name} ${cell.slice(-2)}`),
		get: () => ({ batch: async () => ({ told: [] }) }),
		jurisdiction: (inside: string) => place(inside),
	});
	const bindings = { ...env, CELLS: place('anywhere') } as unknown as typeof env;
	for (let times = 0; times < 200; times++) {
		expect(newCellName({ CELL_JURISDICTION: 'eu' })).toMatch(/^[a-z2-7]{10}eu$/);
		expect(newCellName()).toMatch(/^[a-z2-7]{12}(?<!eu)$/);
	}
	expect(() => newCellName({ CELL_JURISDICTION: 'EU' })).toThrow('CELL_JURISDICTION must be eu, or unset.');
	for (const cell of ['abcdefghijeu', 'abcdefghijua']) await databaseOf(bindings, cell).$client.batch([]);
	expect(asked).toEqual(['eu eu', 'anywhere ua']);
});

test('the platform reads and changes the settings of a company in a cell, such as its limits', async () => {
	const id = await create();
	expect(await as(platform).get(`/companies/${id}`)).toMatchObject({
		status: 200,
		body: { id, name: 'Muster AG' },
	});
	const changed = await as(platform).put(`/companies/${id}`, { maxEmployees: 7 });
	expect(changed).toMatchObject({ status: 200, body: { maxEmployees: 7 } });
	const { cell = '' } = (await placeOf(id)) ?? {};
	expect(await rowsOf(cell, 'SELECT max_employees FROM companies')).toEqual([{ max_employees: 7 }]);
	const ofOther = await as((await newCompany()).admin).put(`/companies/${id}`, { name: 'Mine' });
	expect(ofOther).toMatchObject({ status: 404, body: { code: 'not_found' } });
});

test('a mistyped setting of the place of new companies is refused', async () => {
	for (const mistyped of [{ NEW_COMPANIES: 'cell' }, { NEW_COMPANIES: 'CELL', CELL_JURISDICTION: 'EU' }]) {
		const answer = await as(platform, { ...env, ...mistyped }).post('/companies', COMPANY);
		expect(answer).toMatchObject({ status: 500, body: { code: 'misconfigured' } });
	}
});
