import { env } from 'cloudflare:workers';
import { beforeEach, expect, test } from 'vitest';
import { inCell, newCompanyInCell, type TestCell, tracing, withoutCell } from '../harness/cells.ts';
import { browse, visitOf } from '../harness/console.ts';
import {
	as,
	at,
	call,
	newCompany,
	newEmployee,
	newUser,
	type TestCompany,
	type TestUser,
	uniqueEmail,
} from '../harness/service.ts';

let own: TestCell;
let inD1: TestCompany;
let platform: TestUser;
beforeEach(async () => {
	at('2023-03-07T12:00:00.000Z');
	own = await newCompanyInCell();
	inD1 = await newCompany();
	platform = await newUser(['PLATFORM_ADMIN']);
});

const TODAY = '2023-03-07T00:00:00.000Z';
const budget = { value: 5000, currency: 'EUR_CENT' };

test('an expense that the platform submits and approves in a cell names its author and decider', async () => {
	const employee = await newEmployee(own);
	const access = { budget, accumulateBudget: true, startDate: TODAY };
	expect((await as(platform).put(`/employees/${employee}/flex/access`, access)).status).toBe(200);
	const expense = {
		module: 'MEALS',
		amount: { value: 100, currency: 'EUR_CENT' },
		date: '2023-03-07',
		days: 1,
	};
	const made = await as(platform).post(`/employees/${employee}/flex/expenses`, expense);
	expect(made).toMatchObject({ status: 201, body: { state: 'SUBMITTED' } });
	const { id } = made.body;
	expect(id.slice(-6)).toBe(own.id.slice(-6));
	expect(await as(platform).get(`/flex/expenses/${id}`)).toMatchObject({ status: 200, body: { id } });
	const row = await inCell(own.cell).prepare('SELECT author_id FROM expenses WHERE id = ?').bind(id).first();
	expect(row).toEqual({ author_id: platform.userId });
	const guest = await inCell(own.cell)
		.prepare('SELECT email_key, password_hash, home FROM users WHERE id = ?')
		.bind(platform.userId)
		.first();
	expect(guest).toEqual({ email_key: platform.userId, password_hash: null, home: 'D1' });
});

test('a record whose id says nothing about its company is looked for in all cells', async () => {
	const employee = await newEmployee(own);
	const other = employee.replace(/.{6}$/, 'abcdef');
	await inCell(own.cell).batch([
		inCell(own.cell).prepare('PRAGMA defer_foreign_keys = ON'),
		inCell(own.cell).prepare(`INSERT INTO tax_rule_templates (id, date_created, date_modified, name, rules)
			VALUES ('${other}', 0, 0, 'Old', '[]')`),
		inCell(own.cell).prepare(`INSERT INTO tax_rule_template_companies VALUES ('${other}', '${own.id}')`),
	]);
	expect(await as(platform).get(`/flex/tax-rule-templates/${other}`)).toMatchObject({
		status: 200,
		body: { id: other, companyIds: [own.id] },
	});
});

test.each(['companies', 'employees', 'users', 'flex/expenses', 'goodies/planned-vouchers'])(
	'an unknown id below %s is 404, and so is another company',
	async (path) => {
		const unknown = own.id.replace(/^.{8}/, '00000000');
		for (const caller of [platform, inD1.admin, own.admin]) {
			const answer = await as(caller).get(`/${path}/${unknown}`);
			expect(answer).toMatchObject({ status: path.startsWith('goodies') ? answer.status : 404 });
		}
		expect(await as(inD1.admin).get(`/companies/${own.id}`)).toMatchObject({ body: { code: 'not_found' } });
		expect(await as(own.admin).get(`/companies/${inD1.id}`)).toMatchObject({ body: { code: 'not_found' } });
	},
);

test('the platform needs one round trip to the directory, and nobody else needs any', async () => {
	const { trips, bindings } = tracing();
	const tripsOf = async (user: TestUser, path: string) => {
		await as(user, bindings).get('/auth/me');
		trips.length = 0;
		expect((await as(user, bindings).get(path)).status).toBe(200);
		return [...trips];
	};
	expect(await tripsOf(platform, `/companies/${own.id}`)).toEqual(['D1', 'cell']);
	expect(await tripsOf(platform, `/companies/${inD1.id}`)).toEqual(['D1', 'D1']);
	expect(await tripsOf(inD1.admin, `/companies/${inD1.id}`)).toEqual(['D1']);
	expect(await tripsOf(own.admin, `/companies/${own.id}`)).toEqual(['cell']);
});

test('a revoked right ends within 10 seconds in every cell', async () => {
	const path = `/companies/${own.id}`;
	expect((await as(platform).put(path, { maxEmployees: 9 })).status).toBe(200);
	const other = await newUser(['PLATFORM_ADMIN']);
	const taken = { roles: ['COMPANY_ADMIN'], manageableCompanyIds: [inD1.id] };
	expect((await as(other).put(`/users/${platform.userId}`, taken)).status).toBe(200);
	at('2023-03-07T12:00:10.001Z');
	expect((await as(platform).get(path)).status).toBe(404);
	expect((await as(platform).put(path, { maxEmployees: 8 })).status).toBe(404);
});

