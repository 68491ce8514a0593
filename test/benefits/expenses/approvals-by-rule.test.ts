import { env } from 'cloudflare:workers';
import { beforeEach, describe, expect, test } from 'vitest';
import { eventsFor } from '../../harness/events.ts';
import { bytesIn, xmlWith } from '../../harness/invoices.ts';
import { register } from '../../harness/mail.ts';
import { JPEG, PDF, upload, uploadDraft, uploadTo } from '../../harness/receipts.ts';
import { as, at, newCompany, newUser, runCron } from '../../harness/service.ts';
import { eachTestFinds } from '../../harness/snapshot.ts';
import { cents, newSpender, refusal, type Spender } from '../../harness/spending.ts';
import { decideStanding, submitStanding } from '../../harness/standing.ts';
import { newTill } from '../../harness/tills.ts';

const LATER = '2023-03-07T13:00:00.000Z';

const AFTERWARDS = '2023-03-07T14:00:00.000Z';

/** After the cut-off of February. */
const CLOSED = '2023-03-08T00:00:00.000Z';

let spender: Spender;

let till: ReturnType<typeof newTill>;

eachTestFinds(async () => {
	at('2023-02-27T12:00:00.000Z');
	spender = await newSpender({ budget: cents(20_000) });
	await register(spender.employee.userId);
	till = newTill();
	for (let done = 0; done < 3; done++) {
		const other = await newSpender({}, spender.company);
		await other.approved({ machineReadable: till('10.00') });
	}
	expect((await setRule({ samplePercent: 0 })).status).toBe(200);
});

beforeEach(() => at('2023-03-07T12:00:00.000Z'));

const setRule = (fields: object = {}, module = 'INTERNET', by = spender.admin) =>
	as(by).put(`/companies/${spender.company.id}/flex/approval-rules/${module}`, {
		maxAmount: cents(2000),
		...fields,
	});

let pictures = 0;

/** Adds a picture that no other expense has. */
const photograph = (id: string) => upload(spender.employee, id, Uint8Array.from([...PDF, ++pictures]));

/** Submits an expense with a picture, and runs the cron an hour later. */
async function ruledOn(given: object = {}, later = LATER): Promise<string> {
	const id = await spender.submitted({ machineReadable: till('10.00'), ...given });
	await photograph(id);
	await runCron(later);
	return id;
}

const read = async (id: string) => (await as(spender.verifier).get(`/flex/expenses/${id}`)).body;

test('a receipt that agrees with its code, signed by a known till, is approved by the rule', async () => {
	const id = await ruledOn();
	const { body: rules } = await as(spender.verifier).get(
		`/companies/${spender.company.id}/flex/approval-rules`,
	);
	expect(rules).toEqual([
		expect.objectContaining({ module: 'INTERNET', maxAmount: cents(2000), acceptsInvoices: false }),
	]);
	expect(await read(id)).toMatchObject({
		state: 'APPROVED',
		approvedAmount: cents(1000),
		deciderId: null,
		approvalRuleId: rules[0].id,
	});
	expect(await spender.transactionOf(id)).toMatchObject({ amount: cents(1000), state: 'PENDING' });
	const [told] = await eventsFor(spender.admin, `type=expense.approved&subject=${spender.employeeId}`);
	expect(told).toMatchObject({
		actor: { type: 'CRON' },
		after: { approvalRuleId: rules[0].id, module: 'INTERNET', maxAmount: cents(2000) },
	});
	const mails = await env.DB.prepare(`SELECT kind FROM mails WHERE user_id = ? AND kind = 'expense_approved'`)
		.bind(spender.employee.userId)
		.all();
	expect(mails.results).toHaveLength(1);
});

