import { env } from 'cloudflare:workers';
import { beforeEach, expect, test } from 'vitest';
import { newId } from '../../src/foundation/core/id.ts';
import { browse, type Visit, visitOf } from '../harness/console.ts';
import { pageOf } from '../harness/page.ts';
import { PDF, upload } from '../harness/receipts.ts';
import { as, at, newCompany, now } from '../harness/service.ts';
import { newSpender, type Spender } from '../harness/spending.ts';
import { valueIn } from './markup.ts';

let spender: Spender;
let visit: Visit;
beforeEach(async () => {
	at('2023-02-20T12:00:00.000Z');
	spender = await newSpender({}, undefined, { firstName: 'Erika', lastName: 'Muster' });
	at('2023-03-07T12:00:00.000Z');
	visit = await visitOf(spender.verifier);
});

const english = { 'Accept-Language': 'en' };
const list = async (query = '') =>
	(await browse(visit).get(`/verify/list?company=${spender.company.id}${query}`, english)).body as string;
const addressOf = (ids: readonly string[]) =>
	`/verify/many?company=${spender.company.id}${ids.map((id) => `&id=${id}`).join('')}`;
type Fields = Record<string, string | string[]>;
const send = (ids: readonly string[], fields: Fields, by = visit) =>
	browse(by).post(addressOf(ids), fields, english);
const stateOf = async (id: string) => (await as(spender.employee).get(`/flex/expenses/${id}`)).body.state;

/** Sends the form that the preview has made. */
async function decided(ids: readonly string[], fields: Fields) {
	const preview = await send(ids, { ...fields, _do: 'preview' });
	return send(ids, { ...fields, _etag: etagIn(preview.body) });
}
const etagIn = (body: string): string => valueIn(body, '_etag');

test('several are approved at once: a preview that stores nothing, then a report, also to a repetition', async () => {
	const ids = [
		await spender.submitted(),
		await spender.submitted({ amount: { value: 500, currency: 'EUR_CENT' } }),
	];
	const preview = await send(ids, { decision: 'APPROVED', _do: 'preview' });
	expect(preview.body).toMatch(/2 receipts[\s\S]*approved[\s\S]*Erika Muster[\s\S]*€5\.00/);
	expect(preview.body).toContain('Approve: 2 receipts');
	expect(await Promise.all(ids.map(stateOf))).toEqual(['SUBMITTED', 'SUBMITTED']);

	const key = newId(now());
	const form = { decision: 'APPROVED', _etag: etagIn(preview.body), _key: key };
	for (const answer of [await send(ids, form), await send(ids, form)]) {
		expect(answer.status).toBe(200);
		expect(answer.body).toMatch(/Approved 2 receipts\.[\s\S]*approved/);
		for (const id of ids)
			expect(pageOf(answer.body).select(`a[href="/console/verify/${id}"]`)).toHaveLength(1);
	}
	expect(await Promise.all(ids.map(stateOf))).toEqual(['APPROVED', 'APPROVED']);
});

test('each is answered by itself: what cannot be approved any more stays, the others are decided', async () => {
	const [first, second] = [await spender.submitted(), await spender.submitted()];
	await spender.approve(first);
	const answer = await decided([first, second], { decision: 'APPROVED' });
	expect(answer.body).toMatch(/This was already decided\.[\s\S]*not decided/);
	expect(await stateOf(second)).toBe('APPROVED');
});

test('a rejection of many has reasons, and each employee gets them', async () => {
	const ids = [await spender.submitted(), await spender.submitted()];
	const unexplained = await send(ids, { decision: 'REJECTED', _do: 'preview' });
	expect(unexplained.status).toBe(400);
	expect(pageOf(unexplained.body).faultAt('reasons')).toBe('Choose at least one reason.');
	const report = await decided(ids, { decision: 'REJECTED', reasons: ['no_date', 'unreadable'] });
	expect(
		pageOf(report.body)
			.select('.badge')
			.filter(({ text }) => text === 'rejected'),
	).toHaveLength(1 + ids.length);
	const { body } = await as(spender.employee).get(`/flex/expenses/${ids[1]}`);
	expect(body).toMatchObject({ state: 'REJECTED', reasons: [{ code: 'unreadable' }, { code: 'no_date' }] });
});

