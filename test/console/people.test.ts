import { env } from 'cloudflare:workers';
import { beforeEach, describe, expect, test } from 'vitest';
import { browse, type Visit, visitOf } from '../harness/console.ts';
import { counting } from '../harness/counting.ts';
import { register } from '../harness/mail.ts';
import { pageOf } from '../harness/page.ts';
import { as, at, newCompany, newEmployee, newUser, type TestCompany, userOf } from '../harness/service.ts';
import { rowsOf, valueIn } from './markup.ts';

const ENGLISH = { 'Accept-Language': 'en' };
const day = (date: string) => `2026-${date}T00:00:00.000Z`;

let company: TestCompany;
let visit: Visit;
beforeEach(async () => {
	at('2026-03-07T12:00:00.000Z');
	company = await newCompany();
	visit = await visitOf(company.admin);
});

const open = (path: string, of = visit) => browse(of).get(`/people${path}`, ENGLISH);
const peopleOf = async ({ id, admin }: TestCompany) => (await as(admin).get(`/companies/${id}/people`)).body;

test('an empty company says what to do, and an empty search how to see everybody again', async () => {
	expect((await open('')).body).toContain('No people yet. Create a person');
	await newEmployee(company, { lastName: 'Weber' });
	for (const query of ['?q=xyz', '?q=%25', '?q=%00', '?status=CLOSED', '?group=none', '?costCenter=none']) {
		const { status, body } = await open(query);
		expect(status, query).toBe(200);
		expect(body, query).toContain('No people match these filters.');
	}
});

test('the filter is in the address: text, status, group, cost centre and missing details', async () => {
	await newEmployee(company, {
		lastName: 'Weber',
		groups: ['sales'],
		costCenter: '47',
		personnelNumber: '1',
	});
	await newEmployee(company, { lastName: 'Maurer', groups: ['it'], costCenter: '11' });
	for (const query of ['q=web', 'group=sales', 'costCenter=47', 'group=sales&costCenter=47&q=web']) {
		const { body } = await open(`?${query}`);
		expect(rowsOf(body), query).toHaveLength(1);
		expect(body, query).toContain('Weber');
	}
	const { body } = await open('?missing=PERSONNEL_NUMBER');
	expect(body).toContain('Maurer');
	expect(body).not.toContain('Weber');
});

test('names are shown as they are, however they are written', async () => {
	const names = ['<script>alert(1)</script>', 'محمد', 'x'.repeat(255)];
	for (const lastName of names) await newEmployee(company, { lastName });
	const { body } = await open('');
	const people = pageOf(body).one('table', 'People');
	expect(people.all('link').map(({ name }) => name)).toEqual(expect.arrayContaining(names));
	expect(people.select('script')).toHaveLength(0);
});

/** Opens a page of the list, and returns it with the rows that were read for it. */
async function counted(query: string) {
	const { counted, bindings } = counting();
	const { body } = await browse(visit, bindings).get(`/people?company=${company.id}&${query}`, ENGLISH);
	expect(counted.trips).toBe(2);
	return { body, rowsRead: counted.rowsRead };
}

test('a page reads 50 of 10,000 people; a filter or an order reads a few rows of each to count or sort', async () => {
	await hire(company.id, 10_000);
	await counted('');
	const all = await counted('');
	expect(all.body).toContain('10,000 people');
	expect(all.rowsRead).toBeLessThan(51 * 12);
	for (const [query, each] of [
		['q=employee9', 5],
		['missing=BUDGET', 5],
		['status=PAUSED', 10],
		['sort=NUMBER', 5],
		['sort=NAME', 5],
		['sort=STATUS', 8],
	] as const) {
		const { rowsRead } = await counted(query);
		expect(rowsRead / 10_000, query).toBeLessThan(each);
	}
});

