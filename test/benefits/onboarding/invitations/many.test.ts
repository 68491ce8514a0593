import { env } from 'cloudflare:workers';
import { beforeEach, expect, test } from 'vitest';
import { counting } from '../../../harness/counting.ts';
import { fileOf, importPath } from '../../../harness/imports.ts';
import { deliver, postOffice } from '../../../harness/mail.ts';
import { as, at, newCompany, type TestCompany, uniqueEmail } from '../../../harness/service.ts';
import { logIn, register } from '../../../tenants/auth/one-time/links.ts';

const PEOPLE = 1200;
const PER_DAY = 500;
/** The people in the group that is invited first. */
const SALES = 200;

let company: TestCompany;
let emails: string[];

beforeEach(async () => {
	at('2023-03-07T12:00:00.000Z');
	await env.DB.exec('DELETE FROM mails; DELETE FROM mail_days');
	company = await newCompany();
	emails = Array.from({ length: PEOPLE }, uniqueEmail);
	const rows = emails.map((email, index) => `${email};${index < SALES ? 'sales' : ''}`);
	const file = fileOf('E-Mail;Gruppen', ...rows);
	const csv = { 'Content-Type': 'text/csv' };
	expect((await as(company.admin).send('POST', importPath(company.id), file, csv)).status).toBe(200);
});

/** Invites by a filter, and tells what it cost. */
async function invite(query = '') {
	const { counted, bindings } = counting();
	const path = `/companies/${company.id}/employees/invitations${query}`;
	const { body } = await as(company.admin, bindings).post(path);
	return { ...body, trips: counted.trips };
}

test('more than a thousand people are invited by two calls, their mails spread over days, and each link lets in its own', async () => {
	await as(company.admin).get('/auth/me');
	expect(await invite('?group=sales')).toEqual({ invited: SALES, more: false, refused: [], trips: 2 });
	expect(await invite()).toEqual({ invited: PEOPLE - SALES, more: false, refused: [], trips: 2 });
	expect(await invite()).toEqual({ invited: 0, more: false, refused: [], trips: 1 });

	const { bindings, sent } = postOffice();
	const perDay: { sent: number; trips: number }[] = [];
	for (const day of ['07', '08', '09', '10']) {
		at(`2023-03-${day}T12:00:00.000Z`);
		const before = sent.length;
		const { counted, bindings: counter } = counting();
		await deliver({ ...bindings, DB: counter.DB, MAIL_PER_DAY: String(PER_DAY) });
		perDay.push({ sent: sent.length - before, trips: counted.trips });
	}
	expect(perDay.map((day) => day.sent)).toEqual([PER_DAY, PER_DAY, PEOPLE - 2 * PER_DAY, 0]);
	// Two round trips for each 60 mails, and one that finds no more.
	for (const day of perDay) expect(day.trips).toBe(2 * Math.ceil(day.sent / 60) + 1);
	expect(sent.map(({ to }) => to).sort()).toEqual(emails.toSorted());

	const links = sent.map(({ text }) => /#(\S+)/.exec(text)?.[1] ?? '');
	expect(new Set(links).size).toBe(PEOPLE);
	const [, last] = [sent[0], sent.at(-1)];
	expect((await register(links.at(-1) ?? '')).status).toBe(200);
	expect((await logIn(last?.to ?? '')).status).toBe(200);
}, 120_000);
