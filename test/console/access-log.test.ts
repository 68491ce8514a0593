import { env } from 'cloudflare:workers';
import { beforeEach, describe, expect, test } from 'vitest';
import type { AccessEventType } from '../../src/foundation/core/history.ts';
import { newId } from '../../src/foundation/core/id.ts';
import { browse, type Visit, visitOf } from '../harness/console.ts';
import { pageOf } from '../harness/page.ts';
import { at, newCompany, newEmployee, newUser, now, type TestCompany, userOf } from '../harness/service.ts';
import { turnTo } from './markup.ts';

let company: TestCompany;
let visit: Visit;
beforeEach(async () => {
	at('2026-03-07T12:00:00.000Z');
	company = await newCompany();
	visit = await visitOf(company.admin);
});

/** Notes an event as the access log does. */
const noted = (
	userId: string | null,
	type: AccessEventType,
	more: { reason?: string; count?: number } = {},
) =>
	env.DB.prepare(
		`INSERT INTO access_events (id, date, type, key, count, user_id, company_id, city, country, device, reason)
			VALUES (?, ?, ?, ?, ?, ?, ?, 'Berlin', 'DE', 'Firefox on Windows', ?)`,
	)
		.bind(newId(now()), now(), type, newId(now()), more.count ?? 1, userId, company.id, more.reason ?? null)
		.run();
const open = async (path: string, who = visit, language = 'en') => {
	const { status, body } = await browse(who).get(path, { 'Accept-Language': language });
	expect(status, path).toBe(200);
	return body as string;
};
const ofCompany = (more = '') => `/team/access?company=${company.id}${more}`;

describe('the access log of a company', () => {
	test('tells the newest first who came in, who was refused and why, and from where', async () => {
		const employee = await userOf(await newEmployee(company, { firstName: 'Erika', lastName: 'Muster' }));
		await noted(employee.userId, 'session.refused', { reason: 'wrong_password', count: 3 });
		at('2026-03-07T13:00:00.000Z');
		await noted(employee.userId, 'payroll_file.read');
		visit = await visitOf(company.admin);
		const page = await open(ofCompany());
		expect(page).toMatch(/Payroll file downloaded[\s\S]*Sign-in refused: wrong password[\s\S]*3 times/);
		const [row] = pageOf(page).rows;
		expect(row?.one('link').name).toBe('Erika Muster');
		expect(row?.text).toMatch(/Erika Muster .*Berlin, DE.*Firefox on Windows/);
		const german = await open(ofCompany(), visit, 'de');
		expect(german).toMatch(/Anmeldung abgewiesen: falsches Passwort[\s\S]*Firefox unter Windows/);
	});

	test('names nobody from outside, and nobody who is unknown', async () => {
		const outsider = await newUser(['PLATFORM_ADMIN']);
		const { email } = (await env.DB.prepare('SELECT email FROM users WHERE id = ?')
			.bind(outsider.userId)
			.first<{ email: string }>()) ?? { email: '' };
		await noted(outsider.userId, 'payroll_file.read');
		await noted(null, 'session.refused', { reason: 'user_unknown' });
		const page = await open(ofCompany());
		expect(pageOf(page).all('cell', 'unknown')).toHaveLength(2);
		expect(page).not.toContain(email);
	});

	test('can be looked at for one person alone, and goes on page by page without a gap', async () => {
		const [one, other] = [await userOf(await newEmployee(company)), await userOf(await newEmployee(company))];
		for (let count = 1; count <= 52; count++)
			await noted(one.userId, 'session.refused', { count: count + 100 });
		await noted(other.userId, 'export.read');
		const first = await open(ofCompany(`&user=${one.userId}`));
		expect(first).not.toContain('Export downloaded');
		const next = turnTo(first, 'next');
		const counts = [first, await open(next)].flatMap((body) => [...body.matchAll(/(\d+) times/g)]);
		expect(counts.map(([, count]) => Number(count))).toEqual(Array.from({ length: 52 }, (_, n) => 152 - n));
	});

	test('holds nothing of another company, and says so when it is empty', async () => {
		await noted(company.admin.userId, 'session.opened');
		company = await newCompany();
		visit = await visitOf(company.admin);
		expect(await open(ofCompany())).toContain('No entries yet. Sign-ins and downloads appear here.');
	});
});

test('the platform’s log names everybody; the page of a user leads to what is noted of that user', async () => {
	const employee = await userOf(await newEmployee(company, { firstName: 'Ada', lastName: 'Lovelace' }));
	await noted(employee.userId, 'export.read');
	const platform = await visitOf(await newUser(['PLATFORM_ADMIN']));
	const page = await open(`/platform/users/${employee.userId}`, platform);
	expect(
		pageOf(page)
			.one('main')
			.all('link')
			.map(({ href }) => href),
	).toContain(`/console/platform/access?user=${employee.userId}`);
	const log = await open(`/platform/access?user=${employee.userId}`, platform);
	expect(log).toMatch(/Only Ada Lovelace[\s\S]*Export downloaded/);
	expect(await open('/platform/access', platform)).toContain('Ada Lovelace');
});
