import { env } from 'cloudflare:workers';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { newCellName } from '../../src/cells/places.ts';
import { newId } from '../../src/core/id.ts';
import { newCompanyInCell, tracing, withoutCell } from '../harness/cells.ts';
import {
	type Answer,
	as,
	at,
	newCompany,
	newEmployee,
	newUser,
	now,
	type TestUser,
	uniqueEmail,
} from '../harness/service.ts';

type Company = Awaited<ReturnType<typeof newCompany>> & { cell?: string; people: string[] };

const companies: Company[] = [];
let platform: TestUser;

/** Four companies in D1 and four in cells, in turns, with one, two or three people each. */
beforeAll(async () => {
	at('2023-03-07T12:00:00.000Z');
	for (let number = 0; number < 8; number++) {
		const company = number % 2 === 0 ? await newCompanyInCell() : await newCompany();
		const people: string[] = [];
		for (let person = 0; person <= number % 3; person++) {
			people.push(await newEmployee(company, { groups: [number < 4 ? 'early' : 'late'] }));
		}
		const template = { name: `Meals ${number}`, companyIds: [company.id] };
		expect((await as(company.admin).post('/flex/tax-rule-templates', template)).status).toBe(201);
		companies.push({ ...company, people });
	}
	platform = await newUser(['PLATFORM_ADMIN']);
});
beforeEach(() => at('2023-03-07T12:00:00.000Z'));

const everybody = (some = companies) => some.flatMap(({ people }) => people);
const idsIn = ({ body }: Answer): string[] =>
	body.map(({ id, employeeId = id }: Record<string, string>) => employeeId);
const nextOf = ({ headers }: Answer): string | undefined =>
	/<([^>]+)>; rel="next"/.exec(headers.get('Link') ?? '')?.[1]?.replace(/^.*\/api\/v2/, '');

async function pagesOf(path: string, bindings = env): Promise<string[]> {
	const ids: string[] = [];
	for (let next: string | undefined = path; next !== undefined; ) {
		const page = await as(platform, bindings).get(next);
		expect(page.status).toBe(200);
		ids.push(...idsIn(page));
		next = nextOf(page);
	}
	return ids;
}

test('the list of employees holds those of D1 and of cells in the order of their companies', async () => {
	expect(idsIn(await as(platform).get('/employees'))).toEqual(everybody());
});

test.each([1, 2, 3, 5, 8, 100])(
	'pages of %i employees hold everybody once, in the same order',
	async (limit) => {
		expect(await pagesOf(`/employees?limit=${limit}`)).toEqual(everybody());
	},
);

test.each([1, 2, 7])(
	'pages of %i employees in the order of their changes hold everybody once',
	async (limit) => {
		const since = encodeURIComponent('2023-03-07T00:00:00.000Z');
		const changed = companies[2]?.people[0];
		at('2023-03-07T12:30:00.000Z');
		await as(platform).put(`/employees/${changed}`, { costCenter: `${limit}` });
		const ids = await pagesOf(`/employees?limit=${limit}&modifiedSince=${since}`);
		expect(ids.toSorted()).toEqual(everybody().toSorted());
		const [start, end] = [
			ids.indexOf(everybody(companies.slice(0, 2)).at(-1) ?? ''),
			ids.indexOf(changed ?? ''),
		];
		expect(end - start).toBe(companies[2]?.people.length);
	},
);

test('a filter applies to all databases', async () => {
	expect(await pagesOf('/employees?limit=2&group=late')).toEqual(everybody(companies.slice(4)));
	expect(idsIn(await as(platform).get('/employees?group=none'))).toEqual([]);
});

test('an address is looked for in its cell only', async () => {
	const [inCell, inD1] = companies as [Company, Company];
	for (const company of [inCell, inD1]) {
		const email = uniqueEmail();
		const id = await newEmployee(company, { email, dateTerminated: '2023-02-28T23:59:59.999Z' });
		const { trips, bindings } = tracing();
		await as(platform, bindings).get('/auth/me');
		trips.length = 0;
		const found = await as(platform, bindings).get(
			`/employees?email=${encodeURIComponent(email.toUpperCase())}`,
		);
		expect(idsIn(found)).toEqual([id]);
		expect(trips).toEqual(company === inCell ? ['D1', 'cell'] : ['D1']);
		company.people.push(id);
	}
});

