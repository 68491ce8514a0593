import { env } from 'cloudflare:workers';
import { beforeEach, expect, test } from 'vitest';
import { MAX_WAITING } from '../../../src/administration/overview/waiting/actions.ts';
import { browse, visitOf } from '../../harness/console.ts';
import { pageOf } from '../../harness/page.ts';
import { as, at, newUser, runCron } from '../../harness/service.ts';
import { newSpender, type Spender } from '../../harness/spending.ts';
import { submittedStanding } from '../../harness/standing.ts';

let spender: Spender;
beforeEach(async () => {
	at('2023-03-07T12:00:00.000Z');
	spender = await newSpender();
});

/** Returns what a reader sees and hears of the link to a page, by default to the queue. */
async function queueLink(user: { userId: string }, language = 'en', to = 'verify') {
	const { body } = await browse(await visitOf(user)).get('/account', { 'Accept-Language': language });
	const link = pageOf(body).select(`.side a[href="/console/${to}"]`)[0];
	return link && [link.text, link.attribute('aria-label')];
}

/** Proposes so many changes in a company. */
async function propose({ company, admin, employeeId }: Spender, count: number): Promise<string[]> {
	const ids = [];
	await as(admin).put(`/companies/${company.id}`, { assistants: true });
	for (let at = 0; at < count; at++) {
		const { status, body } = await as(admin).post(`/companies/${company.id}/proposals`, {
			operationId: 'updateEmployee',
			parameters: { id: employeeId },
			body: { costCenter: `${at}` },
			reason: 'The department has moved',
		});
		expect(status).toBe(201);
		ids.push(body.id);
	}
	return ids;
}

test('the number of open proposals stands beside the company and its page of proposals', async () => {
	expect(await queueLink(spender.admin, 'en', 'company')).toEqual(['Company', null]);
	const [first] = await propose(spender, 2);
	expect(await queueLink(spender.admin, 'en', 'company')).toEqual([
		'Company 2',
		'Company, 2 proposals wait for a decision',
	]);
	const { body } = await browse(await visitOf(spender.admin)).get('/company', { 'Accept-Language': 'en' });
	expect(pageOf(body).one('link', 'Proposals (2)').href).toContain('/console/company/proposals');
	await as(spender.admin).post(`/companies/${spender.company.id}/proposals/${first}/release`);
	expect(await queueLink(spender.admin, 'de', 'company')).toEqual([
		'Unternehmen 1',
		'Unternehmen, 1 Vorschlag wartet auf eine Entscheidung',
	]);
	expect(await queueLink(spender.verifier)).toEqual(['Receipts', null]);
	at('2023-03-22T00:00:00.000Z');
	await runCron('2023-03-22T00:00:00.000Z');
	expect(await queueLink(spender.admin, 'en', 'company')).toEqual(['Company', null]);
});

test('a reader of several companies sees the proposals of all beside the company, and none beside a page', async () => {
	const other = await newSpender();
	await Promise.all([
		propose(spender, 1),
		propose(other, 1),
		newSpender().then((third) => propose(third, 1)),
	]);
	const both = await newUser(['COMPANY_ADMIN'], [spender.company.id, other.company.id]);
	expect(await queueLink(both, 'de', 'company')).toEqual([
		'Unternehmen 2',
		'Unternehmen, 2 Vorschläge warten auf eine Entscheidung',
	]);
	const page = `/company?company=${other.company.id}`;
	const { body } = await browse(await visitOf(both)).get(page, { 'Accept-Language': 'en' });
	expect(pageOf(body).all('link', 'Proposals')).toHaveLength(1);
});

test('the number of waiting expenses stands beside the queue, and is heard as a sentence', async () => {
	expect(await queueLink(spender.verifier)).toEqual(['Receipts', null]);
	await spender.submitted();
	expect(await queueLink(spender.verifier)).toEqual([
		'Receipts 1',
		'Receipts, 1 expense waits for a decision',
	]);
	await spender.submitted({ date: '2023-02-20' });
	await spender.approved({ date: '2023-02-21' });
	expect(await queueLink(spender.verifier, 'de')).toEqual([
		'Belege 2',
		'Belege, 2 Ausgaben warten auf eine Entscheidung',
	]);
});

test('the number has the companies of the reader only, and stands only where somebody may decide', async () => {
	await spender.submitted();
	const other = await newSpender();
	expect(await queueLink(other.verifier)).toEqual(['Receipts', null]);
	const both = await newUser(['FLEX_DOCUMENT_VERIFIER'], [spender.company.id, other.company.id]);
	expect(await queueLink(both)).toEqual(['Receipts 1', 'Receipts, 1 expense waits for a decision']);
	expect(await queueLink(spender.admin)).toBeUndefined();
	expect(await queueLink(spender.employee)).toBeUndefined();
});

test('the number of proofs that wait stands beside the standing expenses, for verifiers only', async () => {
	await submittedStanding(spender);
	expect(await queueLink(spender.verifier, 'en', 'standing')).toEqual([
		'Standing expenses 1',
		'Standing expenses, 1 standing expense waits for verification',
	]);
	expect(await queueLink(spender.verifier, 'de', 'standing')).toEqual([
		'Dauerausgaben 1',
		'Dauerausgaben, 1 Dauerausgabe wartet auf die Prüfung',
	]);
	expect(await queueLink(spender.admin, 'en', 'standing')).toEqual(['Standing expenses', null]);
	expect(await queueLink((await newSpender()).verifier, 'en', 'standing')).toEqual([
		'Standing expenses',
		null,
	]);
});

test('a long queue is not counted to its end', async () => {
	const id = await spender.submitted();
	const columns = await env.DB.prepare(
		"SELECT name FROM pragma_table_info('expenses') WHERE name <> 'id'",
	).all<{
		name: string;
	}>();
	const names = columns.results.map(({ name }) => name).join();
	await env.DB.prepare(
		`WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ?)
		INSERT INTO expenses (id, ${names}) SELECT substr(id, 1, 24) || printf('%012x', i), ${names} FROM expenses, n WHERE id = ?`,
	)
		.bind(MAX_WAITING, id)
		.run();
	expect(await queueLink(spender.verifier)).toEqual([
		'Receipts 99+',
		'Receipts, 99+ expenses wait for a decision',
	]);
});
