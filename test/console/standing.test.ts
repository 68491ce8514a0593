import { env } from 'cloudflare:workers';
import { beforeEach, expect, test } from 'vitest';
import { newId } from '../../src/foundation/core/id.ts';
import { browse, type Visit, visitOf } from '../harness/console.ts';
import { pageOf } from '../harness/page.ts';
import { ascii, PNG } from '../harness/receipts.ts';
import { as, at, newUser, now, runCron } from '../harness/service.ts';
import { newSpender, type Spender } from '../harness/spending.ts';
import { decideStanding } from '../harness/standing.ts';

const ENGLISH = { 'Accept-Language': 'en' };
const TICKET = {
	module: 'MOBILITY',
	amount: '10,00',
	dayOfMonth: '10',
	startDate: '2023-02-01',
	proofUntil: '2024-02-29',
	isPublicTransport: 'on',
};

let spender: Spender;
let employee: Visit;
let verifier: Visit;
beforeEach(async () => {
	at('2023-03-06T12:00:00.000Z');
	spender = await newSpender();
	[employee, verifier] = await Promise.all([visitOf(spender.employee), visitOf(spender.verifier)]);
});

const proofOf = (bytes: Uint8Array<ArrayBuffer>, name = 'ticket.png') => new File([bytes], name);

/** Sends the form of a new standing expense as a browser does. */
const submit = (fields: Record<string, string | File> = {}, visit = employee) =>
	browse(visit).upload('/benefits/standing/new', { ...TICKET, file: proofOf(PNG), ...fields }, ENGLISH);

const stored = async () =>
	(await as(spender.admin).get(`/employees/${spender.employeeId}/flex/standing-expenses`)).body;

async function submitted(): Promise<string> {
	expect((await submit()).status).toBe(303);
	return (await stored()).at(-1).id;
}

const read = async (visit: Visit, path: string) => pageOf((await browse(visit).get(path, ENGLISH)).body);

test('a standing expense and its proof are stored once, however often the form is sent', async () => {
	const form = { _key: newId(now()) };
	const answers = [await submit(form), await submit(form)];
	const [{ id, proofs }, ...others] = await stored();
	expect([others, proofs]).toMatchObject([[], [{ mediaType: 'image/png', proofUntil: '2024-02-29' }]]);
	for (const answer of answers)
		expect(answer.headers.get('Location')).toBe(`/console/benefits/standing/${id}?saved`);
	const page = await read(employee, `/benefits/standing/${id}?saved`);
	expect(page.one('status').text).toBe('Submitted. You will get a mail when the proof is verified.');
	expect((await read(employee, '/benefits/standing')).one('link', 'Mobility, €10.00 a month').href).toBe(
		`/console/benefits/standing/${id}`,
	);
});

test.each([
	['no amount', { amount: '' }, 'amount', /^Please fill in this field\./],
	['day 29', { dayOfMonth: '29' }, 'dayOfMonth', /^Enter 28 or less\./],
	['an end before the start', { endDate: '2023-01-31' }, 'endDate', /end must be later/],
	['no last day of the proof', { proofUntil: '' }, 'proofUntil', /^Please fill in this field\./],
	['a proof of no month', { proofUntil: '2023-02-09' }, 'proofUntil', /^Choose a later day\./],
	['no file', { file: new File([], '') }, 'file', /^Please fill in this field\./],
	[
		'an XML file that is no invoice',
		{ file: proofOf(new Uint8Array(ascii('<?xml version="1.0"?><note/>')), 'note.xml') },
		null,
		/This file type is not supported\./,
	],
])('%s is refused in words, and nothing is stored', async (_, fields, place, sentence) => {
	const { status, body } = await submit(fields);
	expect(status).toBeGreaterThanOrEqual(400);
	const page = pageOf(body);
	expect(place === null ? page.text : page.faultAt(place)).toMatch(sentence);
	expect(page.values('startDate')).toEqual([TICKET.startDate]);
	expect(await stored()).toEqual([]);
});

test('a proof that cannot be stored stays selected on the page of its standing expense', async () => {
	await env.DB.prepare('UPDATE companies SET max_stored_bytes = 1 WHERE id = ?')
		.bind(spender.company.id)
		.run();
	const { body } = await submit();
	const page = pageOf(body);
	expect(page.text).toContain('Your entries were saved, but the proof was not.');
	expect(page.values('file.name')).toEqual(['ticket.png']);
	const [{ id, state, proofs }] = await stored();
	expect([state, proofs]).toEqual(['SUBMITTED', []]);
	await env.DB.prepare('UPDATE companies SET max_stored_bytes = 1000000 WHERE id = ?')
		.bind(spender.company.id)
		.run();
	const again = { 'file.kept': page.values('file.kept')[0] ?? '', 'file.name': 'ticket.png', proofUntil: '' };
	expect((await browse(employee).post(`/benefits/standing/${id}/proofs`, again)).status).toBe(303);
	expect((await stored())[0].proofs).toMatchObject([{ proofUntil: '2024-02-29' }]);
});

