import { beforeEach, expect, test } from 'vitest';
import { mailedToken, newForgetful, newInvited, PASSWORD, platform } from '../auth/one-time/links.ts';
import { browse, cookiesOf } from '../harness/console.ts';
import { pageOf } from '../harness/page.ts';
import { at, call, newAddress } from '../harness/service.ts';

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

test('the link of an invitation asks for a password alone, and opens a session of the console', async () => {
	const { token } = await newInvited();
	const { body } = await get(`/registration?token=${token}`);
	expect(
		pageOf(body)
			.select('[type=hidden][name=token]')
			.map((one) => one.attribute('value')),
	).toEqual([token]);
	expect(body).not.toContain('Code from your letter');
	const answer = await post('/registration', { token, password: PASSWORD });
	expect(answer.status).toBe(303);
	expect(answer.headers.get('Location')).toBe('/console');
	const cookie = `zubrot=${cookiesOf(answer).zubrot}`;
	expect((await call('GET', '/console/account', undefined, { Cookie: cookie })).status).toBe(200);
});

test('a person with a letter types its code, in any spelling', async () => {
	const { employeeId } = await newInvited({ skipSendRegistrationEmail: true });
	const letter = await (await platform()).post(`/employees/${employeeId}/invitation/letter`);
	expect((await get('/registration')).body).toContain('Code from your letter');
	const { code } = letter.body;
	const token = code.toLowerCase().replaceAll('-', ' ');
	expect((await post('/registration', { token, password: PASSWORD })).status).toBe(303);
});

test('a password that is too short or too common is refused at its field, and the link stays good', async () => {
	const { token } = await newInvited();
	for (const [password, sentence] of [
		['short', 'This is too small or too short.'],
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
	expect((await get(`/password-reset?token=${token}`)).body).toContain('New password');
	const fresh = { token, password: 'ten miles after supper' };
	const answer = await post('/password-reset', fresh);
	expect(answer.headers.get('Location')).toBe('/console/sign-in?changed');
	expect(cookiesOf(answer)).toEqual({});
	expect((await get('/sign-in?changed')).body).toContain('Your password was changed.');
	expect((await post('/sign-in/password', { ...fresh, email })).status).toBe(303);
	const again = await post('/password-reset', fresh);
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
