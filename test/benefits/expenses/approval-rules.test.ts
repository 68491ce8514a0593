import { env } from 'cloudflare:workers';
import { beforeEach, describe, expect, test } from 'vitest';
import { rowsOf } from '../../console/markup.ts';
import { browse, visitOf } from '../../harness/console.ts';
import { register } from '../../harness/mail.ts';
import { PDF, upload } from '../../harness/receipts.ts';
import { as, at, newCompany, runCron } from '../../harness/service.ts';
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
