import { beforeEach, describe, expect, test } from 'vitest';
import { NO_MAIL, postOffice } from '../../harness/mail.ts';
import { giveSecondFactor } from '../../harness/second-factor.ts';
import {
	as,
	at,
	newCompany,
	newEmployee,
	newUser,
	openSession,
	type TestCompany,
	uniqueEmail,
} from '../../harness/service.ts';
import { askFor, confirm } from '../../tenants/auth/addresses/people.ts';
import { confirm as confirmWith } from '../../tenants/auth/identity-changes/people.ts';
import {
	logIn,
	mailedToken,
	mailsTo,
	PASSWORD,
	register,
	userOfEmployee,
} from '../../tenants/auth/one-time/links.ts';

/** People who do nothing wrong, and what they do. */
let company: TestCompany;
let admin: ReturnType<typeof as>;
let operator: ReturnType<typeof as>;

beforeEach(async () => {
	at('2023-03-07T12:00:00.000Z');
	company = await newCompany();
	admin = as(company.admin, postOffice().bindings);
	operator = as(await newUser(['PLATFORM_ADMIN']), postOffice().bindings);
});

const VERIFIER = { roles: ['EMPLOYEE', 'FLEX_DOCUMENT_VERIFIER'] };

describe('an employee without a mailbox, who registered with a printed code', () => {
	let employeeId: string;
	let userId: string;
	beforeEach(async () => {
		const email = `4711@${company.id}.invalid`;
		employeeId = await newEmployee(company, { email, skipSendRegistrationEmail: true });
		({ userId } = await userOfEmployee(employeeId));
		const { body } = await admin.post(`/employees/${employeeId}/invitation/letter`);
		expect((await register(body.code)).status).toBe(200);
	});

	test('gets a mailbox, proves it, and then becomes a verifier', async () => {
		expect((await admin.put(`/users/${userId}`, VERIFIER)).body).toMatchObject({
			roles: ['EMPLOYEE'],
			pendingRoles: ['FLEX_DOCUMENT_VERIFIER'],
		});
		const mailbox = uniqueEmail();
		expect((await askFor(await openSession(userId), mailbox)).status).toBe(200);
		const moved = await confirm(await mailedToken(userId, 'address_confirmation'));
		expect(moved.status).toBe(200);
		const { body } = await admin.get(`/users/${userId}`);
		expect(body).toMatchObject({ email: mailbox, ...VERIFIER, proof: 'MAIL', pendingRoles: [] });
		expect((await logIn(mailbox)).status).toBe(200);
		expect(await mailsTo(userId)).toContain('address_left');
		expect(await mailsTo(userId)).not.toContain('address_changed');
	});

	test('gets a mailbox from the administrator, and agrees with the password at its link', async () => {
		const mailbox = uniqueEmail();
		expect((await admin.put(`/users/${userId}`, { email: mailbox })).status).toBe(200);
		const link = await mailedToken(userId, 'address_proof');
		expect((await confirmWith(link, { password: PASSWORD })).body).toMatchObject({ waitsFor: [] });
		expect((await admin.put(`/users/${userId}`, VERIFIER)).body).toMatchObject(VERIFIER);
	});
});

describe('a service without mail', () => {
	let employeeId: string;
	let userId: string;
	const silent = (user = company.admin) => as(user, NO_MAIL);
	beforeEach(async () => {
		employeeId = await newEmployee(company);
		({ userId } = await userOfEmployee(employeeId));
		const { body } = await silent().post(`/employees/${employeeId}/invitation`);
		expect((await register(body.link.split('#')[1])).status).toBe(200);
	});

	test('registers people with links that an administrator hands over, and the operator proves them', async () => {
		const give = () => silent().put(`/users/${userId}`, VERIFIER);
		expect(await give()).toMatchObject({ status: 409, body: { code: 'mail_not_configured' } });
		const word = { password: 'a word of the operator' };
		expect((await operator.put(`/users/${userId}`, word)).body).toMatchObject({ proof: 'OPERATOR' });
		expect((await give()).body).toMatchObject({ ...VERIFIER, pendingRoles: [] });
	});

	test('moves addresses by the operator only', async () => {
		const email = uniqueEmail();
		const refused = { status: 409, body: { code: 'mail_not_configured' } };
		expect(await silent().put(`/users/${userId}`, { email })).toMatchObject(refused);
		const own = silent(await openSession(userId));
		expect(await own.put('/auth/me', { email, password: PASSWORD })).toMatchObject(refused);
		const moved = await silent(await newUser(['PLATFORM_ADMIN'])).put(`/users/${userId}`, { email });
		expect(moved).toMatchObject({ status: 200, body: { email } });
		expect((await logIn(email)).status).toBe(200);
	});

	test('lets an administrator end a lost second factor, and the password still opens the account', async () => {
		await giveSecondFactor(userId);
		expect((await silent().delete(`/users/${userId}/second-factor`)).status).toBe(200);
		const { body } = await admin.get(`/employees/${employeeId}`);
		expect((await logIn(body.email)).body.idToken).toEqual(expect.any(String));
	});
});
