import { beforeEach, expect, test } from 'vitest';
import type { Bindings } from '../../src/foundation/http/env.ts';
import { sqlIn } from '../harness/alarms.ts';
import { browse, type Visit, visitOf } from '../harness/console.ts';
import { failing } from '../harness/failing.ts';
import { bytesIn, XML } from '../harness/invoices.ts';
import { pageOf } from '../harness/page.ts';
import { ascii, file, JPEG, PNG, uploadDraft } from '../harness/receipts.ts';
import { newSandbox } from '../harness/sandboxes.ts';
import {
	as,
	at,
	newCompany,
	newEmployee,
	now,
	type TestCompany,
	type TestUser,
	userOf,
} from '../harness/service.ts';

const ENGLISH = { 'Accept-Language': 'en' };

let company: TestCompany;
let employeeId: string;
let employee: TestUser;
let visit: Visit;
beforeEach(async () => {
	at('2026-03-07T12:00:00.000Z');
	company = await newCompany();
	employeeId = await newEmployee(company);
	employee = await userOf(employeeId);
	visit = await visitOf(employee);
	await as(company.admin).put(`/employees/${employeeId}/flex/access`, {
		budget: { value: 50000, currency: 'EUR_CENT' },
		startDate: '2026-03-01T00:00:00.000Z',
		accumulateBudget: true,
	});
});

const drafts = async (): Promise<{ id: string; mediaType: string }[]> =>
	(await as(employee).get(`/employees/${employeeId}/flex/receipt-drafts`)).body;
const expenses = async () => (await as(employee).get(`/employees/${employeeId}/flex/expenses`)).body;
const fileOf = (bytes: Uint8Array<ArrayBuffer>, name = 'photo') => new File([bytes], name);
const add = (...files: File[]) => browse(visit).upload('/benefits/drafts', { file: files }, ENGLISH);
/** Sends a file as the worker of a phone does. */
const sendFromPhone = (file: File, headers = {}) =>
	browse(visit).upload('/benefits/drafts', { file }, { ...ENGLISH, Accept: 'application/json', ...headers });
const open = (path: string) => browse(visit).get(path, ENGLISH);
const FACTS = { module: 'INTERNET', amount: '12,50', date: '2026-03-02' };

test('several files become drafts, and one form follows the other until none waits', async () => {
	expect((await add(fileOf(JPEG), fileOf(PNG))).headers.get('Location')).toBe(
		'/console/benefits/new?draft=next',
	);
	const waiting = await drafts();
	expect(waiting.map(({ mediaType }) => mediaType)).toEqual(['image/jpeg', 'image/png']);
	for (const { id } of waiting) {
		const page = pageOf((await open('/benefits/new?draft=next')).body);
		expect(page.select('form.receipt input[name=draftId]')[0]?.attribute('value')).toBe(id);
		expect(page.select('form.receipt input[type=file]')).toEqual([]);
		const { headers } = await browse(visit).post('/benefits/new', { ...FACTS, draftId: id });
		expect(headers.get('Location')).toBe('/console/benefits/new?draft=next&saved');
	}
	expect(await drafts()).toEqual([]);
	const last = await open('/benefits/new?draft=next&saved');
	expect(last.headers.get('Location')).toBe('/console/benefits?saved');
	for (const { id } of await expenses())
		expect((await as(employee).get(`/flex/expenses/${id}/receipts`)).body).toHaveLength(1);
});

test('a file that waits already is not added twice, and the others are', async () => {
	await uploadDraft(employee, employeeId, JPEG);
	expect((await add(fileOf(JPEG), fileOf(PNG))).status).toBe(303);
	expect(await drafts()).toHaveLength(2);
});

test('a picture that two phones send makes one draft, and each phone hears that it has arrived', async () => {
	for (const name of ['first', 'second']) {
		const { status, body } = await sendFromPhone(fileOf(JPEG, name));
		expect([status, body]).toEqual([200, { kept: true }]);
	}
	expect(await drafts()).toHaveLength(1);
	const refused = await sendFromPhone(fileOf(file(ascii('note'))));
	expect([refused.status, refused.body.says]).toEqual([415, expect.stringMatching(/^This file type is not/)]);
	const other = await visitOf(await userOf(await newEmployee(company)));
	const unsent = await sendFromPhone(fileOf(PNG), { Cookie: other.cookie });
	expect([unsent.status, unsent.headers.get('Content-Type')]).toEqual([409, 'text/html; charset=UTF-8']);
	expect(await drafts()).toHaveLength(1);
});

