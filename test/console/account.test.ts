import { env } from 'cloudflare:workers';
import { eq } from 'drizzle-orm';
import { beforeEach, expect, test } from 'vitest';
import { WORDS } from '../../src/console/account/words.ts';
import { codeBeside } from '../../src/foundation/core/codes.ts';
import { newId } from '../../src/foundation/core/id.ts';
import { commit } from '../../src/foundation/db/commit.ts';
import { hashPassword } from '../../src/tenants/auth/password/rules.ts';
import { insertUser, setManagedCompanies } from '../../src/tenants/users/store.ts';
import { users } from '../../src/tenants/users/table.ts';
import { browse, cookiesOf, type Visit, visitOf } from '../harness/console.ts';
import { pageOf } from '../harness/page.ts';
import { codeOf } from '../harness/second-factor.ts';
import { at, db, newCompany, newEmployee, newUser, now, uniqueEmail, userOf } from '../harness/service.ts';
import { asked } from '../tenants/auth/identity-changes/people.ts';
import { mailedToken } from '../tenants/auth/one-time/links.ts';
import { valueIn } from './markup.ts';

const PASSWORD = 'nine miles before breakfast';
const passwordHash = await hashPassword(PASSWORD);
let email: string;
let companyId: string;
let visit: Visit;

beforeEach(async () => {
	at('2026-03-07T12:00:00.000Z');
	email = uniqueEmail();
	companyId = (await newCompany()).id;
	const userId = newId(now());
	const dates = { dateCreated: now(), dateModified: now(), dateRegistered: now(), dateProven: now() };
	await commit(db, [
		insertUser(db, { id: userId, ...dates, proof: 'MAIL', email, roles: ['COMPANY_ADMIN'], passwordHash }),
		...setManagedCompanies(db, { id: userId }, [companyId]),
	]);
	visit = await visitOf({ userId });
});

const post = (path: string, fields: Record<string, string>) => browse(visit).post(`/account${path}`, fields);
const english = { 'Accept-Language': 'en' };

const codesIn = (body: string) =>
	pageOf(body)
		.select('code')
		.map(({ text }) => text);

/** Sets up a second factor as a person does; returns its key. */
async function setUp(): Promise<string> {
	const { body } = await post('/second-factor', { password: PASSWORD });
	const secret = codesIn(body).find((code) => /^[A-Z2-7]{32}$/.test(code)) ?? '';
	const codes = await post('/second-factor/confirm', { code: codeOf(secret) });
	expect(codesIn(codes.body).filter((one) => /^[a-z2-7-]{19}$/.test(one))).toHaveLength(10);
	return secret;
}

test('a new password is set against the present one; other sessions end, this one stays', async () => {
	const other = await visitOf(visit);
	const wrong = await post('/password', { currentPassword: 'not it', password: 'ten miles after supper' });
	expect(wrong.status).toBe(400);
	expect(pageOf(wrong.body).faultAt('currentPassword')).toMatch(/./);
	const common = await browse(visit).post(
		'/account/password',
		{ currentPassword: PASSWORD, password: 'qwertyuiop123' },
		english,
	);
	expect(pageOf(common.body).faultAt('password')).toMatch(/^This password is easy to guess/);
	expect(common.body).not.toContain(PASSWORD);

	const right = await post('/password', { currentPassword: PASSWORD, password: 'ten miles after supper' });
	expect(right).toMatchObject({ status: 303 });
	expect((await browse(visit).get('/account')).status).toBe(200);
	expect((await browse(other).get('/account')).status).toBe(303);
});

test('with a second factor, signing in asks for a code after the password', async () => {
	const secret = await setUp();
	at('2026-03-07T13:00:00.000Z');
	const asked = await browse(null).post('/sign-in/password', {
		email,
		password: PASSWORD,
		to: '/console/account',
	});
	expect(cookiesOf(asked).zubrot).toBeUndefined();
	const proof = { challenge: valueIn(asked.body, 'challenge'), to: '/console/account' };
	const wrong = await browse(null).post('/sign-in/code', { ...proof, code: '000000' }, english);
	expect(wrong.body).toContain('The code is wrong or was already used.');
	const entered = await browse(null).post('/sign-in/code', { ...proof, code: codeOf(secret) });
	expect(entered).toMatchObject({ status: 303 });
	expect(entered.headers.get('Location')).toBe('/console/account');
	expect(cookiesOf(entered).zubrot).toMatch(/^[\w-]{43}$/);
});

test('a second factor is removed with password and code', async () => {
	const secret = await setUp();
	at('2026-03-07T12:05:00.000Z');
	const removal = { action: 'removal', password: PASSWORD };
	expect((await post('/second-factor/change', { ...removal, code: '000000' })).status).toBe(400);
	expect((await post('/second-factor/change', { ...removal, code: codeOf(secret) })).status).toBe(303);
	expect(pageOf((await browse(visit).get('/account')).body).select('[name=code]')).toHaveLength(0);
});

