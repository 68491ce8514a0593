import { beforeEach, expect, test } from 'vitest';
import { browse, type Visit, visitOf } from '../harness/console.ts';
import { pageOf } from '../harness/page.ts';
import { as, at, newCompany, newEmployee, type TestCompany } from '../harness/service.ts';

const BIRTHDAY = {
	goodiesVoucherType: 'SPECIAL',
	budget: '60',
	currency: 'EUR_CENT',
	interval: 'YEARLY',
	startDate: '2023-05-12',
	endDate: '',
};

let company: TestCompany;
let employeeId: string;
let visit: Visit;
beforeEach(async () => {
	at('2023-03-10T12:00:00.000Z');
	company = await newCompany();
	employeeId = await newEmployee(company);
	visit = await visitOf(company.admin);
});

const english = { 'Accept-Language': 'en' };
const open = async (path = '', of = employeeId) =>
	(await browse(visit).get(`/people/${of}${path}`, english)).body as string;
const send = (path: string, fields: Record<string, string>, to = employeeId) =>
	browse(visit).post(`/people/${to}${path}`, fields, english);
const plansOf = async (id = employeeId) =>
	(await as(company.admin).get(`/employees/${id}/goodies/planned-vouchers`)).body as unknown as {
		id: string;
	}[];
/** Plans a gift and returns its plan. */
async function planned(fields: Partial<typeof BIRTHDAY> = {}): Promise<string> {
	expect((await send('/gift', { ...BIRTHDAY, ...fields })).status).toBe(303);
	return (await plansOf()).at(-1)?.id ?? '';
}

test('a gift is previewed without being stored, and saved as the API plans it, beside the monthly budget', async () => {
	const budget = { value: 5000, currency: 'EUR_CENT' };
	const startDate = '2023-04-01T00:00:00.000Z';
	await as(company.admin).put(`/employees/${employeeId}/goodies/budget`, { budget, startDate });
	const preview = await send('/gift', { ...BIRTHDAY, _do: 'preview' });
	expect(preview.body).toMatch(/Gifts: €60\.00 every year[\s\S]*from 12 May 2023, no end date/);
	expect(preview.body).toMatch(/1 more voucher in 2023/);
	expect(await plansOf()).toHaveLength(1);

	await planned();
	expect(await plansOf()).toMatchObject([
		{ goodiesVoucherType: 'GENERIC', interval: 'MONTHLY', endDate: null },
		{
			goodiesVoucherType: 'SPECIAL',
			interval: 'YEARLY',
			amount: { value: 6000 },
			startDate: '2023-05-12T00:00:00.000Z',
			endDate: null,
		},
	]);
});

test('the bar of a gift, and its row in the table, lead to its end; the form of the budget stays with the budget', async () => {
	const id = await planned();
	const page = await open();
	expect(pageOf(page).select(`a[href$="/plan-end?of=${id}"]`)).toHaveLength(2);
	expect(pageOf(await open(`/plan-end?of=${id}`)).values('plan')).toEqual([id]);
	expect(pageOf(await open('/budget')).values('budget')).not.toContain('60.00');
});

test('a single gift is shown with its day, and overlapping gifts have their own lines', async () => {
	await planned({ interval: 'ONCE' });
	await planned();
	const page = await open();
	expect(page).toContain('Gifts: €60.00 once on 12 May 2023');
	const lines = pageOf(page)
		.select('rect.gift')
		.map((bar) => bar.attribute('y'));
	expect(new Set(lines).size).toBe(2);
});

test('a single plan is ended: the preview tells what is cancelled, and the others stay', async () => {
	await planned({ interval: 'ONCE', startDate: '2023-05-01' });
	const id = await planned();
	const end = { plan: id, endDate: '2023-03-11' };
	const preview = await send('/plan-end', { ...end, _do: 'preview' });
	expect(preview.body).toMatch(/Gifts: €60\.00 every year[\s\S]*is cancelled/);
	expect(preview.body).toMatch(/1 voucher of 2023[\s\S]*is cancelled/);
	expect(await plansOf()).toHaveLength(2);

	expect((await send('/plan-end', end)).status).toBe(303);
	expect(await plansOf()).toMatchObject([{ interval: 'ONCE' }]);
});

test('a plan ends tomorrow at the earliest, and a gift begins today at the earliest', async () => {
	const id = await planned({ startDate: '2023-03-10' });
	const early = await send('/plan-end', { plan: id, endDate: '2023-03-10' });
	expect(pageOf(early.body).faultAt('endDate')).toMatch(/^The earliest day is 11 March 2023/);
	const late = await send('/gift', { ...BIRTHDAY, startDate: '2023-03-09' });
	expect(pageOf(late.body).faultAt('startDate')).toMatch(/^The earliest day is 10 March 2023/);
});

test('faults of a gift appear at its fields', async () => {
	const { status, body } = await send('/gift', { ...BIRTHDAY, budget: '0', interval: '' });
	expect(status).toBe(400);
	for (const field of ['budget', 'interval']) expect(pageOf(body).faultAt(field), field).toMatch(/./);
});

test('the plan of somebody else is not ended from this page, also of the same company', async () => {
	const other = await newEmployee(company);
	await send('/gift', BIRTHDAY, other);
	const [plan] = await plansOf(other);
	const answer = await send('/plan-end', { plan: plan?.id ?? '', endDate: '2023-03-11' });
	expect(answer.status).toBe(404);
	expect(await plansOf(other)).toMatchObject([{ endDate: null }]);
});

test('if no plan has vouchers to come, the form explains the options', async () => {
	expect(await open('/plan-end')).toContain('No plan has vouchers to come.');
});
