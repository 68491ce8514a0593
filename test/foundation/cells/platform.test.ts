import { env } from 'cloudflare:workers';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { announceEvents } from '../../../src/foundation/cells/announcements.ts';
import type { Bindings } from '../../../src/foundation/http/env.ts';
import { placeOf, ring } from '../../harness/alarms.ts';
import { inCell, newCompanyInCell, type TestCell, tracing, withoutCell } from '../../harness/cells.ts';
import { browse, visitOf } from '../../harness/console.ts';
import { announced } from '../../harness/following.ts';
import { bearing, newApiKey } from '../../harness/keys.ts';
import { pageOf } from '../../harness/page.ts';
import {
	as,
	at,
	call,
	newCompany,
	newEmployee,
	newUser,
	now,
	openSession,
	type TestCompany,
	type TestUser,
	uniqueEmail,
} from '../../harness/service.ts';
import { newSpender } from '../../harness/spending.ts';

let own: TestCell;
let inD1: TestCompany;
let platform: TestUser;
beforeEach(async () => {
	vi.spyOn(console, 'log').mockImplementation(() => {});
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
	const again = as(await openSession(platform.userId));
	at('2023-03-07T12:00:10.001Z');
	expect((await as(platform).get(path)).status).toBe(401);
	expect((await again.get(path)).status).toBe(404);
	expect((await again.put(path, { maxEmployees: 8 })).status).toBe(404);
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

describe('Today of the platform', () => {
	const shown = async (language = 'en', bindings = env as Bindings) => {
		const visitor = browse(await visitOf(platform), bindings);
		const { status, body } = await visitor.get('/today', { 'Accept-Language': language });
		expect(status).toBe(200);
		return pageOf(body);
	};
	/** The tasks about a company, without its name. */
	const tasksOf = async ({ id }: TestCompany, language = 'en') =>
		(await shown(language))
			.select('.panel')[0]
			?.select('li')
			.map(({ text }) => text)
			.filter((text) => text.includes(id))
			.map((text) => text.slice(`Company ${id}`.length).trim());

	test('says the same about companies in D1 and in cells, as the cells have reported', async () => {
		const before = await tasksOf(own);
		for (const [database, company] of [
			[inCell(own.cell), own],
			[env.DB, inD1],
		] as const) {
			const invited = await newEmployee(company);
			await as(company.admin).post(`/employees/${invited}/invitation`);
			await database
				.prepare(`UPDATE mails SET state = 'bounced', sealed = NULL WHERE company_id = ?`)
				.bind(company.id)
				.run();
			await database.prepare('DELETE FROM user_companies WHERE company_id = ?').bind(company.id).run();
		}
		expect([before, await tasksOf(own)]).toEqual([[], []]);
		await ring(own.cell, '2023-03-07T13:00:00.000Z');
		for (const company of [own, inD1]) {
			expect((await tasksOf(company))?.join()).toMatch(/^no administrator,\d mails? did not arrive$/);
			expect((await tasksOf(company, 'de'))?.join()).toMatch(
				/^keine Administration,\d Mails? nicht zugestellt$/,
			);
		}
		expect((await shown('en')).text).toContain('Companies with their own databases report once an hour.');
		expect((await shown('de')).text).toContain('Unternehmen mit eigener Datenbank melden sich stündlich.');
		const { trips, bindings } = tracing();
		await shown('en', bindings);
		expect(trips).toEqual(['D1', 'D1']);
		expect((await shown('en', withoutCell(own.cell))).text).toContain('no administrator');
		await newUser(['COMPANY_ADMIN'], [own.id], uniqueEmail(), own.cell);
		await ring(own.cell, '2023-03-07T14:00:00.000Z');
		expect(await tasksOf(own)).toEqual([expect.stringMatching(/mails? did not arrive$/)]);
	});

	test('shows what waits in companies of D1 and of cells as their queues have it, and asks no cell', async () => {
		const spenders = [await newSpender({}, own), await newSpender({}, inD1)];
		/** The lines of the two companies, without their names. */
		const linesOf = async (language = 'en', bindings = env as Bindings, user = platform) => {
			const visitor = browse(await visitOf(user), bindings);
			const page = pageOf((await visitor.get('/today', { 'Accept-Language': language })).body);
			const lines = page.select('.panel:last-child li').map(({ text }) => text);
			return [own, inD1].map(({ id }) =>
				lines.flatMap((line) => line.split(`Company ${id} `).slice(1)).join(' and '),
			);
		};
		await env.DB.prepare('UPDATE places SET summary = NULL').run();
		expect(await linesOf()).toEqual(['open the company to see its receipts', 'nothing to review']);
		expect((await linesOf('de'))[0]).toBe('Unternehmen öffnen, um die Belege zu sehen');
		await announced(own.cell);
		const early = await placeOf(own.cell);
		expect(await linesOf()).toEqual(['nothing to review', 'nothing to review']);

		for (const spender of spenders) {
			for (const date of ['2023-03-02', '2023-02-20']) await spender.submitted({ date });
			await spender.approved({ date: '2023-02-10' });
		}
		await announced(own.cell);
		const { trips, bindings } = tracing();
		const [line, same] = await linesOf('en', bindings);
		expect(trips).toEqual(['D1', 'D1']);
		expect([line, line]).toEqual(['2 receipts to verify until the evening of 7 Mar', same]);
		expect(await linesOf('en', withoutCell(own.cell))).toEqual([line, line]);
		for (const { id } of [own, inD1])
			expect((await as(platform).get(`/companies/${id}/flex/expense-queue`)).body).toHaveLength(2);

		// An announcement that was overtaken changes nothing.
		const summary = JSON.parse(String(early?.summary));
		await announceEvents({ name: own.cell }, env, 0, now(), async () => ({ position: 1, summary }));
		expect((await linesOf())[0]).toBe(line);

		// A run repeats what an announcement has lost.
		for (const spender of spenders) expect((await spender.close('2023-02')).status).toBe(201);
		await ring(own.cell, '2023-03-07T13:00:00.000Z');
		at('2023-03-07T13:00:00.000Z');
		const [closed, closedToo] = await linesOf();
		expect([closed, closed === line]).toEqual([closedToo, false]);
	});

	test('names the company in a cell whose only administrator has left, but not the person', async () => {
		const key = await newApiKey({ ...own, admin: platform }, ['createEmployee', 'updateEmployee']);
		const { email } = (await as(platform).get(`/users/${own.admin.userId}`)).body;
		const person = { email, companyId: own.id, firstName: 'Ada', lastName: 'Lovelace' };
		const hired = await bearing(key.key, 'POST', '/employees', person);
		const { employeeId } = hired.body;
		const ended = { dateTerminated: '2023-03-31T23:59:59.999Z' };
		expect((await bearing(key.key, 'PUT', `/employees/${employeeId}`, ended)).status).toBe(200);
		const later = '2023-04-30T23:59:59.999Z';
		at(later);
		await ring(own.cell, later);
		const formers = async (language: string) =>
			(await shown(language)).select('.fault').map(({ text }) => text);
		expect(await formers('en')).toContain(
			`Company ${own.id}: A former employee is the only administrator and no longer works here. The account stays open until you name another administrator. Name an administrator`,
		);
		expect((await formers('de')).join()).toContain(
			'Eine ausgeschiedene Person ist die einzige Administration',
		);
		expect((await shown()).all('link', 'A former employee')[0]?.href).toBe(`/console/people/${employeeId}`);
		expect(JSON.stringify(await placeOf(own.cell))).not.toMatch(/Ada|Lovelace/);
	});
});

test('the list of companies shows the same states of companies in D1 and in cells', async () => {
	const statesIn = async (language = 'en') => {
		const visitor = browse(await visitOf(platform), withoutCell(own.cell));
		const page = pageOf((await visitor.get('/platform', { 'Accept-Language': language })).body);
		const rows = page.select('tr').map(({ text }) => text);
		return [own, inD1].map(({ id }) => {
			const row = rows.find((text) => text.includes(id)) ?? '';
			return Object.values(STATES[language as 'en']).find((state) => row.includes(state));
		});
	};
	await env.DB.prepare('UPDATE places SET summary = NULL').run();
	expect(await statesIn()).toEqual(['not reported yet', 'administrator invited']);
	expect(await statesIn('de')).toEqual(['noch nicht gemeldet', 'Administration eingeladen']);
	for (const [sql, state] of [
		['UPDATE users SET date_registered = 1 WHERE home IS NULL', 'administered'],
		['UPDATE users SET date_registered = NULL', 'administrator invited'],
		['DELETE FROM user_companies', 'has no administrator'],
	] as const) {
		for (const database of [inCell(own.cell), env.DB]) await database.prepare(sql).run();
		await ring(own.cell, now());
		expect(await statesIn()).toEqual([state, state]);
	}
});

const STATES = {
	en: ['not reported yet', 'administered', 'administrator invited', 'has no administrator'],
	de: ['noch nicht gemeldet', 'Administration eingeladen'],
};

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
