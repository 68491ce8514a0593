import { beforeEach, expect, test } from 'vitest';
import { codeBeside, inGroups } from '../../src/foundation/core/codes.ts';
import { browse, cookiesOf } from '../harness/console.ts';
import { pageOf } from '../harness/page.ts';
import { as, at, call, newAddress } from '../harness/service.ts';
import { mailedToken, newForgetful, newInvited, PASSWORD, platform } from '../tenants/auth/one-time/links.ts';

const english = { 'Accept-Language': 'en' };
const get = (path: string) => browse(null).get(path, english);
const post = (path: string, fields: Record<string, string>) =>
	browse(null).post(path, fields, { ...english, 'CF-Connecting-IP': newAddress() });

/** The addresses to which the forms of a page are sent. */
const formsOf = (body: string) =>
	pageOf(body)
		.select('form')
		.map((form) => form.attribute('action'));

beforeEach(() => at('2026-03-07T12:00:00.000Z'));

test('the token of an invitation opens a session of the console', async () => {
	const { token } = await newInvited();
	const answer = await post('/registration', { token, password: PASSWORD });
	expect(answer.status).toBe(303);
	expect(answer.headers.get('Location')).toBe('/console');
	const cookie = `zubrot=${cookiesOf(answer).zubrot}`;
	expect((await call('GET', '/console/account', undefined, { Cookie: cookie })).status).toBe(200);
});

test('a person with a letter types its code, in any spelling', async () => {
	const { employeeId } = await newInvited({ skipSendRegistrationEmail: true });
	const letter = await (await platform()).post(`/employees/${employeeId}/invitation/letter`);
	expect((await get('/registration')).body).toContain('Code from your mail or letter');
	const { code } = letter.body;
	const token = code.toLowerCase().replaceAll('-', ' ');
	expect((await post('/registration', { token, password: PASSWORD })).status).toBe(303);
});

test('without scripts, the code in a mail takes the place of its link, in any spelling', async () => {
	const invited = await newInvited();
	const code = codeBeside(invited.token);
	expect((await get('/registration')).body).toContain('Code from your mail or letter');
	const spelt = inGroups(code).toLowerCase();
	expect((await post('/registration', { token: spelt, password: PASSWORD })).status).toBe(303);
	expect((await post('/registration', { token: code, password: PASSWORD })).status).toBe(400);

	const { token } = await newForgetful();
	expect(pageOf((await get('/new-password')).body).values('token')).toEqual(['']);
	const reset = { token: codeBeside(token), password: 'ten miles after supper' };
	expect((await post('/new-password', reset)).headers.get('Location')).toBe('/console/sign-in?changed');
});

test('only a form that is sent uses up a link or its code', async () => {
	const { token } = await newInvited();
	for (const secret of [token, codeBeside(token)]) {
		await get(`/registration?token=${secret}`);
		await get('/registration');
		expect((await post('/registration', { token: secret, password: 'short' })).status).toBe(400);
	}
	expect((await post('/registration', { token: codeBeside(token), password: PASSWORD })).status).toBe(303);
	expect((await post('/registration', { token, password: PASSWORD })).status).toBe(400);
});

test('a link or code names the company and the address before a password is chosen, and is not used up', async () => {
	const { token, email } = await newInvited();
	for (const secret of [token, codeBeside(token)]) {
		const { status, body } = await post('/registration', { token: secret, _do: 'look' });
		expect(status).toBe(200);
		const page = pageOf(body);
		expect(page.text).toMatch(/You set up your account at Company .*\./);
		const [address] = page.select('[name=email]');
		expect(['value', 'autocomplete', 'readonly'].map((name) => address?.attribute(name))).toEqual([
			email,
			'username',
			'',
		]);
		expect(page.values('token')).toEqual([secret]);
	}
	const named = { token, email, company: 'Company', password: 'short' };
	const refused = pageOf((await post('/registration', named)).body);
	expect(refused.values('email')).toEqual([email]);
	expect(refused.text).toContain('You set up your account at Company.');
	expect((await post('/registration', { token, password: PASSWORD })).status).toBe(303);
});

