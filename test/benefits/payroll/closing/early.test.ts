import { env } from 'cloudflare:workers';
import { beforeEach, describe, expect, test } from 'vitest';
import { bytesOf, sendBytes } from '../../../harness/bytes.ts';
import { intercepted } from '../../../harness/intercepted.ts';
import { as, at, newCompany, newUser } from '../../../harness/service.ts';
import { cents, newSpender, refusal, type Spender } from '../../../harness/spending.ts';

let spender: Spender;
let path: string;

beforeEach(async () => {
	at('2023-03-07T12:00:00.000Z');
	spender = await newSpender();
	path = `/companies/${spender.company.id}/flex/payroll-runs`;
});

const states = async () => (await spender.transactions()).map(({ state }) => state);

async function sha256Of(runId: string): Promise<string> {
	const csv = await bytesOf(await sendBytes(spender.admin, 'GET', `${path}/${runId}/export?format=csv`));
	const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', csv));
	return [...digest].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}

describe('a run closed early', () => {
	test('does not come after a later month that is closed beside it', async () => {
		await spender.approved();
		let later: Promise<unknown> | undefined;
		const DB = intercepted(/insert into "payroll_runs"/, async (run) => {
			later ??= spender.close('2023-03');
			await later;
			return run();
		});
		const answer = await spender.close('2023-02', spender.admin, { ...env, DB });
		expect(answer).toMatchObject(refusal(409, 'period_closed'));
		expect(await spender.runs()).toMatchObject([{ month: '2023-03', lineCount: 1 }]);
	});

	test('commits what is pending and freezes count, sums and the SHA-256 of its CSV export', async () => {
		for (const [module, value] of [
			['SPORTS', 100],
			['KITA', 1000],
			['SPORTS', 23],
		] as const) {
			await spender.approved({ module, amount: cents(value) });
		}
		const francs = await newSpender({ budget: cents(900, 'CHF_CENTIMES') }, spender.company);
		await francs.approved({ module: 'SPORTS', amount: cents(900, 'CHF_CENTIMES') });
		const { status, headers, body } = await spender.close('2023-02');

		expect(status).toBe(201);
		expect(body).toEqual({
			id: expect.stringMatching(/^[0-9a-f-]{36}$/),
			dateCreated: '2023-03-07T12:00:00.000Z',
			dateModified: '2023-03-07T12:00:00.000Z',
			companyId: spender.company.id,
			month: '2023-02',
			state: 'CLOSED',
			dateClosed: '2023-03-07T12:00:00.000Z',
			closedBy: spender.admin.userId,
			lineCount: 4,
			sums: [
				{ module: 'KITA', amount: cents(1000) },
				{ module: 'SPORTS', amount: cents(900, 'CHF_CENTIMES') },
				{ module: 'SPORTS', amount: cents(123) },
			],
			sha256: await sha256Of(body.id),
			heldOverCount: 0,
			bookingMonth: 'RUN',
		});
		expect(headers.get('Location')).toBe(`/api/v2${path}/${body.id}`);
		expect((await as(spender.verifier).get(`${path}/${body.id}`)).body).toEqual(body);
		expect(await spender.runs()).toEqual([body]);
		expect(await states()).toEqual(Array(4).fill('COMMITTED'));
	});

	test('takes the lines of its month and earlier ones, not those of a later month or another company', async () => {
		const stranger = await newSpender();
		await stranger.approved();
		await spender.approved();
		await spender.approved({ date: '2023-03-01' });
		await spender.close('2023-02');
		expect(await states()).toEqual(['COMMITTED', 'PENDING']);
		await spender.close('2023-03');
		expect(await states()).toEqual(['COMMITTED', 'COMMITTED']);
		expect((await stranger.transactions()).map(({ state }) => state)).toEqual(['PENDING']);
	});

	test('may be empty', async () => {
		const { status, body } = await spender.close('2023-02');
		expect(status).toBe(201);
		expect(body).toMatchObject({ lineCount: 0, sums: [], sha256: expect.stringMatching(/^[0-9a-f]{64}$/) });
	});
});

