import { env } from 'cloudflare:workers';
import { beforeEach, expect, test, vi } from 'vitest';
import { ring, sqlIn } from '../../harness/alarms.ts';
import { browse, visitOf } from '../../harness/console.ts';
import { newSandbox, type TestSandbox } from '../../harness/sandboxes.ts';
import { as, at, newEmployee, now, userOf } from '../../harness/service.ts';
import { accessOf, expenseOf } from '../../harness/spending.ts';

const IN_CELL = { ...env, NEW_COMPANIES: 'CELL' };

beforeEach(() => {
	vi.spyOn(console, 'log').mockImplementation(() => {});
	at('2031-03-05T08:30:00.000Z');
});

/** A sandbox and a real company, each in a database of its own. */
async function both(): Promise<{ sandbox: TestSandbox; real: TestSandbox }> {
	const name = (kind: string) => `${kind} ${crypto.randomUUID()}`;
	const sandbox = await newSandbox({ name: name('Rehearsed') });
	return { sandbox, real: await newSandbox({ name: name('Lived'), sandbox: false }, IN_CELL) };
}

test('the list of companies says which is a sandbox, and Today names only real companies that lack somebody', async () => {
	const { sandbox, real } = await both();
	const reader = browse(await visitOf(real.platform));
	const listed = (await reader.get('/platform')).body;
	const rowOf = ({ id }: TestSandbox) => listed.split('<tr').find((row: string) => row.includes(id)) ?? '';
	expect(rowOf(sandbox)).toContain('Sandbox');
	expect(rowOf(real)).not.toContain('Sandbox');
	const pageOf = async ({ id }: TestSandbox) => (await reader.get(`/platform/companies/${id}`)).body;
	expect(await pageOf(sandbox)).toContain('The mail with the link stays in the sandbox.');
	expect(await pageOf(real)).toContain('We send a mail with a link to this address.');
	const mails = (await reader.get(`/company/mails?company=${sandbox.id}`)).body;
	expect(mails).toContain('Administrators read their texts and links here.');

	for (const { cell, admin } of [sandbox, real]) {
		await sqlIn(cell, 'DELETE FROM user_companies WHERE user_id = ?', admin.userId).run();
		await ring(cell, now());
	}
	const today = (await reader.get('/today')).body;
	expect(today).toContain(real.id);
	expect(today).not.toContain(sandbox.id);
});

test('expenses that wait in a sandbox are in no list of several companies', async () => {
	const companies = await both();
	for (const company of [companies.sandbox, companies.real]) {
		const id = await newEmployee(company);
		await as(company.admin).put(
			`/employees/${id}/flex/access`,
			accessOf({ startDate: '2031-03-01T00:00:00.000Z' }),
		);
		const given = await as(await userOf(id, company.cell)).post(
			`/employees/${id}/flex/expenses`,
			expenseOf({ date: '2031-03-04' }),
		);
		expect(given.status, JSON.stringify(given.body)).toBe(201);
		await ring(company.cell, now());
	}
	const page = (await browse(await visitOf(companies.real.platform)).get('/today')).body;
	expect(page).toContain(companies.real.id);
	expect(page).not.toContain(companies.sandbox.id);
});
