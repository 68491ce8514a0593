import { env } from 'cloudflare:workers';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { newCellName } from '../../../src/foundation/cells/places.ts';
import { newId } from '../../../src/foundation/core/id.ts';
import type { Bindings } from '../../../src/foundation/http/env.ts';
import { rowsOf, turnTo } from '../../console/markup.ts';
import { inCell, newCompanyInCell, tracing, withoutCell } from '../../harness/cells.ts';
import { browse, visitOf } from '../../harness/console.ts';
import { databaseOver } from '../../harness/database.ts';
import { pageOf } from '../../harness/page.ts';
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
} from '../../harness/service.ts';

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

test('Today of the platform lists the companies of D1 and of cells once, in the same order', async () => {
	const visitor = browse(
		await visitOf(platform),
		withoutCell(...companies.flatMap(({ cell }) => cell ?? [])),
	);
	const namedAfter = async (after: string) =>
		pageOf((await visitor.get(`/today?after=${after}`)).body)
			.select('.panel:last-child li a')
			.map(({ text }) => text.slice('Company '.length));
	const ids = companies.map(({ id }) => id);
	expect(await namedAfter('')).toEqual(ids);
	for (const place of [2, 3]) expect(await namedAfter(ids[place] ?? '')).toEqual(ids.slice(place + 1));
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
		'1 of 3 companies of this page cannot be read at the moment. Try again, or ask for one company only.',
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

describe('the access log of the platform', () => {
	/** Stores an event of a company, or of none, where the company is. */
	async function noted({ cell, id }: { cell?: string; id: string | null }): Promise<string> {
		const event = newId(now());
		await (cell === undefined ? env.DB : inCell(cell))
			.prepare(`INSERT INTO access_events (id, date, type, key, count, user_id, company_id)
				VALUES (?1, ?2, 'access.refused', ?1, 1, 'somebody', ?3)`)
			.bind(event, now(), id)
			.run();
		return event;
	}

	test('holds the events of D1, then those of each cell in the order of their companies, each once', async () => {
		const [own, there]: [string[], string[]] = [[], []];
		for (const company of companies) (company.cell ? there : own).push(await noted(company));
		own.push(await noted({ id: null }));
		const cells = companies.flatMap(({ cell }) => cell ?? []);
		there.splice(1, 0, await noted({ cell: cells[0] ?? '', id: null }));
		const log = '/access-events?userId=somebody';
		expect(idsIn(await as(platform).get(log))).toEqual([...own, ...there]);
		for (const limit of [1, 2, 5]) expect(await pagesOf(`${log}&limit=${limit}`)).toEqual([...own, ...there]);
		const last = await as(platform).get(`${log}&limit=100`);
		const [, monitor = ''] = /^<\/api\/v2([^>]+)>; rel="monitor"$/.exec(last.headers.get('Link') ?? '') ?? [];
		expect(idsIn(await as(platform).get(monitor))).toEqual([]);
		const [later] = [await noted({ id: null }), await noted({ cell: cells[0] ?? '', id: null })];
		const followed = await as(platform).get(monitor);
		expect(idsIn(followed)).toEqual([later]);
		expect(followed.headers.get('Link')).toMatch(/rel="monitor"$/);

		const broken = withoutCell(cells[1] ?? '');
		const answer = await as(platform, broken).get(log);
		expect(answer).toMatchObject({
			status: 503,
			body: { detail: expect.stringMatching(/^1 of 3 companies /) },
		});
		expect((await as(platform, broken).get(`${log}&limit=3`)).status).toBe(200);
		expect((await as(companies[0]?.admin as TestUser).get(log)).status).toBe(403);
	});

	test('is read in the console with the newest event of each database first, and names companies', async () => {
		for (let count = 0; count < 51; count++) await noted({ id: null });
		for (const { id, cell = '' } of companies.slice(2, 5)) if (cell) await noted({ id, cell });
		const visit = await visitOf(platform);
		const read = async (path: string, language = 'en', bindings: Bindings = env) => {
			const { status, body } = await browse(visit, bindings).get(path, { 'Accept-Language': language });
			return { status, text: pageOf(body).text, rows: rowsOf(body), next: turnTo(body, 'next') };
		};
		const first = await read('/platform/access?user=somebody');
		expect(first.rows).toHaveLength(50);
		expect(first.text).toContain('The shared database comes first, then each company with its own database');
		const second = await read(first.next, 'de');
		expect(second.text).toContain('Zuerst kommt die gemeinsame Datenbank, dann jedes Unternehmen');
		const named = second.rows.flatMap((row) => /Company (\S+)/.exec(row)?.[1] ?? []);
		const inCells = companies.filter(({ cell }) => cell).map(({ id }) => id);
		expect([...new Set(named)].slice(-inCells.length)).toEqual(inCells);
		const broken = withoutCell(companies[0]?.cell ?? '');
		expect((await read(first.next, 'en', broken)).status).toBe(503);
		expect((await read('/platform/access?user=somebody', 'en', broken)).status).toBe(200);
	});
});

/** The real databases, but what one empty cell has answered counts for all of these. To begin and ask 900 objects would take long. */
function withOneFor(cells: readonly string[]): { asked: string[]; bindings: Bindings } {
	const ids = new Set(cells);
	const asked: string[] = [];
	const answers = new Map<string, Promise<unknown>>();
	const one = env.CELLS.get(env.CELLS.idFromName(newCellName()));
	const empty = {
		batch(...given: Parameters<typeof one.batch>) {
			const key = JSON.stringify(given);
			const answer = answers.get(key) ?? one.batch(...given);
			answers.set(key, answer);
			return answer;
		},
	};
	const CELLS = {
		idFromName: (name: string) => ({ name }),
		get({ name }: { name: string }) {
			asked.push(name);
			return ids.has(name) ? empty : env.CELLS.get(env.CELLS.idFromName(name));
		},
	} as never;
	return { asked, bindings: { ...env, DB: databaseOver((statements) => env.DB.batch(statements)), CELLS } };
}

test('a page ends when it has asked 900 cells, and the next one goes on there', async () => {
	const made = Array.from({ length: 900 }, () => [newId(now()), newCellName()]);
	await env.DB.prepare(`INSERT INTO places (company_id, cell, schema, company, next_due, date_created)
		SELECT value ->> 0, value ->> 1, '', '{}', 0, 0 FROM json_each(?)`)
		.bind(JSON.stringify(made))
		.run();
	const last = await newCompanyInCell();
	const employee = await newEmployee(last);
	const { asked, bindings } = withOneFor(made.map(([, cell]) => cell ?? ''));
	const first = await as(platform, bindings).get('/employees?limit=1000');
	expect(idsIn(first)).toEqual(everybody());
	expect(new Set(asked).size).toBeGreaterThanOrEqual(900);
	expect(asked).not.toContain(last.cell);
	const second = await as(platform, bindings).get(nextOf(first) ?? '');
	expect(idsIn(second)).toEqual([employee]);
	expect(nextOf(second)).toBeUndefined();
	const whole = await as(platform, bindings).get('/employees');
	expect(whole).toMatchObject({ status: 503, body: { code: 'unavailable' } });
});