test('nobody signs in as a guest, and no list of the platform shows one', async () => {
	await as(platform).put(`/companies/${own.id}`, { maxEmployees: 9 });
	const email = `${platform.userId}@guest.invalid`;
	expect(await call('POST', '/auth', { email, password: 'a long enough password' })).toMatchObject({
		status: 401,
	});
	expect((await as({ ...platform, cell: own.cell }).get('/auth/me')).status).toBe(401);
	const users = await as(platform).get(`/users?companyId=${own.id}`);
	expect(users.body.map(({ id }: { id: string }) => id)).toEqual([own.admin.userId]);
});

test('a cell that fails is 503, and the companies of others are not affected', async () => {
	const bindings = withoutCell(own.cell);
	expect(await as(platform, bindings).get(`/companies/${own.id}`)).toMatchObject({
		status: 503,
		body: { code: 'unavailable' },
	});
	expect((await as(platform, bindings).get(`/companies/${inD1.id}`)).status).toBe(200);
});

test('a key of the platform works in a cell', async () => {
	const key = await as(platform).post('/api-keys', { name: 'Setup', operations: ['readCompany'] });
	const headers = { Authorization: `Bearer ${key.body.key}` };
	const answer = await call('GET', `/companies/${own.id}`, undefined, headers);
	expect(answer).toMatchObject({ status: 200, body: { id: own.id } });
});

test('a request that is repeated under its key gets the same answer in a cell', async () => {
	const body = { email: uniqueEmail(), companyId: own.id };
	const headers = { 'Idempotency-Key': 'hire' };
	const [first, second] = [
		await as(platform).send('POST', '/employees', body, headers),
		await as(platform).send('POST', '/employees', body, headers),
	];
	expect(first.status).toBe(201);
	expect(second.body).toEqual(first.body);
	expect(second.headers.get('Idempotency-Replayed')).toBe('true');
});

test('the console shows the platform a company in a cell, its people, its history and its settings', async () => {
	const employee = await newEmployee(own, { firstName: 'Ada', lastName: 'Lovelace' });
	const visitor = browse(await visitOf(platform));
	const page = await visitor.get(`/platform/companies/${own.id}`);
	expect(page.body).toContain(`/console/people?company=${own.id}`);
	expect(page.body).toContain(`/console/platform/users/${own.admin.userId}`);
	for (const path of ['/people', '/history', '/company', '/payroll', '/calendar', '/templates', '/verify']) {
		const shown = await visitor.get(`${path}?company=${own.id}`);
		expect([path, shown.status]).toEqual([path, 200]);
		expect(shown.body).toContain(`Company ${own.id}`);
	}
	expect((await visitor.get(`/people?company=${own.id}`)).body).toContain('Lovelace');
	expect((await visitor.get(`/people/${employee}`)).body).toContain('Lovelace');
	expect((await visitor.get(`/platform/users/${own.admin.userId}`)).status).toBe(200);
});

test.each([
	[
		'en',
		'A company with its own database has its own log',
		'This does not check companies with their own database',
	],
	[
		'de',
		'Ein Unternehmen mit eigener Datenbank hat ein eigenes Protokoll',
		'Unternehmen mit eigener Datenbank werden hier nicht',
	],
])('in %s, pages of the platform say what they leave out', async (language, log, tasks) => {
	const visitor = browse(await visitOf(platform));
	const headers = { 'Accept-Language': language };
	expect((await visitor.get('/platform/access', headers)).body).toContain(log);
	expect((await visitor.get('/today', headers)).body).toContain(tasks);
});

test('the platform views the console as a user in a cell, and the history of the user says so', async () => {
	const visitor = browse(await visitOf(platform));
	const begun = await visitor.post(`/platform/viewing/${own.admin.userId}`, {});
	expect(begun.headers.get('Location')).toBe('/console');
	const people = await visitor.get('/people');
	expect(people).toMatchObject({ status: 200 });
	expect(people.body).toContain(`Company ${own.id}`);
	const refused = await visitor.post('/people/new', { email: uniqueEmail() });
	expect(refused.status).toBe(403);
	const events = await as(own.admin).get('/events?type=user.viewed');
	expect(events.body).toMatchObject([{ recordId: own.admin.userId, actor: { userId: platform.userId } }]);
	await visitor.post('/platform/viewing/end', {});
	expect((await visitor.get('/platform')).status).toBe(200);
	const row = await env.DB.prepare('SELECT viewed_cell FROM sessions WHERE user_id = ?')
		.bind(platform.userId)
		.first();
	expect(row).toEqual({ viewed_cell: null });
});
