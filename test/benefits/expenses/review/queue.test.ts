import { beforeEach, describe, expect, test } from 'vitest';
import { counting } from '../../../harness/counting.ts';
import { bytesIn, xmlWith } from '../../../harness/invoices.ts';
import { JPEG, upload, uploadTo } from '../../../harness/receipts.ts';
import { as, at, newCompany, newUser, openSession, type TestUser } from '../../../harness/service.ts';
import { cents, newSpender, refusal, type Spender } from '../../../harness/spending.ts';
import { newTill } from '../../../harness/tills.ts';

let spender: Spender;

beforeEach(async () => {
	at('2023-02-20T12:00:00.000Z');
	spender = await newSpender({}, undefined, { personnelNumber: '0042' });
	at('2023-03-07T12:00:00.000Z');
});

const path = (query = '') => `/companies/${spender.company.id}/flex/expense-queue${query}`;
const queue = async (by: TestUser = spender.verifier) => (await as(by).get(path())).body;
const idsOf = (entries: { expense: { id: string } }[]) => entries.map(({ expense }) => expense.id);

test('the oldest deadline comes first, whenever it was submitted; what is decided or sent back is not there', async () => {
	const march = await spender.submitted({ date: '2023-03-02' });
	const late = await spender.submitted({ date: '2023-02-27' });
	const early = await spender.submitted({ date: '2023-02-25' });
	await spender.approved();
	const returned = await spender.submitted();
	await spender.sendBack(returned);
	await spender.withdraw(await spender.submitted());
	const entries = await queue();
	expect(idsOf(entries)).toEqual([early, late, march]);
	expect(entries.map(({ deadline }: { deadline: string }) => deadline)).toEqual([
		'2023-03-07T23:59:59.999Z',
		'2023-03-07T23:59:59.999Z',
		'2023-04-07T23:59:59.999Z',
	]);
	await spender.mend(returned, { date: '2023-02-26' });
	expect(idsOf(await queue())).toEqual([early, returned, late, march]);
});

test('an entry is the expense as it is read, with its tag, its employee and its receipts', async () => {
	const id = await spender.submitted();
	const { body: receipt } = await upload(spender.employee, id);
	const { body: expense, headers } = await as(spender.verifier).get(`/flex/expenses/${id}`);
	expect(await queue()).toEqual([
		{
			expense,
			etag: headers.get('ETag'),
			deadline: '2023-03-07T23:59:59.999Z',
			receipts: [receipt],
			problems: [],
			duplicates: { sameReceipt: [], samePurchase: [], sameDayAndAmount: [] },
			warnings: [],
			// A month with a budget and no carry-over before, without approved expenses.
			left: cents(5000),
			mealDays: null,
		},
	]);
	expect(expense.employee.personnelNumber).toBe('0042');
});

test('a filter shows only expenses whose facts agree with the form, differ from it, or are missing', async () => {
	const submitted = (fields: object) =>
		spender.submitted({ machineReadable: newTill()('10.00'), factsDiffer: true, ...fields });
	const [agreeing, ofOtherAmount, ofOtherDay, none] = [
		await submitted({}),
		await submitted({ amount: cents(999) }),
		await submitted({ date: '2023-02-28' }),
		await spender.submitted({ date: '2023-02-26' }),
	];
	const filtered = async (facts: string) =>
		idsOf((await as(spender.verifier).get(path(`?facts=${facts}`))).body);
	const corrected = await spender.submitted({ date: '2023-02-27' });
	const invoice = bytesIn(xmlWith({ '<ram:TypeCode>380<': '<ram:TypeCode>384<' }));
	await uploadTo(`/flex/expenses/${corrected}/receipts?factsDiffer=true`, spender.employee, invoice);
	expect(await filtered('AGREE')).toEqual([agreeing]);
	expect(await filtered('DIFFER')).toEqual([ofOtherAmount, corrected, ofOtherDay]);
	expect(await filtered('NONE')).toEqual([none]);
	expect(await as(spender.verifier).get(path('?facts=SOME'))).toMatchObject(
		refusal(400, 'validation_failed'),
	);
});

test('an entry tells what is left of the month beside what is approved', async () => {
	await spender.approved({ amount: cents(1200) });
	await spender.submitted({ amount: cents(1000) });
	await spender.submitted({ amount: cents(2000) });
	expect(await queue()).toMatchObject([{ left: cents(3800) }, { left: cents(3800) }]);
});

