import { env } from 'cloudflare:workers';
import { createHash, createHmac } from 'node:crypto';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { isDrawn as isDrawnByService } from '../../../src/benefits/expenses/approval-samples/rules.ts';
import { clearCell } from '../../../src/foundation/cells/places.ts';
import type { Bindings } from '../../../src/foundation/http/env.ts';
import { rowsOf } from '../../console/markup.ts';
import { ring } from '../../harness/alarms.ts';
import { browse, visitOf } from '../../harness/console.ts';
import { counting } from '../../harness/counting.ts';
import { eventsFor } from '../../harness/events.ts';
import { bytesIn, xmlWith } from '../../harness/invoices.ts';
import { register } from '../../harness/mail.ts';
import { cellOfCompany, moveOver, settle } from '../../harness/moving.ts';
import { JPEG, PDF, upload, uploadDraft, uploadTo } from '../../harness/receipts.ts';
import { backUp, restored } from '../../harness/restoring.ts';
import { as, at, newCompany, newUser, openSession, runCron } from '../../harness/service.ts';
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

test('the database refuses a rule that is not in force, or whose maximum is lower', async () => {
	const id = await spender.submitted({ machineReadable: till('10.00') });
	const rule = await env.DB.prepare('SELECT id FROM approval_rules WHERE company_id = ?')
		.bind(spender.company.id)
		.first('id');
	const approve = () =>
		env.DB.prepare(
			`UPDATE expenses SET state = 'APPROVED', approved_amount_value = 1000, approval_rule_id = ? WHERE id = ?`,
		)
			.bind(rule, id)
			.run();
	await setRule({ maxAmount: cents(999) });
	await expect(approve()).rejects.toThrow('stale_revision');
	await setRule({ maxAmount: cents(1000) });
	await as(spender.admin).delete(`/companies/${spender.company.id}/flex/approval-rules/INTERNET`);
	await expect(approve()).rejects.toThrow('stale_revision');
});