test('every link that is over says the same before a password is chosen', async () => {
	const { token } = await newInvited();
	const expired = await newInvited();
	await post('/registration', { token, password: PASSWORD });
	at('2026-03-14T12:00:00.000Z');
	const other = await newForgetful();
	for (const dead of [token, expired.token, other.token, 'x'.repeat(43)]) {
		const { status, body } = await post('/registration', { token: dead, _do: 'look' });
		expect(status).toBe(400);
		expect(pageOf(body).text).toContain('has expired or was already used. Ask for a new one.');
		expect(formsOf(body)).toContain('/console/registration/renewal');
		expect(pageOf(body).select('[name=email]')).toEqual([]);
	}
});

test('looking at a printed code counts as a try', async () => {
	const { employeeId } = await newInvited({ skipSendRegistrationEmail: true });
	const letter = await (await platform()).post(`/employees/${employeeId}/invitation/letter`);
	const look = () => post('/registration', { token: letter.body.code, _do: 'look' });
	for (let tries = 0; tries < 10; tries++) expect((await look()).status).toBe(200);
	expect((await look()).status).toBe(400);
});

test('a code ends with its link, whether that expires or is replaced', async () => {
	const { token, employeeId, admin } = await newInvited();
	await as(admin).post(`/employees/${employeeId}/invitation`);
	expect((await post('/registration', { token: codeBeside(token), password: PASSWORD })).status).toBe(400);
	const other = await newInvited();
	at('2026-03-14T11:59:59.999Z');
	const late = { token: codeBeside(other.token), password: 'short' };
	expect((await post('/registration', late)).body).toContain('Enter at least 12 characters.');
	at('2026-03-14T12:00:00.000Z');
	expect((await post('/registration', { ...late, password: PASSWORD })).body).toContain('has expired');
});

test('a password that is too short or too common is refused at its field, and the link stays good', async () => {
	const { token } = await newInvited();
	for (const [password, sentence] of [
		['short', 'Enter at least 12 characters.'],
		['qwertyuiop123', 'This password is easy to guess'],
		['', 'Please fill in this field.'],
	]) {
		const { status, body } = await post('/registration', { token, password: password ?? '' });
		expect(status).toBe(400);
		expect(pageOf(body).faultAt('password')).toContain(sentence);
		expect(pageOf(body).values('token')).toEqual([token]);
	}
	expect((await post('/registration', { token, password: PASSWORD })).status).toBe(303);
});

test('an expired link offers a new one, which is sent to the same person', async () => {
	const { token, userId } = await newInvited();
	at('2026-03-14T12:00:00.000Z');
	const { status, body } = await post('/registration', { token, password: PASSWORD });
	expect(status).toBe(400);
	expect(body).toContain('has expired or was already used. Ask for a new one.');
	expect(formsOf(body)).toContain('/console/registration/renewal');
	const renewed = await post('/registration/renewal', { token });
	expect(renewed.body).toContain('If the link was valid, a new one is on its way');
	expect((await post('/registration/renewal', { token: 'made up' })).body).toContain('If the link was valid');
	const fresh = await mailedToken(userId);
	expect((await post('/registration', { token: fresh, password: PASSWORD })).status).toBe(303);
});

test('a link for a new password sets it once, and leads to the sign-in', async () => {
	const { token, email } = await newForgetful();
	expect((await get('/new-password')).body).toContain('Code from your mail or letter');
	expect(pageOf((await post('/new-password', { token, _do: 'look' })).body).values('email')).toEqual([email]);
	const fresh = { token, password: 'ten miles after supper' };
	const answer = await post('/new-password', fresh);
	expect(answer.headers.get('Location')).toBe('/console/sign-in?changed');
	expect(cookiesOf(answer).zubrot).toBeUndefined();
	expect((await get('/sign-in?changed')).body).toContain('Your password was changed.');
	expect((await post('/sign-in/password', { ...fresh, email })).status).toBe(303);
	const again = await post('/new-password', fresh);
	expect(again.status).toBe(400);
	expect(again.body).toContain('has expired or was already used. Ask for a new one.');
	expect(formsOf(again.body)).toContain('/console/sign-in/forgotten');
});

test('the address without a link asks for the e-mail address', async () => {
	expect(formsOf((await get('/password-reset')).body)).toContain('/console/sign-in/forgotten');
});

test.each([
	['ada', 400, 'Please enter an e-mail address'],
	['', 400, 'Please enter an e-mail address'],
	['nobody@demo.example', 200, 'is on its way'],
])('a request for a link for the address "%s" gets %i', async (email, status, sentence) => {
	const answer = await post('/sign-in/forgotten', { email });
	expect([answer.status, answer.body]).toEqual([status, expect.stringContaining(sentence)]);
});
