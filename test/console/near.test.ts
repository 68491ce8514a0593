import { env } from 'cloudflare:workers';
import { beforeEach, expect, test } from 'vitest';
import { browse, cookiesOf, type Visit, visitOf } from '../harness/console.ts';
import { type Replicated, replicated } from '../harness/copy.ts';
import {
	type Answer,
	as,
	at,
	newCompany,
	newEmployee,
	restart,
	type TestCompany,
} from '../harness/service.ts';

const START = Date.parse('2023-03-07T12:00:00.000Z');
const later = (ms: number) => at(new Date(START + ms).toISOString());

let company: TestCompany;
let employee: string;
let visit: Visit;
let database: Replicated;

beforeEach(async () => {
	later(0);
	restart();
	company = await newCompany();
	employee = await newEmployee(company, { firstName: 'Ada', lastName: 'Lovelace' });
	visit = await visitOf(company.admin);
	database = await replicated();
});

/** A browser, which keeps the cookies of all answers. */
function browser() {
	const cookies: Record<string, string> = {};
	const sent = () => [visit.cookie, ...Object.entries(cookies).map((one) => one.join('='))].join('; ');
	const kept = (answer: Answer) => {
		Object.assign(cookies, cookiesOf(answer));
		return { ...answer, asked: [...database.asked] };
	};
	const page = () => {
		database.asked.length = 0;
		return browse({ ...visit, cookie: sent() }, database.bindings);
	};
	return {
		cookies,
		get: async (path = `/people/${employee}`) => kept(await page().get(path)),
		post: async (path: string, fields: Record<string, string>) => kept(await page().post(path, fields)),
	};
}

/** A browser in which a form was saved, at a time when the copy has all that was saved. */
async function newBrowser() {
	const one = browser();
	await one.post('/account/notices', {});
	await database.replicate();
	return one;
}

test('a browser without a bookmark reads the primary, and gets none', async () => {
	const one = browser();
	const { status, asked } = await one.get();
	expect([status, asked, one.cookies]).toEqual([200, ['primary', 'primary'], {}]);
});

test('a form that saves gives a cookie with the attributes of the session, and the next pages come from the copy', async () => {
	const one = browser();
	const saved = await one.post('/account/notices', {});
	expect(new Set(saved.asked)).toEqual(new Set(['first-primary']));
	const [line = ''] = saved.headers.getSetCookie();
	expect(line).toMatch(
		/^zubrot-written=[\w-]+\.[\w-]{43}; Max-Age=2592000; Path=\/; HttpOnly; SameSite=Lax$/,
	);
	await database.replicate();
	const first = await one.get();
	expect([first.status, first.body.includes('Lovelace')]).toEqual([200, true]);
	expect(first.asked.toSorted()).toEqual(['copy', 'copy', 'primary']);
	expect((await one.get()).asked).toEqual(['copy', 'copy']);
});

test('the page after a form shows what it has saved, also when the copy lags behind and another page came later', async () => {
	const one = await newBrowser();
	await one.get();
	const seen = one.cookies['zubrot-seen'];
	await as(company.admin).put(`/employees/${employee}`, { lastName: 'Byron' });
	await one.post('/account/notices', {});
	expect(one.cookies['zubrot-seen']).toBe(seen);
	const { body, asked } = await one.get();
	expect([body.includes('Byron'), asked.includes('caught up'), asked.includes('copy')]).toEqual([
		true,
		true,
		false,
	]);
});

test('pages do not go back in time: each one keeps how far it has seen', async () => {
	const one = await newBrowser();
	await one.get();
	const before = one.cookies['zubrot-seen'] ?? '';
	await as(company.admin).put(`/employees/${employee}`, { lastName: 'Byron' });
	await database.replicate();
	expect((await one.get()).body).toContain('Byron');
	expect((one.cookies['zubrot-seen'] ?? '') > before).toBe(true);
	expect((await one.get()).headers.getSetCookie()).toEqual([]);
});

test.each(['forged', '', 'first-primary.', `0.${'A'.repeat(43)}`])(
	'a cookie that is not valid is ignored and replaced: %j',
	async (value) => {
		const one = await newBrowser();
		one.cookies['zubrot-written'] = value;
		const first = await one.get();
		expect([first.status, first.asked.includes('copy')]).toEqual([200, false]);
		if (value === '') return;
		expect(one.cookies['zubrot-seen']).toMatch(/\.[\w-]{43}$/);
		await database.replicate();
		expect((await one.get()).asked).toContain('copy');
	},
);

test('a session that ended leads to the sign-in within 10 seconds, although the copy does not know it', async () => {
	const one = await newBrowser();
	await one.get();
	await env.DB.prepare('UPDATE sessions SET date_revoked = ? WHERE id = ?')
		.bind(START, visit.sessionId)
		.run();
	later(9999);
	expect((await one.get()).status).toBe(200);
	later(10_000);
	const ended = await one.get();
	// Then the directory is asked whether the user has moved to a cell.
	expect([ended.body.includes('Lovelace'), ended.asked.slice(-2)]).toEqual([
		false,
		['first-primary', 'primary'],
	]);
});

test('a company that was taken away is out of reach within 10 seconds, although the copy does not know it', async () => {
	const one = await newBrowser();
	await one.get();
	await env.DB.batch([
		env.DB.prepare('DELETE FROM user_companies WHERE user_id = ?').bind(company.admin.userId),
		env.DB.prepare('UPDATE users SET revision = revision + 1 WHERE id = ?').bind(company.admin.userId),
	]);
	later(9999);
	expect((await one.get()).status).toBe(200);
	later(10_000);
	expect((await one.get()).status).toBe(404);
});

test('pages from a copy keep the session alive', async () => {
	const one = await newBrowser();
	for (const hours of [11, 22, 33]) {
		later(hours * 3_600_000);
		await database.replicate();
		expect((await one.get()).status).toBe(200);
	}
});