test('a verifier approves a part with a reason, and the employee sees each month', async () => {
	const id = await submitted();
	const later = { proofUntil: '2024-01-31', file: proofOf(PNG) };
	expect((await browse(employee).upload(`/benefits/standing/${id}/proofs`, later)).status).toBe(303);
	const page = await read(verifier, `/standing/${id}`);
	expect(page.text).toContain('Proof covers the days until 31 January 2024');
	expect(page.select('.sheet img')[0]?.attribute('src')).toMatch(`/console/standing/${id}/proofs/`);
	const form = { _etag: page.values('_etag')[0] ?? '', currency: 'EUR_CENT', _do: 'approve', amount: '9' };
	const decide = (fields: Record<string, string>) =>
		browse(verifier).post(`/standing/${id}`, { ...form, ...fields }, ENGLISH);
	expect(pageOf((await decide({})).body).faultAt('reasons')).toBe('Choose at least one reason.');
	const { headers } = await decide({ reasons: 'not_eligible' });
	expect(headers.get('Location')).toBe(`/console/standing?company=${spender.company.id}&approved=`);
	expect(pageOf((await decide({ reasons: 'not_eligible' })).body).text).toContain('already');
	await runCron('2023-03-10T00:00:00.000Z');
	const own = await read(await visitOf(spender.employee), `/benefits/standing/${id}`);
	expect(own.text).toMatch(/Status active Amount a month €9\.00 of €10\.00/);
	expect(own.text).toMatch(/Next expense 10 April 2023/);
	expect(own.text).not.toContain('Months without an expense');
	await as(spender.admin).delete(
		`/employees/${spender.employeeId}/flex/access?endDate=2023-03-31T23:59:59.999Z`,
	);
	await runCron('2023-04-10T00:00:00.000Z');
	const skipped = await read(await visitOf(spender.employee), `/benefits/standing/${id}`);
	expect(skipped.text).toContain(
		'Months without an expense April 2023 There was no flex budget on this day.',
	);
	expect(own.all('link', /^Mobility/).map(({ text }) => text)).toEqual([
		'Mobility, 10 Mar',
		'Mobility, 10 Feb',
	]);
});

test('a rejection needs a reason, and the employee reads it', async () => {
	const id = await submitted();
	const reject = (reason: string) =>
		browse(verifier).post(`/standing/${id}`, { _do: 'reject', reason }, ENGLISH);
	expect((await reject('')).status).toBe(400);
	expect((await reject('The name is missing')).headers.get('Location')).toMatch(/&rejected=$/);
	const { text } = await read(employee, `/benefits/standing/${id}`);
	expect(text).toContain('until 29 February 2024. The name is missing');
	expect(text).not.toContain('Add a proof');
});

test('nobody is offered to verify what is their own, and the list leads each role to its page', async () => {
	const both = await newUser(['FLEX_DOCUMENT_VERIFIER', 'COMPANY_ADMIN'], [spender.company.id]);
	const id = await submitted();
	const addressFor = async (visit: Visit) =>
		(await read(visit, '/standing')).one('table').rows.map((row) => row.one('link', 'Mobility').href);
	expect(await addressFor(verifier)).toEqual([`/console/standing/${id}`]);
	expect(await addressFor(await visitOf(spender.admin))).toEqual([`/console/benefits/standing/${id}`]);
	const visit = await visitOf(both);
	await browse(visit).upload(
		`/benefits/standing/${id}/proofs`,
		{ proofUntil: '2024-03-31', file: proofOf(PNG) },
		ENGLISH,
	);
	const page = await read(visit, `/standing/${id}`);
	expect(page.text).toContain('Somebody else has to verify this');
	expect(page.all('button', 'Approve')).toEqual([]);
	expect((await read(verifier, `/standing/${id}`)).all('button', 'Approve')).toHaveLength(1);
});

test('an end is confirmed, and a page that was opened before says that it has ended', async () => {
	const id = await submitted();
	const page = await read(employee, `/benefits/standing/${id}`);
	const end = () =>
		browse(employee).post(`/benefits/standing/${id}/end`, { _etag: page.values('_etag')[0] ?? '' }, ENGLISH);
	expect((await end()).headers.get('Location')).toBe(`/console/benefits/standing/${id}?ended`);
	const { status, body } = await end();
	expect([status, pageOf(body).one('alert').text]).toEqual([
		409,
		'This standing expense has ended. Submit a new one.',
	]);
	expect((await read(verifier, `/standing/${id}`)).text).toContain('No proof waits for its verification.');
	const other = await submitted();
	await decideStanding(spender.admin, other, 'withdrawal');
	const ended = (await read(employee, `/benefits/standing/${other}`)).text;
	expect(ended).toContain('Your administrator ended it.');
	expect(ended).toContain('Ended on');
});
