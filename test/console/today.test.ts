import { env } from 'cloudflare:workers';
import { beforeEach, expect, test } from 'vitest';
import { browse, type Visit, visitOf } from '../harness/console.ts';
import { counting } from '../harness/counting.ts';
import { type Part, pageOf } from '../harness/page.ts';
import { as, at, newCompany, newEmployee, newUser, type TestCompany, userOf } from '../harness/service.ts';
import { accessOf, newSpender } from '../harness/spending.ts';
import { submittedStanding } from '../harness/standing.ts';
import { rowsOf, turnTo } from './markup.ts';

let company: TestCompany;
beforeEach(async () => {
	at('2023-02-20T12:00:00.000Z');
	company = await newCompany();
});

const open = async (visit: Visit, query = '', language = 'en'): Promise<Part> => {
	const { status, body } = await browse(visit).get(`/today${query}`, { 'Accept-Language': language });
	expect(status).toBe(200);
	return pageOf(body).one('main');
};
/** The company that the link of a line leads to. */
const companyIn = (line: Part) => new URLSearchParams(line.one('link').href.split('?')[1]).get('company');
/** With them and a spender, a company has everything for its first month. */
const WAGE_TYPES = { wageTypes: { MEALS: { number: '2100' } } };
const admin = async () => open(await visitOf(company.admin));
const bounced = async (employeeId: string) =>
	env.DB.prepare("UPDATE mails SET state = 'bounced', sealed = NULL WHERE user_id = ?")
		.bind((await userOf(employeeId)).userId)
		.run();

test('an empty company says in words that nothing waits, stands in the way or is ahead', async () => {
	const body = await admin();
	for (const sentence of ['All done.', '0 lines so far', 'No changes in the next 30 days'])
		expect(body.text).toContain(sentence);
	expect(body.text).not.toContain('No problems');
	await as(company.admin).put(`/companies/${company.id}/payroll-settings`, WAGE_TYPES);
	expect((await admin()).text).not.toContain('No problems');
	const german = await open(await visitOf(company.admin), '', 'de');
	expect(german.text).toContain('Der Februar 2023 schließt am Abend des 7. März 2023');
});

test('each line leads to its remedy: receipts, invitations that came back, who has no number or budget', async () => {
	const spender = await newSpender({}, company, { personnelNumber: '1' });
	await as(company.admin).put(`/companies/${company.id}/payroll-settings`, WAGE_TYPES);
	const [lost] = [await newEmployee(company), await newEmployee(company, { personnelNumber: '2' })];
	await bounced(lost);
	for (const date of ['2023-02-10', '2023-02-01']) await spender.submitted({ date });
	const both = await newUser(['COMPANY_ADMIN', 'FLEX_DOCUMENT_VERIFIER'], [company.id]);
	const visit = await visitOf(both);
	const body = await open(visit);
	const found = body.select('li > a.button');
	const links = found.map(({ name, href }) => [name, href] as const);
	const people = `/console/people?company=${company.id}`;
	expect(links).toEqual([
		['Review: 2 receipts to verify', `/console/verify?company=${company.id}`],
		['Fix addresses: 1 invitation came back', `${people}&invitationMail=bounced`],
		['Add numbers: 1 person without a personnel number', `${people}&missing=PERSONNEL_NUMBER`],
		['Give budgets: 2 people without a budget', `${people}&missing=BUDGET`],
		[
			'Review: 2 receipts up to the end of February 2023 not decided yet',
			`/console/verify?company=${company.id}`,
		],
	]);
	for (const [, to] of links) {
		expect((await browse(visit).get(to.slice('/console'.length))).status, to).toBe(200);
	}
	const list = await browse(visit).get(`/people?company=${company.id}&invitationMail=bounced`);
	expect([list.body.includes(lost), rowsOf(list.body).length]).toEqual([true, 1]);
});

test('the deadline of the oldest receipt is shown until its last instant, and then that it is late', async () => {
	const spender = await newSpender({}, company);
	await spender.submitted({ date: '2023-02-10' });
	at('2023-03-07T23:59:59.999Z');
	expect((await open(await visitOf(spender.verifier))).text).toContain('until the evening of 7 Mar');
	at('2023-03-08T00:00:00.000Z');
	expect((await open(await visitOf(spender.verifier))).text).toContain('late: their month is paid');
});

test('a closed month without problems is said only of a company with wage types and a verifier', async () => {
	const spender = await newSpender({}, company, { personnelNumber: '1' });
	await spender.approved({ date: '2023-02-10' });
	at('2023-03-10T12:00:00.000Z');
	expect((await spender.close('2023-02')).status).toBe(201);
	expect((await admin()).one('link', 'Enter the wage types of the payroll office').href).toBe(
		`/console/company/office?company=${company.id}`,
	);
	expect((await admin()).text).not.toContain('No problems');
	await as(company.admin).put(`/companies/${company.id}/payroll-settings`, WAGE_TYPES);
	expect((await admin()).text).toContain('No problems. 0 lines go to the payroll office.');
});

