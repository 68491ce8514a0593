import { beforeEach, expect, test } from 'vitest';
import { as, at, newCompany, newEmployee, type TestCompany, uniqueEmail } from '../../harness/service.ts';

const [MARCH, JUNE, SEPTEMBER] = [3, 6, 9].map((month) => `2023-0${month}-07T18:00:00.000Z`);
const APRIL = '2023-04-01T00:00:00.000Z';

let company: TestCompany;
let employee: string;

beforeEach(async () => {
	at('2023-03-07T12:00:00.000Z');
	company = await newCompany();
	employee = `/employees/${await newEmployee(company)}`;
});

/** A flex access, a monthly budget and a default access from now on, and again from September on. */
async function grantBenefits(): Promise<void> {
	for (const [startDate, value] of [
		[MARCH, 5000],
		[SEPTEMBER, 6000],
	] as const) {
		const budget = { value, currency: 'EUR_CENT' };
		await as(company.admin).put(`${employee}/flex/access`, { budget, accumulateBudget: true, startDate });
		await as(company.admin).put(`${employee}/goodies/budget`, { budget, startDate });
	}
	for (const period of [
		{ startDate: APRIL, endDate: '2023-09-30T23:59:59.999Z' },
		{ startDate: SEPTEMBER },
	]) {
		await as(company.admin).put(`${employee}/goodies/default-access`, period);
	}
}

const preview = async (change: object) => {
	const answer = await as(company.admin).put(`${employee}?dryRun=true`, change);
	expect(answer.status).toBe(200);
	return answer.body;
};
const read = async (path: string) => (await as(company.admin).get(employee + path)).body;

test('a preview of a termination shows what ends with it, without later benefits', async () => {
	await grantBenefits();
	const shown = await preview({ dateTerminated: JUNE });
	expect(shown).toMatchObject({
		dateTerminated: JUNE,
		flexAccess: [{ startDate: MARCH, endDate: JUNE }],
		plannedVouchers: [{ startDate: MARCH, endDate: JUNE, nextDate: MARCH }],
		defaultAccess: [{ startDate: APRIL, endDate: JUNE }],
	});
	expect(await read('')).toMatchObject({ dateTerminated: null });
	expect(await read('/flex/access')).toHaveLength(2);
});

test('a preview of a pause shows the next voucher after it, or none while it is open', async () => {
	await grantBenefits();
	const closed = { datePausedStart: '2023-03-01T00:00:00.000Z', datePausedEnd: '2023-05-08T00:00:00.000Z' };
	expect((await preview(closed)).plannedVouchers).toMatchObject([
		{ startDate: MARCH, nextDate: JUNE },
		{ startDate: SEPTEMBER, nextDate: SEPTEMBER },
	]);
	const open = { datePausedStart: closed.datePausedStart };
	expect((await preview(open)).plannedVouchers).toMatchObject([{ nextDate: null }, { nextDate: null }]);
	expect(await read('/goodies/planned-vouchers')).toMatchObject([
		{ nextDate: MARCH },
		{ nextDate: SEPTEMBER },
	]);
});

test('agrees with what every list shows once the change is made', async () => {
	await grantBenefits();
	for (const change of [
		{ dateTerminated: JUNE },
		{ dateTerminated: null, datePausedStart: MARCH, datePausedEnd: JUNE },
		{ datePausedStart: null, datePausedEnd: null, costCentre: '1' },
	]) {
		const { flexAccess, plannedVouchers, defaultAccess, pauses, ...fields } = await preview(change);
		expect((await as(company.admin).put(employee, change)).body).toEqual(fields);
		expect(await read('/pauses')).toMatchObject(pauses);
		for (const [list, path] of [
			[flexAccess, '/flex/access'],
			[plannedVouchers, '/goodies/planned-vouchers'],
			[defaultAccess, '/goodies/default-access'],
		]) {
			// Each list has its own names for start and end.
			const shown = (await read(path)).map((one: Record<string, unknown>) => ({
				id: one.id,
				startDate: one.startDate ?? one.validFrom,
				endDate: one.endDate ?? one.validUntil ?? one.validTo ?? null,
				...('nextDate' in one && { nextDate: one.nextDate }),
			}));
			expect(list).toEqual(shown);
		}
	}
});

test('a preview of a creation is 200 without an address, and its e-mail address stays free', async () => {
	const fields = { email: uniqueEmail(), companyId: company.id, dateTerminated: JUNE, groups: ['a'] };
	const tried = await as(company.admin).post('/employees?dryRun=true', fields);
	expect(tried).toMatchObject({
		status: 200,
		body: { ...fields, flexAccess: [], plannedVouchers: [], defaultAccess: [] },
	});
	expect(tried.headers.has('Location')).toBe(false);
	expect((await as(company.admin).get(`/employees/${tried.body.employeeId}`)).status).toBe(404);
	expect((await as(company.admin).post('/employees', fields)).status).toBe(201);
});
