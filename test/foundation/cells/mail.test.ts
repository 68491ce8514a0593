import { env } from 'cloudflare:workers';
import { createHmac } from 'node:crypto';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { takeMessages } from '../../../src/entrances/jobs/mail.ts';
import { placeOf, sqlIn } from '../../harness/alarms.ts';
import { newCompanyInCell, type TestCell, withoutCell } from '../../harness/cells.ts';
import { databaseOver } from '../../harness/database.ts';
import { intercepted } from '../../harness/intercepted.ts';
import { deliver, postOffice } from '../../harness/mail.ts';
import { as, at, call, newCompany, newEmployee, now } from '../../harness/service.ts';

let one: TestCell;
let office: ReturnType<typeof postOffice>;

beforeEach(async () => {
	at('2031-03-07T12:00:00.000Z');
	await env.DB.exec(
		'DELETE FROM mails; DELETE FROM mail_days; DELETE FROM mail_turns; DELETE FROM places; DELETE FROM claims',
	);
	one = await newCompanyInCell();
	office = postOffice();
	vi.spyOn(console, 'error').mockImplementation(() => {});
});
afterEach(() => vi.restoreAllMocks());

const MAILS = `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ?1)
	INSERT INTO mails (id, date_created, kind, user_id, company_id, data, priority, date_due)
	SELECT printf('%s %s %06d', ?3, ?4, i), 1, ?4, ?2, ?3, '{}', ?5, ?6 FROM n`;

/** As many mails of a company in a cell, which are due now. */
const queue = ({ cell, id, admin }: TestCell, count: number, kind = 'voucher_issued', priority = 2) =>
	sqlIn(cell, MAILS, count, admin.userId, id, kind, priority, now()).run();

async function queueInD1(count: number): Promise<string> {
	const { id, admin } = await newCompany();
	await env.DB.prepare(MAILS).bind(count, admin.userId, id, 'voucher_issued', 2, now()).run();
	return id;
}

/** Sends what is due in the cell, as its message in the queue says. */
const send = ({ cell }: TestCell, perDay: number, bindings: object = {}) =>
	takeMessages(
		[`${cell}.a-mail`],
		{ ...office.bindings, MAIL_PER_DAY: String(perDay), ...bindings },
		now(),
		() => true,
	);

const sendInD1 = (perDay: number) => deliver({ ...office.bindings, MAIL_PER_DAY: String(perDay) });

const attempts = () => env.DB.prepare('SELECT sum(attempts) AS n FROM mail_days').first<number>('n');

const sentOf = async ({ cell }: TestCell) =>
	(await sqlIn(cell, `SELECT count(*) AS n FROM mails WHERE state = 'sent'`).first<number>('n')) ?? 0;

const sentInD1 = () =>
	env.DB.prepare(`SELECT count(*) AS n FROM mails WHERE state = 'sent'`).first<number>('n');

test('a message of the queue names the cell, and its consumer sends the mail of this cell', async () => {
	const employeeId = await newEmployee(one);
	expect((await as(one.admin, office.bindings).post(`/employees/${employeeId}/invitation`)).status).toBe(200);
	const [woken] = office.woken;
	expect(woken?.mailId).toMatch(new RegExp(`^${one.cell}\\.[0-9a-f-]{36}$`));
	expect(await takeMessages(['an old message'], office.bindings, now(), () => true)).toBe(0);
	expect(office.sent).toEqual([]);
	await takeMessages([woken?.mailId], office.bindings, now(), () => true);
	const id = woken?.mailId.split('.')[1];
	expect(await sqlIn(one.cell, 'SELECT state FROM mails WHERE id = ?', id).first('state')).toBe('sent');
});

test('a cell sends all that waits while the day has room, and each mail once', async () => {
	await queue(one, 130);
	const counts = await Promise.all([send(one, 1000), send(one, 1000), send(one, 1000)]);
	expect(counts.reduce((sum, count) => sum + count)).toBe(130);
	expect(office.sent).toHaveLength(130);
	expect(await attempts()).toBe(130);
	const listed = await as(one.admin).get(`/companies/${one.id}/mails?state=held`);
	expect(listed.body).toEqual([]);
});

