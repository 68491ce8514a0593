import { beforeEach, expect, test } from 'vitest';
import { browse, type Visit, visitOf } from '../harness/console.ts';
import { counting } from '../harness/counting.ts';
import { pageOf } from '../harness/page.ts';
import { as, at, newCompany, newEmployee, type TestCompany } from '../harness/service.ts';
import { valueIn } from './markup.ts';

const ENGLISH = { 'Accept-Language': 'en' };
const ACCESS = { budget: '50', currency: 'EUR_CENT', startDate: '2026-04-01', allowedModules: 'MEALS' };

let company: TestCompany;
let visit: Visit;
beforeEach(async () => {
	at('2026-03-07T12:00:00.000Z');
	company = await newCompany();
	visit = await visitOf(company.admin);
});

type Fields = Record<string, string>;
const chosen = (...ids: string[]) => ids.map((id) => `&id=${id}`).join('');
const addressOf = (name: string, query: string) => `/people/many/${name}?company=${company.id}${query}`;
const wish = (name: string, query: string, fields: Fields = {}, bindings?: Parameters<typeof browse>[1]) =>
	browse(visit, bindings).post(addressOf(name, query), fields, ENGLISH);
const preview = (name: string, query: string, fields: Fields = {}) =>
	wish(name, query, { ...fields, _do: 'preview' });
const tagIn = (page: string): string => valueIn(page, '_etag');
const peopleOf = async () => (await as(company.admin).get(`/companies/${company.id}/people`)).body;
const accessOf = async (id: string) => (await as(company.admin).get(`/employees/${id}/flex/access`)).body;

test('selected people stay selected from page to page, and are in the address', async () => {
	const first = await newEmployee(company, { lastName: 'Weber' });
	const second = await newEmployee(company, { lastName: 'Maurer' });
	const { body } = await browse(visit).get(`/people?q=maurer${chosen(first, second)}`, ENGLISH);
	const maurer = pageOf(body).one('checkbox', 'Maurer');
	expect([maurer.attribute('value'), maurer.isTicked]).toEqual([second, true]);
	expect(pageOf(body).values('id').toSorted()).toEqual([first, second].toSorted());
	expect(body).toContain('1 more person is selected on other pages.');
});

test('a preview tells of each what is granted, cut and refused, and stores nothing', async () => {
	const plain = await newEmployee(company, { lastName: 'محمد' });
	const cut = await newEmployee(company, { lastName: '<script>' });
	await as(company.admin).put(`/employees/${cut}/flex/access`, {
		budget: { value: 1000, currency: 'EUR_CENT' },
		accumulateBudget: false,
		startDate: '2026-03-01T00:00:00.000Z',
	});
	const left = await newEmployee(company, { dateTerminated: '2026-03-31T23:59:59.999Z' });
	const { body } = await preview('access', chosen(plain, cut, left), ACCESS);
	const { rows } = pageOf(body);
	expect(rows[0]?.all('link')[0]?.href).toContain(left);
	expect(rows.map(({ text }) => text)).toEqual([
		expect.stringMatching(/after the last working day.*refused/),
		expect.stringMatching(/^<script> .*Shortened the flex budget.*31 March 2026.*changed/),
		expect.stringMatching(/^محمد .*Granted a flex budget.*1 April 2026.*€50\.00/),
	]);
	expect(body).toContain('Do it for 2 people');
	expect(await accessOf(plain)).toEqual([]);
});

test('a double click changes everybody once and reports it twice, the first time with each change, with four round trips', async () => {
	const ids = [await newEmployee(company), await newEmployee(company)];
	await as(company.admin).put(`/employees/${ids[0]}/flex/access`, {
		budget: { value: 1000, currency: 'EUR_CENT' },
		accumulateBudget: false,
		startDate: '2026-04-01T00:00:00.000Z',
	});
	const shown = await preview('access', chosen(...ids), ACCESS);
	expect(shown.body).toContain('Removed the flex budget');
	at('2026-03-07T12:05:00.000Z');
	const form = { ...ACCESS, _etag: tagIn(shown.body), _key: 'k' };
	const { counted, bindings } = counting();
	const first = await wish('access', chosen(...ids), form, bindings);
	expect(counted.trips).toBe(4);
	const second = await wish('access', chosen(...ids), form);
	for (const { status, body } of [first, second]) {
		expect(status).toBe(200);
		expect(body).toMatch(/Done[\s\S]*2 people[\s\S]*changed/);
		for (const id of ids) expect(body).toContain(`/console/people/${id}"`);
	}
	expect(first.body).toMatch(/Granted a flex budget[\s\S]*1 April 2026/);
	expect(await accessOf(ids[0] ?? '')).toHaveLength(1);
});

