import { env } from 'cloudflare:workers';
import { beforeEach, describe, expect, test } from 'vitest';
import { eventsFor } from '../../../harness/events.ts';
import { register } from '../../../harness/mail.ts';
import { ascii, PDF } from '../../../harness/receipts.ts';
import { as, at, newUser, runCron, type TestUser } from '../../../harness/service.ts';
import { cents, newSpender, refusal, type Spender } from '../../../harness/spending.ts';
import {
	activeStanding,
	addProof,
	decideStanding,
	submitStanding,
	submittedStanding,
} from '../../../harness/standing.ts';

const SUBMITTED_AT = '2023-03-06T12:00:00.000Z';

let spender: Spender;

beforeEach(async () => {
	at(SUBMITTED_AT);
	spender = await newSpender();
});

const submit = (given: object = {}, by?: TestUser) => submitStanding(spender, given, by);

const proof = (id: string, proofUntil?: string, by: TestUser = spender.employee, bytes = PDF) =>
	addProof(by, id, proofUntil, bytes);

const decide = (
	id: string,
	what: 'approval' | 'rejection' | 'withdrawal',
	body?: object,
	by = spender.verifier,
) => decideStanding(by, id, what, body);

const submitted = (given?: object) => submittedStanding(spender, given);

const active = (given?: object) => activeStanding(spender, given);

const read = async (id: string) => (await as(spender.employee).get(`/flex/standing-expenses/${id}`)).body;

const expenses = async () =>
	(await as(spender.employee).get(`/employees/${spender.employeeId}/flex/expenses`)).body as {
		date: string;
		amount: { value: number };
		state: string;
		standingExpenseId: string | null;
	}[];

const days = async () => (await expenses()).map(({ date }) => date);

