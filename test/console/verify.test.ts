import { beforeEach, describe, expect, test } from 'vitest';
import { browse, type Visit, visitOf } from '../harness/console.ts';
import { counting } from '../harness/counting.ts';
import { bytesIn, xmlWith } from '../harness/invoices.ts';
import { pageOf } from '../harness/page.ts';
import { JPEG, PDF, upload, uploadTo } from '../harness/receipts.ts';
import { as, at, newUser } from '../harness/service.ts';
import { cents, newSpender, type Spender } from '../harness/spending.ts';
import { newTill } from '../harness/tills.ts';
import { turnTo } from './markup.ts';

let spender: Spender;
let visit: Visit;

beforeEach(async () => {
	at('2023-02-20T12:00:00.000Z');
	spender = await newSpender({}, undefined, { personnelNumber: '0042' });
	at('2023-03-07T12:00:00.000Z');
	visit = await visitOf(spender.verifier);
});

const queue = async (query = '') =>
	(await browse(visit).get(`/verify${query}`, { 'Accept-Language': 'en' })).body;
const decide = (id: string, fields: Record<string, string | string[]>, by = visit) =>
	browse(by).post(`/verify/${id}?company=${spender.company.id}`, fields, { 'Accept-Language': 'en' });
const read = async (id: string) => (await as(spender.employee).get(`/flex/expenses/${id}`)).body;
const linkIn = (body: string, rel: 'next' | 'prev'): string => turnTo(body, rel).replace('/verify', '');

describe('a decision leaves what the call of the API leaves, and leads to the next', () => {
	test.each([
		[
			'all of it',
			{ _do: 'approve', amount: '10,00' },
			{ state: 'APPROVED', approvedAmount: { value: 1000 } },
		],
		[
			'a part, and why not all',
			{ _do: 'approve', amount: '9.57', reasons: 'not_eligible' },
			{ state: 'APPROVED', approvedAmount: { value: 957 }, reasons: [{ code: 'not_eligible' }] },
		],
		[
			'sent back with own words',
			{ _do: 'return', amount: '10,00', reason: 'Page two' },
			{ state: 'NEEDS_CORRECTION', reasons: [{ code: 'other', text: 'Page two' }] },
		],
		[
			'rejected for several reasons',
			{ _do: 'reject', amount: '10,00', reasons: ['no_date', 'unreadable'] },
			{ state: 'REJECTED', reasons: [{ code: 'unreadable' }, { code: 'no_date' }] },
		],
	])('%s', async (_, fields, after) => {
		const id = await spender.submitted();
		expect(await decide(id, fields)).toMatchObject({ status: 303 });
		expect(await read(id)).toMatchObject(after);
		expect(await queue()).toContain('No receipts to review.');
	});
});

test('beside the receipt stands what the month has left, and of meals the days', async () => {
	const settings = `/companies/${spender.company.id}/payroll-settings`;
	const { companyId: _, ...present } = (await as(spender.admin).get(settings)).body;
	expect((await as(spender.admin).put(settings, { ...present, splitsMeals: true })).status).toBe(200);
	await spender.approved({ amount: { value: 1234, currency: 'EUR_CENT' } });
	await spender.approved({ module: 'MEALS', days: 2, amount: { value: 500, currency: 'EUR_CENT' } });
	await spender.submitted({ module: 'MEALS', days: 3, amount: { value: 700, currency: 'EUR_CENT' } });
	const { text } = pageOf(await queue());
	expect(text).toContain('budget allows €32.66');
	expect(text).toContain('Meal days so far 2 of 15');
	const german = await browse(visit).get('/verify', { 'Accept-Language': 'de' });
	expect(pageOf(german.body).text).toContain('Budget erlaubt 32,66 €');
});

test('without the script the button that approves names no amount, because the field may have another one by then', async () => {
	const id = await spender.submitted();
	const refused = await decide(id, { _do: 'approve', amount: '9,57' });
	for (const body of [await queue(), refused.body]) {
		const [button] = pageOf(body).select('button[value=approve]');
		expect(button?.text).toBe('Approve a');
		const [label] = button?.select('[data-naming]') ?? [];
		const made = ['data-naming', 'data-currency', 'data-most'].map((name) => label?.attribute(name));
		expect(made).toEqual(['Approve {}', 'EUR', '1000']);
	}
});