test('nothing is decided that the preview has not shown: another decision, or another state of one of them', async () => {
	const ids = [await spender.submitted(), await spender.submitted()];
	const preview = await send(ids, { decision: 'APPROVED', _do: 'preview' });
	const _etag = etagIn(preview.body);
	const other = await send(ids, { decision: 'REJECTED', reasons: 'unreadable', _etag });
	expect(other.status).toBe(412);
	await spender.approve(ids[0] ?? '');
	expect((await send(ids, { decision: 'APPROVED', _etag })).status).toBe(412);
	expect(await stateOf(ids[1] ?? '')).toBe('SUBMITTED');
	expect((await send(ids, { decision: 'APPROVED' })).status).toBe(412);
});

test('nobody decides on one’s own among many: it cannot be ticked, and is refused', async () => {
	const colleague = await newSpender({}, spender.company);
	const [own, other] = [await spender.submitted(), await colleague.submitted()];
	await env.DB.batch([
		env.DB.prepare(`UPDATE users SET roles = '["EMPLOYEE","FLEX_DOCUMENT_VERIFIER"]' WHERE id = ?`).bind(
			spender.employee.userId,
		),
		env.DB.prepare('INSERT INTO user_companies VALUES (?, ?)').bind(
			spender.employee.userId,
			spender.company.id,
		),
	]);
	visit = await visitOf(spender.employee);
	const boxes = pageOf(await list())
		.all('checkbox')
		.filter((box) => box.attribute('name') === 'id');
	expect(boxes.map((box) => box.attribute('value'))).toEqual([other]);
	const answer = await decided([own, other], { decision: 'APPROVED' });
	expect(answer.body).toContain('This is your own receipt. Another verifier decides on it.');
	expect([
		await stateOf(own),
		(await as(colleague.employee).get(`/flex/expenses/${other}`)).body.state,
	]).toEqual(['SUBMITTED', 'APPROVED']);
});

test('the list tells what to know of each, and offers those without a finding at once', async () => {
	const fine = await spender.submitted();
	await spender.submitted({ date: '2023-02-09' });
	await upload(spender.employee, fine, PDF);
	const page = await list();
	const button = pageOf(page).one('button', 'Decide on the one without a finding');
	expect([button.attribute('name'), button.attribute('value')]).toEqual(['ids', fine]);
	expect(page).toContain('no receipt');
	const many = await browse(visit).get(`/verify/many?company=${spender.company.id}&ids=${fine}`, english);
	expect(many.body).toContain('One receipt');
});

test('without a tick, with a wrong one or with too many it is said what to do', async () => {
	expect((await browse(visit).get(addressOf([]), english)).body).toContain('No receipts selected.');
	const nothing = await send([], { decision: 'APPROVED', _do: 'preview' });
	expect([nothing.status, nothing.body.includes('No receipts selected.')]).toEqual([400, true]);
	const ids = Array.from({ length: 51 }, () => newId(now()));
	const many = await send(ids, { decision: 'APPROVED', _do: 'preview' });
	expect([many.status, many.body.includes('You can decide on up to 50')]).toEqual([400, true]);
	const unknown = await send(ids.slice(0, 1), { decision: 'APPROVED', _do: 'preview' });
	expect(unknown.body).toContain('This receipt no longer exists.');
});

test('an expense of another company is as none', async () => {
	const elsewhere = await newSpender({}, await newCompany());
	const id = await elsewhere.submitted();
	const answer = await decided([id], { decision: 'APPROVED' });
	expect(answer.body).toContain('This receipt no longer exists.');
	expect((await as(elsewhere.employee).get(`/flex/expenses/${id}`)).body.state).toBe('SUBMITTED');
});

