import { env } from 'cloudflare:workers';
import { beforeEach, describe, expect, test } from 'vitest';
import { DESCRIBED } from '../../../src/foundation/http/operation.ts';
import { bearing, newApiKey } from '../../harness/keys.ts';
import { as, at, newUser, runCron } from '../../harness/service.ts';
import { cents, newSpender, type Spender } from '../../harness/spending.ts';
import { operations } from '../../whole/contract/document.ts';

const NOON = '2023-03-07T12:00:00.000Z';

let spender: Spender;
let key: string;
let path: string;
let runs: string;

beforeEach(async () => {
	at(NOON);
	spender = await newSpender();
	const { company, admin } = spender;
	path = `/companies/${company.id}/proposals`;
	runs = `/companies/${company.id}/flex/payroll-runs`;
	await as(admin).put(`/companies/${company.id}`, { assistants: true });
	key = (await newApiKey(company, ['proposeChange', 'closePayrollRun'])).key;
});

const closing = (body: object = { month: '2023-02' }) => ({
	operationId: 'closePayrollRun',
	parameters: { companyId: spender.company.id },
	body,
	reason: 'February is over',
});
const propose = (body?: object) => bearing(key, 'POST', path, closing(body));
const release = (id: string, by = spender.admin) => as(by).post(`${path}/${id}/release`);
const closed = async () => (await as(spender.admin).get(runs)).body;

describe('a proposal to close a month', () => {
	test('shows the lines and the sums of the run, and closes nothing', async () => {
		await spender.approved();
		await spender.approved({ module: 'MEALS', amount: cents(1290), days: 1 });
		const { status, body } = await propose();
		expect(status, JSON.stringify(body)).toBe(201);
		expect(body.difference).toMatchObject([
			{ type: 'payroll_run.closing', before: null, after: { state: 'CLOSING' } },
			{
				type: 'payroll_run.closed',
				before: { state: 'CLOSING' },
				after: {
					state: 'CLOSED',
					lineCount: 2,
					sums: [
						{ module: 'MEALS', amount: cents(1290) },
						{ module: 'INTERNET', amount: cents(1000) },
					],
					heldOverCount: 0,
				},
			},
		]);
		expect(await closed()).toEqual([]);
		expect((await as(spender.admin).get(`${runs}/open`)).body.lineCount).toBe(2);
	});

	test('closes it at its release in the name of that person, with the figures of a month closed by hand', async () => {
		await spender.approved();
		const { id } = (await propose()).body;
		const second = await newUser(['COMPANY_ADMIN'], [spender.company.id]);
		const released = await release(id, second);
		expect(released).toMatchObject({ status: 200, body: { state: 'RELEASED', decidedBy: second.userId } });
		expect(released.body.difference.at(-1).after).toMatchObject({ lineCount: 1 });
		expect((await closed())[0]).toMatchObject({
			month: '2023-02',
			state: 'CLOSED',
			closedBy: second.userId,
			lineCount: 1,
			sums: [{ module: 'INTERNET', amount: cents(1000) }],
			heldOverCount: 0,
			sha256: expect.stringMatching(/^[0-9a-f]{64}$/),
		});
		const events = (await as(second).get(`/events?companyId=${spender.company.id}`)).body.slice(-3);
		const told = events.map(({ type, actor }: { type: string; actor: object }) => [type, actor]);
		expect(told).toMatchObject([
			['payroll_run.closing', { userId: second.userId }],
			['proposal.released', { userId: second.userId }],
			['payroll_run.closed', { userId: second.userId }],
		]);
	});

	test('is outdated once another line waits, or the month is closed', async () => {
		await spender.approved();
		const { id } = (await propose()).body;
		await spender.approved({ date: '2023-02-20' });
		expect(await release(id)).toMatchObject({ status: 409, body: { code: 'proposal_outdated' } });
		expect(await closed()).toEqual([]);
		const { id: again } = (await propose()).body;
		expect((await as(spender.admin).post(runs, { month: '2023-02' })).status).toBe(201);
		expect(await release(again)).toMatchObject({ status: 409, body: { code: 'period_closed' } });
	});

	test('that two people release at once closes it once', async () => {
		await spender.approved();
		const { id } = (await propose()).body;
		const second = await newUser(['COMPANY_ADMIN'], [spender.company.id]);
		const answers = await Promise.all([release(id), release(id, second)]);
		expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
		expect(await closed()).toMatchObject([{ state: 'CLOSED', lineCount: 1 }]);
	});

	test('has to say that an early closing is meant, as the closing itself', async () => {
		expect(await propose({ month: '2023-03' })).toMatchObject({
			status: 409,
			body: { code: 'early_closing', months: ['2023-02', '2023-03'] },
		});
		const { id } = (await propose({ month: '2023-03', early: true })).body;
		expect((await release(id)).status).toBe(200);
		expect(await closed()).toMatchObject([{ month: '2023-03', lineCount: 0 }]);
	});

	test('is finished by the cron if the count of the lines is interrupted', async () => {
		await spender.approved();
		const { id } = (await propose()).body;
		await env.DB.exec(
			`CREATE TRIGGER interrupted BEFORE UPDATE OF state ON payroll_runs BEGIN SELECT RAISE(ABORT, 'interrupted'); END`,
		);
		const { status } = await release(id);
		await env.DB.exec('DROP TRIGGER interrupted');
		expect(status).toBe(200);
		expect(await closed()).toMatchObject([{ state: 'CLOSING', lineCount: null }]);
		await runCron(NOON);
		expect(await closed()).toMatchObject([{ state: 'CLOSED', lineCount: 1 }]);
	});

	test('needs a key that may close months', async () => {
		const other = await newApiKey(spender.company, ['proposeChange']);
		expect((await bearing(other.key, 'POST', path, closing())).status).toBe(403);
	});
});

/** The writes on these parts that cannot be proposed, with the reason. docs/assistants.md says the same. */
const NOT_PROPOSABLE: Record<string, string> = {
	addReceipt: 'a file',
	addReceiptDraft: 'only for the person',
	addStandingProof: 'a file',
	readReceiptFacts: 'stores nothing',
	setApprovalRule: 'people decide what nobody looks at',
	removeApprovalRule: 'people decide what nobody looks at',
	printInvitation: 'shows a secret',
	createReceiptAddress: 'only for the person',
	eraseEmployee: 'final, and only for the operator',
	importKnownTills: 'only for the operator',
	removeKnownTill: 'only for the operator',
};

test('every write on employees, benefits, expenses and payroll can be proposed, except a few', () => {
	const parts = ['Employees', 'Flex', 'Goodies', 'Expenses', 'Payroll'];
	const writes = operations.filter(
		({ tags, method }) => method !== 'GET' && (tags ?? []).some((tag) => parts.includes(tag)),
	);
	expect(writes.length).toBeGreaterThan(20);
	const others = writes
		.map(({ operationId }) => operationId)
		.filter((id) => DESCRIBED.get(id)?.isProposable !== true);
	expect(others.sort()).toEqual(Object.keys(NOT_PROPOSABLE).sort());
});