test('a refusal that passes gives a phone no reason to show, so that it sends the file again', async () => {
	const fields = { file: fileOf(JPEG), _key: 'k' };
	const send = (bindings?: Bindings) =>
		browse(visit, bindings).upload('/benefits/drafts', fields, { Accept: 'application/json' });
	const passing = { stopped: 'later' };
	// The first two calls open the session and hold the key.
	const { bindings } = failing({ call: 3, moment: 'before', kind: 'dead' });
	expect(await send(bindings)).toMatchObject({ status: 503, body: passing });
	expect(await send()).toMatchObject({ status: 409, body: passing });
	at('2026-03-07T12:00:30.000Z');
	expect(await send()).toMatchObject({ status: 200, body: { kept: true } });
	const cut = { Accept: 'application/json', 'Content-Type': 'multipart/form-data; boundary=cut' };
	const { status, headers } = await browse(visit).upload('/benefits/drafts', fields, cut);
	expect([status, headers.get('Content-Type')]).toEqual([400, 'text/html; charset=UTF-8']);
	expect(await drafts()).toHaveLength(1);
});

test('a file that was deleted on the phone during its upload leaves no draft, even if it arrives later', async () => {
	const withdraw = (key: string) =>
		browse(visit).upload('/benefits/drafts/withdraw', { _key: key }, { Accept: 'application/json' });
	const sendAs = (key: string, bytes: Uint8Array<ArrayBuffer>) =>
		browse(visit).upload(
			'/benefits/drafts',
			{ file: fileOf(bytes), _key: key },
			{ Accept: 'application/json' },
		);
	const gone = { status: 200, body: { kept: false } };
	await sendAs('first', JPEG);
	const other = await visitOf(await userOf(await newEmployee(company)));
	const byOther = await browse(other).upload('/benefits/drafts/withdraw', { _key: 'first' }, {});
	expect(byOther).toMatchObject(gone);
	expect(await drafts()).toHaveLength(1);
	for (const key of ['first', 'first', 'second']) expect(await withdraw(key)).toMatchObject(gone);
	expect((await sendAs('second', PNG)).status).toBe(409);
	expect(await drafts()).toEqual([]);

	// A draft from another phone stays, and so does a draft that was used.
	await sendAs('third', JPEG);
	await sendAs('fourth', JPEG);
	expect(await withdraw('fourth')).toMatchObject(gone);
	const [{ id = '' } = {}] = await drafts();
	expect((await browse(visit).post('/benefits/new', { ...FACTS, draftId: id })).status).toBe(303);
	expect(await withdraw('third')).toMatchObject({ status: 409, body: { says: expect.any(String) } });
	expect(await expenses()).toHaveLength(1);
});

test.each([
	['has ended with a fault', 'failed', '2026-03-07T12:00:00.000Z'],
	['has never ended', 'dead', '2026-03-07T12:00:30.000Z'],
] as const)(
	'a file that was deleted on the phone is not taken again after an upload that %s',
	async (_, kind, later) => {
		const fields = { file: fileOf(JPEG), _key: 'k' };
		const send = (path: string, sent: object, bindings?: Bindings) =>
			browse(visit, bindings).upload(`/benefits/drafts${path}`, { ...sent }, { Accept: 'application/json' });
		const withdraw = () => send('/withdraw', { _key: 'k' });
		// The first two calls open the session and hold the key.
		const { bindings } = failing({ call: 3, moment: 'before', kind });
		expect((await send('', fields, bindings)).status).toBe(503);
		if (kind === 'dead') {
			at('2026-03-07T12:00:29.999Z');
			expect(await withdraw()).toMatchObject({ status: 409, body: { stopped: 'later' } });
		}
		at(later);
		expect(await withdraw()).toMatchObject({ status: 200, body: { kept: false } });
		expect((await send('', fields)).status).toBe(409);
		expect(await drafts()).toEqual([]);
	},
);

test('a deleted file of a sandbox waits for its upload in real time, even if the clock is a year ahead', async () => {
	const sandbox = await newSandbox();
	const { cell } = sandbox;
	await sqlIn(cell, 'UPDATE sandboxes SET ahead = ?', 365 * 86_400_000).run();
	const person = await userOf(await newEmployee(sandbox), cell);
	await sqlIn(
		cell,
		`INSERT INTO idempotency_keys (caller_id, key, fingerprint, attempt, record_id, date_created, lease_until)
		VALUES (?, 'sent file 0', 'a photo', 'first', 'draft', ?, ?)`,
		person.userId,
		now(),
		now() + 1,
	).run();
	const path = '/benefits/drafts/withdraw';
	const withdraw = async () =>
		browse(await visitOf(person)).upload(path, { _key: 'sent' }, { Accept: 'application/json' });
	expect((await withdraw()).status).toBe(409);
	at(new Date(now() + 1).toISOString());
	expect((await withdraw()).status).toBe(200);
});