test('a refusal stands at its field, and what was typed stays', async () => {
	const id = await spender.submitted();
	const tooMuch = await decide(id, { _do: 'approve', amount: '10,01', reason: 'kept' });
	expect(tooMuch.status).toBe(400);
	const refused = pageOf(tooMuch.body);
	expect(refused.select('[aria-describedby="amount-hint amount-fault"]')[0]?.attribute('value')).toBe(
		'10,01',
	);
	expect(refused.faultAt('amount')).toBe('At most €10.00 was asked for.');
	expect(refused.values('reason')).toEqual(['kept']);
	const unexplained = await decide(id, { _do: 'reject', amount: '10,00' });
	expect(unexplained.status).toBe(400);
	expect(pageOf(unexplained.body).faultAt('reasons')).toBe('Choose at least one reason.');
	expect(await read(id)).toMatchObject({ state: 'SUBMITTED' });
});

test('an approval of a part needs a reason, which the employee reads', async () => {
	const id = await spender.submitted();
	const unexplained = await decide(id, { _do: 'approve', amount: '9,57' });
	expect([unexplained.status, pageOf(unexplained.body).faultAt('reasons')]).toEqual([
		400,
		expect.stringMatching(/./),
	]);
	expect(await decide(id, { _do: 'approve', amount: '9,57', reasons: 'not_eligible' })).toMatchObject({
		status: 303,
	});
	expect(await read(id)).toMatchObject({
		approvedAmount: { value: 957 },
		reasons: [{ code: 'not_eligible' }],
	});
});

test.each([
	['approve', 'Approved €10.00 for 0042.'],
	['reject', 'Rejected €10.00 for 0042.'],
	['return', 'Returned €10.00 to 0042 for correction.'],
])('after %s the next page says what was done, and undoes it', async (_do, sentence) => {
	const [id, skipped] = [await spender.submitted(), await spender.submitted({ date: '2023-02-09' })];
	const second = await queue(linkIn(await queue(), 'next'));
	const [form] = pageOf(second).select('form.decision');
	const decided = await browse(visit).post(form?.attribute('action')?.replace('/console', '') ?? '', {
		_do,
		amount: '10,00',
		reasons: 'unreadable',
	});
	const after = pageOf(await queue(decided.headers.get('Location')?.replace('/console/verify', '')));
	expect(after.one('status').text).toContain(sentence);
	const [undo] = after.select('form[action*="/reopening?"]');
	const undone = await browse(visit).post(undo?.attribute('action')?.replace('/console', '') ?? '', {});
	const again = pageOf(await queue(undone.headers.get('Location')?.replace('/console/verify', '')));
	expect(again.one('status').text).toContain('The decision was taken back.');
	expect(again.select(`form.decision[action*="/${id}?"]`)).toHaveLength(1);
	expect([skipped, await read(id)]).toMatchObject([expect.any(String), { state: 'SUBMITTED' }]);
});

test('a decision that payroll has committed stays, and the page of its receipt says why', async () => {
	const id = await spender.submitted();
	await decide(id, { _do: 'approve', amount: '10,00' });
	at('2023-03-08T12:00:00.000Z');
	await as(spender.admin).post(`/companies/${spender.company.id}/flex/payroll-runs`, { month: '2023-02' });
	const to = `/verify/${id}/reopening?company=${spender.company.id}`;
	const refused = await browse(await visitOf(spender.verifier)).post(
		to,
		{ reason: 'Wrong' },
		{ 'Accept-Language': 'en' },
	);
	expect([refused.status, pageOf(refused.body).one('alert').text]).toEqual([
		409,
		expect.stringContaining('already in a payroll run'),
	]);
});

test.each([
	['the form agrees with the code', '10.00', 'signed, issuer unknown', 'calm'],
	['the form differs from the code', '12.00', 'differs from the form', 'waiting'],
])(
	'a receipt with a code has a line about its signature, and one about the same purchase: %s',
	async (_, amount, line, mood) => {
		const machineReadable = newTill()(amount);
		await spender.submitted({ machineReadable, factsDiffer: true });
		expect(linesIn(await queue()).slice(4, 6)).toEqual([
			['Code or invoice', line, mood],
			['Same purchase submitted before', 'no', 'good'],
		]);
	},
);

