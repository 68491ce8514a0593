import { beforeEach, expect, test } from 'vitest';
import { browse, type Visit, visitOf } from '../harness/console.ts';
import { pageOf } from '../harness/page.ts';
import { upload } from '../harness/receipts.ts';
import { as, at, newCompany, newUser, type TestCompany, type TestUser, userOf } from '../harness/service.ts';
import { newSpender } from '../harness/spending.ts';

let company: TestCompany;
let author: TestUser;
let verifier: TestUser;
let visit: Visit;
let expenseId: string;
let receiptId: string;

beforeEach(async () => {
	at('2023-02-20T12:00:00.000Z');
	company = await newCompany();
	const spender = await newSpender({}, company);
	author = await userOf(spender.employeeId);
	verifier = await newUser(['FLEX_DOCUMENT_VERIFIER'], [company.id]);
	expenseId = await spender.submitted({ date: '2023-02-10' });
	receiptId = (await upload(author, expenseId)).body.id;
	visit = await visitOf(author);
});

const address = () => `/benefits/receipts/${expenseId}`;
const open = async (who = visit) =>
	(await browse(who).get(address(), { 'Accept-Language': 'en' })).body as string;
const remove = (who = visit) =>
	browse(who).post(`${address()}/files/${receiptId}/remove`, {}, { 'Accept-Language': 'en' });
const sendBack = () => as(verifier).post(`/flex/expenses/${expenseId}/return`, { reasons: ['unreadable'] });
const receipts = async () => (await as(author).get(`/flex/expenses/${expenseId}/receipts`)).body;

test('the author of a returned expense removes a wrong receipt, in two steps', async () => {
	await sendBack();
	const page = await open();
	const form = pageOf(page).select(`form[action="/console${address()}/files/${receiptId}/remove"]`)[0];
	expect(form?.all('button', 'Remove file 1 permanently')).toHaveLength(1);
	expect(pageOf(page).all('button', 'Remove')).toHaveLength(1);
	const answer = await remove();
	expect(answer.headers.get('Location')).toBe(`/console${address()}?removed`);
	expect(await receipts()).toEqual([]);
	expect(await open()).toContain('There is no picture yet.');
});

test('as long as it waits for its decision no receipt is removed, and none is offered to be', async () => {
	expect(await open()).not.toContain('/remove"');
	const refused = await remove();
	expect(refused.status).toBe(409);
	expect(pageOf(refused.body).one('alert').text).toMatch(/^This was/);
	expect(await receipts()).toHaveLength(1);
});

test('a verifier cannot remove it', async () => {
	await sendBack();
	const other = await visitOf(verifier);
	expect(await open(other)).not.toContain('/remove"');
	expect((await remove(other)).status).toBe(403);
	expect(await receipts()).toHaveLength(1);
});