test('files that an app or another site sends to the page of the phone are kept by nobody, and the page says what to do', async () => {
	for (const site of ['none', 'cross-site', 'same-origin']) {
		const headers = { ...ENGLISH, 'Sec-Fetch-Site': site };
		const { status, body } = await browse(visit).upload('/benefits/phone', { file: fileOf(JPEG) }, headers);
		expect(status).toBe(403);
		expect(pageOf(body).text).toContain('Open the app and sign in. Then share the files again.');
	}
	expect(await drafts()).toEqual([]);
});

test('the page of the phone opens for everybody, and names nobody who is not signed in', async () => {
	const userOn = async (who: Visit | null) => {
		const { status, body } = await browse(who).get('/benefits/phone?language=de');
		expect([status, pageOf(body).text]).toEqual([200, expect.stringContaining('Belege auf diesem Telefon')]);
		return pageOf(body).select('#phone')[0]?.attribute('data-user');
	};
	expect(await userOn(visit)).toBe(visit.userId);
	expect(await userOn(null)).toBeNull();
	expect(await userOn(await visitOf(company.admin))).toBeNull();
	const scriptsOf = async (path: string) =>
		pageOf((await open(path)).body)
			.select('script')
			.map((script) => script.attribute('src') ?? '');
	expect((await scriptsOf('/benefits/new?app')).filter((name) => /phone/.test(name))).toHaveLength(1);
	expect((await scriptsOf('/benefits/new')).filter((name) => /phone/.test(name))).toEqual([]);
});

test.each([
	['no file', []],
	['a file of another type', [fileOf(JPEG), fileOf(file([0, 0, 0, 24, ...ascii('ftypheic')]))]],
])('%s is refused at its field, and nothing is stored', async (_, files) => {
	const { status, body } = await add(...files);
	expect(status).toBeGreaterThanOrEqual(400);
	expect(pageOf(body).text).toMatch(/Please fill in this field|This file type is not supported/);
	expect(await drafts()).toEqual([]);
});

test('the form of an invoice has its amount and day, and asks before it submits anything else', async () => {
	const { body: draft } = await uploadDraft(employee, employeeId, bytesIn(XML.cii));
	const { amount, date } = draft.machineFacts;
	const [form] = pageOf((await open(`/benefits/new?draft=${draft.id}`)).body).select('form.receipt');
	expect(form?.values('date')).toEqual([date]);
	expect(form?.values('amount').join().replaceAll(/\D/g, '')).toBe(String(amount.value));
	const other = { ...FACTS, draftId: draft.id };
	const refused = await browse(visit).post('/benefits/new', other, ENGLISH);
	expect(refused.status).toBe(409);
	const page = pageOf(refused.body);
	expect(page.select('[name=factsDiffer]')).toHaveLength(1);
	expect(page.select('form.receipt input[name=draftId]')[0]?.attribute('value')).toBe(draft.id);
});

test('drafts are listed with what the service could read, shown to their owner alone, and deleted', async () => {
	const { body: draft } = await uploadDraft(employee, employeeId, bytesIn(XML.cii));
	await uploadDraft(employee, employeeId, JPEG);
	const rows = pageOf((await open('/benefits')).body).select('.rows li');
	const { seller, issuer } = draft.machineFacts;
	expect(rows[0]?.text).toContain(seller ?? issuer);
	const colleague = browse(await visitOf(await userOf(await newEmployee(company))));
	for (const { id } of await drafts()) {
		expect((await open(`/benefits/drafts/${id}`)).status).toBe(200);
		expect((await colleague.get(`/benefits/drafts/${id}`)).status).toBe(404);
		expect((await colleague.post(`/benefits/drafts/${id}/remove`)).status).toBe(404);
		const { headers } = await browse(visit).post(`/benefits/drafts/${id}/remove`);
		expect(headers.get('Location')).toBe('/console/benefits/drafts?removed');
	}
	const page = pageOf((await open('/benefits/drafts?removed')).body);
	expect(page.text).toContain('The draft was deleted.');
	expect(page.text).toContain('No drafts.');
});

test('a draft that was used meanwhile can neither be completed nor deleted, and the page says so', async () => {
	const { body: draft } = await uploadDraft(employee, employeeId, JPEG);
	const form = { ...FACTS, draftId: draft.id };
	expect((await browse(visit).post('/benefits/new', form)).status).toBe(303);
	for (const path of ['/benefits/new', `/benefits/drafts/${draft.id}/remove`]) {
		const { status, body } = await browse(visit).post(path, form, ENGLISH);
		expect(status).toBe(409);
		expect(pageOf(body).text).toContain('This draft was submitted or deleted meanwhile.');
	}
	const opened = await open(`/benefits/new?draft=${draft.id}`);
	expect(opened.headers.get('Location')).toBe('/console/benefits/drafts');
	expect(await expenses()).toHaveLength(1);
});
