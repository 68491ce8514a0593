import { env } from 'cloudflare:workers';
import { beforeEach, describe, expect, test } from 'vitest';
import { expectedDay, type Share } from '../../../src/tenants/mail/rules.ts';
import { browse, visitOf } from '../../harness/console.ts';
import { counting } from '../../harness/counting.ts';
import { deliver, newMail, postOffice } from '../../harness/mail.ts';
import { as, at, newCompany, newEmployee, newUser, type TestCompany } from '../../harness/service.ts';

const office = postOffice();
const send = (perDay: number) => deliver({ ...office.bindings, MAIL_PER_DAY: String(perDay) });

let company: TestCompany;
let other: TestCompany;
let userId: string;

beforeEach(async () => {
	at('2023-03-07T12:00:00.000Z');
	await env.DB.exec('DELETE FROM mails; DELETE FROM mail_days; DELETE FROM mail_turns');
	[company, other] = [await newCompany(), await newCompany()];
	({ userId } = await newUser(['EMPLOYEE']));
});

async function vouchers(companyId: string | null, count: number): Promise<string[]> {
	const ids: string[] = [];
	for (let n = 0; n < count; n++) ids.push(await newMail(userId, { kind: 'voucher_issued', companyId }));
	return ids;
}

interface Held {
	id: string;
	state: string;
	dateExpected: string | null;
	dateSent: string | null;
}
const mailsOf = async (query = '', { id, admin } = company): Promise<Held[]> =>
	(await as(admin).get(`/companies/${id}/mails${query}`)).body;

test('a mail is held when the limit of the day is used up, until the next UTC day', async () => {
	await vouchers(company.id, 3);
	expect(await mailsOf()).toMatchObject(Array(3).fill({ state: 'waiting', dateExpected: null }));
	await send(1);
	expect(await mailsOf('?state=held')).toMatchObject([
		{ state: 'held', dateExpected: '2023-03-08T00:00:00.000Z', dateDue: null },
		{ state: 'held', dateExpected: '2023-03-09T00:00:00.000Z', dateDue: null },
	]);
	expect(await mailsOf('?state=waiting')).toEqual([]);
	expect(await mailsOf('?state=sent')).toMatchObject([{ dateExpected: null }]);
	at('2023-03-07T23:59:59.999Z');
	expect(await mailsOf('?state=held')).toHaveLength(2);
	at('2023-03-08T00:00:00.000Z');
	expect(await mailsOf('?state=held')).toEqual([]);
	expect(await mailsOf('?state=waiting')).toHaveLength(2);
});

test('mails about security are never held, and another try at a later day is no delay by the limit', async () => {
	await vouchers(company.id, 2);
	const security = await newMail(userId, { kind: 'account_closed', companyId: company.id });
	await env.DB.prepare(
		`UPDATE mails SET date_due = ? WHERE id = (SELECT max(id) FROM mails WHERE priority = 2)`,
	)
		.bind(Date.parse('2023-03-08T00:00:00.000Z'))
		.run();
	await send(1);
	await env.DB.prepare(`UPDATE mails SET state = 'waiting' WHERE id = ?`).bind(security).run();
	const states = (await mailsOf()).map(({ state }) => state);
	expect(states.sort()).toEqual(['sent', 'waiting', 'waiting']);
});

test('each held mail leaves on the day that was expected, whatever other companies and the platform have waiting', async () => {
	await vouchers(company.id, 9);
	await vouchers(other.id, 4);
	await vouchers(null, 2);
	await vouchers((await newCompany()).id, 1);
	await send(3);
	const expected = [...(await mailsOf('?state=held')), ...(await mailsOf('?state=held', other))];
	expect(expected.length).toBeGreaterThan(9);
	for (const day of ['08', '09', '10', '11', '12', '13']) {
		at(`2023-03-${day}T00:00:00.000Z`);
		await send(3);
	}
	const sent = [...(await mailsOf()), ...(await mailsOf('', other))];
	for (const { id, dateExpected } of expected) {
		expect(sent.find((mail) => mail.id === id)).toMatchObject({ state: 'sent', dateSent: dateExpected });
	}
});