describe('the sample', () => {
	const between = (least: number, most: number) => (count: number) => least <= count && count <= most;
	/** The recipe of docs/decisions.md, with nothing of the service. */
	const isDrawn = (seed: string, mark: string, percent: number) => {
		const key = Buffer.from(seed, 'hex');
		const digits = createHmac('sha256', key).update(mark).digest('hex').slice(0, 8);
		return Number.parseInt(digits, 16) / 2 ** 32 < percent / 100;
	};

	test('draws by the recipe of the docs at each share', () => {
		const seed = createHash('sha256').update('seed').digest('hex');
		const marks = Array.from({ length: 500 }, (_, place) => `mark ${place}`);
		const shares = [0, 1, 5, 50, 100].map((percent) => {
			const drawn = marks.filter((mark) => isDrawnByService(seed, { mark }, percent));
			expect(drawn).toEqual(marks.filter((mark) => isDrawn(seed, mark, percent)));
			return drawn.length;
		});
		expect(shares).toEqual([
			0,
			expect.toSatisfy(between(0, 15)),
			expect.toSatisfy(between(10, 50)),
			expect.toSatisfy(between(200, 300)),
			500,
		]);
	});

	test('has all receipts at 100 percent, and keeps those that a rule does not permit out of it', async () => {
		await setRule({ samplePercent: 100 });
		const id = await ruledOn();
		expect(await read(id)).toMatchObject({ state: 'SUBMITTED', dateSampled: LATER });
		const [told, ...more] = await eventsFor(spender.admin, 'type=expense.sampled');
		expect(more).toEqual([]);
		expect(told).toMatchObject({
			actor: { type: 'CRON' },
			recordId: id,
			before: { dateSampled: null },
			after: { dateSampled: LATER },
		});
		const made = await ruledOn({ machineReadable: newTill()('9.00'), amount: cents(900) });
		expect(await read(made)).toMatchObject({ state: 'SUBMITTED', dateSampled: null });
		const queued = async (query: string) => {
			const path = `/companies/${spender.company.id}/flex/expense-queue?${query}`;
			const { body } = await as(spender.verifier).get(path);
			return body.map(({ expense }: { expense: { id: string } }) => expense.id);
		};
		expect(await queued('sampled=true')).toEqual([id]);
		expect(await queued('sampled=false')).toEqual([made]);
		expect(await queued('sampled=true&facts=DIFFER')).toEqual([]);
		expect((await spender.approve(id)).body).toMatchObject({ state: 'APPROVED', dateSampled: LATER });
	});

	test('can be checked by anybody once the month is closed, and a second submission changes nothing', async () => {
		await setRule({ samplePercent: 50 });
		const codes = Array.from({ length: 8 }, (_, index) => till(`${index + 1}.00`));
		for (const [index, machineReadable] of codes.entries())
			await ruledOn({ machineReadable, amount: cents(100 * (index + 1)) });
		const of = (type: string) => eventsFor(spender.admin, `type=${type}`);
		const [committed] = await of('approval_seed.committed');
		expect(await of('approval_seed.revealed')).toEqual([]);
		expect(committed).toMatchObject({
			date: '2023-02-27T12:00:00.000Z',
			after: { month: '2023-02-01T00:00:00.000Z' },
		});
		const seedOfReport = async () =>
			(await as(spender.verifier).get(`/companies/${spender.company.id}/flex/approval-report?month=2023-02`))
				.body.seed;
		const { commitment } = committed?.after ?? {};
		expect(await seedOfReport()).toEqual({ commitment, seed: null, dateRevealed: null, isLost: false });
		await runCron(CLOSED);
		const [revealed] = await of('approval_seed.revealed');
		const seed = String(revealed?.after.seed);
		expect(await seedOfReport()).toEqual({ commitment, seed, dateRevealed: CLOSED, isLost: false });
		expect(createHash('sha256').update(Buffer.from(seed, 'hex')).digest('hex')).toBe(
			committed?.after.commitment,
		);
		const drawn = [];
		for (const { after, recordId } of await of('expense.submitted')) {
			const facts = after.machineFacts as { mark: string } | null;
			const { dateSampled, approvalRuleId } = await read(recordId);
			if (dateSampled === null && approvalRuleId === null) continue;
			expect(dateSampled !== null, recordId).toBe(isDrawn(seed, facts?.mark ?? '', 50));
			drawn.push(dateSampled);
		}
		expect(drawn).toHaveLength(8);
	});

	test('leaves receipts to people only in the company whose seed cannot be decrypted, in D1 and in a cell', async () => {
		vi.spyOn(console, 'log').mockImplementation(() => {});
		const failures = vi.spyOn(console, 'error').mockImplementation(() => {});
		at('2023-02-27T12:00:00.000Z');
		const broken = await newSpender({ budget: cents(20_000) });
		const its = newTill();
		for (let done = 0; done < 3; done++)
			await (await newSpender({}, broken.company)).approved({ machineReadable: its('10.00') });
		const rule = { maxAmount: cents(2000), samplePercent: 0 };
		await as(broken.admin).put(`/companies/${broken.company.id}/flex/approval-rules/INTERNET`, rule);
		at('2023-03-07T12:00:00.000Z');
		const hidden = (sealed: string) => `${sealed.slice(0, -4)}AAAA`;
		const companyId = broken.company.id;
		const sealed = await env.DB.prepare('SELECT sealed FROM approval_seeds WHERE company_id = ?')
			.bind(companyId)
			.first<string>('sealed');
		const change = (text: string | null) =>
			env.DB.prepare('UPDATE approval_seeds SET sealed = ? WHERE company_id = ?').bind(text, companyId).run();
		await change(hidden(sealed ?? ''));

		const submit = async (amount: number) => {
			const given = { machineReadable: its(`${amount}.00`), amount: cents(100 * amount) };
			const id = await broken.submitted(given);
			await upload(broken.employee, id, Uint8Array.from([...PDF, ++pictures]));
			return id;
		};
		const left = await submit(1);
		const fine = await spender.submitted({ machineReadable: till('10.00') });
		await photograph(fine);
		const named = `No rule approves receipts of: ${companyId} (2023-02)`;
		await expect(runCron(LATER)).rejects.toMatchObject({
			errors: [expect.objectContaining({ message: expect.stringContaining(named) })],
		});
		expect(await read(fine)).toMatchObject({ state: 'APPROVED' });
		const stateOf = async (id: string) => (await as(broken.verifier).get(`/flex/expenses/${id}`)).body.state;
		expect(await stateOf(left)).toBe('SUBMITTED');

		const reportOf = async (of: Spender, by = of.admin) =>
			(await as(by).get(`/companies/${of.company.id}/flex/approval-report?month=2023-02`)).body;
		expect((await reportOf(broken)).seed).toMatchObject({ seed: null, isLost: true });
		expect((await reportOf(spender)).seed).toMatchObject({ seed: null, isLost: false });
		const pageOf = async (of: Spender) =>
			(await browse(await visitOf(of.admin)).get(`/company/approvals?company=${of.company.id}&month=2023-02`))
				.body;
		const says = 'No rule approves receipts for February 2023';
		expect([await pageOf(broken), await pageOf(spender)].map((page) => page.includes(says))).toEqual([
			true,
			false,
		]);

		// Once the key is back, the next run approves new receipts. Receipts that were left to people stay with them.
		await change(sealed);
		const next = await submit(2);
		await runCron('2023-03-07T14:00:00.000Z');
		expect([await stateOf(left), await stateOf(next)]).toEqual(['SUBMITTED', 'APPROVED']);

		await change(hidden(sealed ?? ''));
		await expect(runCron(CLOSED)).rejects.toThrow();
		expect((await reportOf(broken)).seed).toMatchObject({ seed: null, isLost: true });
		expect((await reportOf(spender)).seed).toMatchObject({ dateRevealed: CLOSED, isLost: false });

		await moveOver(env, companyId);
		await settle(companyId);
		const cell = (await cellOfCompany(companyId)) ?? '';
		failures.mockClear();
		await ring(cell, '2023-03-09T00:00:00.000Z');
		expect(failures.mock.calls.join()).toContain(`"cell":"${cell}","job":"applyApprovalRules"`);
		expect(failures.mock.calls.join()).toContain(named);
		const reader = await openSession(broken.admin.userId, cell);
		expect((await reportOf(broken, reader)).seed).toMatchObject({ seed: null, isLost: true });
	});

	test('keeps its seed in a move, a backup and a restore', async () => {
		vi.spyOn(console, 'log').mockImplementation(() => {});
		const { id: companyId, admin } = spender.company;
		const [committed] = await eventsFor(admin, 'type=approval_seed.committed');
		await moveOver(env, companyId);
		await settle(companyId);
		const cell = (await cellOfCompany(companyId)) ?? '';
		expect(cell).not.toBe('');
		const date = await backUp(companyId, cell);
		await clearCell(env, cell);
		const platform = await newUser(['PLATFORM_ADMIN']);
		expect((await restored(platform, companyId, date)).status).toBe(200);
		await ring((await cellOfCompany(companyId)) ?? '', '2023-03-09T00:00:00.000Z');
		const reader = await openSession(admin.userId, (await cellOfCompany(companyId)) ?? undefined);
		const path = `/companies/${companyId}/flex/approval-report?month=2023-02`;
		const { commitment, seed } = (await as(reader).get(path)).body.seed;
		expect(commitment).toBe(committed?.after.commitment);
		expect(createHash('sha256').update(Buffer.from(seed, 'hex')).digest('hex')).toBe(commitment);
	});

	test('has a new seed for each month, and never shows one before the month is closed', async () => {
		const rows = await env.DB.prepare(
			'SELECT month, seed, sealed FROM approval_seeds WHERE company_id = ? ORDER BY month',
		)
			.bind(spender.company.id)
			.all<{ month: number; seed: string | null; sealed: string | null }>();
		expect(rows.results).toHaveLength(1);
		expect(rows.results[0]?.sealed).toMatch(/^[\w-]{8}\.[\w-]+$/);
		await runCron(LATER);
		await runCron(LATER);
		const { results } = await env.DB.prepare(
			'SELECT month, seed FROM approval_seeds WHERE company_id = ? ORDER BY month',
		)
			.bind(spender.company.id)
			.all<{ month: number; seed: string | null }>();
		expect(results).toEqual([
			{ month: Date.parse('2023-02-01'), seed: null },
			{ month: Date.parse('2023-03-01'), seed: null },
		]);
	});
});