test.each([
	['NAME', ['Äcker', 'Adler', 'Zander']],
	['NUMBER', ['Zander', 'Äcker', 'Adler']],
	['STATUS', ['Adler', 'Zander', 'Äcker']],
])('people are sorted by %s, on every page, and the order is in the address', async (sort, names) => {
	await newEmployee(company, { lastName: 'Zander', personnelNumber: '0001' });
	await newEmployee(company, { lastName: 'Adler', skipSendRegistrationEmail: true });
	await newEmployee(company, { lastName: 'Äcker', personnelNumber: '17', dateTerminated: day('03-31') });
	const { body } = await open(`?sort=${sort}`);
	const shown = pageOf(body).one('table', 'People');
	expect(shown.all('link').map(({ name }) => name)).toEqual(names);
	expect(shown.select('[aria-sort]')).toHaveLength(1);
	expect(valueIn(body, 'sort')).toBe(sort);
	await hire(company.id, 99);
	const ids = [];
	for (let after = ''; ; ) {
		const { body } = await open(`?sort=${sort}${after && `&after=${encodeURIComponent(after)}`}`);
		ids.push(
			...pageOf(body)
				.select('input[name=id]')
				.map((box) => box.attribute('value')),
		);
		after = pageOf(body).select('button[name=after]')[0]?.attribute('value') ?? '';
		if (after === '') break;
	}
	expect([ids.length, new Set(ids).size]).toEqual([102, 102]);
});

test('paused and leaving people are found by their status, and the page says how many of all match', async () => {
	const paused = await newEmployee(company);
	await as(company.admin).put(`/employees/${paused}`, { datePausedStart: day('03-01') });
	const leaving = await newEmployee(company, { dateTerminated: day('03-31') });
	await newEmployee(company);
	for (const [status, id] of [
		['PAUSED', paused],
		['LEAVING', leaving],
	]) {
		const { body } = await open(`?status=${status}`);
		expect(
			pageOf(body)
				.select('input[name=id]')
				.map((box) => box.attribute('value')),
		).toEqual([id]);
		expect(body).toContain('1 of 3 match');
	}
});

test('one button selects all people of the page, without a script', async () => {
	await hire(company.id, 51);
	const { body } = await open('?tick=page');
	const boxes = pageOf(body).select('input[name=id]');
	expect([boxes.length, boxes.filter(({ isTicked }) => isTicked).length]).toEqual([50, 50]);
});

test('10,000 people are led through 50 at a time, in two round trips each', async () => {
	await hire(company.id, 10_000);
	const { counted, bindings } = counting();
	let address = `?company=${company.id}&missing=BUDGET`;
	for (let page = 0; page < 3; page++) {
		const { body } = await browse(visit, bindings).get(`/people${address}`, ENGLISH);
		expect(rowsOf(body)).toHaveLength(50);
		const after = valueIn(body, 'after');
		expect(pageOf(body).one('main').values('missing')).toContain('BUDGET');
		address = `?company=${company.id}&missing=BUDGET&after=${after}`;
	}
	expect(counted.trips).toBe(6);
	expect(counted.rowsRead).toBeLessThan(3 * (51 * 12 + 10_000 * 5));
});

test('a user who manages several companies selects one, and people of others are not found', async () => {
	const [second, foreign] = [await newCompany(), await newCompany()];
	const several = await visitOf(await newUser(['COMPANY_ADMIN'], [company.id, second.id]));
	expect((await open('', several)).body).toContain(`/console/people?company=${second.id}`);
	expect((await open(`?company=${second.id}`, several)).status).toBe(200);
	for (const path of ['', '/new', '/export'])
		expect((await open(`${path}?company=${foreign.id}`, several)).status, path).toBe(404);
});

test('a person is created once by a double click, with an invitation or without', async () => {
	const form = {
		_key: 'once',
		email: 'ada@demo.example',
		groups: 'sales, it',
		invitation: 'on',
		language: 'en',
	};
	const path = `/people/new?company=${company.id}`;
	const [first, second] = [await browse(visit).post(path, form), await browse(visit).post(path, form)];
	expect(first.status).toBe(303);
	expect(second.headers.get('Location')).toBe(first.headers.get('Location'));
	const { invitation: _, ...quiet } = { ...form, _key: 'quiet', email: 'bob@demo.example' };
	await browse(visit).post(path, quiet);
	expect(await peopleOf(company)).toMatchObject([
		{ email: 'ada@demo.example', state: 'INVITED', groups: ['sales', 'it'] },
		{ email: 'bob@demo.example', state: 'CREATED' },
	]);
});