test('the facts of a code stand beside the picture, and say whether the form has the same', async () => {
	const till = newTill('P256', 'TILL-7');
	await spender.submitted({
		machineReadable: till('12.00', undefined, { transaction: 42 }),
		factsDiffer: true,
	});
	const body = await queue();
	expect(body).toContain('What the receipt says');
	for (const said of [
		/Day<\/dt><dd[^>]*>27 February 2023 <span class="badge" data-mood="good"><span aria-hidden="true">✓<\/span> as in the form/,
		/Amount<\/dt><dd[^>]*>€12\.00 <span class="badge" data-mood="waiting"><span aria-hidden="true">≠<\/span> differs from the form/,
		/Signature<\/dt><dd[^>]*><span class="badge" data-mood="calm">signed, issuer unknown/,
		/Till<\/dt><dd[^>]*>TILL-7</,
		/Transaction<\/dt><dd[^>]*>42</,
	])
		expect(body).toMatch(said);
});

test('a corrected invoice has a row of its own, also when its day and amount are as in the form', async () => {
	const id = await spender.submitted();
	const invoice = bytesIn(xmlWith({ '<ram:TypeCode>380<': '<ram:TypeCode>384<' }));
	const path = `/flex/expenses/${id}/receipts?factsDiffer=true`;
	expect((await uploadTo(path, spender.employee, invoice)).status).toBe(201);
	const body = await queue();
	expect(body).toMatch(/Corrected invoice<\/dt><dd[^>]*><span[^>]*>replaces an earlier invoice/);
	expect(body).not.toContain('differs from the form');
	expect(linesIn(body)).toContainEqual(['Code or invoice', 'Corrected invoice', 'waiting']);
});

test('the list and the queue show only expenses whose facts match the filter', async () => {
	const machineReadable = () => newTill()('10.00');
	const agreeing = await spender.submitted({ machineReadable: machineReadable() });
	const none = await spender.submitted({ date: '2023-02-28' });
	const get = async (path: string) =>
		(await browse(visit).get(`/verify${path}`, { 'Accept-Language': 'en' })).body;
	const company = `company=${spender.company.id}`;
	const list = await get(`/list?${company}&facts=AGREE`);
	expect(list).toContain(`/verify/${agreeing}`);
	expect(list).not.toContain(`/verify/${none}`);
	expect(list).toContain(`/verify?${company}&amp;facts=AGREE`);
	const one = await get(`?${company}&facts=NONE`);
	expect(one).toContain('Receipt 1 of 1');
	expect(one).toContain(`/verify/${none}?${company}&amp;facts=NONE`);
	expect(await get(`?${company}&facts=DIFFER`)).toContain('No receipts match this filter.');
	expect(await get(`?${company}&facts=WRONG`)).toContain('Receipt 1 of 2');
	expect(await get(`?${company}&sampled=toString`)).toContain('Receipt 1 of 2');
});

test('each thing that was checked has a line with yes or no, and whose the same file is and when it was sent', async () => {
	const colleague = await newSpender({}, spender.company, { firstName: 'Rosa', lastName: 'Klein' });
	const [id, other] = [await spender.submitted(), await colleague.submitted({ date: '2023-02-28' })];
	expect(linesIn(await queue())).toEqual([
		['Receipt attached', 'no', 'waiting'],
		['Flex budget covers this', 'yes', 'good'],
		['Month still open', 'until 7 Mar', 'good'],
		['Within the budget', 'yes', 'good'],
		['Same file submitted before', 'no', 'good'],
		['Same person, day and amount', 'no', 'good'],
	]);
	expect(await needsOfApproval()).toBe('look');
	await upload(spender.employee, id, JPEG);
	expect(linesIn(await queue())[0]).toEqual(['Receipt attached', 'yes', 'good']);
	expect(await needsOfApproval()).toBeNull();
	await upload(colleague.employee, other, JPEG);
	await spender.grant({ budget: cents(900), startDate: '2023-02-01T00:00:00.000Z' });
	const body = await queue();
	expect(linesIn(body)).toEqual([
		['Receipt attached', 'yes', 'good'],
		['Flex budget covers this', 'yes', 'good'],
		['Month still open', 'until 7 Mar', 'good'],
		['The budget of February 2023 allows €9.00 more.', '€1.00 over', 'bad'],
		['Same file submitted before', 'Rosa Klein, 7 Mar', 'waiting'],
		['Same person, day and amount', 'no', 'good'],
	]);
	const list = await browse(visit).get(`/verify/list?company=${spender.company.id}`, {
		'Accept-Language': 'en',
	});
	const many = await browse(visit).get(`/verify/many?company=${spender.company.id}&id=${id}`, {
		'Accept-Language': 'en',
	});
	for (const page of [list, many]) {
		const { text } = pageOf(page.body).one('main');
		expect(text).toMatch(/€1\.00 over same file: Rosa Klein, 7 Mar/);
	}
});