test('the console tells the employee of the rule, and the verifier of the sample, which is never approved with many others', async () => {
	const approved = await ruledOn();
	const english = { 'Accept-Language': 'en' };
	const own = await browse(await visitOf(spender.employee)).get(`/benefits/receipts/${approved}`, english);
	expect(own.body).toContain('an approval rule of the company');
	await setRule({ samplePercent: 100 });
	const sampled = await ruledOn({ machineReadable: till('11.00'), amount: cents(1100) });
	const verifier = browse(await visitOf(spender.verifier));
	expect((await verifier.get(`/verify/${approved}`, english)).body).toContain(
		'an approval rule of the company',
	);
	expect((await verifier.get(`/verify?company=${spender.company.id}`, english)).body).toContain(
		'a rule would have approved this',
	);
	const { body } = await verifier.get(`/verify/list?company=${spender.company.id}`, english);
	expect(body).toContain('>Sample<');
	expect(body).toContain(`/console/verify/${sampled}`);
	expect(body).not.toContain('without a finding');
	const others = await verifier.get(`/verify/list?company=${spender.company.id}&sampled=no`, english);
	expect(others.body).not.toContain(`/console/verify/${sampled}`);
	expect(others.body).toContain('No receipts match this filter');
	const first = await verifier.get(`/verify?company=${spender.company.id}&sampled=yes`, english);
	expect(first.body).toContain('&amp;sampled=yes');
});

