import { env } from 'cloudflare:workers';
import { beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import type { Bindings } from '../../../src/foundation/http/env.ts';
import {
	inCell,
	newCompanyInCell,
	type TestCell,
	tracing,
	withoutCell,
	withSilentCell,
} from '../../harness/cells.ts';
import { browse, visitOf } from '../../harness/console.ts';
import { announced } from '../../harness/following.ts';
import { pageOf } from '../../harness/page.ts';
import {
	as,
	at,
	newCompany,
	newEmployee,
	newUser,
	openSession,
	runCron,
	type TestCompany,
	type TestUser,
	uniqueEmail,
} from '../../harness/service.ts';
import { newSpender } from '../../harness/spending.ts';
import { newAdviser, newCells } from './people.ts';

let first: TestCell;
let second: TestCell;
let third: TestCell;
let inD1: TestCompany;
let platform: TestUser;
/** The companies in cells that tests share. Those which look at all of a company begin with `newOnes`. */
const newOnes = async () => {
	[first, second, third] = await newCells();
	inD1 = await newCompany();
};
beforeAll(async () => {
	at('2023-03-07T12:00:00.000Z');
	await newOnes();
});
beforeEach(async () => {
	at('2023-03-07T12:00:00.000Z');
	inD1 = await newCompany();
	platform = await newUser(['PLATFORM_ADMIN']);
});

/** The companies of an adviser: one in D1, and two in cells. */
const mine = () => [inD1, first, second];

const statusOf = async (user: TestUser, company: TestCompany) =>
	(await as(user).get(`/companies/${company.id}/payroll-settings`)).status;

const rowIn = (cell: string, userId: string) =>
	inCell(cell)
		.prepare(`SELECT email, email_key, password_hash, home, first_name, (SELECT json_group_array(company_id)
			FROM user_companies WHERE user_id = users.id) AS companies FROM users WHERE id = ?`)
		.bind(userId)
		.first();

test('a user of companies in D1 and in cells works in each of them, and in no other', async () => {
	const adviser = await newAdviser(platform, mine());
	for (const company of [inD1, first, second]) {
		expect(await statusOf(adviser, company)).toBe(200);
		const employee = await as(adviser).post('/employees', { email: uniqueEmail(), companyId: company.id });
		expect(employee.status).toBe(201);
		expect((await as(adviser).get(`/employees/${employee.body.employeeId}`)).status).toBe(200);
	}
	expect(await statusOf(adviser, third)).toBe(404);
	const stranger = await newEmployee(third);
	expect((await as(adviser).get(`/employees/${stranger}`)).status).toBe(404);
	expect(await as(adviser).post('/employees', { email: uniqueEmail(), companyId: third.id })).toMatchObject({
		status: 400,
		body: { code: 'unknown_company' },
	});
	expect(await rowIn(first.cell, adviser.userId)).toMatchObject({
		email_key: adviser.userId,
		password_hash: null,
		home: 'D1',
		companies: JSON.stringify([first.id]),
	});
});

test('a user who is in no list of a company gets nothing of it, even with a row in its cell', async () => {
	const adviser = await newAdviser(platform, mine());
	await env.DB.prepare('DELETE FROM grants WHERE user_id = ? AND company_id = ?')
		.bind(adviser.userId, first.id)
		.run();
	expect(await statusOf(adviser, first)).toBe(404);
	expect(await statusOf(adviser, second)).toBe(200);
});

test('the account of an adviser names all companies, in the API and in the console', async () => {
	const adviser = await newAdviser(platform, mine());
	const me = await as(adviser).get('/auth/me');
	expect(me.body.manageableCompanyIds).toEqual([inD1.id, first.id, second.id].sort());
	expect(me.body.manageableCompanies.map(({ name }: { name: string }) => name).sort()).toEqual(
		[inD1, first, second].map(({ id }) => `Company ${id}`).sort(),
	);
	const visitor = browse(await visitOf(adviser));
	const choice = await visitor.get('/people');
	for (const { id } of [inD1, first, second]) expect(choice.body).toContain(`?company=${id}`);
	expect(choice.body).not.toContain(third.id);
	await newEmployee(second, { lastName: 'Lovelace' });
	expect((await visitor.get(`/people?company=${second.id}`)).body).toContain('Lovelace');
	expect((await visitor.get(`/people?company=${third.id}`)).status).toBe(404);
});

test('lists hold the companies of the adviser, wherever they are, and nothing else', async () => {
	await newOnes();
	const adviser = await newAdviser(platform, mine());
	const people: string[] = [];
	for (const company of [first, second, third, inD1]) {
		const id = await newEmployee(company);
		if (company !== third) people.push(id);
	}
	const whole = await as(adviser).get('/employees');
	expect(whole.body.map(({ employeeId }: { employeeId: string }) => employeeId)).toEqual(people);
	const page = await as(adviser).get('/employees?limit=2');
	expect(page.body).toEqual(whole.body.slice(0, 2));
});

test('a company that is given or taken takes effect within 10 seconds', async () => {
	const adviser = await newAdviser(platform, [inD1, first]);
	expect(await statusOf(adviser, third)).toBe(404);
	const given = await as(platform).put(`/users/${adviser.userId}`, {
		manageableCompanyIds: [inD1.id, third.id],
	});
	expect(given).toMatchObject({ status: 200, body: { manageableCompanyIds: [inD1.id, third.id].sort() } });
	at('2023-03-07T12:00:10.001Z');
	const again = await openSession(adviser.userId);
	expect(await statusOf(again, third)).toBe(200);
	expect(await statusOf(again, first)).toBe(404);
	expect(await rowIn(first.cell, adviser.userId)).toMatchObject({ companies: '[]' });
	const none = await as(platform).put(`/users/${adviser.userId}`, { manageableCompanyIds: [inD1.id] });
	expect(none).toMatchObject({ status: 200, body: { manageableCompanyIds: [inD1.id] } });
	at('2023-03-07T12:00:20.002Z');
	expect(await statusOf(again, third)).toBe(404);
	expect(
		(await env.DB.prepare('SELECT count(*) AS n FROM grants WHERE user_id = ?').bind(adviser.userId).first())
			?.n,
	).toBe(0);
});

test('the first company in a cell makes a user of D1 an adviser', async () => {
	const admin = inD1.admin;
	expect(await statusOf(admin, first)).toBe(404);
	const given = { manageableCompanyIds: [inD1.id, first.id] };
	expect((await as(platform).put(`/users/${admin.userId}`, given)).status).toBe(200);
	at('2023-03-07T12:00:10.001Z');
	const again = await openSession(admin.userId);
	expect(await statusOf(again, first)).toBe(200);
	expect(await statusOf(again, inD1)).toBe(200);
});

test('nobody reaches a taken company while its cell cannot be reached, and the cron lets the cell know', async () => {
	const adviser = await newAdviser(platform, [inD1, first]);
	const taken = { manageableCompanyIds: [inD1.id] };
	const bindings = withoutCell(first.cell);
	expect((await as(platform, bindings).put(`/users/${adviser.userId}`, taken)).status).toBe(200);
	expect(await rowIn(first.cell, adviser.userId)).toMatchObject({ companies: JSON.stringify([first.id]) });
	expect(await statusOf(adviser, first)).toBe(404);
	await runCron('2023-03-07T13:00:00.000Z');
	expect(await rowIn(first.cell, adviser.userId)).toMatchObject({ companies: '[]' });
});

test('a company whose cell cannot be reached is given by the cron', async () => {
	const adviser = await newAdviser(platform, [inD1, second]);
	const given = { manageableCompanyIds: [inD1.id, first.id, second.id] };
	const bindings = withoutCell(first.cell);
	expect((await as(platform, bindings).put(`/users/${adviser.userId}`, given)).status).toBe(200);
	at('2023-03-07T12:00:10.001Z');
	const again = await openSession(adviser.userId);
	expect([await statusOf(again, first), await statusOf(again, second)]).toEqual([404, 200]);
	await runCron('2023-03-07T13:00:00.000Z');
	expect([await statusOf(again, first), await statusOf(again, second)]).toEqual([200, 200]);
});

test('a closed adviser gets nothing any more, and an erased one leaves no name in any cell', async () => {
	const adviser = await newAdviser(platform, [inD1, first], { firstName: 'Ada' });
	expect(await rowIn(first.cell, adviser.userId)).toMatchObject({ email: adviser.email, first_name: 'Ada' });
	expect((await as(platform).post(`/users/${adviser.userId}/closure`)).status).toBe(200);
	at('2023-03-07T12:00:10.001Z');
	expect(await statusOf(adviser, first)).toBe(401);
	expect((await as(platform).post(`/users/${adviser.userId}/erasure`)).status).toBe(200);
	await runCron('2023-03-07T13:00:00.000Z');
	expect(await rowIn(first.cell, adviser.userId)).toMatchObject({
		email: `${adviser.userId}@guest.invalid`,
		first_name: null,
		companies: '[]',
	});
});

test('administrators of a company in a cell see who manages it, and cannot change a guest', async () => {
	await newOnes();
	const adviser = await newAdviser(platform, [inD1, first], { firstName: 'Ada' });
	const users = await as(first.admin).get('/users');
	expect(users.body.map(({ id, email }: { id: string; email: string }) => [id, email])).toEqual(
		[
			[first.admin.userId, expect.any(String)],
			[adviser.userId, adviser.email],
		].sort(([one], [other]) => (String(one) < String(other) ? -1 : 1)),
	);
	for (const [method, path, body] of [
		['PUT', '', { firstName: 'Eve' }],
		['POST', '/closure', undefined],
		['DELETE', '/second-factor', undefined],
		['DELETE', '/sessions', undefined],
	] as const) {
		const answer = await as(first.admin).send(method, `/users/${adviser.userId}${path}`, body);
		expect([method, path, answer.status]).toEqual([method, path, 403]);
	}
	const events = await as(first.admin).get('/events?type=user.updated');
	expect(events.body).toMatchObject([
		{
			recordId: adviser.userId,
			after: { manageableCompanyIds: [first.id] },
			actor: { userId: platform.userId },
		},
	]);
});

test('a new name of an adviser reaches the cells at once', async () => {
	const adviser = await newAdviser(platform, [inD1, first]);
	await as(platform).put(`/users/${adviser.userId}`, { firstName: 'Grace' });
	expect(await rowIn(first.cell, adviser.userId)).toMatchObject({ first_name: 'Grace' });
});

test('a platform administrator of a company in a cell signs in in D1', async () => {
	const body = {
		email: uniqueEmail(),
		roles: ['PLATFORM_ADMIN', 'COMPANY_ADMIN'],
		manageableCompanyIds: [first.id],
	};
	const made = await as(platform).post('/users', body);
	expect(made).toMatchObject({ status: 201, body: { manageableCompanyIds: [first.id] } });
	expect(
		(await env.DB.prepare('SELECT email FROM users WHERE id = ?').bind(made.body.id).first())?.email,
	).toBe(body.email);
});

test('a user who signs in in a cell does not become a platform administrator', async () => {
	const answer = await as(platform).put(`/users/${first.admin.userId}`, { roles: ['PLATFORM_ADMIN'] });
	expect(answer).toMatchObject({ status: 409, body: { code: 'several_databases' } });
});

test('an address that somebody has is refused before any cell learns of the user', async () => {
	const body = { roles: ['COMPANY_ADMIN'], manageableCompanyIds: [inD1.id, first.id] };
	const adviser = await newAdviser(platform, [inD1, second]);
	const guests = () =>
		inCell(first.cell).prepare('SELECT count(*) AS n FROM users WHERE home IS NOT NULL').first();
	const before = await guests();
	const refused = await as(platform).post('/users', { ...body, email: adviser.email });
	expect(refused).toMatchObject({ status: 409, body: { code: 'email_taken' } });
	expect(await guests()).toEqual(before);
	const unknown = await as(platform).post('/users', {
		...body,
		email: uniqueEmail(),
		manageableCompanyIds: [first.id, platform.userId],
	});
	expect(unknown).toMatchObject({ status: 400, body: { code: 'unknown_company' } });
});

test('an adviser costs others no round trip', async () => {
	await newAdviser(platform, mine());
	const { trips, bindings } = tracing();
	await as(inD1.admin, bindings).get('/auth/me');
	trips.length = 0;
	await as(inD1.admin, bindings).get(`/companies/${inD1.id}`);
	expect(trips).toEqual(['D1']);
});

test('the console gives a company in a cell to a user of D1, and its page of the user names both', async () => {
	const visitor = browse(await visitOf(platform));
	const path = `/platform/companies/${first.id}/giving`;
	expect((await visitor.get(`${path}?user=${inD1.admin.userId}`)).body).toContain(`Company ${first.id}`);
	const given = await visitor.post(path, { user: inD1.admin.userId, roles: 'COMPANY_ADMIN' });
	expect(given.headers.get('Location')).toBe(`/console/platform/companies/${first.id}?saved=roles`);
	const page = await visitor.get(`/platform/users/${inD1.admin.userId}`);
	for (const { id } of [inD1, first]) expect(page.body).toContain(`Company ${id}`);
	at('2023-03-07T12:00:10.001Z');
	expect(await statusOf(await openSession(inD1.admin.userId), first)).toBe(200);
});

const templatesOf = async (user: TestUser) =>
	(await as(user).get('/flex/tax-rule-templates')).body.slice(1) as { id: string; companyIds: string[] }[];

describe('the number of waiting expenses in the navigation', () => {
	const VERIFIES = { roles: ['COMPANY_ADMIN', 'FLEX_DOCUMENT_VERIFIER'] };
	const numberFor = async (user: TestUser, bindings: Bindings = env, path = '/account') => {
		const { status, body } = await browse(await visitOf(user), bindings).get(path);
		expect(status).toBe(200);
		return pageOf(body).select('.side a[href="/console/verify"]')[0]?.text;
	};

	test('adds up all databases of an adviser, and is missing while one of them fails', async () => {
		await newOnes();
		const adviser = await newAdviser(platform, mine(), VERIFIES);
		for (const company of [inD1, first, second, third]) {
			await (await newSpender({}, company)).submitted({ date: '2023-03-01' });
		}
		expect(await numberFor(adviser)).toBe('Receipts 3');
		expect(await numberFor(adviser, env, `/people?company=${first.id}`)).toBe('Receipts 3');
		expect(await numberFor(adviser, withoutCell(first.cell))).toBe('Receipts');
		// A database that never answers holds up the page for a second at most. The test does not wait for that.
		const wait = vi
			.spyOn(globalThis, 'setTimeout')
			.mockImplementation(((end: () => void, ms: number) =>
				ms === 1000 ? queueMicrotask(end) : 0) as never);
		expect(await numberFor(adviser, withSilentCell(first.cell))).toBe('Receipts');
		expect(wait.mock.calls.filter(([, ms]) => ms === 1000)).toHaveLength(1);
		wait.mockRestore();
		expect(await numberFor(first.admin)).toBeUndefined();
		const { trips, bindings } = tracing();
		await numberFor(adviser, bindings);
		// Without a second factor, a guest first learns whether a company demands one.
		expect(trips).toEqual(['D1', 'D1', ...Array(4).fill('cell'), 'D1']);
		const [admin] = [await newAdviser(platform, mine())];
		trips.length = 0;
		await numberFor(admin, bindings);
		expect(trips).toEqual(['D1', 'D1']);
		await as(platform).put(`/users/${adviser.userId}`, { manageableCompanyIds: [inD1.id, second.id] });
		expect(await numberFor(adviser)).toBe('Receipts 2');
	});

	test('has the companies of D1 for an adviser who signs in in a cell', async () => {
		await newOnes();
		const verifier = await newUser(['FLEX_DOCUMENT_VERIFIER'], [first.id], uniqueEmail(), first.cell);
		const given = { manageableCompanyIds: [inD1.id, first.id] };
		expect((await as(platform).put(`/users/${verifier.userId}`, given)).status).toBe(200);
		for (const company of [inD1, first, second]) {
			await (await newSpender({}, company)).submitted({ date: '2023-03-01' });
		}
		expect(await numberFor({ ...verifier, cell: first.cell })).toBe('Receipts 2');
	});

	test('stands beside six other databases, but not beside seven', async () => {
		await newOnes();
		const adviser = await newAdviser(platform, [inD1, first], VERIFIES);
		await (await newSpender({}, inD1)).submitted({ date: '2023-03-01' });
		const give = async (count: number) => {
			for (; count > 0; count--) {
				const { id } = await newCompanyInCell();
				await env.DB.prepare('INSERT INTO grants (user_id, company_id, home) VALUES (?, ?, ?)')
					.bind(adviser.userId, id, 'D1')
					.run();
			}
		};
		await give(5);
		expect(await numberFor(adviser)).toBe('Receipts 1');
		await give(1);
		expect(await numberFor(adviser)).toBe('Receipts');
	});
});

test('an adviser learns of the former administrators of the own companies, wherever they are', async () => {
	await newOnes();
	const trouble = JSON.stringify({ lacksAdministrator: false, failing: 0, formerId: first.id });
	await env.DB.prepare('UPDATE places SET trouble = ?').bind(trouble).run();
	const atHome = await newAdviser(platform, [inD1, first, second]);
	await as(platform).put(`/users/${second.admin.userId}`, {
		manageableCompanyIds: [second.id, first.id, inD1.id],
	});
	for (const [user, reported] of [
		[atHome, [first, second]],
		[{ ...second.admin, cell: second.cell }, [first, second]],
		[inD1.admin, []],
	] as const) {
		const { body } = await browse(await visitOf(user)).get('/today');
		const named = pageOf(body)
			.select('.fault')
			.map(({ text }) => text.slice('Company '.length, text.indexOf(':')));
		expect(named).toEqual(reported.map(({ id }) => id).sort());
	}
});

test('Today of an adviser shows what waits in the own companies, but not where a second factor is missing', async () => {
	await newOnes();
	await as(platform).put(`/users/${second.admin.userId}`, {
		manageableCompanyIds: [second.id, first.id, inD1.id],
	});
	const adviser = await newAdviser(platform, mine());
	for (const company of [first, third, inD1]) {
		await (await newSpender({}, company)).submitted({ date: '2023-03-01' });
	}
	for (const { cell } of [first, second, third]) await announced(cell);
	const linesOf = async (user: TestUser) => {
		const { body } = await browse(await visitOf(user)).get('/today');
		return pageOf(body)
			.select('.panel:last-child li')
			.map(({ text }) => text.slice('Company '.length))
			.map((text) => [text.slice(0, first.id.length), text.slice(first.id.length + 1)]);
	};
	const waiting = '1 receipt to verify until the evening of 7 Apr';
	const unknown = 'open the company to see its receipts';
	const readers = [adviser, { ...second.admin, cell: second.cell }];
	for (const reader of readers)
		expect(await linesOf(reader)).toEqual([
			[first.id, waiting],
			[second.id, 'nothing to review'],
			[inD1.id, waiting],
		]);
	await inCell(first.cell).prepare('UPDATE companies SET second_factor_required = TRUE').run();
	await announced(first.cell);
	for (const reader of readers) expect((await linesOf(reader))[0]).toEqual([first.id, unknown]);
	await env.DB.prepare('UPDATE companies SET second_factor_required = TRUE WHERE id = ?').bind(inD1.id).run();
	expect((await linesOf(readers[1] as TestUser))[2]).toEqual([inD1.id, unknown]);
	// A taken company is gone at once.
	await as(platform).put(`/users/${second.admin.userId}`, { manageableCompanyIds: [second.id, third.id] });
	expect(await linesOf(readers[1] as TestUser)).toEqual([
		[second.id, 'nothing to review'],
		[third.id, waiting],
	]);
});

test('a template of companies in several databases gets a copy in each of them, and people there use it', async () => {
	await newOnes();
	const adviser = await newAdviser(platform, mine());
	const body = { name: 'Meals', rules: [], companyIds: [inD1.id, first.id, second.id] };
	const made = await as(adviser).post('/flex/tax-rule-templates', body);
	expect(made).toMatchObject({
		status: 201,
		body: { companyIds: [inD1.id, first.id, second.id].sort(), taxAffiliations: ['DE'] },
	});
	expect(await templatesOf(adviser)).toMatchObject(
		[first, second, inD1].map(({ id }) => ({ id: made.body.id, companyIds: [id] })),
	);
	for (const company of [first, second, inD1]) {
		const employeeId = await newEmployee(company);
		const access = await as(adviser).put(`/employees/${employeeId}/flex/access`, {
			budget: { value: 5000, currency: 'EUR_CENT' },
			startDate: '2023-04-01T00:00:00.000Z',
			flexTaxRuleTemplateId: made.body.id,
			accumulateBudget: false,
		});
		expect(access.status).toBe(200);
		const [event] = (await as(company.admin).get('/events?type=tax_rule_template.created')).body;
		expect(event).toMatchObject({ after: { name: 'Meals' }, actor: { userId: adviser.userId } });
	}
	for (const stranger of [third, await newCompany()])
		expect(
			await as(adviser).post('/flex/tax-rule-templates', { ...body, companyIds: [first.id, stranger.id] }),
		).toMatchObject({ status: 400, body: { code: 'unknown_company' } });
});

test('a cell that cannot be reached gets its copy of a template from the cron, once', async () => {
	await newOnes();
	const adviser = await newAdviser(platform, mine());
	const body = { name: 'Meals', rules: [], companyIds: [first.id, second.id] };
	const made = await as(adviser, withoutCell(first.cell)).post('/flex/tax-rule-templates', body);
	expect(made).toMatchObject({ status: 201, body: { companyIds: [first.id, second.id].sort() } });
	expect(await templatesOf(first.admin)).toEqual([]);
	expect(await templatesOf(second.admin)).toMatchObject([{ id: made.body.id }]);
	const copies = () => env.DB.prepare('SELECT * FROM template_copies').all<Record<string, string>>();
	const [missing = {}] = (await copies()).results;
	// The cron would wake all cells of this file.
	await env.DB.exec('UPDATE places SET next_due = 9e14');
	await runCron('2023-03-07T13:00:00.000Z');
	// As if the run had been broken off before it noted its end.
	await env.DB.prepare('INSERT INTO template_copies VALUES (?, ?, ?, ?, ?)')
		.bind(...Object.values(missing))
		.run();
	await runCron('2023-03-07T14:00:00.000Z');
	expect(await templatesOf(first.admin)).toMatchObject([{ id: made.body.id, companyIds: [first.id] }]);
	const events = await as(first.admin).get('/events?type=tax_rule_template.created');
	expect(events.body).toHaveLength(1);
	expect((await copies()).results).toEqual([]);
});
