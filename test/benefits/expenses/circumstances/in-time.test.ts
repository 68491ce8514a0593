import { beforeEach, expect, test } from 'vitest';
import { at, runCron } from '../../../harness/service.ts';
import { cents, newSpender, refusal, type Spender } from '../../../harness/spending.ts';

let spender: Spender;
let id: string;

beforeEach(async () => {
	at('2023-03-07T23:59:59.999Z');
	spender = await newSpender();
	id = await spender.submitted({ amount: cents(4000) });
});

test('an expense submitted in time may be approved after the cut-off: it counts in its month and the next run pays it', async () => {
	await runCron('2023-03-08T00:00:00.000Z');
	at('2023-03-20T12:00:00.000Z');
	expect((await spender.approve(id)).status).toBe(200);
	expect(await spender.balance('2023-02')).toMatchObject({ spent: 4000, available: 1000 });
	expect(await spender.balance('2023-03')).toMatchObject({ carriedIn: 1000, spent: 0, available: 6000 });
	expect(await spender.transactionOf(id)).toMatchObject({
		state: 'PENDING',
		payrollReferenceDate: '2023-04-07T23:59:59.999Z',
	});
	await runCron('2023-04-08T00:00:00.000Z');
	expect(await spender.runs()).toMatchObject([{ month: '2023-03', lineCount: 1 }]);
});

test('though the run of its month was closed early', async () => {
	await spender.close('2023-03');
	expect((await spender.approve(id)).status).toBe(200);
	expect(await spender.transactionOf(id)).toMatchObject({ payrollReferenceDate: '2023-05-07T23:59:59.999Z' });
});

test('and years later, in the first run that is open then', async () => {
	at('2025-01-03T12:00:00.000Z');
	expect((await spender.approve(id)).status).toBe(200);
	expect(await spender.transactionOf(id)).toMatchObject({ payrollReferenceDate: '2025-01-07T23:59:59.999Z' });
});

test('an expense that fitted its month only because another one waited is refused as before', async () => {
	const second = await spender.submitted({ amount: cents(1000) });
	at('2023-03-20T12:00:00.000Z');
	await spender.approve(id);
	expect((await spender.approve(second)).status).toBe(200);
	at('2023-03-08T00:00:00.000Z');
	expect(await spender.submit()).toMatchObject(refusal(409, 'period_closed'));
});

test.each([
	['2023-03-05T11:59:59.999Z', 200],
	['2023-03-05T12:00:00.000Z', 409],
])(
	'submitted for March at %s, and corrected into February, which closed early at noon: %i',
	async (day, status) => {
		at('2023-03-05T11:00:00.000Z');
		const early = await newSpender();
		const march = { date: '2023-03-04' };
		const submitted = async () => {
			at(day);
			return early.submitted(march);
		};
		const close = async () => {
			at('2023-03-05T12:00:00.000Z');
			expect((await early.close('2023-02')).status).toBe(201);
		};
		const isBefore = status === 200;
		const first = isBefore ? await submitted() : await close().then(submitted);
		if (isBefore) await close();
		expect((await early.sendBack(first)).status).toBe(200);
		const corrected = await early.mend(first, { date: '2023-02-27' });
		expect(corrected.status).toBe(status);
		if (!isBefore) expect(corrected.body.code).toBe('period_closed');
		expect((await early.mend(first, march)).status).toBe(isBefore ? 409 : 200);
	},
);

test('an expense for a month that was closed early is refused from the moment of the closing on', async () => {
	at('2023-03-05T12:00:00.000Z');
	const early = await newSpender();
	const before = await early.submitted();
	await early.close('2023-02');
	expect(await early.submit()).toMatchObject(refusal(409, 'period_closed'));
	expect((await early.submit({ date: '2023-03-01' })).status).toBe(201);
	expect((await early.approve(before)).status).toBe(200);
	expect(await early.transactionOf(before)).toMatchObject({
		payrollReferenceDate: '2023-04-07T23:59:59.999Z',
	});
});