/** Submits an expense without a code, and adds an invoice over € 10.00 whose number is unique unless given. */
async function invoiced(changes: Record<string, string> = {}, given: object = {}): Promise<string> {
	const id = await spender.submitted({ amount: cents(1000), ...given });
	const invoice = bytesIn(xmlWith({ 'RE-2023-0042': `RE-${++pictures}`, ...changes }));
	const { status } = await uploadTo(
		`/flex/expenses/${id}/receipts?factsDiffer=true`,
		spender.employee,
		invoice,
	);
	expect(status).toBe(201);
	return id;
}

describe('an invoice', () => {
	test('waits for a person if the rule does not accept invoices', async () => {
		const id = await invoiced();
		await runCron(LATER);
		expect(await read(id)).toMatchObject({ state: 'SUBMITTED', machineFacts: { source: 'E_INVOICE' } });
	});

	describe('is approved by a rule that accepts invoices', () => {
		beforeEach(() => setRule({ samplePercent: 0, acceptsInvoices: true }));
		const ruled = async (id: string) => {
			await runCron(LATER);
			return (await read(id)).state;
		};

		test('with a picture besides it', async () => {
			const id = await invoiced();
			expect((await upload(spender.employee, id, JPEG)).status).toBe(201);
			expect(await ruled(id)).toBe('APPROVED');
		});

		test('also if another company has rejected it', async () => {
			const number = { 'RE-2023-0042': 'RE-7' };
			const stranger = await newSpender();
			const other = await stranger.submitted();
			expect((await upload(stranger.employee, other, bytesIn(xmlWith(number)))).status).toBe(201);
			await stranger.reject(other);
			expect(await ruled(await invoiced(number))).toBe('APPROVED');
		});

		test.each<[string, () => Promise<string>]>([
			['unless the form has another amount', () => invoiced({ '10.00': '12.00' })],
			['unless the form has another day', () => invoiced({}, { date: '2023-02-26' })],
			['unless it corrects another one', () => invoiced({ '<ram:TypeCode>380<': '<ram:TypeCode>384<' })],
			['unless it is in another currency', () => invoiced({ EUR: 'CHF' })],
			...['RE-7', 'RE-8'].map((number): [string, () => Promise<string>] => [
				`unless a second invoice stands beside it, with the number ${number}`,
				async () => {
					const id = await invoiced({ 'RE-2023-0042': 'RE-7' });
					const second = bytesIn(xmlWith({ 'RE-2023-0042': number, '10.00': '99.00' }));
					const path = `/flex/expenses/${id}/receipts?factsDiffer=true`;
					expect((await uploadTo(path, spender.employee, second)).status).toBe(201);
					return id;
				},
			]),
			[
				'unless a PDF stands beside it, in which nothing was found',
				async () => {
					const id = await invoiced();
					await photograph(id);
					return id;
				},
			],
			[
				'unless a credit note stands beside it',
				async () => {
					const id = await invoiced();
					const credit = bytesIn(
						xmlWith({ 'RE-2023-0042': 'RE-9', '<ram:TypeCode>380<': '<ram:TypeCode>381<' }),
					);
					const path = `/flex/expenses/${id}/receipts?factsDiffer=true`;
					expect((await uploadTo(path, spender.employee, credit)).status).toBe(201);
					return id;
				},
			],
			['unless it stands beside the code of a till', () => invoiced({}, { machineReadable: till('10.00') })],
			[
				'unless a colleague has submitted it as well',
				async () => {
					const number = { 'RE-2023-0042': 'RE-7' };
					const id = await invoiced(number);
					const colleague = await newSpender({}, spender.company);
					const other = await colleague.submitted({ amount: cents(1000), module: 'HOLIDAY' });
					const copy = bytesIn(xmlWith({ ...number, Fit: 'Fitness' }));
					expect((await upload(colleague.employee, other, copy)).status).toBe(201);
					return id;
				},
			],
			[
				'unless the budget has become too small since',
				async () => {
					const id = await invoiced();
					expect((await spender.grant({ budget: cents(999) })).status).toBe(200);
					return id;
				},
			],
			[
				'unless the person has left since',
				async () => {
					const id = await invoiced();
					const left = { dateTerminated: '2023-02-26T00:00:00.000Z' };
					expect((await as(spender.admin).put(`/employees/${spender.employeeId}`, left)).status).toBe(200);
					return id;
				},
			],
		])('%s', async (_, submitted) => {
			expect(await ruled(await submitted())).toBe('SUBMITTED');
		});
	});
});