test('the open month shows its sum so far, and a technical user sees what needs work', async () => {
	const spender = await newSpender({}, company, { personnelNumber: '1' });
	for (const date of ['2023-02-10', '2023-02-11']) await spender.approved({ date });
	const visit = await visitOf(await newUser(['TECHNICAL_USER'], [company.id]));
	const body = await open(visit);
	expect(body.text).toMatch(/February 2023 closes .* €\d+\.\d\d 2 lines/);
	expect(body.text).toContain('In the next 30 days');
	expect(body.select('[href*="/team"]')).toHaveLength(0);
});

test('a verifier sees the receipts alone, an administrator who else verifies them', async () => {
	const spender = await newSpender({}, company);
	await spender.submitted({ date: '2023-02-10' });
	await submittedStanding(spender);
	const body = await open(await visitOf(spender.verifier));
	expect(body.text).toContain('1 receipt to verify');
	expect(body.one('link', 'Review: 1 standing expense waits for verification').href).toBe(
		`/console/standing?company=${company.id}`,
	);
	for (const of of ['budget', 'closes on', 'In the next 30 days']) expect(body.text).not.toContain(of);
	const other = await admin();
	for (const name of [
		'Show team: 1 receipt waits for a verifier',
		'Show team: 1 standing expense waits for verification',
		'Show team: 1 receipt up to the end of February 2023 not decided yet',
	])
		expect(other.one('link', name).href).toBe(`/console/team?company=${company.id}`);
	expect(other.select('[href^="/console/verify"], [action^="/console/verify"]')).toHaveLength(0);
});

test('obstacles to payroll appear once per person, with a link', async () => {
	const spender = await newSpender({}, company, {
		firstName: 'Ada',
		lastName: '<b>',
		personnelNumber: '12A',
	});
	await as(company.admin).put(`/companies/${company.id}/payroll-settings`, {
		format: 'datev-lug',
		adviserNumber: '1234567',
		clientNumber: '42',
		wageTypes: { INTERNET: { number: '2200' } },
		usesCompanyNumbers: false,
	});
	for (const date of ['2023-02-10', '2023-02-11']) await spender.approved({ date });
	const body = await admin();
	expect(body.one('link', 'Ada <b>').href).toBe(`/console/people/${spender.employeeId}`);
	expect(body.text).toMatch(/from 1 to 99999, not 12A\. .*2 lines /);
	expect(body.text).not.toContain('No problems');
});

test('events of the next 30 days are shown by day, with three names at most', async () => {
	const people = [];
	for (const firstName of ['Ada', 'Bo', 'Cy', 'Di', 'Ed'])
		people.push(await newEmployee(company, { firstName }));
	for (const id of people) {
		await as(company.admin).put(
			`/employees/${id}/flex/access`,
			accessOf({ startDate: '2023-03-01T00:00:00.000Z' }),
		);
	}
	for (const [index, day] of ['21', '22', '23'].entries()) {
		await as(company.admin).put(`/employees/${people[index]}`, {
			dateTerminated: `2023-03-${day}T23:59:59.999Z`,
		});
	}
	const body = (await admin()).text;
	expect(body).toMatch(
		/ 1 Mar Flex budget begins: Cy leaving 23 March 2023 , \w+ invited .* , \w+ invited .* and 2 more/,
	);
	expect(body).toMatch(/21 Mar.*Last working day: Ada .* 22 Mar.*Last working day: Bo /);
	expect(body).not.toContain('23 Mar ');
});

test('a manager of several companies sees the waiting work of each, and nothing of another one', async () => {
	const [spender, empty, foreign] = [await newSpender({}, company), await newCompany(), await newCompany()];
	await spender.submitted({ date: '2023-02-10' });
	const visit = await visitOf(await newUser(['FLEX_DOCUMENT_VERIFIER'], [company.id, empty.id]));
	const body = await open(visit);
	const rows = body.select('li:has(.below)');
	expect(rows.map((row) => [companyIn(row), row.select('.below')[0]?.text])).toEqual([
		[company.id, '1 receipt to verify'],
		[empty.id, 'nothing to review'],
	]);
	expect((await browse(visit).get('/today')).body).not.toContain(foreign.id);
	expect((await open(visit, `?company=${empty.id}`)).text).toContain('All done.');
	expect((await browse(visit).get(`/today?company=${foreign.id}`)).status).toBe(404);
	const nobody = await visitOf(await newUser(['COMPANY_ADMIN'], []));
	expect((await open(nobody)).text).toContain('You do not manage a company yet.');
});

