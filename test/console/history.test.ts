import { env } from 'cloudflare:workers';
import { beforeEach, describe, expect, test } from 'vitest';
import { browse, type Visit, visitOf } from '../harness/console.ts';
import { counting } from '../harness/counting.ts';
import { as, at, newCompany, newEmployee, newUser, type TestCompany, userOf } from '../harness/service.ts';
import { eachTestFinds } from '../harness/snapshot.ts';
import { newSpender } from '../harness/spending.ts';
import { sentencesOf, turnTo } from './markup.ts';

const ENGLISH = { 'Accept-Language': 'en' };

let company: TestCompany;
let visit: Visit;
let employee: string;
eachTestFinds(async () => {
	at('2026-03-07T12:00:00.000Z');
	company = await newCompany();
	employee = await newEmployee(company, { firstName: 'Erika', lastName: 'Weber', personnelNumber: '17' });
	at('2026-03-08T12:00:00.000Z');
	await as(company.admin).put(`/employees/${employee}`, { costCentre: 'store-9' });
});
beforeEach(async () => {
	visit = await visitOf(company.admin);
});

const open = async (query = '', of = visit) =>
	(await browse(of).get(`/history${query}`, ENGLISH)).body as string;
/** The sentences of a page, without markup. */
describe('the history of a company', () => {
	test('says who did what, before and after, the newest first, and opens to all that an event holds', async () => {
		const body = await open();
		const [changed, created] = sentencesOf(body);
		expect(changed).toMatch(/^person-\S+ changed the master data of Erika Weber: cost centre store-9$/);
		expect(created).toMatch(/^person-\S+ created the person Erika Weber: .*personnel number 17/);
		const { events } = await latest();
		for (const held of [events.requestId, events.id, 'Administrator', events.actor.sessionId]) {
			expect(body).toContain(held);
		}
	});

	test('is filtered by person, actor, kind and day, which stand in the address', async () => {
		const { userId } = await userOf(employee);
		const counts = {
			'?type=employee.updated': 1,
			[`?subject=${employee}`]: 2,
			[`?subject=${userId}`]: 1,
			[`?actor=${company.admin.userId}`]: 3,
			[`?actor=${userId}`]: 0,
			'?from=2026-03-08': 1,
			'?until=2026-03-07&type=employee.created': 1,
			'?from=2026-03-09': 0,
			'?type=nonsense&from=nonsense&after=nonsense': (await latest()).count,
		};
		for (const [query, count] of Object.entries(counts)) {
			expect(sentencesOf(await open(query)), query).toHaveLength(count);
		}
		expect(await open('?from=2026-03-09')).toContain('No changes match these filters.');
		expect(await open(`?subject=${employee}`)).toContain('About Erika Weber');
	});

	test('a person is found by a part of the name, and chosen', async () => {
		const body = await open('?q=web');
		expect(body).toContain(`?subject=${employee}`);
		expect(body).toContain('Erika Weber · 17');
		expect(await open('?q=nobody')).toContain('No people match this search.');
	});

	test('so is somebody who looks after the company without being employed there', async () => {
		const { userId } = await newUser(['FLEX_DOCUMENT_VERIFIER'], [company.id]);
		await as(company.admin).put(`/users/${userId}`, { firstName: 'Viktor', lastName: 'Sommer' });
		const { counted, bindings } = counting();
		const { body } = await browse(visit, bindings).get('/history?q=SOMM', ENGLISH);
		expect(counted.trips).toBe(2);
		expect(body).toContain(`?actor=${userId}`);
		expect(body).toContain('Viktor Sommer · ');
		const stranger = await visitOf((await newCompany()).admin);
		expect(await open('?q=somm', stranger)).toContain('No people match this search.');
	});

	test('nobody is overlooked who looks after the company, neither by accents nor among more than 500', async () => {
		const values = Array.from(
			{ length: 520 },
			(_, n) =>
				`('crowd-${n}', 0, 0, 'crowd-${n}@a.example', 'crowd-${n}@a.example', '["COMPANY_ADMIN"]', 0)`,
		);
		await env.DB.batch([
			env.DB.prepare(
				`INSERT INTO users (id, date_created, date_modified, email, email_key, roles, revision) VALUES ${values.join(', ')}`,
			),
			env.DB.prepare(`INSERT INTO user_companies SELECT id, ? FROM users WHERE id LIKE 'crowd-%'`).bind(
				company.id,
			),
			env.DB.prepare(
				`UPDATE users SET first_name = 'Jörg', last_name = 'Müller', revision = 1 WHERE id = 'crowd-99'`,
			),
		]);
		for (const text of ['mueller', 'Muller', 'MÜLL jö', 'crowd-99@a']) {
			const body = await open(`?q=${encodeURIComponent(text)}`);
			expect(body, text).toContain('Jörg Müller · crowd-99@a.example');
		}
		expect(await open('?q=muller+rg')).toContain('No people match this search.');
	});

	test('nothing of another company is found by any filter, nor is anybody named', async () => {
		const stranger = await visitOf((await newCompany()).admin);
		for (const query of [
			'',
			`?subject=${employee}`,
			`?company=${company.id}`,
			`?actor=${company.admin.userId}`,
		]) {
			const body = await open(query, stranger);
			expect(body, query).not.toContain('Weber');
			expect(body, query).not.toContain('store-9');
		}
		const platform = await visitOf(await newUser(['PLATFORM_ADMIN']));
		expect(await open('', platform)).toContain('Erika Weber');
	});

	test('many pages are led through by a cursor, each in two round trips', async () => {
		for (let n = 0; n < 60; n++)
			await as(company.admin).put(`/employees/${employee}`, { costCentre: `${n}` });
		const seen: string[] = [];
		for (let query: string | undefined = ''; query !== undefined; ) {
			const { counted, bindings } = counting();
			const { body } = await browse(visit, bindings).get(`/history${query}`, ENGLISH);
			expect(counted.trips).toBe(2);
			seen.push(...sentencesOf(body));
			query = turnTo(body, 'next').replace('/history', '') || undefined;
		}
		expect(seen).toHaveLength((await latest()).count);
		expect(seen.slice(0, 2)).toEqual([
			expect.stringMatching(/cost centre 59 \(was 58\)$/),
			expect.stringMatching(/cost centre 58 \(was 57\)$/),
		]);
	});
});

