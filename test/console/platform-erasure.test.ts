import { beforeEach, expect, test } from 'vitest';
import { browse, type Visit, visitOf } from '../harness/console.ts';
import { pageOf } from '../harness/page.ts';
import { as, at, newCompany, newEmployee, newUser, type TestUser, userOf } from '../harness/service.ts';

let visit: Visit;
let user: TestUser;
beforeEach(async () => {
	at('2026-03-07T12:00:00.000Z');
	const company = await newCompany();
	visit = await visitOf(await newUser(['PLATFORM_ADMIN']));
	user = await newUser(['COMPANY_ADMIN'], [company.id]);
});

const address = (userId = user.userId) => `/platform/users/${userId}`;
const open = (path: string) => browse(visit).get(path, { 'Accept-Language': 'en' });
const erase = (userId = user.userId) =>
	browse(visit).post(`${address(userId)}/erasure`, {}, { 'Accept-Language': 'en' });
const close = () => as(visit).post(`/users/${user.userId}/closure`);

test('a closed user is erased in two steps: what is lost is read before the button is there', async () => {
	expect((await open(address())).body).not.toContain('/erasure"');
	await close();
	expect(pageOf((await open(address())).body).select(`a[href="/console${address()}/erasure"]`)).toHaveLength(
		1,
	);
	const page = await open(`${address()}/erasure`);
	expect(page.body).toMatch(/This cannot be undone\.[\s\S]*Erase permanently/);
	expect((await as(visit).get(`/users/${user.userId}`)).status).toBe(200);

	const answer = await erase();
	expect(answer.headers.get('Location')).toBe('/console/platform/users?erased');
	expect((await open('/platform/users?erased')).body).toContain('The account has been erased.');
	expect((await as(visit).get(`/users/${user.userId}`)).status).toBe(404);
});

test('a user who is not closed, or is an employee, cannot be erased here, and the page explains it first', async () => {
	const company = await newCompany();
	const employee = await userOf(await newEmployee(company));
	for (const [userId, reason] of [
		[user.userId, 'Close the account first.'],
		[employee.userId, 'This person is an employee.'],
	] as const) {
		const page = await open(`${address(userId)}/erasure`);
		expect(page.body).toContain(reason);
		expect(page.body).not.toContain('Erase permanently');
		const refused = await erase(userId);
		expect([refused.status, refused.body.includes(reason)]).toEqual([409, true]);
	}
});

test('an erasure asks for a fresh proof of who one is, to look at it and to do it', async () => {
	await close();
	at('2026-03-07T12:15:00.000Z');
	expect(pageOf((await open(`${address()}/erasure`)).body).select('[type=password]')).toHaveLength(1);
	expect(await erase()).toMatchObject({ status: 403 });
	expect((await as(visit).get(`/users/${user.userId}`)).status).toBe(200);
});