describe('the pages of approval rules', () => {
	const at = '/company/approvals';
	const page = async () => browse(await visitOf(spender.admin));
	const query = () => `?company=${spender.company.id}`;
	const typed = { maxAmount: '30,00', samplePercent: '10', acceptsInvoices: 'on' };
	const rulesOf = async () =>
		(await as(spender.admin).get(`/companies/${spender.company.id}/flex/approval-rules`)).body;

	test('try a rule, save it, and remove it', async () => {
		const english = { 'Accept-Language': 'en' };
		await spender.reject(await ruledOn({ machineReadable: till('21.00'), amount: cents(2100) }));
		const { get, post } = await page();
		const tried = await post(`${at}/internet${query()}`, { ...typed, _do: 'preview' }, english);
		expect(tried.body).toContain(
			'This rule would have approved 1 of 4 decided purchases since 8 December 2022',
		);
		expect(tried.body).toContain('Of these, rejected');
		expect(await rulesOf()).toMatchObject([{ maxAmount: cents(2000), samplePercent: 0 }]);
		const saved = await post(`${at}/internet${query()}`, typed, english);
		expect(saved).toMatchObject({ status: 303 });
		expect(saved.headers.get('Location')).toContain('saved=approval-rule');
		expect(await rulesOf()).toMatchObject([
			{ maxAmount: cents(3000), samplePercent: 10, acceptsInvoices: true },
		]);
		expect((await get(`${at}${query()}`, english)).body).toContain('up to €30.00');
		expect((await post(`${at}/internet/removal${query()}`, {}, english)).status).toBe(303);
		expect(await rulesOf()).toEqual([]);
		expect((await get(`${at}/strange${query()}`)).status).toBe(404);
		expect((await post(`${at}/internet${query()}`, { ...typed, samplePercent: '101' })).status).toBe(400);
	});

	test('show the report of a month, with the commitment of its seed, and the seed once the month is closed', async () => {
		await ruledOn();
		const report = async () =>
			(await (await page()).get(`${at}${query()}&month=2023-02`, { 'Accept-Language': 'en' })).body;
		expect(rowsOf(await report())).toContain('Internet 1 3 0');
		expect(await report()).toContain('The seed is secret');
		await runCron(CLOSED);
		expect(await report()).toContain('revealed on 8 March 2023');
	});
});