test('an operator sees failed jobs, companies without an administrator, and mails that did not arrive', async () => {
	const visit = await visitOf(await newUser(['PLATFORM_ADMIN']));
	const service = async () =>
		(await open(visit))
			.select('.panel')[0]
			?.select('li')
			.map((line) => line.text);
	const before = await service();
	const [lonely, mailing] = [await newCompany(), await newCompany()];
	const invited = await newEmployee(mailing);
	await as(mailing.admin).post(`/employees/${invited}/invitation`);
	await bounced(invited);
	await env.DB.batch([
		env.DB.prepare('DELETE FROM user_companies WHERE company_id = ?').bind(lonely.id),
		env.DB.prepare(
			`INSERT INTO job_runs (job, date_run, handled, jobs) VALUES ('ALL', 1, 0, '{"sendDueMails":{"dateRun":1}}')`,
		),
	]);
	expect((await service())?.filter((line) => !before?.includes(line))).toEqual([
		'Send mails failed',
		expect.stringMatching(/ no administrator$/),
		expect.stringMatching(/ \d+ mails? did not arrive$/),
	]);
	expect((await admin()).text).not.toContain('Send mails');
});

test('the overview of all companies pages, and each page takes two round trips', async () => {
	for (let count = 0; count < 51; count++) await newCompany();
	const visit = await visitOf(await newUser(['PLATFORM_ADMIN']));
	const { counted, bindings } = counting();
	const { body } = await browse(visit, bindings).get('/today');
	expect([counted.trips, pageOf(body).select('li .below').length]).toEqual([2, 50]);
	const next = turnTo(body, 'next').replace('/today', '');
	const shown = (page: Part) => page.select('li:has(.below)').map(companyIn);
	const more = shown(await open(visit, next));
	expect(more.length).toBeGreaterThan(0);
	expect(shown(pageOf(body)).filter((id) => more.includes(id))).toEqual([]);
});

test('after signing in, administrators and verifiers begin here, an employee with the own benefits', async () => {
	const id = await newEmployee(company);
	for (const [user, first] of [
		[company.admin, '/console/today'],
		[await newUser(['FLEX_DOCUMENT_VERIFIER'], [company.id]), '/console/today'],
		[await newUser(['PLATFORM_ADMIN']), '/console/today'],
		[await userOf(id), '/console/benefits'],
	] as const) {
		const { status, headers } = await browse(await visitOf(user)).get('');
		expect([status, headers.get('Location')]).toEqual([303, first]);
	}
});

test('the latest changes of the company stand there with their authors, and lead to the person or the history', async () => {
	await newEmployee(await newCompany(), { lastName: 'Fremd' });
	at('2023-02-20T13:00:00.000Z');
	const rosa = await newEmployee(company, { firstName: 'Rosa', lastName: 'Klein' });
	at('2023-02-20T14:00:00.000Z');
	await as(company.admin).put(`/companies/${company.id}`, { name: 'Neu GmbH' });
	const visit = await visitOf(company.admin);
	const body = await open(visit);
	expect(body.text).toContain('Just happened');
	const lines = body.select('.history li');
	expect(lines.length).toBeLessThanOrEqual(5);
	const about = lines.find(({ text }) => text.includes('Rosa Klein'));
	expect(about?.one('link').href).toBe(`/console/people/${rosa}`);
	expect(about?.text).toMatch(/created the person Rosa Klein 20 February 2023 at 14:00$/);
	expect(lines[0]?.text).toContain('Neu GmbH');
	expect(lines[0]?.one('link').href).toBe(`/console/history?company=${company.id}`);
	expect(body.text).not.toContain('Fremd');
	expect((await open(visit, '', 'de')).text).toContain('Gerade passiert');
});

test('the latest changes are left out for readers who may not read the history', async () => {
	const spender = await newSpender({}, company, { firstName: 'Rosa', lastName: 'Klein' });
	const body = await open(await visitOf(spender.verifier));
	expect(body.text).not.toContain('Just happened');
	expect(body.select('.history')).toHaveLength(0);
});

test('readers with a first name are greeted by it', async () => {
	const visit = await visitOf(company.admin);
	expect((await open(visit)).select('h1')[0]?.text).toBe('Today');
	await env.DB.prepare("UPDATE users SET first_name = 'Ada' WHERE id = ?").bind(visit.userId).run();
	expect((await open(visit)).select('h1')[0]?.text).toBe('Hello, Ada');
	expect((await open(visit, '', 'de')).select('h1')[0]?.text).toBe('Guten Tag, Ada');
});
