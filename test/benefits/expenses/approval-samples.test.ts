import { env } from 'cloudflare:workers';
import { createHash, createHmac } from 'node:crypto';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { isDrawn as isDrawnByService } from '../../../src/benefits/expenses/approval-samples/rules.ts';
import { clearCell } from '../../../src/foundation/cells/places.ts';
import { ring } from '../../harness/alarms.ts';
import { browse, visitOf } from '../../harness/console.ts';
import { eventsFor } from '../../harness/events.ts';
import { register } from '../../harness/mail.ts';
import { cellOfCompany, moveOver, settle } from '../../harness/moving.ts';
import { PDF, upload } from '../../harness/receipts.ts';
import { backUp, restored } from '../../harness/restoring.ts';
import { as, at, newUser, openSession, runCron } from '../../harness/service.ts';
import { eachTestFinds } from '../../harness/snapshot.ts';
import { cents, newSpender, type Spender } from '../../harness/spending.ts';
import { newTill } from '../../harness/tills.ts';

const LATER = '2023-03-07T13:00:00.000Z';

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