test('a user who must set up a second factor can open only the own account', async () => {
	await env.DB.prepare('UPDATE companies SET second_factor_required = 1 WHERE id = ?').bind(companyId).run();
	expect((await browse(visit).get('')).headers.get('Location')).toBe('/console/account');
	expect((await browse(visit).get('/account', english)).body).toContain('You need a second factor.');
	await setUp();
	expect((await browse(visit).get('/nowhere')).status).toBe(404);
});

test('so does a platform administrator where the operator demands it', async () => {
	const platform = await visitOf(await newUser(['PLATFORM_ADMIN']));
	const bindings = { ...env, PLATFORM_SECOND_FACTOR: 'required' };
	const answer = await browse(platform, bindings).get('/people');
	expect(answer.headers.get('Location')).toBe('/console/account');
	expect((await browse(platform).get('/people')).status).toBe(200);
	expect((await browse(visit, bindings).get('/people')).status).toBe(200);
});

test('the password is asked for where there is one, and only there', async () => {
	const fieldsOf = async (of: Visit) =>
		pageOf((await browse(of).get('/account')).body).select('#factor-password');
	expect((await fieldsOf(visit)).map((field) => field.attribute('required'))).toEqual(['']);
	const bySso = await visitOf(await newUser(['EMPLOYEE']));
	expect(await fieldsOf(bySso)).toHaveLength(0);
});

test('an employee takes the own data along as one file; who is none has no such file', async () => {
	const employeeId = await newEmployee(await newCompany());
	const employee = await visitOf(await userOf(employeeId));
	const account = pageOf((await browse(employee).get('/account')).body);
	expect(account.select('a[href="/console/account/data"]')).toHaveLength(1);
	const { status, headers, body } = await browse(employee).get('/account/data');
	expect(status).toBe(200);
	expect(headers.get('Content-Type')).toBe('application/zip');
	expect(headers.get('Content-Disposition')).toContain(`employee-${employeeId}.zip`);
	expect(body).toContain('profile/employee.json');
	expect((await browse(visit).get('/account')).body).not.toContain('/account/data');
	expect((await browse(visit).get('/account/data')).status).toBe(404);
});

test('one of the own sessions, or all others, end with a click', async () => {
	const [one, two] = [await visitOf(visit), await visitOf(visit)];
	expect((await post(`/sessions/${one.sessionId}/end`, {})).status).toBe(303);
	expect((await browse(one).get('/account')).status).toBe(303);
	expect((await browse(two).get('/account')).status).toBe(200);
	expect((await post('/sessions/end-others', {})).status).toBe(303);
	expect((await browse(two).get('/account')).status).toBe(303);
	expect((await browse(visit).get('/account')).status).toBe(200);
});

test('a device is named in the reader’s language, even an unknown one', () => {
	const [english, german] = [WORDS.en.device, WORDS.de.device];
	expect([english('Firefox on Windows'), german('Firefox on Windows')]).toEqual([
		'Firefox on Windows',
		'Firefox unter Windows',
	]);
	expect([english('unknown'), german('unknown')]).toEqual(['an unknown device', 'ein unbekanntes Gerät']);
});

test('name and language are saved, unless the record has changed since', async () => {
	const page = pageOf((await browse(visit).get('/account')).body);
	const profile = { firstName: 'Ada', lastName: 'Lovelace', language: 'de' };
	const saved = await post('/profile', { ...profile, _etag: page.values('_etag')[0] ?? '' });
	expect(saved.headers.get('Location')).toBe('/console/account?saved=profile');
	const after = pageOf((await browse(visit).get('/account')).body);
	expect(after.values('firstName')).toEqual(['Ada']);
	const stale = await post('/profile', { ...profile, firstName: 'Bo', _etag: page.values('_etag')[0] ?? '' });
	expect(stale.status).toBe(412);
});

test('the language that is chosen beside the pages is the user’s own, in every browser and mail', async () => {
	const german = { 'Accept-Language': 'de' };
	expect((await browse(visit).get('/account', german)).body).toContain('<html lang="de">');
	const chosen = await browse(visit).post('/language', { language: 'en', to: '/console/account' }, german);
	expect(chosen.headers.get('Location')).toBe('/console/account');
	const [user] = await db.select({ language: users.language }).from(users).where(eq(users.id, visit.userId));
	expect(user).toEqual({ language: 'en' });
	const elsewhere = { ...visit, cookie: (await visitOf({ userId: visit.userId })).cookie };
	expect((await browse(elsewhere).get('/account', german)).body).toContain('<html lang="en">');
});

test('without a session, the chosen language stays in the browser', async () => {
	const chosen = await browse(null).post('/language', { language: 'en', to: '/console/sign-in' });
	expect(Object.entries(cookiesOf(chosen))).toEqual([[expect.stringMatching(/language$/), 'en']]);
});