describe('a dry run', () => {
	const tried = async (
		fields: object = {},
		module = 'INTERNET',
		by = spender.admin,
		bindings: Bindings = env,
	) =>
		as(by, bindings).put(`/companies/${spender.company.id}/flex/approval-rules/${module}?dryRun=true`, {
			maxAmount: cents(2000),
			...fields,
		});
	const trialOf = async (fields: object = {}) => (await tried(fields)).body.trial;
	const euros = (amount: number) => ({ machineReadable: till(`${amount}.00`), amount: cents(100 * amount) });
	/** Submits an expense with a picture, which waits for a person. */
	const photographed = async (given: object = {}): Promise<string> => {
		const id = await spender.submitted(given);
		await photograph(id);
		return id;
	};

	test('says what the rule would have approved, and where people decided otherwise', async () => {
		await ruledOn(euros(1));
		await spender.approve(await photographed(euros(2)));
		await spender.reject(await photographed(euros(3)));
		await spender.approvePart(await photographed(euros(4)), 100, { reasons: ['no_items'] });
		const returned = await photographed(euros(5));
		await spender.sendBack(returned);
		await spender.mend(returned, { amount: cents(500) });
		await spender.approve(returned);
		// No rule may approve these.
		await spender.approve(await photographed({ ...euros(6), machineReadable: newTill()('6.00') }));
		await spender.approve(await photographed({ amount: cents(700) }));
		await spender.approve(await spender.submitted(euros(8)));
		await spender.reject(await photographed(euros(21)));
		// Nobody has decided on these, and the last one is of another module.
		await photographed(euros(9));
		await spender.withdraw(await photographed(euros(10)));
		await spender.approved({ module: 'HOLIDAY' });
		expect(await tried({ acceptsInvoices: true })).toMatchObject({
			status: 200,
			body: {
				module: 'INTERNET',
				maxAmount: cents(2000),
				acceptsInvoices: true,
				trial: {
					firstDay: '2022-12-08',
					// Three of them made the till known.
					decided: 12,
					permitted: 5,
					rejected: 1,
					approvedInPart: 1,
					returned: 1,
				},
			},
		});
		expect(await trialOf({ maxAmount: cents(300) })).toMatchObject({
			decided: 12,
			permitted: 3,
			rejected: 1,
		});
		expect(await trialOf({ maxAmount: cents(299) })).toMatchObject({ permitted: 2, rejected: 0 });
	});

	test('changes nothing, and is for administrators', async () => {
		expect((await tried({ maxAmount: cents(1) })).status).toBe(200);
		const { body } = await as(spender.admin).get(`/companies/${spender.company.id}/flex/approval-rules`);
		expect(body).toEqual([expect.objectContaining({ maxAmount: cents(2000) })]);
		expect(await eventsFor(spender.admin, 'type=approval_rule.set')).toHaveLength(1);
		expect((await tried({}, 'INTERNET', spender.verifier)).status).toBe(403);
		expect((await tried({}, 'INTERNET', (await newCompany()).admin)).status).toBe(404);
		expect((await tried({ samplePercent: 101 })).status).toBe(400);
	});

	test('judges a first submission without the second one, and a second one with the first', async () => {
		const { machineReadable, amount } = euros(4);
		const [first, second] = [
			await photographed({ machineReadable, amount }),
			await photographed({ machineReadable, amount }),
		];
		await spender.reject(second);
		await spender.approve(first);
		expect(await trialOf()).toMatchObject({ decided: 5, permitted: 1, rejected: 0 });
	});

	test('judges an approved expense within a legal limit that it uses up itself', async () => {
		const path = `/companies/${spender.company.id}`;
		expect((await as(spender.admin).put(path, { observedLimits: ['INTERNET'] })).status).toBe(200);
		await spender.approve(await photographed(euros(50)));
		expect(await trialOf({ maxAmount: cents(5000) })).toMatchObject({ permitted: 1 });
	});

	test('takes purchases of 90 days, also when their month is closed', async () => {
		await spender.approve(await photographed(euros(4)));
		at('2023-05-27T23:59:59.999Z');
		expect(await trialOf()).toEqual({
			firstDay: '2023-02-27',
			decided: 4,
			permitted: 1,
			rejected: 0,
			approvedInPart: 0,
			returned: 0,
		});
		at('2023-05-28T00:00:00.000Z');
		expect(await trialOf()).toMatchObject({ firstDay: '2023-02-28', decided: 0, permitted: 0 });
	});

	test('takes the last 1,000 decisions, and reads a few rows for each, even if one person bought everything on one day', async () => {
		const id = await spender.approved(euros(4));
		await env.DB.prepare('UPDATE companies SET max_expenses_per_month = 2000').run();
		const { results } = await env.DB.prepare('PRAGMA table_info(expenses)').all<{ name: string }>();
		const others = results
			.map(({ name }) => name)
			.filter(
				(name) => !['id', 'date', 'amount_value', 'approved_amount_value', 'machine_facts'].includes(name),
			);
		await env.DB.prepare(
			`INSERT INTO expenses (id, date, amount_value, approved_amount_value, machine_facts, ${others})
				WITH RECURSIVE n(i) AS (VALUES (1) UNION ALL SELECT i + 1 FROM n WHERE i < 998)
				SELECT substr(id, 1, 20) || printf('%016d', i), date + 86400000, i, i, json_set(machine_facts, '$.mark', i), ${others}
				FROM n, expenses WHERE id = ?`,
		)
			.bind(id)
			.run();
		const { counted, bindings } = counting();
		const { body } = await tried({}, 'INTERNET', spender.admin, bindings);
		expect(body.trial).toMatchObject({ firstDay: '2023-02-27', decided: 1000 });
		expect(counted.rowsRead).toBeLessThan(100 * 1000);
	});
});

