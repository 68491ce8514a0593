import { env } from 'cloudflare:workers';
import { beforeEach, expect, test } from 'vitest';
import { counting } from '../../harness/counting.ts';
import { deliver, newMail, postOffice } from '../../harness/mail.ts';
import { at, newCompany, newUser } from '../../harness/service.ts';

let userId: string;
let large: string;
let small: string;

beforeEach(async () => {
	at('2023-03-07T12:00:00.000Z');
	await env.DB.exec('DELETE FROM mails; DELETE FROM mail_days; DELETE FROM mail_turns');
	({ userId } = await newUser(['EMPLOYEE']));
	[large, small] = [(await newCompany()).id, (await newCompany()).id];
});

/** As many due mails of a company; null is the platform. */
const vouchers = (companyId: string | null, count: number, since = 1) =>
	env.DB.prepare(
		`WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ?1)
		INSERT INTO mails (id, date_created, kind, user_id, company_id, data, priority, date_due)
		SELECT printf('%s %06d %d', coalesce(?3, 'none'), i, ?4), 1, 'voucher_issued', ?2, ?3, '{}', 2, ?4 FROM n`,
	)
		.bind(count, userId, companyId, since)
		.run();

/** How many mails of each company were sent; those of no company come under an empty name. */
async function sentBy(...companies: (string | null)[]): Promise<number[]> {
	const { results } = await env.DB.prepare(
		`SELECT company_id, count(*) AS sent FROM mails WHERE state = 'sent' GROUP BY company_id`,
	).all<{ company_id: string | null; sent: number }>();
	return companies.map((id) => results.find(({ company_id }) => company_id === id)?.sent ?? 0);
}

const office = postOffice();
const send = (perDay: number) => deliver({ ...office.bindings, MAIL_PER_DAY: String(perDay) });

const dayOf = () =>
	env.DB.prepare('SELECT attempts, per_day AS perDay FROM mail_days ORDER BY day DESC').first();

test('companies and the platform share the day, and the rest goes to the one with most mails', async () => {
	await vouchers(large, 200);
	await vouchers(small, 5, 2);
	await vouchers(null, 3, 3);
	expect(await send(30)).toBe(30);
	expect(await sentBy(large, small, null)).toEqual([22, 5, 3]);
	expect(await send(30)).toBe(0);
});

test('a company that comes later on a day gets the share that the first one has had', async () => {
	await vouchers(large, 200);
	expect(await send(60)).toBe(60);
	await vouchers(small, 50);
	expect(await send(100)).toBe(40);
	expect(await sentBy(large, small)).toEqual([60, 40]);
});

test('a company whose mail waits is first on the next UTC day, not a millisecond before', async () => {
	await vouchers(large, 200);
	expect(await send(20)).toBe(20);
	await vouchers(small, 3);
	at('2023-03-07T23:59:59.999Z');
	expect(await send(20)).toBe(0);
	at('2023-03-08T00:00:00.000Z');
	expect(await send(20)).toBe(20);
	expect(await sentBy(large, small)).toEqual([37, 3]);
});

test('with more companies than mails a day, each company gets its turn', async () => {
	const third = (await newCompany()).id;
	const all = [large, small, third];
	for (const id of all) await vouchers(id, 10);
	for (const day of ['08', '09', '10', '11', '12', '13']) {
		at(`2023-03-${day}T12:00:00.000Z`);
		expect(await send(2)).toBe(2);
		const sent = await sentBy(...all);
		expect(Math.max(...sent) - Math.min(...sent)).toBeLessThanOrEqual(1);
	}
	expect(await sentBy(...all)).toEqual([4, 4, 4]);
});

test('within a company, a message to one person goes before its vouchers', async () => {
	await vouchers(large, 5);
	await newMail(userId, { kind: 'expense_approved', companyId: large });
	expect(await send(1)).toBe(1);
	expect(office.sent.at(-1)?.subject).toBe('Your expense was approved');
});

test('mails about security do not count, and leave when nothing else may', async () => {
	await vouchers(large, 5);
	expect(await send(2)).toBe(2);
	for (const kind of ['password_reset', 'new_device', 'account_closed'] as const) {
		await newMail(userId, { kind, companyId: large });
	}
	expect(await send(2)).toBe(3);
	expect(await dayOf()).toEqual({ attempts: 2, perDay: 2 });
});

test('a lower limit holds at once, and a higher one too', async () => {
	await vouchers(large, 20);
	expect(await send(5)).toBe(5);
	expect(await send(3)).toBe(0);
	expect(await send(8)).toBe(3);
	expect(await dayOf()).toEqual({ attempts: 8, perDay: 8 });
});

test('senders at once stay within the day together, and the database refuses more', async () => {
	await vouchers(large, 200);
	await vouchers(small, 200);
	const counts = await Promise.all([1, 2, 3, 4].map(() => send(90)));
	expect(counts.reduce((sum, count) => sum + count)).toBe(90);
	expect(await sentBy(large, small)).toEqual([45, 45]);
	await expect(
		env.DB.exec(
			`UPDATE mails SET attempts = 1, date_attempted = ${Date.parse('2023-03-07')} WHERE state = 'waiting'`,
		),
	).rejects.toThrow('mail_limit_reached');
});

test('the sender reads no more when more mails wait', async () => {
	const rowsRead = async (count: number) => {
		await env.DB.exec('DELETE FROM mails; DELETE FROM mail_days; DELETE FROM mail_turns');
		await vouchers(large, count);
		await vouchers(small, 20);
		await send(1);
		const { counted, bindings } = counting();
		await deliver({ ...office.bindings, DB: bindings.DB, MAIL_PER_DAY: '61' });
		return counted.rowsRead;
	};
	const few = await rowsRead(100);
	expect(await rowsRead(5000)).toBeLessThanOrEqual(few + 5);
	// Each of sixty mails is looked up for the claim, its triggers, the devices of its user, the reading and the result.
	expect(few).toBeLessThan(60 * 28);
	expect(await sentBy(large, small)).toEqual([41, 20]);
});

test('on a day that is full, the sender reads a few rows and none of the waiting mails', async () => {
	for (let n = 0; n < 40; n++) await vouchers((await newCompany()).id, 50);
	await send(10);
	const { counted, bindings } = counting();
	expect(await deliver({ ...office.bindings, DB: bindings.DB, MAIL_PER_DAY: '10' })).toBe(0);
	expect(counted.rowsRead).toBeLessThan(40);
});