test('the values and the name of an erased person are gone, and the page says so', async () => {
	const platform = as(await newUser(['PLATFORM_ADMIN']));
	await platform.put(`/companies/${company.id}`, { retentionMonths: 0 });
	await as(company.admin).put(`/employees/${employee}`, { dateTerminated: '2026-03-07T00:00:00.000Z' });
	expect(await platform.post(`/employees/${employee}/erasure`)).toMatchObject({ status: 200 });
	const body = await open(`?subject=${employee}`);
	expect(sentencesOf(body)).toContainEqual(
		expect.stringMatching(/changed the master data of Erased person: cost centre erased$/),
	);
	expect(body).toContain('The personal values of this change were erased.');
	for (const gone of ['Weber', 'store-9']) expect(body).not.toContain(gone);
});

describe('the file of the history', () => {
	test('holds what is found, and runs no formula', async () => {
		await as(company.admin).put(`/employees/${employee}`, { lastName: '=1+1', costCentre: '=2+2' });
		const { headers, body } = await browse(visit).get('/history/export?type=employee.updated', ENGLISH);
		expect(headers.get('Content-Disposition')).toBe('attachment; filename="history.csv"');
		const lines = String(body).trim().split('\r\n');
		expect(lines).toHaveLength(3);
		expect(lines[0]).toBe('When,Kind,Person or company,Changed by,Change,Request,Event');
		expect(lines[1]).toContain('cost centre =2+2 (was store-9)');
		expect(lines[2]).toMatch(/^2026-03-08T12:00:00.000Z,Changed the master data,Erika =1\+1,/);
	});
});

/** The latest event of the employee as the API has it, and how many the company has. */
async function latest() {
	const { body } = await as(company.admin).get('/events');
	return {
		events: body.findLast((event: { subject: { id: string } }) => event.subject.id === employee),
		count: body.length,
	};
}

test('a payroll line and an expense are described in words, without a code', async () => {
	at('2023-02-20T12:00:00.000Z');
	const spender = await newSpender();
	at('2023-03-01T12:00:00.000Z');
	await spender.approved();
	const body = await open('', await visitOf(spender.admin));
	expect(sentencesOf(body).join('\n')).toMatch(/passed €\S+ for \S+ on to payroll: for /);
	expect(sentencesOf(body).join('\n')).not.toMatch(/\b[A-Z]{2,}(_[A-Z]+)*\b/);
});