test('the list takes one round trip, and reads of other companies no more mails than its own', async () => {
	await vouchers(company.id, 2);
	await send(1);
	const rowsRead = async () => {
		const { counted, bindings } = counting();
		await as(company.admin, bindings).get(`/companies/${company.id}/mails?state=held`);
		return counted;
	};
	await rowsRead();
	const few = await rowsRead();
	await env.DB.prepare(
		`WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 2000)
		INSERT INTO mails (id, date_created, kind, user_id, company_id, data, priority, date_due)
		SELECT printf('other %06d', i), 1, 'voucher_issued', ?1, ?2, '{}', 2, 1 FROM n`,
	)
		.bind(userId, other.id)
		.run();
	const many = await rowsRead();
	expect(many.trips).toBe(1);
	expect(many.rowsRead).toBeLessThan(few.rowsRead + 20);
});

test('beyond the first 10,000 held mails of a company, the day is unknown', async () => {
	await env.DB.prepare(
		`WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 10002)
		INSERT INTO mails (id, date_created, kind, user_id, company_id, data, priority, date_due)
		SELECT printf('00000000-0000-7000-8000-%012d', i), 1, 'voucher_issued', ?1, ?2, '{}', 2, ?3 FROM n`,
	)
		.bind(userId, company.id, Date.parse('2023-03-07T00:00:00.000Z'))
		.run();
	await send(1);
	const { headers } = await as(company.admin).get(`/companies/${company.id}/mails?state=held&limit=1`);
	const [, cursor = ''] = /cursor=([^&>]+)/.exec(headers.get('Link') ?? '') ?? [];
	const place = JSON.parse(atob(decodeURIComponent(cursor)));
	const afterwards = btoa(JSON.stringify([place[0], '00000000-0000-7000-8000-000000010000']));
	const last = await mailsOf(`?state=held&limit=1000&cursor=${encodeURIComponent(afterwards)}`);
	expect(last.map(({ dateExpected }) => dateExpected === null)).toEqual([false, true]);
	const { body } = await browse(await visitOf(company.admin)).get(`/today?company=${company.id}`);
	expect(body).toContain('At least 10000 mails wait because');
});

test('people and the invitation of one of them show that the mail is held', async () => {
	await vouchers(other.id, 1);
	await send(1);
	const employeeId = await newEmployee(company);
	const people = async (state: string) =>
		(await as(company.admin).get(`/companies/${company.id}/people?invitationMail=${state}`)).body;
	expect(await people('held')).toMatchObject([{ employeeId, invitationMail: 'held' }]);
	expect(await people('waiting')).toEqual([]);
});

describe('the expected day', () => {
	const now = Date.parse('2023-03-07T23:59:59.999Z');
	const share = (waiting: number, more: Partial<Share> = {}): Share => ({
		waiting,
		perDay: 10,
		isOwn: false,
		isBefore: false,
		...more,
	});
	const own = share(50, { isOwn: true });
	test.each([
		[1, [own], '2023-03-08'],
		[10, [own], '2023-03-08'],
		[11, [own], '2023-03-09'],
		[5, [own, share(5)], '2023-03-08'],
		[5, [own, share(5), share(5, { isBefore: true })], '2023-03-09'],
		[6, [own, share(5)], '2023-03-09'],
		[20, [own, share(1)], '2023-03-10'],
	])('is, for mail %d beside %j, %s', (place, shares, day) => {
		expect(new Date(expectedDay(place, shares, now) ?? 0).toISOString().slice(0, 10)).toBe(day);
	});
	test('is unknown without a queue', () => {
		expect(expectedDay(1, [share(3)], now)).toBeNull();
	});
});
