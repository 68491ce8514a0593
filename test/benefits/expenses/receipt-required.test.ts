import { env } from 'cloudflare:workers';
import { beforeEach, expect, test } from 'vitest';
import { intercepted } from '../../harness/intercepted.ts';
import { upload } from '../../harness/receipts.ts';
import { as, at } from '../../harness/service.ts';
import { newSpender, refusal, type Spender } from '../../harness/spending.ts';

let spender: Spender;
let expense: string;

const demand = (modules: string[] | null) =>
	as(spender.admin).put(`/companies/${spender.company.id}`, { receiptRequiredModules: modules });

beforeEach(async () => {
	at('2023-03-07T12:00:00.000Z');
	spender = await newSpender();
	expense = await spender.submitted();
});

test('if a module requires a receipt, an expense without one is not approved, and the refusal says so', async () => {
	expect((await demand(['SPORTS', 'INTERNET'])).body.receiptRequiredModules).toEqual(['SPORTS', 'INTERNET']);
	const { status, body } = await spender.approve(expense);
	expect([status, body.code]).toEqual([409, 'receipt_missing']);
	expect(body.detail).toBe('The company approves INTERNET only with a receipt, and this expense has none.');
	expect(await spender.approvePart(expense, 1)).toMatchObject(refusal(409, 'receipt_missing'));
	await upload(spender.employee, expense);
	expect((await spender.approve(expense)).status).toBe(200);
});

test('it may be rejected and sent back all the same, and other modules need none', async () => {
	await demand(['INTERNET']);
	expect((await spender.sendBack(expense)).status).toBe(200);
	expect((await spender.reject(expense)).status).toBe(200);
	expect((await spender.approve(await spender.submitted({ module: 'SPORTS' }))).status).toBe(200);
	expect((await demand(null)).body.receiptRequiredModules).toEqual([]);
	expect((await spender.approve(await spender.submitted())).status).toBe(200);
});

test('many decisions refuse only expenses without a receipt', async () => {
	await demand(['INTERNET']);
	const proven = await spender.submitted();
	await upload(spender.employee, proven);
	const approve = (expenseId: string) => ({ expenseId, decision: 'APPROVED' });
	const { body } = await spender.decide([approve(expense), approve(proven)]);
	expect(body).toMatchObject([
		{ state: null, problem: { code: 'receipt_missing' } },
		{ state: 'APPROVED', problem: null },
	]);
});

test('a receipt that did not arrive is none', async () => {
	await demand(['INTERNET']);
	const DB = intercepted(/update "receipts"/, () => Promise.reject(new Error('D1_ERROR: disk I/O error')));
	await upload(spender.employee, expense, undefined, { ...env, DB });
	expect(await spender.approve(expense)).toMatchObject(refusal(409, 'receipt_missing'));
});

test('a demand that comes between reading and storing an approval holds, in the database too', async () => {
	let isDemanded = false;
	const DB = intercepted(/update "expenses"/, async (run) => {
		if (!isDemanded) await demand(['INTERNET']);
		isDemanded = true;
		return run();
	});
	const approvals = [{ expenseId: expense, decision: 'APPROVED' }];
	const { body } = await spender.decide(approvals, spender.verifier, { ...env, DB });
	expect(body).toMatchObject([{ state: null, problem: { code: 'receipt_missing' } }]);
});

test('only modules that there are can be named', async () => {
	expect(await demand(['LUNCH'])).toMatchObject(refusal(400, 'validation_failed'));
});