test('the limit of a day holds for all cells and D1 together', async () => {
	const other = await newCompanyInCell();
	await queueInD1(200);
	await queue(one, 200);
	await queue(other, 200);
	for (let round = 0; round < 3; round++) {
		await send(one, 90);
		await sendInD1(90);
		await send(other, 90);
	}
	const all = [await sentOf(one), await sentOf(other), await sentInD1()];
	expect(all.reduce<number>((sum, count) => sum + (count ?? 0), 0)).toBe(90);
	expect(office.sent).toHaveLength(90);
	expect(await attempts()).toBe(90);
});

test('companies of cells take turns with those of D1, in whatever order they send', async () => {
	const other = await newCompanyInCell();
	await queueInD1(300);
	await queue(one, 300);
	await queue(other, 5);
	// The directory knows what waits once each cell has asked.
	for (const cell of [one, other]) await send(cell, 1);
	at('2031-03-08T12:00:00.000Z');
	for (let round = 0; round < 4; round++) {
		await sendInD1(405);
		await send(one, 405);
		await send(other, 405);
	}
	expect(await sentOf(other)).toBe(5);
	// Each has its turn, but for the block of a step.
	expect(Math.abs((await sentOf(one)) - Number(await sentInD1()))).toBeLessThanOrEqual(61);
	expect(await attempts()).toBe(405);
});

test('a mail that waits for another day is shown as held, and leaves then', async () => {
	await queue(one, 20);
	expect(await send(one, 12)).toBe(12);
	expect(await send(one, 12)).toBe(0);
	const held = await as(one.admin).get(`/companies/${one.id}/mails?state=held`);
	expect(held.body).toHaveLength(8);
	expect(held.body[0].dateExpected).toBe('2031-03-08T00:00:00.000Z');
	expect(await placeOf(one.cell)).toMatchObject({ waiting_mails: 8, granted: 12 });
	at('2031-03-08T00:00:00.000Z');
	expect(await send(one, 12)).toBe(8);
	expect(office.sent).toHaveLength(20);
});

test('a cell that gets nothing shows its mails as held, without a day', async () => {
	await queueInD1(5);
	await sendInD1(5);
	await queue(one, 3);
	expect(await send(one, 5)).toBe(0);
	const held = await as(one.admin).get(`/companies/${one.id}/mails?state=held`);
	expect(held.body.map(({ dateExpected }: { dateExpected: unknown }) => dateExpected)).toEqual([
		null,
		null,
		null,
	]);
});

test('a grant whose response was lost is the same when the cell asks again', async () => {
	await queue(one, 20);
	let isLost = true;
	const DB = databaseOver(async (statements, queries) => {
		const results = await env.DB.batch(statements);
		if (isLost && queries.some((query) => /granted/.test(query))) throw new Error('D1_ERROR: something else');
		return results;
	});
	await send(one, 30, { DB });
	expect(office.sent).toEqual([]);
	expect(await attempts()).toBe(20);
	isLost = false;
	expect(await send(one, 30, { DB })).toBe(20);
	expect([office.sent.length, await attempts()]).toEqual([20, 20]);
});

test('without D1, mails about security leave, and the others wait and are not lost', async () => {
	await queue(one, 3);
	await queue(one, 2, 'new_device', 0);
	const DB = intercepted(/./, () => Promise.reject(new Error('D1 is down')));
	await takeMessages([`${one.cell}.a-mail`], { ...office.bindings, DB }, now(), () => true).catch(() => 0);
	const bindings = { ...office.bindings, DB: intercepted(/places/, () => Promise.reject(new Error('down'))) };
	await takeMessages([`${one.cell}.a-mail`], bindings, now(), () => true);
	expect(office.sent).toHaveLength(2);
	expect(await send(one, 1000)).toBe(3);
	expect(office.sent).toHaveLength(5);
});