describe('an entry tells why an approval would be refused now', () => {
	const problems = async () =>
		(await queue()).map((entry: { problems: { code: string }[] }) => entry.problems.map(({ code }) => code));

	test('by every rule at once', async () => {
		await spender.submitted({ amount: cents(4000) });
		await as(spender.admin).put(`/companies/${spender.company.id}`, { receiptRequiredModules: ['INTERNET'] });
		await spender.grant({ budget: cents(3000), startDate: '2023-02-01T00:00:00.000Z' });
		expect(await problems()).toEqual([['receipt_missing', 'budget_exceeded']]);
	});

	test('as the approval then tells it, with what is left', async () => {
		const id = await spender.submitted({ amount: cents(4000) });
		await spender.grant({ budget: cents(3000), startDate: '2023-02-01T00:00:00.000Z' });
		const [{ problems: told }] = await queue();
		const { instance: _, ...refused } = (await spender.approve(id)).body;
		expect(told).toMatchObject([refused]);
	});

	test('counting what is approved, not what waits', async () => {
		await spender.submitted({ amount: cents(3000) });
		await spender.submitted({ amount: cents(2000) });
		expect(await problems()).toEqual([[], []]);
	});

	test('to somebody whose own it is', async () => {
		await spender.submitted();
		const platform = `/users/${spender.employee.userId}`;
		const roles = {
			roles: ['EMPLOYEE', 'FLEX_DOCUMENT_VERIFIER'],
			manageableCompanyIds: [spender.company.id],
		};
		expect((await as(await newUser(['PLATFORM_ADMIN'])).put(platform, roles)).status).toBe(200);
		at('2023-03-07T12:00:11.000Z');
		const [entry] = await queue(await openSession(spender.employee.userId));
		expect(entry.problems).toMatchObject([{ code: 'forbidden' }]);
		expect(await problems(), 'and to nobody else').toEqual([[]]);
	});
});

test('an entry names what may be the same spending', async () => {
	const colleague = await newSpender({}, spender.company);
	const [first, second] = [await spender.submitted(), await colleague.submitted({ date: '2023-02-28' })];
	await upload(spender.employee, first, JPEG);
	await upload(colleague.employee, second, JPEG);
	expect((await queue()).map(({ duplicates }: { duplicates: object }) => duplicates)).toEqual([
		{ sameReceipt: [second], samePurchase: [], sameDayAndAmount: [] },
		{ sameReceipt: [first], samePurchase: [], sameDayAndAmount: [] },
	]);
});

test('a decision on what was seen is refused once it has changed, and a second decision in any case', async () => {
	const id = await spender.submitted();
	const [{ etag }] = await queue();
	await spender.sendBack(id);
	await spender.mend(id, { amount: cents(4999) });
	const approve = (tag: string, by = spender.verifier) =>
		as(by).send('POST', `/flex/expenses/${id}/approval`, undefined, { 'If-Match': tag });
	expect(await approve(etag)).toMatchObject(refusal(412, 'precondition_failed'));
	const other = await newUser(['FLEX_DOCUMENT_VERIFIER'], [spender.company.id]);
	const [{ etag: present }] = await queue();
	const answers = await Promise.all([approve(present), approve(present, other)]);
	expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
	expect(answers.find(({ status }) => status === 409)?.body.code).toBe('already_decided');
	expect(await queue()).toEqual([]);
});

test('pages go on where the last one ended, though what it showed is decided meanwhile', async () => {
	const days = ['2023-02-24', '2023-02-25', '2023-02-25', '2023-02-26'];
	const ids: string[] = [];
	for (const date of days) ids.push(await spender.submitted({ date }));
	const first = await as(spender.verifier).get(path('?limit=2'));
	expect(idsOf(first.body)).toEqual(ids.slice(0, 2));
	for (const id of ids.slice(0, 2)) await spender.approve(id);
	const next = /<(.+)>; rel="next"/.exec(first.headers.get('Link') ?? '')?.[1] ?? '';
	const second = await as(spender.verifier).get(next);
	expect(idsOf(second.body)).toEqual(ids.slice(2));
	expect(second.headers.get('Link')).toBeNull();
});

test('a page takes one round trip, and reads the same rows however many others wait', async () => {
	const submit = (by: Spender, date: string, till = newTill()) =>
		by.submitted({ date, machineReadable: till('10.00', `${date}T12:00:00.000Z`) });
	let trips = 0;
	const read = async () => {
		const rows = [];
		for (const filter of ['', '&facts=AGREE', '&facts=DIFFER', '&facts=NONE']) {
			const { counted, bindings } = counting();
			await as(spender.verifier, bindings).get(path(`?limit=2${filter}`));
			rows.push(counted.rowsRead);
			trips = counted.trips;
		}
		return rows;
	};
	for (const date of ['2023-02-24', '2023-02-25', '2023-02-26']) await submit(spender, date);
	await read();
	const before = await read();
	expect(trips).toBe(1);
	for (let person = 0; person < 5; person++) {
		const colleague = await newSpender({}, spender.company);
		for (let count = 0; count < 4; count++) {
			await upload(colleague.employee, await submit(colleague, '2023-02-26'));
		}
	}
	const [all = 0, agreeing = 0, ...others] = await read();
	// Each index may read the neighbour of a row.
	expect(all).toBeLessThanOrEqual((before[0] ?? 0) + 10);
	expect(agreeing).toBeLessThanOrEqual((before[1] ?? 0) + 10);
	// No expense matches these filters, so each of about nine statements reads the whole queue.
	for (const [place, rows] of others.entries())
		expect(rows - (before[place + 2] ?? 0)).toBeLessThanOrEqual(10 * 20);
});

test('another company’s queue is not found', async () => {
	const stranger = await newUser(['FLEX_DOCUMENT_VERIFIER'], [(await newCompany()).id]);
	expect(await as(stranger).get(path())).toMatchObject(refusal(404, 'not_found'));
	expect(await as(spender.employee).get(path())).toMatchObject(refusal(403, 'forbidden'));
});