/** The question that the key of the button asks before it approves. */
const needsOfApproval = async () =>
	pageOf(await queue())
		.select('button[value=approve]')[0]
		?.attribute('data-needs');

/** The lines of what was checked: label, value and colour. */
const linesIn = (body: string) =>
	pageOf(body)
		.select('.checks > li')
		.map((line) => {
			const [badge] = line.select('.badge');
			const value = badge?.text ?? '';
			return [line.text.slice(0, -value.length).trim(), value, badge?.attribute('data-mood')];
		});

test('when somebody else was faster, it says so and shows the next one', async () => {
	const [first, second] = [
		await spender.submitted({ note: 'first' }),
		await spender.submitted({ note: 'second' }),
	];
	await spender.approve(first);
	const answer = await decide(first, { _do: 'reject', reasons: 'unreadable' });
	expect(answer.status).toBe(409);
	expect(answer.body).toContain('decided or changed in the meantime');
	expect(pageOf(answer.body).select(`form[action^="/console/verify/${second}?"]`)).toHaveLength(1);
	expect(await read(first)).toMatchObject({ state: 'APPROVED' });
});

test('postponed receipts are skipped, one step leads back, and each shows its place in the queue', async () => {
	for (const note of ['one', 'two']) await spender.submitted({ note });
	const first = await queue();
	const second = await queue(linkIn(first, 'next'));
	expect([first.includes('>one<'), second.includes('>two<')]).toEqual([true, true]);
	expect([first, second].map((body) => pageOf(body).one('heading', /of 2$/).text)).toEqual([
		'Receipt 1 of 2',
		'Receipt 2 of 2',
	]);
	const end = await queue(linkIn(second, 'next'));
	expect(end).toContain('No more receipts after this one.');
	expect(await queue(linkIn(end, 'prev'))).toContain('>two<');
	expect(await queue(linkIn(second, 'prev'))).toContain('>one<');
});

test('an entry tells who, why it would be refused and what may be the same; the pictures of the next one are loaded ahead', async () => {
	const [id, same] = [await spender.submitted(), await spender.submitted()];
	const { body: receipt } = await upload(spender.employee, same, JPEG);
	await as(spender.admin).put(`/companies/${spender.company.id}`, { receiptRequiredModules: ['INTERNET'] });
	const body = await queue();
	expect(body).toContain('0042');
	expect(body).toContain('The company approves this only with a receipt, and there is none.');
	expect(pageOf(body).select(`a[href="/console/verify/${same}"]`)).not.toHaveLength(0);
	expect(pageOf(body).select(`img[src="/console/receipts/${same}/${receipt.id}"][hidden]`)).toHaveLength(1);
	expect((await browse(visit).get(`/verify/${id}`)).body).toContain('0042');
});

test('the page of a receipt, the list and payroll warn of a legal limit that the company observes', async () => {
	await as(spender.admin).put(`/companies/${spender.company.id}`, { observedLimits: ['INTERNET'] });
	await spender.grant({ budget: cents(10_000) });
	const id = await spender.submitted({ amount: cents(5001) });
	expect(await queue()).toContain('Internet of the month: €50.01 with this receipt, limit €50.00');
	const list = await browse(visit).get(`/verify/list?company=${spender.company.id}`);
	expect(list.body).toContain('above a legal limit');
	await spender.approve(id);
	const { body } = await browse(await visitOf(spender.admin)).get('/payroll');
	expect(body).toContain('Internet of the month (limit: €50.00)');
});