test('another address is asked for with the password, and its link changes it', async () => {
	const wanted = uniqueEmail();
	const wrong = await post('/address', { email: wanted, password: 'not it' });
	expect(wrong.status).toBe(400);
	expect(pageOf(wrong.body).faultAt('address-password')).toMatch(/./);
	expect(pageOf(wrong.body).values('email')).toEqual([wanted]);
	const asked = await post('/address', { email: wanted, password: PASSWORD });
	expect(asked.headers.get('Location')).toBe('/console/account?asked');

	const token = await mailedToken(visit.userId, 'address_confirmation');
	const page = await browse(null).get('/new-address', english);
	expect(page.body).toContain('Confirm your new e-mail address');
	const confirmed = await browse(null).post('/new-address', { token: codeBeside(token) }, english);
	expect(confirmed.headers.get('Location')).toBe('/console/sign-in?moved');
	expect((await browse(null).get('/sign-in?moved', english)).body).toContain(
		'The e-mail address was changed',
	);
	expect((await browse(null).post('/new-address', { token }, english)).body).toContain('has expired');
	expect((await browse(visit).get('/account')).status).toBe(303);

	const back = await mailedToken(visit.userId, 'address_changed');
	const restored = await browse(null).post('/old-address', { token: back }, english);
	expect(restored.headers.get('Location')).toBe('/console/sign-in?restored');
	expect(await env.DB.prepare('SELECT email FROM users WHERE id = ?').bind(visit.userId).first('email')).toBe(
		email,
	);
});

test('a request of an administrator is shown, agreed to with the password, and its links lead to their pages', async () => {
	const wanted = uniqueEmail();
	const admin = await newUser(['COMPANY_ADMIN'], [companyId]);
	await env.DB.prepare("UPDATE users SET date_proven = 1, proof = 'MAIL' WHERE id = ?")
		.bind(visit.userId)
		.run();
	const one = await asked(admin, visit.userId, companyId, wanted);
	const shown = await browse(visit).get('/account', english);
	expect(shown.body).toContain('Change of your e-mail address');
	expect(shown.body).toContain(wanted);
	const looked = await browse(null).post(
		'/new-address',
		{ token: codeBeside(one.inNew), _do: 'look' },
		english,
	);
	expect(looked.body).toContain('With your present password');
	const confirmed = await browse(null).post('/new-address', { token: one.inNew }, english);
	expect(confirmed.body).toContain('when the link in the new mailbox was used');
	const question = await browse(null).post('/address-agreement', { token: one.inOld, _do: 'look' }, english);
	expect(question.body).toContain('An administrator has asked for another e-mail address');
	expect((await post('/request', { password: 'not it' })).status).toBe(400);
	expect((await post('/request', { password: PASSWORD })).status).toBe(303);
	expect(await env.DB.prepare('SELECT email FROM users WHERE id = ?').bind(visit.userId).first('email')).toBe(
		wanted,
	);
});

test('a person refuses a request on the own page', async () => {
	const admin = await newUser(['COMPANY_ADMIN'], [companyId]);
	await env.DB.prepare("UPDATE users SET date_proven = 1, proof = 'MAIL' WHERE id = ?")
		.bind(visit.userId)
		.run();
	const one = await asked(admin, visit.userId, companyId);
	expect((await post('/request/refusal', {})).status).toBe(303);
	expect((await browse(null).post('/new-address', { token: one.inNew }, english)).body).toContain(
		'has expired',
	);
});

test('a person with neither password nor second factor must have signed in lately', async () => {
	const company = await newCompany();
	const { userId } = await newUser(['COMPANY_ADMIN'], [company.id]);
	const own = await visitOf({ userId });
	expect(pageOf((await browse(own).get('/account')).body).values('code')).toEqual([]);
	at('2026-03-07T12:20:00.000Z');
	const late = await browse(own).post('/account/address', { email: uniqueEmail() }, english);
	expect(late).toMatchObject({ status: 403, body: expect.stringContaining('Please confirm that it is you') });
});

test('an employee creates, replaces and removes the address for receipts by mail, and others see nothing of it', async () => {
	const { userId } = await userOf(await newEmployee(await newCompany()));
	const own = await visitOf({ userId });
	const open = async (query = '', bindings = env) =>
		(await browse(own, bindings).get(`/account${query}`, english)).body;
	const addressIn = (body: string) => /receipts\+[a-z2-7.]+@in\.zubrot\.example/.exec(body)?.[0];
	expect(addressIn(await open())).toBeUndefined();

	const created = await browse(own).post('/account/receipts');
	expect(created.headers.get('Location')).toBe('/console/account?saved=receipt-address');
	const body = await open('?saved=receipt-address');
	expect(body).toContain('Your address for receipts was created.');
	expect(body).toContain(`mailto:${addressIn(body)}`);
	await browse(own).post('/account/receipts');
	const replaced = addressIn(await open());
	expect(replaced).not.toBe(addressIn(body));
	expect(replaced).toBeDefined();

	const removed = await browse(own).post('/account/receipts/remove');
	expect(removed.headers.get('Location')).toBe('/console/account?saved=no-receipt-address');
	expect(addressIn(await open())).toBeUndefined();

	const { receipts } = WORDS.en;
	expect(await open()).toContain(receipts);
	expect(await open('', { ...env, RECEIPTS_DOMAIN: '' })).not.toContain(receipts);
	expect((await browse(visit).get('/account', english)).body).not.toContain(receipts);
});