describe('is refused', () => {
	test('twice, and for a month before a closed one', async () => {
		await spender.close('2023-02');
		expect(await spender.close('2023-02')).toMatchObject(refusal(409, 'period_closed'));
		expect(await spender.close('2023-01')).toMatchObject(refusal(409, 'period_closed'));
		expect((await spender.close('2023-03')).status).toBe(201);
		expect(await spender.close('2023-02')).toMatchObject(refusal(409, 'period_closed'));
		expect(await spender.runs()).toHaveLength(2);
	});

	test.each([
		['2023-03-31T23:59:59.999Z', 400],
		['2023-04-01T00:00:00.000Z', 201],
	])('for a month that has not begun: April at %s is %d', async (moment, status) => {
		at(moment);
		expect((await spender.close('2023-04')).status).toBe(status);
	});

	test.each([
		[{}],
		[{ month: '2023-13' }],
		[{ month: '2023-2' }],
		[{ month: 202302 }],
		[{ month: '2023-02', x: 1 }],
	])('with the body %j', async (body) => {
		expect(await as(spender.admin).post(path, body)).toMatchObject(refusal(400, 'validation_failed'));
	});

	test('when eight come at once: one wins, and each line is in one run', async () => {
		await spender.approved();
		const answers = await Promise.all(Array.from({ length: 8 }, () => spender.close('2023-02')));
		expect(answers.map(({ status }) => status).sort()).toEqual([201, ...Array(7).fill(409)]);
		expect(await spender.runs()).toMatchObject([{ state: 'CLOSED', lineCount: 1 }]);
	});
});

describe('who', () => {
	test('closes: administrators and integrations of the company', async () => {
		for (const user of [spender.verifier, spender.employee]) {
			expect(await spender.close('2023-02', user)).toMatchObject(refusal(403, 'forbidden'));
		}
		const foreign = (await newCompany()).admin;
		expect(await spender.close('2023-02', foreign)).toMatchObject(refusal(404, 'not_found'));
		const integration = await newUser(['TECHNICAL_USER'], [spender.company.id]);
		expect((await spender.close('2023-02', integration)).body.closedBy).toBe(integration.userId);
	});

	test('reads: also a verifier; nobody of another company, nor under another company', async () => {
		const { id } = (await spender.close('2023-02')).body;
		const foreign = await newCompany();
		expect((await as(spender.verifier).get(path)).body).toHaveLength(1);
		expect(await as(spender.employee).get(path)).toMatchObject(refusal(403, 'forbidden'));
		for (const address of [path, `${path}/${id}`, `/companies/${foreign.id}/flex/payroll-runs/${id}`]) {
			expect(await as(foreign.admin).get(address)).toMatchObject(refusal(404, 'not_found'));
		}
	});
});

describe('a committed line', () => {
	const COMMITTED = /committed/;
	const run = (sql: string, id: string) => env.DB.prepare(sql).bind(id).run();

	test.each([
		['UPDATE payroll_transactions SET amount_value = 1 WHERE id = ?'],
		["UPDATE payroll_transactions SET state = 'PENDING', run_id = NULL WHERE id = ?"],
		["UPDATE payroll_transactions SET personnel_number = 'x' WHERE id = ?"],
		['UPDATE payroll_transactions SET date_deleted = 1 WHERE id = ?'],
		['DELETE FROM payroll_transactions WHERE id = ?'],
	])('is refused by the database: %s', async (sql) => {
		const { id } = await spender.transactionOf(await spender.approved());
		await spender.close('2023-02');
		const before = await spender.transactions();
		await expect(run(sql, id)).rejects.toThrow(COMMITTED);
		expect(await spender.transactions()).toEqual(before);
	});

	test('is not replaced by an insert either', async () => {
		const { id } = await spender.transactionOf(await spender.approved());
		await spender.close('2023-02');
		const before = await spender.transactions();
		const replace = `INSERT OR REPLACE INTO payroll_transactions SELECT id, date_created, date_modified, date_deleted,
			flex_data_id, company_id, module, personnel_number, cost_center, 1, amount_currency, state,
			payroll_reference_date, submitted_date, run_id FROM payroll_transactions WHERE id = ?`;
		await run(replace, id).catch(() => null);
		expect(await spender.transactions()).toEqual(before);
	});

	test('is the only one: a pending line may still change', async () => {
		const { id } = await spender.transactionOf(await spender.approved());
		await run('UPDATE payroll_transactions SET amount_value = 1 WHERE id = ?', id);
		expect(await spender.transactions()).toMatchObject([{ amount: cents(1) }]);
	});

	test('takes no late neighbour: a pending one for a closed cut-off is refused by the database', async () => {
		const { id } = await spender.transactionOf(await spender.approved());
		const copy = `INSERT INTO payroll_transactions SELECT id || 'x', date_created, date_modified, date_deleted, flex_data_id,
			company_id, module, personnel_number, cost_center, amount_value, amount_currency, 'PENDING',
			payroll_reference_date, submitted_date, NULL, kind, awaits_meal_value FROM payroll_transactions WHERE id = ?`;
		await spender.close('2023-02');
		await expect(run(copy, id)).rejects.toThrow(/period_closed/);
	});
});