test('templates come in the order of company, and the built-in one comes first and once', async () => {
	const whole = await as(platform).get('/flex/tax-rule-templates');
	const names = whole.body.map(({ name }: { name: string }) => name);
	expect(names.slice(1)).toEqual(companies.map((_, number) => `Meals ${number}`));
	for (const limit of [1, 3, 4]) {
		expect(await pagesOf(`/flex/tax-rule-templates?limit=${limit}`)).toEqual(idsIn(whole));
	}
});

test('companyId asks one database', async () => {
	const { trips, bindings } = tracing();
	for (const { id, people } of companies) {
		expect(idsIn(await as(platform, bindings).get(`/employees?companyId=${id}`))).toEqual(people);
	}
	expect(trips.filter((one) => one === 'cell')).toHaveLength(4);
});

test('a page asks one cell, then three, and stops when it is full', async () => {
	const asked = async (limit: number) => {
		const { trips, bindings } = tracing();
		await as(platform, bindings).get('/auth/me');
		trips.length = 0;
		expect((await as(platform, bindings).get(`/employees?limit=${limit}`)).status).toBe(200);
		return trips;
	};
	expect(await asked(1)).toEqual(['D1', 'cell']);
	// The fourth cell lies behind the companies of D1 that fill the page.
	expect(await asked(6)).toEqual(['D1', 'cell', 'cell', 'cell']);
});

test('a list that cannot read a cell says how many companies are missing, and never returns less', async () => {
	const third = companies[4] as Company;
	const bindings = withoutCell(third.cell ?? '');
	const answer = await as(platform, bindings).get('/employees');
	expect(answer).toMatchObject({ status: 503, body: { code: 'unavailable' } });
	expect(answer.body.detail).toBe(
		'1 of 3 companies of this page cannot be read at the moment. Try again, or read one company with companyId.',
	);
	expect(answer.headers.get('Retry-After')).toBe('2');
	const before = everybody(companies.slice(0, 4));
	expect(idsIn(await as(platform, bindings).get(`/employees?limit=${before.length - 1}`))).toEqual(
		before.slice(0, -1),
	);
	expect((await as(platform, bindings).get(`/employees?companyId=${third.id}`)).status).toBe(503);
	expect((await as(platform, bindings).get('/companies')).status).toBe(200);
});

test.each([
	['zzz', '0'],
	['00000000-0000-7000-8000-000000000000', 'zzz'],
])('a made-up cursor in company %s is only a place in the list', async (companyId, id) => {
	const cursor = encodeURIComponent(btoa(JSON.stringify([companyId, id])));
	const answer = await as(platform).get(`/employees?limit=100&cursor=${cursor}`);
	expect(answer.status === 400 || [everybody().length, 0].includes(answer.body.length)).toBe(true);
});

test('the cursor of a platform administrator shows others nothing more', async () => {
	const [, inD1, inCell] = companies as [Company, Company, Company];
	const next = nextOf(await as(platform).get('/employees?limit=1'));
	for (const company of [inD1, inCell]) {
		const mine = idsIn(await as(company.admin).get(next?.replace('limit=1', 'limit=100') ?? ''));
		expect(mine).toEqual(company.people);
	}
});

test('a page ends when it has asked 900 cells, and the next one goes on there', {
	timeout: 60_000,
}, async () => {
	const made = Array.from({ length: 900 }, () => [newId(now()), newCellName()]);
	await env.DB.prepare(`INSERT INTO places (company_id, cell, schema, company, next_due, date_created)
		SELECT value ->> 0, value ->> 1, '', '{}', 0, 0 FROM json_each(?)`)
		.bind(JSON.stringify(made))
		.run();
	const last = await newCompanyInCell();
	const employee = await newEmployee(last);
	const first = await as(platform).get('/employees?limit=1000');
	expect(idsIn(first)).toEqual(everybody());
	const second = await as(platform).get(nextOf(first) ?? '');
	expect(idsIn(second)).toEqual([employee]);
	expect(nextOf(second)).toBeUndefined();
	expect(await as(platform).get('/employees')).toMatchObject({ status: 503, body: { code: 'unavailable' } });
});
