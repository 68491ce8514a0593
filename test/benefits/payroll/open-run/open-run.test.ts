import { beforeEach, expect, test } from 'vitest';
import { as, at, runCron } from '../../../harness/service.ts';
import { cents, newSpender, type Spender } from '../../../harness/spending.ts';

let spender: Spender;
let company: string;

beforeEach(async () => {
	at('2023-03-07T12:00:00.000Z');
	spender = await newSpender({}, undefined, { personnelNumber: '17', costCenter: '4711' });
	company = `/companies/${spender.company.id}`;
});

const open = async (by = spender.admin) => (await as(by).get(`${company}/flex/payroll-runs/open`)).body;
const configure = (fields: object = {}) =>
	as(spender.admin).put(`${company}/payroll-settings`, {
		adviserNumber: '1234567',
		clientNumber: '42',
		format: 'datev-lodas',
		wageTypes: { INTERNET: { number: '2100', lodasKey: '2' } },
		...fields,
	});

test('sums what waits by module and cost centre, and counts what is still to verify', async () => {
	const other = await newSpender({}, spender.company, { costCenter: 'B' });
	await spender.approved({ amount: cents(100) });
	await spender.approved({ amount: cents(23) });
	await other.approved({ amount: cents(7) });
	await spender.approved({ date: '2023-03-01', amount: cents(5) });
	await other.submitted();
	await other.submitted({ date: '2023-03-02' });
	expect(await open()).toEqual({
		month: '2023-02',
		lineCount: 3,
		sums: [
			{ module: 'INTERNET', kind: 'EXPENSE', costCenter: '4711', amount: cents(123), lineCount: 2 },
			{ module: 'INTERNET', kind: 'EXPENSE', costCenter: 'B', amount: cents(7), lineCount: 1 },
		],
		heldOverCount: 0,
		warnings: [],
		closes: '2023-03-07T23:59:59.999Z',
		format: null,
		toVerify: 1,
		obstacles: [],
		lines: [],
		monthsWithoutMealValue: [],
	});
});

test('lists every obstacle with its person and remedy, and removes it once it is resolved', async () => {
	await configure({ adviserNumber: null });
	const numberless = await newSpender({}, spender.company, { costCenter: 'longer than 13' });
	await numberless.approved();
	await spender.approved({ module: 'KITA' });
	const { obstacles, lines, heldOverCount, lineCount } = await open();
	expect({ heldOverCount, lineCount }).toEqual({ heldOverCount: 2, lineCount: 0 });
	expect(obstacles).toMatchObject([{ code: 'office_numbers_missing' }]);
	expect(lines).toMatchObject([
		{
			employeeId: numberless.employeeId,
			personnelNumber: null,
			obstacles: [
				{ code: 'personnel_number_missing', remedy: expect.stringContaining('PUT /employees/{employeeId}') },
				{ code: 'cost_center_not_supported' },
			],
		},
		{ employeeId: spender.employeeId, obstacles: [{ code: 'wage_type_missing' }] },
	]);

	await configure({
		wageTypes: { INTERNET: { number: '2100', lodasKey: '2' }, KITA: { number: '1', lodasKey: '2' } },
	});
	await as(spender.admin).put(`/employees/${numberless.employeeId}`, {
		personnelNumber: '18',
		costCenter: 'B',
	});
	expect(await open()).toMatchObject({ obstacles: [], lines: [], heldOverCount: 0, lineCount: 2 });
});

test('names both numbers of two people who are one for DATEV', async () => {
	await configure();
	await newSpender({}, spender.company, { personnelNumber: '00017' });
	await spender.approved();
	const { lines } = await open();
	expect(lines).toMatchObject([{ obstacles: [{ code: 'personnel_number_ambiguous' }] }]);
	expect(lines[0].obstacles[0].detail).toMatch(/17 .*00017/);
});

test('is the month after the last closed one', async () => {
	await spender.approved();
	await runCron('2023-03-08T00:00:00.000Z');
	at('2023-03-08T00:00:00.000Z');
	expect(await open()).toMatchObject({ month: '2023-03', lineCount: 0, closes: '2023-04-07T23:59:59.999Z' });
});