test('a picture is shown in the page, a PDF in a tab of its own, each with a policy of its own', async () => {
	const id = await spender.submitted();
	const files = [await upload(spender.employee, id, JPEG), await upload(spender.employee, id, PDF)];
	const [picture, pdf] = files.map(({ body }) => `/receipts/${id}/${body.id}`) as [string, string];
	const page = await queue();
	const images = pageOf(page)
		.all('img')
		.map((image) => image.attribute('src'));
	expect(images).toContain(`/console${picture}`);
	expect(images).not.toContain(`/console${pdf}`);
	for (const [path, type, policy] of [
		[picture, 'image/jpeg', /^default-src 'none';.* frame-ancestors 'none'; sandbox$/],
		[pdf, 'application/pdf', /^default-src 'none';.* object-src 'self'; style-src 'unsafe-inline'$/],
	] as const) {
		const { status, headers } = await browse(visit).get(path);
		expect([status, headers.get('Content-Type')]).toEqual([200, type]);
		expect(headers.get('Content-Security-Policy')).toMatch(policy);
		expect(headers.get('Content-Disposition')).toMatch(/^inline; filename="receipt-/);
		expect(headers.get('X-Content-Type-Options')).toBe('nosniff');
		expect(headers.get('Cache-Control')).toBe('no-store');
	}
	const stranger = await visitOf(await newUser(['FLEX_DOCUMENT_VERIFIER'], []));
	expect((await browse(stranger).get(picture)).status).toBe(404);
	const bearer = { Authorization: `Bearer ${'x'.repeat(40)}` };
	expect((await browse(null).get(picture, bearer)).status).toBe(303);
});

test('whose own it is sees that somebody else decides, and no form', async () => {
	await spender.submitted();
	const roles = { roles: ['EMPLOYEE', 'FLEX_DOCUMENT_VERIFIER'], manageableCompanyIds: [spender.company.id] };
	const platform = as(await newUser(['PLATFORM_ADMIN']));
	expect((await platform.put(`/users/${spender.employee.userId}`, roles)).status).toBe(200);
	const own = await visitOf(spender.employee);
	const { body } = await browse(own).get('/verify', { 'Accept-Language': 'en' });
	expect(body).toContain('This is your own receipt. Another verifier decides on it.');
	expect(pageOf(body).select('[name=_do]')).toHaveLength(0);
});

test('the queue takes two round trips, however much waits and whatever is passed', async () => {
	for (let count = 0; count < 3; count++) await upload(spender.employee, await spender.submitted(), JPEG);
	const { counted, bindings } = counting();
	const { status } = await browse(visit, bindings).get('/verify');
	expect([status, counted.trips]).toEqual([200, 2]);
	const decided = await spender.approved();
	counted.trips = 0;
	const after = await browse(visit, bindings).get(`/verify?undo=${decided}`, { 'Accept-Language': 'en' });
	expect(after.body).toContain('Approved €10.00 for 0042.');
	expect(counted.trips).toBe(2);
});

/** More than twice as many as a page looks ahead. */
const MANY = 24;

test('many receipts take one form and one page each, and the file of each is asked for before its page', async () => {
	for (let count = 0; count < MANY; count++) {
		const id = await spender.submitted({ amount: { value: 10, currency: 'EUR_CENT' } });
		await upload(spender.employee, id, count % 2 === 0 ? JPEG : PDF);
	}
	const { counted, bindings } = counting();
	const loaded = new Set<string>();
	let page = await browse(visit, bindings).get('/verify');
	for (const [file] of page.body.matchAll(FILES)) loaded.add(file);
	for (let decided = 0; decided < MANY; decided++) {
		const [form] = pageOf(page.body).one('main').select('form[action]');
		const to = form?.attribute('action')?.replace('/console', '') ?? '';
		const shown = mainOf(page.body).split('data-ahead')[0]?.match(FILES)?.[0] ?? '';
		expect(loaded.has(shown), `the file of receipt ${decided + 1}`).toBe(true);
		const answer = await browse(visit, bindings).post(to, {
			_do: 'approve',
			amount: '0,10',
		});
		expect(answer.status).toBe(303);
		page = await browse(visit, bindings).get('/verify');
		for (const [file] of page.body.matchAll(FILES)) loaded.add(file);
	}
	expect(page.body).toContain('No receipts to review.');
	expect(loaded.size).toBe(MANY);
	expect(counted.trips).toBeLessThanOrEqual(2 + MANY * (3 + 2));
});

const FILES = /\/console\/receipts\/[\w-]{36}\/[\w-]{36}/g;
const mainOf = (body: string): string => body.slice(body.indexOf('<main'));
