import { beforeEach, describe, expect, test } from 'vitest';
import { as, at, newCompany, newUser, runCron, userOf } from '../../../harness/service.ts';
import { cents, newSpender, refusal, type Spender } from '../../../harness/spending.ts';

let spender: Spender;
let company: string;
let goodies: string;

beforeEach(async () => {
	at('2023-03-07T12:00:00.000Z');
	spender = await newSpender({}, undefined, { personnelNumber: '17', costCenter: 'A' });
	company = `/companies/${spender.company.id}`;
	goodies = `/employees/${spender.employeeId}/goodies`;
	await configure();
	await plan();
});

const configure = (fields: object = {}) =>
	as(spender.admin).put(`${company}/payroll-settings`, {
		adviserNumber: '1234567',
		clientNumber: '42',
		format: 'datev-lug',
		wageTypes: { GOODIES: { number: '3000' } },
		...fields,
	});
const plan = (fields: object = {}) =>
	as(spender.admin).post(`${goodies}/planned-vouchers`, {
		amount: cents(6000),
		goodiesVoucherType: 'SPECIAL',
		interval: 'MONTHLY',
		startDate: '2023-03-31T00:00:00.000Z',
		...fields,
	});
const linesOfVouchers = async () =>
	(await as(spender.admin).get(`${company}/flex/payroll-transactions?kind=VOUCHER`)).body;
const vouchers = async () => (await as(spender.admin).get(`${goodies}/vouchers`)).body;
const openRun = async () => (await as(spender.admin).get(`${company}/flex/payroll-runs/open`)).body;
const fileOf = async (runId: string, format: string) =>
	(await as(spender.admin).get(`${company}/flex/payroll-runs/${runId}/export?format=${format}`)).body;
const update = (fields: object) => as(spender.admin).put(`/employees/${spender.employeeId}`, fields);

