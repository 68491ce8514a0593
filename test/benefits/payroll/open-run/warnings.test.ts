import { expect, test } from 'vitest';
import { LEGAL_LIMITS } from '../../../../src/foundation/core/legal-limits.ts';
import { as, at, newCompany, runCron, type TestCompany } from '../../../harness/service.ts';
import { cents, newSpender } from '../../../harness/spending.ts';

const GENERIC = { goodiesVoucherType: 'GENERIC', interval: 'MONTHLY' };
const WEEKLY = { goodiesVoucherType: 'GENERIC', interval: 'WEEKLY', endDate: '2023-03-16T00:00:00.000Z' };
const GIFT = { goodiesVoucherType: 'SPECIAL', interval: 'ONCE' };

/** Vouchers that are issued in March 2023, and what the open run and the preview of March warn of afterwards. */
async function warned(plans: [value: number, plan: object, currency?: string][], given?: TestCompany) {
	at('2023-03-07T12:00:00.000Z');
	const fields = { personnelNumber: '17', firstName: 'Ada', lastName: 'Lovelace' };
	const { admin, employeeId, company } = await newSpender({}, given ?? (await newCompany()), fields);
	for (const [value, plan, currency] of plans) {
		const body = { amount: cents(value, currency), startDate: '2023-03-08T00:00:00.000Z', ...plan };
		const { status } = await as(admin).post(`/employees/${employeeId}/goodies/planned-vouchers`, body);
		expect(status).toBe(201);
	}
	await runCron('2023-03-31T00:00:00.000Z');
	at('2023-03-31T12:00:00.000Z');
	const runs = `/companies/${company.id}/flex/payroll-runs`;
	const open = (await as(admin).get(`${runs}/open`)).body;
	expect(open.month).toBe('2023-03');
	const preview = await as(admin).post(`${runs}?dryRun=true`, { month: '2023-03', early: true });
	expect(preview.body.warnings).toEqual(open.warnings);
	return { warnings: open.warnings, employeeId };
}

const exceeded = (value: number) => ({
	code: 'benefits_in_kind_exceeded',
	amount: cents(value),
	limit: cents(5000),
});
const gift = (value: number) => ({ code: 'gift_exceeded', amount: cents(value), limit: cents(6000) });

test.each<[string, [number, object, string?][], object[]]>([
	['50 euros of a month', [[5000, GENERIC]], []],
	['a cent more', [[5001, GENERIC]], [exceeded(5001)]],
	[
		'several that add up to more',
		[
			[4000, GENERIC],
			[501, WEEKLY],
		],
		[exceeded(5002)],
	],
	[
		'several that add up to 50 euros',
		[
			[4000, GENERIC],
			[500, WEEKLY],
		],
		[],
	],
	[
		'a gift of 60 euros beside 50',
		[
			[5000, GENERIC],
			[6000, GIFT],
		],
		[],
	],
	['a gift of a cent more', [[6001, GIFT]], [gift(6001)]],
	[
		'two gifts for two occasions',
		[
			[6000, GIFT],
			[6000, GIFT],
		],
		[],
	],
	[
		'both',
		[
			[5001, GENERIC],
			[6001, GIFT],
		],
		[exceeded(5001), gift(6001)],
	],
	['vouchers in another currency', [[9000, GENERIC, 'CHF_CENTIMES']], []],
])('%s: the administrator sees what passes a limit of the month', async (_, plans, expected) => {
	expect((await warned(plans)).warnings).toMatchObject(expected);
	expect((await warned(plans)).warnings).toHaveLength(expected.length);
});

test('a warning tells whose vouchers they are', async () => {
	const { warnings, employeeId } = await warned([[5001, GENERIC]]);
	expect(warnings).toEqual([
		{
			...exceeded(5001),
			bookedIn: null,
			employeeId,
			personnelNumber: '17',
			firstName: 'Ada',
			lastName: 'Lovelace',
		},
	]);
});

test('the limits are those of the company’s country, and have a source', async () => {
	expect((await warned([[9000, GENERIC]], await newCompany(7, 'AT'))).warnings).toEqual([]);
	expect(LEGAL_LIMITS.filter(({ source }) => !/EStG § \d+|LStR R \d+/.test(source))).toEqual([]);
});

test('another month is not warned of, nor what another company issues', async () => {
	const company = await newCompany();
	await warned([[5001, { ...GENERIC, endDate: '2023-03-30T00:00:00.000Z' }]], company);
	const other = await warned([[100, GENERIC]]);
	expect(other.warnings).toEqual([]);
	at('2023-04-10T12:00:00.000Z');
	const { body } = await as(company.admin).get(`/companies/${company.id}/flex/payroll-runs/open`);
	expect(body).toMatchObject({ month: '2023-04', warnings: [] });
});