describe('a standing expense', () => {
	test('waits for its proof and its verification, and is then submitted and approved for each month once', async () => {
		const { body } = await submit();
		expect(body).toMatchObject({ state: 'SUBMITTED', nextDate: null, waitingSince: null, proofs: [] });
		expect(await decide(body.id, 'approval')).toMatchObject(refusal(409, 'already_decided'));
		expect(await proof(body.id)).toMatchObject({ status: 201, body: { proofUntil: '2024-02-29' } });
		expect(await read(body.id)).toMatchObject({
			waitingSince: SUBMITTED_AT,
			proofs: [{ state: 'SUBMITTED' }],
		});
		expect(await decide(body.id, 'approval')).toMatchObject({
			status: 200,
			body: { state: 'ACTIVE', approvedAmount: cents(1000), nextDate: '2023-02-10', waitingSince: null },
		});

		await runCron('2023-03-06T13:00:00.000Z');
		expect(await expenses()).toMatchObject([
			{
				date: '2023-02-10',
				state: 'APPROVED',
				deciderId: null,
				standingExpenseId: body.id,
				amount: cents(1000),
			},
		]);
		expect(await spender.transactions()).toMatchObject([{ state: 'PENDING', amount: cents(1000) }]);
		await runCron('2023-03-09T23:59:59.999Z');
		expect(await days()).toEqual(['2023-02-10']);
		for (const time of ['2023-03-10T00:00:00.000Z', '2023-03-10T00:00:00.000Z']) await runCron(time);
		expect(await days()).toEqual(['2023-02-10', '2023-03-10']);
		expect((await read(body.id)).nextDate).toBe('2023-04-10');
	});

	test('has one expense and one payroll line for each month, and no failed job, when two runs meet', async () => {
		await active();
		await active({ amount: cents(500) });
		const until = '2023-06-20T00:00:00.000Z';
		await Promise.all([runCron(until), runCron(until)]);
		const dates = ['2023-02-10', '2023-03-10', '2023-04-10', '2023-05-10', '2023-06-10'];
		expect((await days()).toSorted()).toEqual(dates.flatMap((date) => [date, date]));
		expect(await spender.transactions()).toHaveLength(2 * dates.length);
	});

	test('makes up for weeks without a cron, unless somebody has closed a month', async () => {
		await active({ startDate: '2023-03-01' });
		await spender.close('2023-03');
		await runCron('2023-06-20T00:00:00.000Z');
		expect(await days()).toEqual(['2023-04-10', '2023-05-10', '2023-06-10']);
		expect(await eventsFor(spender.admin, 'type=standing_expense.skipped')).toMatchObject([
			{ after: { refusal: 'period_closed', date: '2023-03-10T00:00:00.000Z' } },
		]);
	});

	test.each([
		['2023-03-07T23:59:59.999Z', '2023-02-10'],
		['2023-03-08T00:00:00.000Z', '2023-03-10'],
	])('that is verified at %s begins on %s', async (time, first) => {
		const id = await submitted();
		at(time);
		expect((await decide(id, 'approval')).body.nextDate).toBe(first);
	});

	test('whose days are all closed, or too few, is refused', async () => {
		expect(await submit({ endDate: '2023-02-09' })).toMatchObject(refusal(409, 'period_closed'));
		expect((await submit({ endDate: '2023-02-10' })).status).toBe(201);
		expect(await submit({ endDate: '2023-01-09' })).toMatchObject(refusal(400, 'validation_failed'));
		expect(await submit({ endDate: '2022-12-31' })).toMatchObject(refusal(400, 'validation_failed'));
		expect(await submit({ module: 'MEALS' })).toMatchObject(refusal(400, 'validation_failed'));
		expect(await submit({ dayOfMonth: 29 })).toMatchObject(refusal(400, 'validation_failed'));
		expect(await submit({ isPublicTransport: null })).toMatchObject(refusal(400, 'validation_failed'));
	});

	test('is approved in part, and takes what is left of a budget only if its author said so', async () => {
		const [whole, rest] = [await submitted(), await submitted({ upTo: true, dayOfMonth: 11 })];
		expect((await decide(whole, 'approval', { amount: cents(900) })).body.approvedAmount).toEqual(cents(900));
		expect((await decide(rest, 'approval')).status).toBe(200);
		await spender.submitted({ amount: cents(4500), date: '2023-02-02' });
		await runCron('2023-03-06T13:00:00.000Z');
		expect((await expenses()).slice(1)).toMatchObject([{ date: '2023-02-11', amount: cents(500) }]);
		expect(await read(whole)).toMatchObject({
			nextDate: '2023-03-10',
			skippedMonths: [{ date: '2023-02-10', code: 'budget_exceeded' }],
		});
		expect((await read(rest)).skippedMonths).toEqual([]);
	});

	test('submits nothing after the last day of its proof, until a new proof is approved', async () => {
		const id = await active({ proofUntil: '2023-04-10' });
		await runCron('2023-05-20T00:00:00.000Z');
		expect(await days()).toEqual(['2023-02-10', '2023-03-10', '2023-04-10']);
		expect((await read(id)).nextDate).toBeNull();
		at('2023-05-20T12:00:00.000Z');
		for (const early of ['2023-04-10', '2023-05-09'])
			expect(await proof(id, early)).toMatchObject({ status: 400 });
		expect(await proof(id, '2023-06-10')).toMatchObject({ status: 201 });
		expect((await decide(id, 'approval')).body).toMatchObject({
			nextDate: '2023-05-10',
			proofUntil: '2023-06-10',
		});
		await runCron('2023-07-20T00:00:00.000Z');
		expect((await days()).slice(3)).toEqual(['2023-05-10', '2023-06-10']);
	});

	test.each([
		['2023-06-07T23:59:59.999Z', ['2023-04-10'], '2023-05-10'],
		['2023-06-08T00:00:00.000Z', ['2023-04-10', '2023-05-10'], '2023-06-10'],
	])('tells the months for which a new proof was approved too late at %s', async (time, missed, nextDate) => {
		const id = await active({ proofUntil: '2023-03-31' });
		await runCron('2023-04-02T12:00:00.000Z');
		at('2023-04-02T12:00:00.000Z');
		expect((await proof(id, '2023-12-31')).status).toBe(201);
		await register(spender.employee.userId);
		at(time);
		const { body } = await decide(id, 'approval');
		const skipped = missed.map((date) => ({ date, code: 'period_closed' }));
		expect(body).toMatchObject({ nextDate, skippedMonths: skipped.toReversed() });
		const events = await eventsFor(spender.admin, 'type=standing_expense.skipped');
		expect(events.map(({ recordId, after }) => [recordId, after])).toEqual(
			missed.map((date) => [id, { id, date: `${date}T00:00:00.000Z`, refusal: 'period_closed' }]),
		);
		const mail = await env.DB.prepare('SELECT data FROM mails WHERE user_id = ? ORDER BY id DESC LIMIT 1')
			.bind(spender.employee.userId)
			.first<string>('data');
		const months = missed.map((date) => date.slice(0, 7)).join(' ');
		expect(JSON.parse(mail ?? '')).toMatchObject({ months, date: nextDate });
		await runCron('2023-06-10T00:00:00.000Z');
		const rest = ['2023-05-10', '2023-06-10'].filter((date) => date >= nextDate);
		expect(await days()).toEqual(['2023-02-10', '2023-03-10', ...rest]);
		expect((await read(id)).skippedMonths).toHaveLength(missed.length);
	});

	test('is submitted by a late cron for the months of its earlier proof, even if the next proof was approved first', async () => {
		const id = await active({ proofUntil: '2023-05-31' });
		at('2023-06-20T00:00:00.000Z');
		expect((await proof(id, '2023-12-31')).status).toBe(201);
		expect((await decide(id, 'approval')).body).toMatchObject({ nextDate: '2023-02-10', skippedMonths: [] });
		await runCron('2023-06-20T01:00:00.000Z');
		expect(await days()).toEqual([2, 3, 4, 5, 6].map((month) => `2023-0${month}-10`));
	});

	test('tells a month that no proof covered when one comes too late for it', async () => {
		const id = await active({ proofUntil: '2023-03-31', endDate: '2023-05-10' });
		await runCron('2023-06-25T12:00:00.000Z');
		at('2023-06-25T12:00:00.000Z');
		for (const [until, skipped] of [
			['2023-05-09', ['2023-04-10']],
			['2023-12-31', ['2023-05-10', '2023-04-10']],
		] as const) {
			expect((await proof(id, until)).status).toBe(201);
			const { body } = await decide(id, 'approval');
			expect(body).toMatchObject({ nextDate: null, skippedMonths: skipped.map((date) => ({ date })) });
		}
	});

	test('goes on with its old proof after a new one was rejected', async () => {
		const id = await active();
		await proof(id, '2025-01-31');
		const { body } = await decide(id, 'rejection', { reasons: ['unreadable'] });
		expect(body).toMatchObject({
			state: 'ACTIVE',
			proofUntil: '2024-02-29',
			proofs: [{ state: 'REJECTED' }, {}],
		});
		const other = await submitted();
		expect((await decide(other, 'rejection', { reason: 'Not yours' })).body.state).toBe('REJECTED');
		expect((await proof(other)).status).toBe(409);
	});

	test('skips paused months, and ends with a termination for good', async () => {
		const id = await active({ startDate: '2023-03-01' });
		const employee = `/employees/${spender.employeeId}`;
		const change = (fields: object) => as(spender.admin).put(employee, fields);
		await change({ datePausedStart: '2023-04-01T00:00:00.000Z', datePausedEnd: '2023-05-01T00:00:00.000Z' });
		await runCron('2023-04-11T00:00:00.000Z');
		expect(await days()).toEqual(['2023-03-10']);
		at('2023-05-02T00:00:00.000Z');
		expect((await change({ dateTerminated: '2023-05-10T00:00:00.000Z' })).status).toBe(200);
		expect(await read(id)).toMatchObject({
			nextDate: null,
			skippedMonths: [{ date: '2023-04-10', code: 'employee_paused' }],
		});
		await runCron('2023-05-10T00:00:00.000Z');
		expect(await read(id)).toMatchObject({ state: 'ENDED', enderId: null });
		at('2023-05-20T00:00:00.000Z');
		await change({ dateTerminated: null });
		await runCron('2023-07-11T00:00:00.000Z');
		expect(await days()).toEqual(['2023-03-10']);
	});

	test('names its latest 24 months without an expense, the newest first', async () => {
		await as(spender.admin).delete(
			`/employees/${spender.employeeId}/flex/access?endDate=2023-03-31T23:59:59.999Z`,
		);
		const id = await active({ startDate: '2023-04-01', proofUntil: '2025-05-31' });
		await runCron('2025-05-20T00:00:00.000Z');
		const { skippedMonths } = await read(id);
		expect(skippedMonths).toHaveLength(24);
		expect(skippedMonths[0]).toEqual({ date: '2025-05-10', code: 'no_flex_access' });
		expect(skippedMonths[23].date).toBe('2023-06-10');
	});

	test('is ended by its employee, or by an administrator with a mail to the employee, and then takes no proof', async () => {
		await register(spender.employee.userId);
		const id = await active();
		const mails = async () =>
			(
				await env.DB.prepare(
					`SELECT data FROM mails WHERE user_id = ? AND kind = 'standing_expense_ended' ORDER BY id`,
				)
					.bind(spender.employee.userId)
					.all<{ data: string }>()
			).results.map(({ data }) => JSON.parse(data).standingExpenseId);
		expect((await decide(await active(), 'withdrawal', undefined, spender.employee)).status).toBe(200);
		expect(await mails()).toEqual([]);
		expect((await decide(id, 'withdrawal', undefined, spender.admin)).body).toMatchObject({ state: 'ENDED' });
		expect(await decide(id, 'withdrawal', undefined, spender.employee)).toMatchObject(
			refusal(409, 'standing_expense_ended'),
		);
		expect(await mails()).toEqual([id]);
		expect(await proof(id, '2025-01-31')).toMatchObject(refusal(409, 'standing_expense_ended'));
		await runCron('2023-03-20T00:00:00.000Z');
		expect(await days()).toEqual([]);
	});

	test('takes an XML file as its proof only if it is an invoice', async () => {
		const { body } = await submit();
		const addXml = (text: string) => proof(body.id, undefined, spender.employee, new Uint8Array(ascii(text)));
		expect(await addXml('<?xml version="1.0"?><note/>')).toMatchObject(
			refusal(415, 'unsupported_media_type'),
		);
		expect((await read(body.id)).proofs).toEqual([]);
	});

	test('is verified by nobody who submitted it, or added its proof', async () => {
		const both = await newUser(['FLEX_DOCUMENT_VERIFIER', 'COMPANY_ADMIN'], [spender.company.id]);
		const { body } = await submit({}, both);
		await proof(body.id, undefined, spender.employee);
		expect(await decide(body.id, 'approval', undefined, both)).toMatchObject(refusal(403, 'forbidden'));
		const { body: other } = await submit();
		await proof(other.id, undefined, both);
		expect(await decide(other.id, 'approval', undefined, both)).toMatchObject(refusal(403, 'forbidden'));
		expect((await decide(other.id, 'approval')).status).toBe(200);
	});

	test('needs no receipt where the company demands one, also after its approval was taken back', async () => {
		const platform = await newUser(['PLATFORM_ADMIN']);
		const path = `/companies/${spender.company.id}`;
		expect((await as(platform).put(path, { receiptRequiredModules: ['MOBILITY'] })).status).toBe(200);
		await active();
		await runCron('2023-03-06T13:00:00.000Z');
		const [month] = (await expenses()) as unknown as [{ id: string; state: string }];
		expect(month.state).toBe('APPROVED');
		expect((await spender.reopen(month.id, 'A mistake')).status).toBe(200);
		expect((await spender.approve(month.id)).status).toBe(200);
	});

	test('stays within what was approved, whatever a faulty program does', async () => {
		const id = await active();
		await runCron('2023-03-06T13:00:00.000Z');
		const again = (fields: string) =>
			env.DB.prepare(
				`INSERT INTO expenses (id, date_created, date_modified, employee_id, company_id, author_id, module, amount_value, amount_currency,
					date, is_public_transport, state, standing_expense_id)
				SELECT hex(randomblob(8)), date_created, date_modified, employee_id, company_id, author_id, module, ${fields},
					is_public_transport, 'SUBMITTED', standing_expense_id FROM expenses WHERE standing_expense_id = ?`,
			)
				.bind(id)
				.run();
		await expect(again('amount_value, amount_currency, date + 86400000')).rejects.toThrow(/UNIQUE/);
		const later = 'date + 40 * 86400000';
		await expect(again(`amount_value + 1, amount_currency, ${later}`)).rejects.toThrow(/stale_revision/);
		await expect(again(`amount_value, amount_currency, date + 500 * 86400000`)).rejects.toThrow(
			/stale_revision/,
		);
		await expect(again(`amount_value, amount_currency, ${later}`)).resolves.toBeDefined();
	});
});

test('the list of a company begins with those that wait, page by page', async () => {
	const [first, second, third] = [await active(), await submitted(), await active()];
	const path = `/companies/${spender.company.id}/flex/standing-expenses`;
	const list = async (query: string) => as(spender.verifier).get(`${path}${query}`);
	const idsOf = (body: { id: string }[]) => body.map(({ id }) => id);
	expect(idsOf((await list('')).body)).toEqual([second, first, third]);
	const page = await list('?limit=2');
	expect(idsOf(page.body)).toEqual([second, first]);
	const [, next] = /<[^>]*(\?[^>]*)>/.exec(page.headers.get('Link') ?? '') ?? [];
	expect(idsOf((await list(next ?? '')).body)).toEqual([third]);
});
