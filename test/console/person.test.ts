import { env } from 'cloudflare:workers';
import { beforeEach, expect, test } from 'vitest';
import { browse, type Visit, visitOf } from '../harness/console.ts';
import { pageOf } from '../harness/page.ts';
import { as, at, newCompany, newEmployee, newUser, type TestCompany } from '../harness/service.ts';
import { valueIn } from './markup.ts';

const START = '2023-03-01T00:00:00.000Z';

const budget = { value: 5000, currency: 'EUR_CENT' };

let company: TestCompany;

let employeeId: string;

let visit: Visit;

beforeEach(async () => {
	at('2023-03-10T12:00:00.000Z');
	company = await newCompany();
	employeeId = await newEmployee(company, { firstName: 'Erika', lastName: 'Muster' });
	await as(company.admin).put(`/employees/${employeeId}/flex/access`, {
		budget,
		accumulateBudget: true,
		startDate: START,
	});
	visit = await visitOf(company.admin);
});

const english = { 'Accept-Language': 'en' };

const open = async (path = '') =>
	(await browse(visit).get(`/people/${employeeId}${path}`, english)).body as string;

const send = (path: string, fields: Record<string, string | string[]>) =>
	browse(visit).post(`/people/${employeeId}${path}`, fields, english);

const accesses = async () => (await as(company.admin).get(`/employees/${employeeId}/flex/access`)).body;

const WISH = {
	budget: '60,00',
	currency: 'EUR_CENT',
	startDate: '2023-05-01',
	endDate: '',
	allowedModules: ['MEALS'],
};

test('a preview tells what is cut and what begins, and stores nothing; saving does the same as the API', async () => {
	const before = await accesses();
	const preview = await send('/access', { ...WISH, _do: 'preview' });
	expect(preview.status).toBe(200);
	expect(preview.body).toMatch(/ends 30 April 2023[\s\S]*from 1 May 2023, no end date/);
	expect(await accesses()).toEqual(before);

	const saved = await send('/access', WISH);
	expect(saved.status).toBe(303);
	expect(saved.headers.get('Location')).toMatch(`/console/people/${employeeId}?saved=access`);
	expect(await accesses()).toMatchObject([
		{ validUntil: '2023-04-30T23:59:59.999Z' },
		{ budget: { value: 6000 }, allowedModules: ['MEALS'], validFrom: '2023-05-01T00:00:00.000Z' },
	]);
	const told = pageOf(await open())
		.all('listitem')
		.map(({ text }) => text);
	expect(told).toContainEqual(
		expect.stringMatching(
			/^person-\S*@test\.example shortened the flex budget because a new one begins: until /,
		),
	);
});

test('a form that was made from an older state is refused, and says so', async () => {
	const _etag = valueIn(await open('/access'), '_etag');
	await send('/access', WISH);
	const stale = await send('/access', { ...WISH, budget: '70', _etag });
	expect(stale.status).toBe(412);
	expect(stale.body).toContain('This was changed in the meantime.');
	expect(pageOf(stale.body).values('budget')).toEqual(['70']);
});

test('it says who has changed what, and when, since it was opened, also of a name', async () => {
	const formIn = (body: string) => ({ _etag: valueIn(body, '_etag'), _at: valueIn(body, '_at') });
	const [access, details] = [await open('/access'), await open('/details')];
	at('2023-03-10T12:05:00.000Z');
	const body = { budget: { value: 6000, currency: 'EUR_CENT' }, startDate: '2023-05-01T00:00:00.000Z' };
	await as(company.admin).put(`/employees/${employeeId}/flex/access`, { ...body, accumulateBudget: true });
	await as(company.admin).put(`/employees/${employeeId}`, { lastName: 'Beispiel' });
	at('2023-03-10T12:06:00.000Z');

	const stale = (await send('/access', { ...WISH, ...formIn(access) })).body;
	const noticeIn = (body: string) =>
		pageOf(body)
			.all('status')
			.map(({ text }) => text)
			.join();
	const told = noticeIn(stale);
	expect(told).toContain('Since you opened this form:');
	expect(told).toMatch(/person-\S*@test\.example granted a flex budget: .*€60\.00/);
	expect(told).toMatch(/10 March 2023 at 13:05/);
	expect(told).not.toContain('Beispiel');
	const named = (await send('/details', { lastName: 'Muster', ...formIn(details) })).body;
	expect(noticeIn(named)).toMatch(/Since you opened this form:.*last name Beispiel \(was Muster\)/);
	expect(named).toContain('Changed to “Beispiel” in the meantime.');
});

test('in a refused form, only a field that somebody else changed says so', async () => {
	const body = await open('/details');
	const made = Object.fromEntries(
		['_etag', '_at', 'firstName.made', 'lastName.made', 'costCenter.made'].map((name) => [
			name,
			valueIn(body, name),
		]),
	);
	await as(company.admin).put(`/employees/${employeeId}`, { lastName: 'Beispiel' });
	const mine = { ...made, firstName: 'Rika', lastName: 'Muster', costCenter: '4712' };
	const stale = await send('/details', mine);
	expect(stale.status).toBe(412);
	expect((stale.body as string).match(/Changed to “.*?” in the meantime/g)).toEqual([
		'Changed to “Beispiel” in the meantime',
	]);
});

