import { beforeEach, expect, test } from 'vitest';
import { as, at, runCron } from '../../../harness/service.ts';
import { cents, newSpender, refusal, type Spender } from '../../../harness/spending.ts';

let spender: Spender;
let path: string;

beforeEach(async () => {
	at('2023-03-05T12:00:00.000Z');
	spender = await newSpender();
	path = `/companies/${spender.company.id}/flex/payroll-runs`;
});

const close = (month: string, fields: object = {}) => as(spender.admin).post(path, { month, ...fields });
const preview = (month: string, fields: object = {}) =>
	as(spender.admin).post(`${path}?dryRun=true`, { month, ...fields });

test('a month that is over closes without more ado', async () => {
	await spender.approved();
	expect(await close('2023-02')).toMatchObject({ status: 201, body: { lineCount: 1 } });
});

test('a month that is not over is refused, with what it would shut, unless it is meant', async () => {
	await spender.approved();
	const months = ['2023-02', '2023-03'];
	expect(await close('2023-03')).toMatchObject(refusal(409, 'early_closing', { months }));
	expect(await close('2023-03', { early: false })).toMatchObject(refusal(409, 'early_closing'));
	expect(await spender.runs()).toEqual([]);
	expect(await close('2023-03', { early: true })).toMatchObject({ status: 201, body: { lineCount: 1 } });
	expect(await spender.submit({ date: '2023-02-27' })).toMatchObject(refusal(409, 'period_closed'));
});

test.each([
	['2023-03-31T23:59:59.999Z', 409],
	['2023-04-01T00:00:00.000Z', 201],
])('March, alone, at %s: %d', async (moment, status) => {
	await close('2023-02');
	at(moment);
	expect((await close('2023-03')).status).toBe(status);
});

test('lines of a month before that still wait are shut too, which has to be meant', async () => {
	await spender.approved();
	at('2023-04-08T12:00:00.000Z');
	expect(await close('2023-03')).toMatchObject(
		refusal(409, 'early_closing', { months: ['2023-02', '2023-03'] }),
	);
	await runCron('2023-04-08T12:00:00.000Z');
	expect((await close('2023-03')).status).toBe(201);
});

test('a dry run shows the run by module and cost centre, and writes nothing', async () => {
	await spender.approved({ module: 'SPORTS', amount: cents(100) });
	await spender.approved({ module: 'KITA', amount: cents(1000) });
	await spender.approved({ module: 'SPORTS', amount: cents(23) });
	await spender.approved({ date: '2023-03-01' });
	await spender.submitted({ date: '2023-02-28' });
	await spender.submitted({ date: '2023-03-01' });
	const { status, headers, body } = await preview('2023-02');
	expect(status).toBe(200);
	expect(headers.get('Content-Type')).toBe('application/vnd.zubrot.preview+json');
	expect(body).toEqual({
		month: '2023-02',
		lineCount: 3,
		sums: [
			{ module: 'KITA', kind: 'EXPENSE', costCenter: null, amount: cents(1000), lineCount: 1 },
			{ module: 'SPORTS', kind: 'EXPENSE', costCenter: null, amount: cents(123), lineCount: 2 },
		],
		heldOverCount: 0,
		toVerify: 1,
		warnings: [],
	});
	expect(await spender.runs()).toEqual([]);
	expect(await close('2023-02')).toMatchObject({ status: 201, body: { lineCount: 3 } });
});

test('a dry run is refused as the closing would be', async () => {
	expect(await preview('2023-03')).toMatchObject(refusal(409, 'early_closing'));
	expect((await preview('2023-03', { early: true })).status).toBe(200);
	expect(await preview('2023-04', { early: true })).toMatchObject(refusal(400, 'validation_failed'));
	await close('2023-02');
	expect(await preview('2023-02')).toMatchObject(refusal(409, 'period_closed'));
	const answer = await as(spender.verifier).post(`${path}?dryRun=true`, { month: '2023-02' });
	expect(answer).toMatchObject(refusal(403, 'forbidden'));
});