test('a preview of a creation tells of account and mail, and creates nobody', async () => {
	const form = { _do: 'preview', email: 'eve@demo.example', firstName: 'محمد', language: 'en' };
	const preview = async (more: object) =>
		(await browse(visit).post(`/people/new?company=${company.id}`, { ...form, ...more }, ENGLISH)).body;
	const mailed = await preview({ invitation: 'on', groups: 'sales' });
	expect(mailed).toMatch(
		/data-preview[\s\S]*محمد[\s\S]*sales[\s\S]*is opened[\s\S]*An invitation to eve@demo.example/,
	);
	expect(await preview({})).toContain('No invitation');
	const clerk = await newUser(['COMPANY_ADMIN'], [company.id], 'clerk@demo.example');
	const joining = { email: 'clerk@demo.example', invitation: 'on' };
	expect(await preview(joining)).toMatch(/becomes an employee too[\s\S]*An invitation to clerk@demo.example/);
	await register(clerk.userId);
	expect(await preview(joining)).toMatch(/becomes an employee too[\s\S]*No invitation/);
	expect(await preview({ email: 'nobody' })).toContain('This is not possible.');
	expect(await peopleOf(company)).toEqual([]);
});

test('an address that is taken is refused at its field, and what was typed stays', async () => {
	await newEmployee(company, { email: 'taken@demo.example' });
	const form = { email: 'taken@demo.example', lastName: 'Weber', language: 'en' };
	const { status, body } = await browse(visit).post(`/people/new?company=${company.id}`, form, ENGLISH);
	expect(status).toBe(409);
	expect(body).toContain('Another user already has this e-mail address.');
	expect(pageOf(body).values('lastName')).toEqual(['Weber']);
});

test('a user who has lost the role meanwhile neither sees nor saves', async () => {
	await env.DB.prepare('UPDATE users SET roles = \'["EMPLOYEE"]\' WHERE id = ?').bind(visit.userId).run();
	expect((await open(`?company=${company.id}`)).status).toBe(404);
	expect((await browse(visit).post(`/people/new?company=${company.id}`, {})).status).toBe(403);
});

test('an export holds everybody who is found, in columns that an import takes back', async () => {
	await newEmployee(company, { email: 'a@demo.example', lastName: 'a;=1+1;b', groups: ['it', 'sales'] });
	await newEmployee(company, { email: 'b@demo.example', lastName: 'Weber' });
	const { body, headers } = await open('/export?group=it');
	expect(headers.get('Content-Disposition')).toContain('people.csv');
	expect(body.split('\r\n').slice(1)).toEqual(['a@demo.example,,"a;\'=1+1;b",,,it|sales,invited', '']);
});

/** Hires many at once, past the API. */
let hired = 0;

async function hire(companyId: string, count: number): Promise<void> {
	const first = hired + 1;
	hired += count;
	const people = `WITH RECURSIVE n(i) AS (SELECT ${first} UNION ALL SELECT i + 1 FROM n WHERE i < ${hired}),
		p AS (SELECT printf('00000000-0000-7000-8000-%012d', i) AS k, 'm' || i || '@many.example' AS e FROM n)`;
	await env.DB.prepare(
		`INSERT INTO users (id, date_created, date_modified, email, email_key, roles) ${people}
		SELECT k, 0, 0, e, e, '["EMPLOYEE"]' FROM p`,
	).run();
	await env.DB.prepare(
		`INSERT INTO employees (id, date_created, date_modified, company_id, user_id, "groups", revision) ${people}
		SELECT k, 0, 0, '${companyId}', k, '[]', 0 FROM p`,
	).run();
}