test('the line of today stands behind all labels', async () => {
	const classes = pageOf(await open())
		.select('.year path, .year rect')
		.map((one) => one.attribute('class'));
	expect(classes).toContain('today');
	expect(classes.indexOf('today')).toBeLessThan(classes.indexOf('access'));
});

test('the rows of the picture are named as people speak of the benefits', async () => {
	await as(company.admin).put(`/employees/${employeeId}/goodies/budget`, {
		budget: { value: 1000, currency: 'EUR_CENT' },
		startDate: '2023-04-01T00:00:00.000Z',
	});
	const rows = async (headers: Record<string, string>) => {
		const { body } = await browse(visit).get(`/people/${employeeId}`, headers);
		return pageOf(body)
			.select('.year text.quiet')
			.map(({ text }) => text);
	};
	expect(await rows(english)).toEqual(expect.arrayContaining(['Flex budget', 'Vouchers']));
	expect(await rows({ 'Accept-Language': 'de' })).toEqual(
		expect.arrayContaining(['Flex-Budget', 'Gutscheine']),
	);
});

test('a leaving that was set to an instant of its own stays at it until another day is typed', async () => {
	const leaving = async () =>
		(await as(company.admin).get(`/employees/${employeeId}`)).body.dateTerminated as string;
	const midnight = '2023-09-30T00:00:00.000Z';
	await as(company.admin).put(`/employees/${employeeId}`, { dateTerminated: midnight });
	const form = await open('/termination');
	expect(pageOf(form).values('dateTerminated')).toEqual(['2023-09-30']);
	const stored = valueIn(form, 'dateTerminated.stored');
	await send('/termination', { dateTerminated: '2023-09-30', 'dateTerminated.stored': stored });
	expect(await leaving()).toBe(midnight);
	await send('/termination', { dateTerminated: '2023-10-31', 'dateTerminated.stored': stored });
	expect(await leaving()).toBe('2023-10-31T23:59:59.999Z');
});

test('a leaving tells how many vouchers fall away, and a day before its window names the earliest one', async () => {
	await as(company.admin).put(`/employees/${employeeId}/goodies/budget`, {
		budget,
		startDate: '2023-04-01T00:00:00.000Z',
	});
	const preview = await send('/termination', { dateTerminated: '2023-09-30', _do: 'preview' });
	expect(preview.body).toMatch(/3 vouchers of 2023[\s\S]*is cancelled/);
	const early = await send('/access', { ...WISH, startDate: '2023-02-01' });
	expect(early.status).toBe(400);
	expect(pageOf(early.body).faultAt('startDate')).toMatch(/^The earliest day is 1 March 2023/);
});

test('a pause that stays as it is is no consequence of another change', async () => {
	await as(company.admin).put(`/employees/${employeeId}`, { datePausedStart: '2023-06-01T00:00:00.000Z' });
	const preview = await send('/details', { costCenter: '4712', _do: 'preview' });
	expect(preview.body).toContain('Nothing would change.');
});

test('nobody is offered changes of one’s own benefits', async () => {
	const { results } = await env.DB.prepare('SELECT user_id FROM employees WHERE id = ?')
		.bind(employeeId)
		.all();
	const userId = String(results[0]?.user_id);
	await env.DB.batch([
		env.DB.prepare('UPDATE users SET roles = ? WHERE id = ?').bind('["EMPLOYEE","COMPANY_ADMIN"]', userId),
		env.DB.prepare('INSERT INTO user_companies VALUES (?, ?)').bind(userId, company.id),
	]);
	visit = await visitOf({ userId });
	const page = await open();
	expect(page).toContain('This is your own page.');
	expect(page).not.toContain(`/people/${employeeId}/access`);
	expect((await send('/access', WISH)).status).toBe(403);
});

test('the page of an erased person says so, in the history too, and offers no change', async () => {
	await as(company.admin).put(`/employees/${employeeId}`, {
		costCentre: 'the secret',
		dateTerminated: START,
	});
	at('2053-03-10T12:00:00.000Z');
	const platform = await newUser(['PLATFORM_ADMIN']);
	expect((await as(platform).post(`/employees/${employeeId}/erasure`)).status).toBe(200);
	visit = await visitOf(company.admin);
	const page = await open();
	expect(page).toMatch(/Erased person[\s\S]*The personal data was erased on 10 March 2053/);
	expect(pageOf(page).text).toContain('cost centre erased');
	expect(page).not.toMatch(/Erika|the secret/);
	expect(page).not.toContain(`/people/${employeeId}/access`);
});

test('the picture has cents where there is room for them, and rounds elsewhere; the table has all of them', async () => {
	const grant = (value: number) =>
		as(company.admin).put(`/employees/${employeeId}/flex/access`, {
			budget: { ...budget, value },
			accumulateBudget: false,
			startDate: START,
		});
	const inPicture = (body: string) =>
		new Set(
			pageOf(body)
				.select('svg .small')
				.map(({ text }) => text),
		);
	await grant(14_470);
	const page = await open();
	expect(inPicture(page)).toEqual(new Set(['€144.70']));
	await grant(123_456);
	expect(inPicture(await open())).toEqual(new Set(['€1,234.56']));
	const { body } = await send('/access', {
		...WISH,
		budget: '1234,56',
		endDate: '2023-06-30',
		_do: 'preview',
	});
	expect(inPicture(body)).toEqual(new Set(['€1,235']));
	expect(pageOf(body).text).toContain('€1,234.56');
});