describe('the report of a month', () => {
	const reportOf = (month: string, by = spender.verifier, companyId = spender.company.id) =>
		as(by).get(`/companies/${companyId}/flex/approval-report?month=${month}`);
	const ofModule = async (month: string, module = 'INTERNET') =>
		(await reportOf(month)).body.modules.find((one: { module: string }) => one.module === module);
	const NONE = { drawn: 0, approved: 0, approvedInPart: 0, rejected: 0, withdrawn: 0, waiting: 0 };

	test('says what the rule decided, what people decided, and what they found in the sample', async () => {
		await ruledOn();
		await setRule({ samplePercent: 100 });
		const [full, part, rejected, withdrawn, returned] = await Promise.all(
			[1, 2, 3, 4, 5, 6].map((euros) =>
				spender.submitted({ machineReadable: till(`${euros}.00`), amount: cents(100 * euros) }),
			),
		);
		for (const { id } of (
			await as(spender.verifier).get(`/companies/${spender.company.id}/flex/expenses?state=SUBMITTED`)
		).body)
			await photograph(id);
		await runCron(LATER);
		expect(await ofModule('2023-02')).toMatchObject({ sample: { ...NONE, drawn: 6, waiting: 6 } });
		for (const decision of [
			spender.approve(full ?? ''),
			spender.approvePart(part ?? '', 100, { reasons: ['no_items'] }),
			spender.reject(rejected ?? ''),
			spender.sendBack(returned ?? ''),
			spender.withdraw(withdrawn ?? ''),
		])
			expect((await decision).status).toBe(200);
		expect(await ofModule('2023-02')).toEqual({
			module: 'INTERNET',
			byRule: 1,
			// Three of them made the till known.
			byPeople: 6,
			sample: { drawn: 6, approved: 1, approvedInPart: 1, rejected: 1, withdrawn: 1, waiting: 2 },
		});
		expect(await ofModule('2023-02', 'HOLIDAY')).toEqual({
			module: 'HOLIDAY',
			byRule: 0,
			byPeople: 0,
			sample: NONE,
		});
	});

	test('has the purchases of the first and the last day, and none of other months and companies', async () => {
		await spender.approved({ date: '2023-02-01' });
		await spender.approved({ date: '2023-02-28' });
		await spender.approved({ date: '2023-03-01' });
		const other = await newSpender({}, await newCompany());
		await other.approved();
		expect([await ofModule('2023-01'), await ofModule('2023-02'), await ofModule('2023-03')]).toMatchObject([
			{ byPeople: 0 },
			{ byPeople: 5 },
			{ byPeople: 1 },
		]);
		expect((await reportOf('2023-02')).body).toMatchObject({ month: '2023-02' });
		expect((await reportOf('2023-01')).body).toMatchObject({ month: '2023-01', seed: null });
		expect(await reportOf('2023-02', other.verifier)).toMatchObject({ status: 404 });
		expect(await reportOf('2023-02', spender.employee)).toMatchObject({ status: 403 });
	});

	test.each(['', '2023-13', '2023-2'])('needs a month: %s', async (month) => {
		expect(await reportOf(month)).toMatchObject({
			status: 400,
			body: { errors: [expect.objectContaining({ pointer: '#/query/month' })] },
		});
	});
});

test('nothing is approved in a company without rules', async () => {
	const other = await newSpender({}, await newCompany());
	const id = await other.submitted({ machineReadable: till('10.00') });
	await upload(other.employee, id);
	await runCron(LATER);
	expect((await as(other.verifier).get(`/flex/expenses/${id}`)).body).toMatchObject({ state: 'SUBMITTED' });
});

test.each([
	[{ maxAmount: cents(0) }, '#/maxAmount/value'],
	[{ samplePercent: 101 }, '#/samplePercent'],
	[{ samplePercent: -1 }, '#/samplePercent'],
	[{ maxAmount: null }, '#/maxAmount'],
])('a rule that makes no sense is refused: %j', async (fields, pointer) => {
	expect(await setRule(fields)).toMatchObject({
		status: 400,
		body: { errors: [expect.objectContaining({ pointer })] },
	});
});