test('a cell that the directory does not know sends mails about security, and keeps the others', async () => {
	await queue(one, 3);
	await queue(one, 2, 'new_device', 0);
	const { results } = await env.DB.prepare('SELECT * FROM places WHERE cell = ?').bind(one.cell).all();
	await env.DB.prepare('DELETE FROM places WHERE cell = ?').bind(one.cell).run();
	expect(await send(one, 1000)).toBe(2);
	expect((await states(one)).toSorted()).toEqual(['sent', 'sent', 'waiting', 'waiting', 'waiting']);
	const [row = {}] = results;
	const columns = Object.keys(row);
	await env.DB.prepare(`INSERT INTO places (${columns}) VALUES (${columns.map(() => '?')})`)
		.bind(...Object.values(row))
		.run();
	expect(await send(one, 1000)).toBe(3);
});

const SECRET = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';

function bounceByResend(id: string, bindings: object = {}) {
	const body = JSON.stringify({
		type: 'email.bounced',
		created_at: new Date(now()).toISOString(),
		data: { email_id: id, bounce: { type: 'Permanent' } },
	});
	const seconds = now() / 1000;
	const signed = createHmac('sha256', Buffer.from(SECRET.slice(6), 'base64')).update(`m.${seconds}.${body}`);
	const headers = {
		'svix-id': 'm',
		'svix-timestamp': String(seconds),
		'svix-signature': `v1,${signed.digest('base64')}`,
	};
	return call('POST', '/mail/resend', body, headers, { ...env, RESEND_WEBHOOK_SECRET: SECRET, ...bindings });
}

const bounceByCloudflare = (messageId: string) => ({
	type: 'cf.email.sending.message.bounced',
	payload: { messageId, delivery: { smtpEnhancedStatusCode: '5.1.1' } },
});

const states = async ({ cell }: TestCell) =>
	(await sqlIn(cell, 'SELECT state FROM mails ORDER BY carrier_id').all<{ state: string }>()).results.map(
		({ state }) => state,
	);

test('a mail of a cell that comes back is bounced there', async () => {
	await queue(one, 3);
	await send(one, 1000);
	expect((await bounceByResend('<1@carrier.example>')).status).toBe(200);
	await takeMessages([bounceByCloudflare('<2@carrier.example>')], env, now(), () => true);
	expect(await states(one)).toEqual(['bounced', 'bounced', 'sent']);
	expect((await bounceByResend('<9@carrier.example>')).status).toBe(404);
});

test('a returned mail of a cell that cannot be reached is in the log, and does not stop the others', async () => {
	const other = await newCompanyInCell();
	await queue(one, 1);
	await send(one, 1000);
	await queue(other, 2);
	await send(other, 2);
	const { CELLS } = withoutCell(one.cell);
	const logged = vi.spyOn(console, 'error').mockImplementation(() => {});
	const messages = [
		bounceByCloudflare('<1@carrier.example>'),
		bounceByCloudflare('<2@carrier.example>'),
		`${other.cell}.a-mail`,
	];
	expect(await takeMessages(messages, { ...office.bindings, CELLS }, now(), () => true)).toBe(1);
	expect([await states(one), (await states(other)).toSorted()]).toEqual([['sent'], ['bounced', 'sent']]);
	const lines = logged.mock.calls.map(([line]) => JSON.parse(String(line)));
	expect(lines).toMatchObject([
		{ event: 'bounces_not_recorded', cell: one.cell, carrierIds: ['<1@carrier.example>'] },
	]);
	const refused = await bounceByResend('<1@carrier.example>', { CELLS });
	expect(refused).toMatchObject({ status: 503, body: { code: 'unavailable' } });
	expect((await bounceByResend('<1@carrier.example>')).status).toBe(200);
	expect(await states(one)).toEqual(['bounced']);
});

test('the directory learns of a sent mail later, if it could not be reached', async () => {
	await queue(one, 1, 'new_device', 0);
	const DB = intercepted(/claims/, () => Promise.reject(new Error('D1 is down')));
	await send(one, 1000, { DB });
	expect(await states(one)).toEqual(['sent']);
	expect((await bounceByResend('<1@carrier.example>')).status).toBe(404);
	await send(one, 1000);
	expect((await bounceByResend('<1@carrier.example>')).status).toBe(200);
	expect(await states(one)).toEqual(['bounced']);
	const kept = await sqlIn(one.cell, 'SELECT count(*) AS n FROM claims').first('n');
	expect(kept).toBe(0);
});