test('people who can be invited are, others get the reason, and a repetition finds the same report', async () => {
	const [one, two] = [await newEmployee(company), await newEmployee(company)];
	const { body } = await preview('invitation', '&all=on&status=CREATED');
	expect(body).toContain('No people selected.');
	await as(company.admin).post('/employees', {
		companyId: company.id,
		email: 'quiet@demo.example',
		skipSendRegistrationEmail: true,
	});
	const query = '&all=on&status=CREATED';
	const form = { _etag: tagIn((await preview('invitation', query)).body), _key: 'invite' };
	for (const answer of [await wish('invitation', query, form), await wish('invitation', query, form)])
		expect(answer.body).toMatch(/One person[\s\S]*changed[\s\S]*quiet@demo.example/);
	expect(await peopleOf()).toMatchObject([{ state: 'INVITED' }, { state: 'INVITED' }, { state: 'INVITED' }]);
	const [quiet] = (await peopleOf()).filter(({ email }: Fields) => email === 'quiet@demo.example');
	const again = await preview('invitation', chosen(one, two, quiet.employeeId));
	expect(again.body).toMatch(/Nothing would change[\s\S]*3 people[\s\S]*unchanged/);
});

test('groups are moved: out of one, into another, or only added', async () => {
	const sales = await newEmployee(company, { groups: ['sales', 'night'] });
	const other = await newEmployee(company, { groups: ['it'] });
	const move = async (fields: Fields) => {
		const { body } = await preview('group', chosen(sales, other), fields);
		await wish('group', chosen(sales, other), { ...fields, _etag: tagIn(body) });
		return (await peopleOf()).map(({ groups }: { groups: string[] }) => groups.toSorted());
	};
	expect(await move({ from: 'sales', to: 'it' })).toEqual([['it', 'night'], ['it']]);
	expect(await move({ to: 'all' })).toEqual([
		['all', 'it', 'night'],
		['all', 'it'],
	]);
	expect(await move({ from: 'it' })).toEqual([['all', 'night'], ['all']]);
	expect((await wish('group', chosen(sales), {})).body).toContain('Please fill in this field.');
	const full = Array.from({ length: 50 }, (_, index) => `group ${index}`);
	const many = await newEmployee(company, { groups: full });
	expect((await preview('group', chosen(many), { to: 'one more' })).body).toContain(
		'more than 50 groups. Remove one first.',
	);
});

test('people of another company and unknown ones are refused alike, without a name', async () => {
	const foreign = await newCompany();
	const other = await newEmployee(foreign, { lastName: 'Geheim' });
	for (const name of ['invitation', 'access'] as const) {
		const { body } = await preview(name, chosen(other, '00000000-0000-7000-8000-000000000000', 'x'), ACCESS);
		expect(body.match(/This person no longer exists\./g), name).toHaveLength(3);
		expect(body).not.toContain('Geheim');
		expect(body).not.toContain(`/console/people/${other}`);
	}
	expect((await browse(visit).post(`/people/many/access?company=${foreign.id}`, ACCESS)).status).toBe(404);
});

test('when somebody has left since the preview, nothing is done and the new preview is shown', async () => {
	const [one, two] = [await newEmployee(company), await newEmployee(company)];
	const shown = await preview('access', chosen(one, two), ACCESS);
	await as(company.admin).put(`/employees/${two}`, { dateTerminated: '2026-03-31T23:59:59.999Z' });
	const refused = await wish('access', chosen(one, two), { ...ACCESS, _etag: tagIn(shown.body) });
	expect(refused.status).toBe(412);
	expect(refused.body).toContain('after the last working day');
	expect(await accessOf(one)).toEqual([]);
	const done = await wish('access', chosen(one, two), { ...ACCESS, _etag: tagIn(refused.body) });
	expect(done.status).toBe(200);
	expect(await accessOf(one)).toHaveLength(1);
});

test('nobody, more than 200 ticked, and what was never previewed are refused in words', async () => {
	const ids = Array.from({ length: 201 }, (_, n) => `00000000-0000-7000-8000-${String(n).padStart(12, '0')}`);
	expect((await wish('access', '', ACCESS)).body).toContain('No people selected.');
	expect((await preview('access', chosen(...ids), ACCESS)).body).toContain('You can select up to 200 people');
	expect((await preview('access', chosen(...ids.slice(1)), ACCESS)).body).toContain('200 people');
	expect((await wish('access', chosen(await newEmployee(company)), ACCESS)).status).toBe(412);
});
