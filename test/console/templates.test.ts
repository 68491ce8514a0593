import { beforeEach, expect, test } from 'vitest';
import { browse, type Visit, visitOf } from '../harness/console.ts';
import { counting } from '../harness/counting.ts';
import { pageOf } from '../harness/page.ts';
import { as, at, newCompany, newEmployee, newUser, type TestCompany } from '../harness/service.ts';
import { rowsOf, valueIn } from './markup.ts';

const ENGLISH = { 'Accept-Language': 'en' };

let company: TestCompany;
let visit: Visit;
beforeEach(async () => {
	at('2026-03-07T12:00:00.000Z');
	company = await newCompany();
	visit = await visitOf(company.admin);
});

const open = (path = '', of = visit) => browse(of).get(`/templates${path}`, ENGLISH);
const send = (fields: Record<string, string>) => browse(visit).post('/templates/new', fields, ENGLISH);
const templates = async () => (await as(company.admin).get('/flex/tax-rule-templates')).body.slice(1);

/** Gives a new employee an access by a template. */
async function grant(flexTaxRuleTemplateId: string, startDate: string, fields: object = {}): Promise<string> {
	const id = await newEmployee(company, fields);
	const budget = { value: 5000, currency: 'EUR_CENT' };
	const access = { budget, accumulateBudget: true, startDate, flexTaxRuleTemplateId };
	expect(await as(company.admin).put(`/employees/${id}/flex/access`, access)).toMatchObject({ status: 200 });
	return id;
}

test('a template is made of rules, and leads to its page', async () => {
	const first = { name: 'Meals', 'budget-0': '115,05', 'days-0': '15' };
	const more = await send({ ...first, rules: '1', _do: 'another' });
	expect(more.status).toBe(200);
	expect(pageOf(more.body).values('budget-0')).toEqual(['115,05']);
	expect(pageOf(more.body).values('budget-1')).toEqual(['']);
	expect(await templates()).toEqual([]);
	const made = await send({ ...first, rules: '2', 'transport-1': 'on' });
	expect(made.status).toBe(303);
	expect(await templates()).toMatchObject([
		{
			name: 'Meals',
			companyIds: [company.id],
			rules: [
				{ budgets: [{ budget: { value: 11505, currency: 'EUR_CENT' } }], maxDaysPerMonth: 15 },
				{ budgets: [], maxDaysPerMonth: null, isOnlyPublicTransportAllowed: true },
			],
		},
	]);
	const { body } = await browse(visit).get(
		made.headers.get('Location')?.slice('/console'.length) ?? '',
		ENGLISH,
	);
	expect(body).toContain('up to €115.05 per month; up to 15 days per month');
	expect(body).toContain('public transport only');
	expect(body).toContain('No budget uses this template yet.');
	const [{ id }] = await templates();
	expect(valueIn((await open(`/new?like=${id}`)).body, 'budget-0')).toBe('115.05');
});

test.each([
	[{ 'budget-0': 'x' }, 'budget-0'],
	[{ 'days-0': '32' }, 'days-0'],
	[{ 'days-0': 'x' }, 'days-0'],
	[{ name: '' }, 'name'],
])('invalid entries are refused at their field: %j', async (fields, name) => {
	const { status, body } = await send({ name: 'Meals', rules: '1', ...fields });
	expect(status).toBe(400);
	expect(pageOf(body).faultAt(name)).toMatch(/./);
});

test('present and future users of a template are listed, former ones are not', async () => {
	const { body: template } = await as(company.admin).post('/flex/tax-rule-templates', {
		name: 'Meals',
		companyIds: [company.id],
	});
	const now = '2026-03-07T00:00:00.000Z';
	await grant(template.id, now, { lastName: 'Present' });
	await grant(template.id, '2026-05-01T00:00:00.000Z', { lastName: 'Future' });
	await grant(template.id, now, { lastName: 'Leaving', dateTerminated: '2026-06-30T23:59:59.999Z' });
	await grant(template.id, now, { lastName: 'Gone', dateTerminated: '2026-03-31T23:59:59.999Z' });
	await grant('default', now, { lastName: 'Other' });
	at('2026-04-01T00:00:00.000Z');
	const page = await browse(await visitOf(company.admin)).get(`/templates/${template.id}`, ENGLISH);
	const { rows } = pageOf(page.body);
	const rowOf = (name: string) => rows.find((row) => row.all('link', name).length > 0)?.text;
	expect(rowOf('Present')).toContain('no end date');
	expect(rowOf('Leaving')).toContain('30 June 2026');
	expect(rowOf('Future')).toBeDefined();
	for (const name of ['Gone', 'Other']) expect(page.body).not.toContain(name);
	const list = await browse(await visitOf(company.admin)).get('/templates', ENGLISH);
	const cells = pageOf(list.body)
		.one('row', /^Meals /)
		.all('cell', /^\d+$/);
	expect(cells.map(({ text }) => text)).toEqual(['2', '1']);
});

test('the accesses by a template are led through 50 at a time, and read only the company', async () => {
	for (let number = 0; number < 3; number++) await grant('default', '2026-03-07T00:00:00.000Z');
	const { counted, bindings } = counting();
	const { body } = await browse(visit, bindings).get('/templates/default', ENGLISH);
	expect(rowsOf(body)).toHaveLength(3);
	expect(counted.trips).toBe(2);
	expect(counted.rowsRead).toBeLessThan(63);
});

test('a template of another company is not found, and nothing of it is copied', async () => {
	const other = await newCompany();
	const { body } = await as(other.admin).post('/flex/tax-rule-templates', {
		name: 'Theirs',
		companyIds: [other.id],
	});
	for (const path of [`/${body.id}`, `/new?like=${body.id}`, `?company=${other.id}`])
		expect((await open(path)).status, path).toBe(404);
	const verifier = await visitOf(await newUser(['FLEX_DOCUMENT_VERIFIER'], [company.id]));
	expect((await open('/default', verifier)).body).not.toContain('/templates/new');
});
