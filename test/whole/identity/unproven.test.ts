import { beforeEach, expect, test } from 'vitest';
import {
	as,
	at,
	newCompany,
	newEmployee,
	newUser,
	type TestCompany,
	uniqueEmail,
} from '../../harness/service.ts';
import { mailsTo, register, userOfEmployee } from '../../tenants/auth/one-time/links.ts';

/** The address of a director of the bank, whose mailbox the attacker cannot read. */
let address: string;
let attacker: TestCompany;
let squatter: { employeeId: string; userId: string };

/** The administrator of another company types the address, prints a code and registers it. */
beforeEach(async () => {
	at('2023-03-07T12:00:00.000Z');
	address = uniqueEmail();
	attacker = await newCompany();
	const employeeId = await newEmployee(attacker, { email: address, skipSendRegistrationEmail: true });
	const { body } = await as(attacker.admin).post(`/employees/${employeeId}/invitation/letter`);
	expect((await register(body.code)).status).toBe(200);
	squatter = { employeeId, userId: (await userOfEmployee(employeeId)).userId };
	expect(await mailsTo(squatter.userId)).not.toContain('invitation');
});

test('the operator sees that nobody has proven the address', async () => {
	const operator = as(await newUser(['PLATFORM_ADMIN']));
	expect((await operator.get(`/users/${squatter.userId}`)).body).toMatchObject({
		email: address,
		dateRegistered: '2023-03-07T12:00:00.000Z',
		dateProven: null,
		proof: null,
	});
});

test('the administrator of the company sees it too', async () => {
	const { body } = await as(attacker.admin).get(`/companies/${attacker.id}/people`);
	expect(body).toMatchObject([{ employeeId: squatter.employeeId, dateProven: null }]);
});