test('one that cannot be approved with the others is named, with a link to decide on it alone', async () => {
	const settings = { wageTypes: {}, splitsMeals: true, recordsAbsences: true };
	await as(spender.admin).put(`/companies/${spender.company.id}/payroll-settings`, settings);
	const money = { value: 500, currency: 'EUR_CENT' };
	const ids = [
		await spender.submitted(),
		await spender.submitted({ module: 'MEALS', days: 16, amount: money }),
	];
	const preview = await send(ids, { decision: 'APPROVED', _do: 'preview' });
	expect(preview.body).toContain('Approve: one receipt');
	const [link, ...more] = pageOf(preview.body).select(`a[href="/console/verify/${ids[1]}"]`);
	expect(more).toEqual([]);
	expect(link?.text).toContain('approve fewer days, or confirm the record of absences');
	const report = await decided(ids, { decision: 'APPROVED' });
	expect(pageOf(report.body).select(`a[href="/console/verify/${ids[1]}"]`)).toHaveLength(1);
	expect(await Promise.all(ids.map(stateOf))).toEqual(['APPROVED', 'SUBMITTED']);
});

/** Sends the form that undoes the decisions of a report. */
async function undo(report: string, language = 'en') {
	const [form] = pageOf(report).select('form[action*="/verify/many/reopening"]');
	const address = form?.attribute('action') ?? '';
	return browse(visit).post(address.replace(/^\/console/, ''), {}, { 'Accept-Language': language });
}

test('decisions made together are undone together, on one page and without a mail', async () => {
	const ids = [await spender.submitted(), await spender.submitted()];
	const report = await decided(ids, { decision: 'APPROVED' });
	expect(report.body).toContain('To undo only one decision, open its receipt below.');
	const undone = await undo(report.body);
	expect(undone.body).toContain('2 decisions were undone. The receipts are back in the queue.');
	expect(
		pageOf(undone.body)
			.select('.badge')
			.filter(({ text }) => text === 'waits again'),
	).toHaveLength(1 + ids.length);
	expect(await Promise.all(ids.map(stateOf))).toEqual(['SUBMITTED', 'SUBMITTED']);
	expect((await spender.transactions()).filter(({ state }) => state !== 'WITHDRAWN')).toEqual([]);
	const mails = await env.DB.prepare(`SELECT kind FROM mails WHERE data ->> 'expenseId' IN (?, ?)`)
		.bind(...ids)
		.all();
	expect(mails.results).toEqual([]);
	const again = await undo(report.body, 'de');
	expect(again.body).toContain('nicht zurückgenommen');
	expect(again.body).not.toContain('wurden zurückgenommen');
});

test('a joint undo needs a decision of the last ten minutes, and says so otherwise', async () => {
	const id = await spender.submitted();
	const report = await decided([id], { decision: 'APPROVED' });
	at('2023-03-07T12:11:00.000Z');
	const late = await undo(report.body);
	expect(late.body).toContain('Here you can undo only your own decisions of the last 10 minutes.');
	expect(await stateOf(id)).toBe('APPROVED');
});

test('a joint undo takes back what no run has committed, and leaves the rest', async () => {
	const ids = [await spender.submitted(), await spender.submitted({ date: '2023-03-01' })];
	const report = await decided(ids, { decision: 'APPROVED' });
	expect((await spender.close('2023-02')).status).toBe(201);
	const undone = await undo(report.body);
	expect(undone.body).toContain('The decision was undone. The receipt is back in the queue.');
	expect(undone.body).toContain('not undone');
	expect(await Promise.all(ids.map(stateOf))).toEqual(['APPROVED', 'SUBMITTED']);
});

test('a joint undo is refused to who may not decide in the company', async () => {
	const report = await decided([await spender.submitted()], { decision: 'REJECTED', reasons: 'no_date' });
	const elsewhere = await newSpender({}, await newCompany());
	visit = await visitOf(elsewhere.verifier);
	expect((await undo(report.body)).status).toBe(404);
});