describe('a person decides on', () => {
	test.each<[string, () => object]>([
		['a receipt that is signed with a self-made key', () => ({ machineReadable: newTill()('10.00') })],
		['an expense without a code', () => ({ machineReadable: null })],
		['an amount above the maximum', () => ({ machineReadable: till('20.01'), amount: cents(2001) })],
		['a part of the amount on the receipt', () => ({ amount: cents(900), factsDiffer: true })],
		['another day than that on the receipt', () => ({ date: '2023-02-26', factsDiffer: true })],
		['another module', () => ({ module: 'HOLIDAY' })],
		[
			'a changed amount under a signature',
			() => ({ machineReadable: till('10.00').replaceAll('10.00', '19.00'), amount: cents(1900) }),
		],
	])('%s', async (_, given) => {
		const id = await ruledOn(given());
		expect(await read(id)).toMatchObject({ state: 'SUBMITTED', approvalRuleId: null, dateSampled: null });
	});

	test('a second expense for the same purchase, and the first one', async () => {
		const machineReadable = till('10.00');
		const first = await spender.submitted({ machineReadable });
		await photograph(first);
		const second = await ruledOn({ machineReadable });
		expect([await read(first), await read(second)]).toEqual([
			expect.objectContaining({ state: 'SUBMITTED' }),
			expect.objectContaining({ state: 'SUBMITTED' }),
		]);
	});

	test('an expense without a picture, until there has been one for five minutes', async () => {
		const id = await spender.submitted({ machineReadable: till('10.00') });
		await runCron(LATER);
		expect(await read(id)).toMatchObject({ state: 'SUBMITTED' });
		at('2023-03-07T13:56:00.000Z');
		await photograph(id);
		await runCron('2023-03-07T14:00:00.000Z');
		expect(await read(id)).toMatchObject({ state: 'SUBMITTED' });
		await runCron('2023-03-07T14:01:00.000Z');
		expect(await read(id)).toMatchObject({ state: 'APPROVED' });
	});

	test('an expense whose receipt was a draft, until it has been submitted for five minutes', async () => {
		const draft = await uploadDraft(spender.employee, spender.employeeId);
		at('2023-03-07T12:55:00.001Z');
		const id = await spender.submitted({ machineReadable: till('10.00'), draftId: draft.body.id });
		await runCron(LATER);
		expect(await read(id)).toMatchObject({ state: 'SUBMITTED' });
		await runCron('2023-03-07T13:00:00.001Z');
		expect(await read(id)).toMatchObject({ state: 'APPROVED' });
	});

	test('an expense of a module whose rule was removed', async () => {
		const path = `/companies/${spender.company.id}/flex/approval-rules/INTERNET`;
		expect((await as(spender.admin).delete(path)).status).toBe(200);
		expect(await read(await ruledOn())).toMatchObject({ state: 'SUBMITTED' });
	});

	test('an expense that a verifier has returned, or whose approval was taken back', async () => {
		const [returned, approved] = [
			await spender.submitted({ machineReadable: till('10.00') }),
			await ruledOn({ machineReadable: till('11.00'), amount: cents(1100) }),
		];
		expect(await spender.reopen(approved)).toMatchObject(refusal(400, 'validation_failed'));
		expect((await spender.reopen(approved, 'Not a business trip')).body).toMatchObject({
			state: 'SUBMITTED',
			approvalRuleId: null,
		});
		await spender.sendBack(returned);
		await spender.mend(returned);
		await photograph(returned);
		await runCron('2023-03-07T15:00:00.000Z');
		expect([(await read(returned)).state, (await read(approved)).state]).toEqual(['SUBMITTED', 'SUBMITTED']);
	});

	test.each<[string, (id: string) => Promise<unknown>]>([
		['whose approval was taken back', (id) => spender.withdraw(id)],
		['that was rejected', (id) => spender.reject(id)],
		['that was returned', (id) => spender.sendBack(id).then(() => spender.withdraw(id))],
	])('a purchase %s, when its author submits it again', async (_, ended) => {
		const machineReadable = till('10.00');
		const first = await ruledOn({ machineReadable });
		await spender.reopen(first, 'Not a business trip');
		expect((await ended(first)) as object).toMatchObject({ status: 200 });
		expect(await read(await ruledOn({ machineReadable }, AFTERWARDS))).toMatchObject({ state: 'SUBMITTED' });
	});

	test('a purchase that was drawn, also when it is submitted again without a sample', async () => {
		await setRule({ samplePercent: 100 });
		const machineReadable = till('10.00');
		await spender.withdraw(await ruledOn({ machineReadable }));
		await setRule({ samplePercent: 0 });
		expect(await read(await ruledOn({ machineReadable }, AFTERWARDS))).toMatchObject({ state: 'SUBMITTED' });
	});

	test('several days of meals, because no receipt proves them', async () => {
		await setRule({ samplePercent: 0 }, 'MEALS');
		const [one, two] = [
			await ruledOn({ module: 'MEALS', days: 1 }),
			await ruledOn(
				{ module: 'MEALS', days: 2, machineReadable: till('9.00'), amount: cents(900) },
				AFTERWARDS,
			),
		];
		expect([(await read(one)).state, (await read(two)).state]).toEqual(['APPROVED', 'SUBMITTED']);
	});

	test('a module with a standing expense, in the month of its end as well', async () => {
		at('2023-02-28T12:00:00.000Z');
		const { body } = await submitStanding(spender, { module: 'INTERNET', isPublicTransport: undefined });
		const waiting = await ruledOn({}, '2023-02-28T13:00:00.000Z');
		await decideStanding(spender.employee, body.id, 'withdrawal');
		at('2023-03-07T12:00:00.000Z');
		const ending = await ruledOn({ amount: cents(900), machineReadable: till('9.00') });
		const date = '2023-03-01';
		const next = await ruledOn({ date, machineReadable: till('10.00', `${date}T12:00:00.000Z`) }, AFTERWARDS);
		const states = await Promise.all([waiting, ending, next].map(async (id) => (await read(id)).state));
		expect(states).toEqual(['SUBMITTED', 'SUBMITTED', 'APPROVED']);
	});

	test('receipts of those who may set the rule', async () => {
		const change = { roles: ['EMPLOYEE', 'COMPANY_ADMIN'], manageableCompanyIds: [spender.company.id] };
		const platform = await newUser(['PLATFORM_ADMIN']);
		expect((await as(platform).put(`/users/${spender.employee.userId}`, change)).status).toBe(200);
		expect(await read(await ruledOn())).toMatchObject({ state: 'SUBMITTED' });
	});

	test('an expense whose month is over', async () => {
		const id = await spender.submitted({ machineReadable: till('10.00') });
		await photograph(id);
		await runCron(CLOSED);
		expect(await read(id)).toMatchObject({ state: 'SUBMITTED' });
	});
});

test('two runs and a verifier at the same time approve an expense once', async () => {
	const id = await spender.submitted({ machineReadable: till('10.00') });
	await photograph(id);
	at(LATER);
	await Promise.all([runCron(LATER), runCron(LATER), spender.approve(id)]);
	expect((await spender.transactions()).filter(({ flexDataId }) => flexDataId === id)).toHaveLength(1);
});

test('nothing is approved in a company without rules', async () => {
	const other = await newSpender({}, await newCompany());
	const id = await other.submitted({ machineReadable: till('10.00') });
	await upload(other.employee, id);
	await runCron(LATER);
	expect((await as(other.verifier).get(`/flex/expenses/${id}`)).body).toMatchObject({ state: 'SUBMITTED' });
});