interface Given {
	skipSendRegistrationEmail?: boolean;
	[date: string]: unknown;
}

test.each<[string, Given]>([
	['not invited', { skipSendRegistrationEmail: true }],
	['invited 7 March 2026', {}],
	['paused until 30 April 2026', { datePausedStart: day('03-01'), datePausedEnd: day('05-01') }],
	['paused', { datePausedStart: day('03-01') }],
	['leaving 30 April 2026', { dateTerminated: '2026-04-30T23:59:59.999Z', datePausedStart: day('04-01') }],
	['left 1 March 2026', { dateTerminated: day('03-01') }],
])(
	'beside the name stands the status: %s',
	async (status, { skipSendRegistrationEmail, ...changes }: Given) => {
		const id = await newEmployee(company, { skipSendRegistrationEmail });
		await as(company.admin).put(`/employees/${id}`, changes);
		const people = pageOf((await open('')).body).one('table', 'People');
		expect(people.select('.badge').map(({ text }) => text)).toEqual([status]);
	},
);

test('the status says that an invitation was not delivered, until the person is active', async () => {
	const userId = (await userOf(await newEmployee(company))).userId;
	const status = async () =>
		pageOf((await open('')).body)
			.select('.badge')
			.map(({ text }) => text);
	await env.DB.prepare("UPDATE mails SET state = 'bounced', sealed = NULL WHERE user_id = ?")
		.bind(userId)
		.run();
	expect(await status()).toEqual(['invitation not delivered']);
	const password = 'correct horse battery staple';
	await as(await newUser(['PLATFORM_ADMIN'])).put(`/users/${userId}`, { password });
	expect(await status()).toEqual(['active']);
	await as(company.admin).post(`/users/${userId}/closure`);
	expect(await status()).toEqual(['account closed']);
});

describe('chips of the status', () => {
	const chips = (body: string) =>
		pageOf(body)
			.select('button[name=status]')
			.map((chip) => [chip.attribute('value'), chip.text, chip.attribute('aria-current')]);

	test('show which one is in the address, and a search keeps it', async () => {
		const { body } = await open('?status=LEAVING&q=weber');
		expect(chips(body)).toEqual([
			['', 'All', null],
			['REGISTERED', 'active', null],
			['CREATED', 'not invited', null],
			['INVITED', 'invited', null],
			['UNDELIVERED', 'invitation not delivered', null],
			['LEAVING', 'leaving', 'true'],
			['PAUSED', 'paused', null],
			['CLOSED', 'account closed', null],
			['TERMINATED', 'left', null],
		]);
		expect(valueIn(body, 'status')).toBe('LEAVING');
		expect(chips((await open('')).body)[0]).toEqual(['', 'All', 'true']);
	});

	test('replace each other, and keep the selected people', async () => {
		const leaving = await newEmployee(company, { dateTerminated: day('03-31') });
		const other = await newEmployee(company);
		const { body } = await open(`?status=LEAVING&id=${other}&status=`);
		expect(rowsOf(body)).toHaveLength(2);
		expect(pageOf(body).values('id').toSorted()).toContain(other);
		expect(rowsOf((await open(`?status=&status=LEAVING&id=${other}`)).body)).toHaveLength(1);
		expect(pageOf((await open(`?status=LEAVING&id=${leaving}`)).body).one('checkbox', /@/).isTicked).toBe(
			true,
		);
	});
});

test('the order can be chosen beside the list too, for screens without heads of columns', async () => {
	await newEmployee(company);
	const { body } = await open('?sort=NUMBER');
	const order = pageOf(body)
		.select('.order button[name=sort]')
		.map((chip) => [chip.attribute('value'), chip.text, chip.attribute('aria-current')]);
	expect(order).toEqual([
		['NAME', 'Name', null],
		['NUMBER', 'Personnel number', 'true'],
		['STATUS', 'Status', null],
	]);
	expect((await browse(visit).get('/people', { 'Accept-Language': 'de' })).body).toContain('Sortieren nach');
});
