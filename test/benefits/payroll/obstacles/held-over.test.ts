import { env } from 'cloudflare:workers';
import { beforeEach, expect, test } from 'vitest';
import { as, at, runCron } from '../../../harness/service.ts';
import { newSpender, refusal, type Spender } from '../../../harness/spending.ts';

const SETTINGS = {
	adviserNumber: '1234567',
	clientNumber: '42',
	wageTypes: { INTERNET: { number: '2100', lodasKey: '2' } },
	format: 'datev-lodas',
};

let numbered: Spender;
let numberless: Spender;
let company: string;

beforeEach(async () => {
	at('2023-03-07T12:00:00.000Z');
	numbered = await newSpender({}, undefined, { personnelNumber: '17' });
	numberless = await newSpender({}, numbered.company);
	company = `/companies/${numbered.company.id}`;
	await configure();
	await numbered.approved();
	await numberless.approved();
});

const configure = (fields: object = {}) =>
	as(numbered.admin).put(`${company}/payroll-settings`, { ...SETTINGS, ...fields });
const runs = async () => (await as(numbered.admin).get(`${company}/flex/payroll-runs`)).body;
const states = async () =>
	(await numbered.transactions()).map(({ state, payrollReferenceDate }) => [state, payrollReferenceDate]);
const lodas = (runId: string) =>
	as(numbered.admin).get(`${company}/flex/payroll-runs/${runId}/export?format=datev-lodas`);

test('a line that the format of the office cannot carry waits for the next run, and the file is made', async () => {
	await runCron('2023-03-08T00:00:00.000Z');
	const [run] = await runs();
	expect(run).toMatchObject({ lineCount: 1, heldOverCount: 1 });
	expect(await states()).toEqual([
		['COMMITTED', '2023-03-07T23:59:59.999Z'],
		['PENDING', '2023-04-07T23:59:59.999Z'],
	]);
	expect((await lodas(run.id)).status).toBe(200);
	const { body } = await as(numbered.admin).get(`${company}/flex/payroll-runs/${run.id}/held-over`);
	expect(body).toMatchObject([
		{ employeeId: numberless.employeeId, obstacles: [{ code: 'personnel_number_missing' }] },
	]);
});

test('the line moves to the next run, month after month, until it is corrected', async () => {
	await runCron('2023-03-08T00:00:00.000Z');
	await runCron('2023-04-08T00:00:00.000Z');
	expect(await runs()).toMatchObject([
		{ month: '2023-02', lineCount: 1 },
		{ month: '2023-03', lineCount: 0, heldOverCount: 1 },
	]);
	at('2023-04-10T12:00:00.000Z');
	await as(numbered.admin).put(`/employees/${numberless.employeeId}`, { personnelNumber: '18' });
	await runCron('2023-05-08T00:00:00.000Z');
	const [, , third] = await runs();
	expect(third).toMatchObject({ month: '2023-04', lineCount: 1, heldOverCount: 0 });
	expect((await lodas(third.id)).body).toContain(';18;');
});

test('a run closed by hand holds over too, and a dry run tells so', async () => {
	const path = `${company}/flex/payroll-runs`;
	const { body } = await as(numbered.admin).post(`${path}?dryRun=true`, { month: '2023-02' });
	expect(body).toMatchObject({ lineCount: 1, heldOverCount: 1 });
	expect((await numbered.close('2023-02')).body).toMatchObject({ lineCount: 1, heldOverCount: 1 });
});

test('two people with one number for DATEV are both held over', async () => {
	await as(numbered.admin).put(`/employees/${numberless.employeeId}`, { personnelNumber: '00017' });
	await runCron('2023-03-08T00:00:00.000Z');
	expect(await runs()).toMatchObject([{ lineCount: 0, heldOverCount: 2 }]);
	const [{ id }] = await runs();
	expect(await lodas(id)).toMatchObject(refusal(409, 'export_empty'));
});

test.each([null, 'csv', 'csv-de'])('an office that takes %s gets every line', async (format) => {
	await configure({ format });
	await runCron('2023-03-08T00:00:00.000Z');
	expect(await runs()).toMatchObject([{ lineCount: 2, heldOverCount: 0 }]);
});

test('late and doubled runs end the same, and the database keeps what was held over', async () => {
	await runCron('2023-03-08T05:00:00.000Z');
	const before = [await runs(), await states()];
	await runCron('2023-03-08T05:00:00.000Z');
	expect([await runs(), await states()]).toEqual(before);
	for (const sql of ['UPDATE payroll_held_over SET faults = faults', 'DELETE FROM payroll_held_over']) {
		await expect(env.DB.exec(sql)).rejects.toThrow(/committed/);
	}
});