describe('an issued voucher', () => {
	test('becomes a line of the month in which it was due, which every file books', async () => {
		await runCron('2023-03-31T00:00:00.000Z');
		const [voucher] = await vouchers();
		expect(await linesOfVouchers()).toMatchObject([
			{
				flexDataId: voucher.id,
				personnelNumber: '17',
				amount: cents(6000),
				state: 'PENDING',
				payrollReferenceDate: '2023-04-07T23:59:59.999Z',
				submittedDate: '2023-03-31T00:00:00.000Z',
			},
		]);
		at('2023-04-01T12:00:00.000Z');
		expect((await openRun()).sums).toEqual([
			{ module: 'GOODIES', kind: 'VOUCHER', costCenter: 'A', amount: cents(6000), lineCount: 1 },
		]);
		const run = (await spender.close('2023-03')).body;
		expect(run.sums).toEqual([{ module: 'GOODIES', amount: cents(6000) }]);
		expect(await fileOf(run.id, 'datev-lug')).toBe('1234567;42;03/2023;\r\n17;3000;60,00;A;\r\n');
		expect(await fileOf(run.id, 'csv')).toMatch(/,GOODIES,6000,.*,VOUCHER\r\n$/);
	});

	test('becomes none where the settings name no wage type, nor later when they do', async () => {
		await configure({ wageTypes: {} });
		await runCron('2023-03-31T00:00:00.000Z');
		await configure();
		await runCron('2023-04-29T00:00:00.000Z');
		expect(await linesOfVouchers()).toEqual([]);
		await runCron('2023-04-30T00:00:00.000Z');
		expect(await linesOfVouchers()).toHaveLength(1);
	});

	test('becomes one line, however late, often and doubled the cron comes', async () => {
		await Promise.all([1, 2, 3].map(() => runCron('2023-06-01T00:00:00.000Z')));
		const lines = await linesOfVouchers();
		expect(lines.map((line: { payrollReferenceDate: string }) => line.payrollReferenceDate)).toEqual([
			'2023-04-07T23:59:59.999Z',
			'2023-05-07T23:59:59.999Z',
			'2023-06-07T23:59:59.999Z',
		]);
		expect(lines.map(({ state }: { state: string }) => state)).toEqual(['COMMITTED', 'COMMITTED', 'PENDING']);
	});

	test('a voucher of a closed month goes into the next run', async () => {
		at('2023-03-30T12:00:00.000Z');
		await spender.close('2023-03');
		await runCron('2023-03-31T00:00:00.000Z');
		expect(await linesOfVouchers()).toMatchObject([{ payrollReferenceDate: '2023-05-07T23:59:59.999Z' }]);
	});

	test('is booked too when a pause makes the service issue what was due', async () => {
		at('2023-04-01T12:00:00.000Z');
		await update({ datePausedStart: '2023-03-31T00:00:00.000Z', personnelNumber: '18' });
		expect(await linesOfVouchers()).toMatchObject([{ personnelNumber: '18', amount: cents(6000) }]);
	});

	test('is booked by the settings of its own company alone', async () => {
		const other = await newSpender({}, await newCompany());
		const path = `/employees/${other.employeeId}`;
		await as(other.admin).post(`${path}/goodies/planned-vouchers`, {
			amount: cents(6000),
			goodiesVoucherType: 'SPECIAL',
			interval: 'ONCE',
			startDate: '2023-03-31T00:00:00.000Z',
		});
		at('2023-04-01T12:00:00.000Z');
		await as(other.admin).put(path, { datePausedStart: '2023-03-31T00:00:00.000Z' });
		expect((await as(other.admin).get(`${path}/goodies/vouchers`)).body).toHaveLength(1);
		expect(await other.transactions()).toEqual([]);
	});

	test('waits until an obstacle is resolved, and follows the employee’s number', async () => {
		await update({ personnelNumber: null });
		await runCron('2023-03-31T00:00:00.000Z');
		at('2023-04-01T12:00:00.000Z');
		const { employeeId } = spender;
		expect((await openRun()).lines).toMatchObject([
			{ employeeId, kind: 'VOUCHER', obstacles: [{ code: 'personnel_number_missing' }] },
		]);
		const { id } = (await spender.close('2023-03')).body;
		const held = await as(spender.admin).get(`${company}/flex/payroll-runs/${id}/held-over`);
		expect(held.body).toMatchObject([{ employeeId, kind: 'VOUCHER', module: 'GOODIES' }]);
		await update({ personnelNumber: '18' });
		expect(await linesOfVouchers()).toMatchObject([{ personnelNumber: '18' }]);
	});

	test('counts in no balance', async () => {
		await runCron('2023-03-31T00:00:00.000Z');
		expect(await spender.balance('2023-03')).toMatchObject({ spent: 0, pending: 0 });
	});
});

describe('the line of a voucher is corrected', () => {
	let line: string;

	beforeEach(async () => {
		await runCron('2023-04-08T00:00:00.000Z');
		at('2023-04-10T12:00:00.000Z');
		line = (await linesOfVouchers())[0].id;
	});

	test('by no more than was paid, and back to no more than the voucher', async () => {
		expect(await spender.correct(line, 1)).toMatchObject(
			refusal(409, 'correction_exceeds_transaction', { limit: 0 }),
		);
		expect(await spender.correct(line, -6001)).toMatchObject(
			refusal(409, 'correction_exceeds_transaction', { limit: 6000 }),
		);
		expect((await spender.correct(line, -6000)).status).toBe(201);
		expect((await spender.correct(line, 2000)).status).toBe(201);
		expect(await spender.correct(line, 4001)).toMatchObject(
			refusal(409, 'correction_exceeds_transaction', { limit: 4000 }),
		);
		expect((await linesOfVouchers()).map((one: { amount: { value: number } }) => one.amount.value)).toEqual([
			6000, -6000, 2000,
		]);
	});

	test('by nobody for oneself, and by no stranger', async () => {
		const own = await userOf(spender.employeeId);
		const path = `${company}/flex/payroll-transactions/${line}/corrections`;
		const body = { amount: cents(-1), reason: 'Returned' };
		expect(await as(own).post(path, body)).toMatchObject(refusal(403, 'forbidden'));
		const stranger = (await newCompany()).admin;
		expect(await as(stranger).post(path, body)).toMatchObject(refusal(404, 'not_found'));
		expect((await as(await newUser(['PLATFORM_ADMIN'])).post(path, body)).status).toBe(201);
	});
});
