import { beforeEach, expect, test } from 'vitest';
import { postOffice } from '../../harness/mail.ts';
import { giveSecondFactor } from '../../harness/second-factor.ts';
import { as, at, uniqueEmail } from '../../harness/service.ts';
import { confirm } from '../../tenants/auth/addresses/people.ts';
import {
	type Invited,
	logIn,
	mailedToken,
	mailsTo,
	newForgetful,
	requestReset,
} from '../../tenants/auth/one-time/links.ts';

/** A registered person, whose company's administrator wants to become that person. */
let person: Invited;

beforeEach(async () => {
	at('2023-03-07T12:00:00.000Z');
	person = await newForgetful();
	await giveSecondFactor(person.userId);
});

test('an administrator who resets the factor and moves the address gets no link to a new password', async () => {
	const { admin, userId } = person;
	const own = uniqueEmail();
	const asAdmin = as(admin, postOffice().bindings);
	expect((await asAdmin.delete(`/users/${userId}/second-factor`)).status).toBe(200);
	expect((await asAdmin.put(`/users/${userId}`, { email: own })).status).toBe(200);
	await confirm(await mailedToken(userId, 'address_confirmation'));
	for (const email of [own, person.email]) {
		expect((await requestReset(email)).status).toBe(200);
		expect((await mailsTo(userId)).filter((kind) => kind === 'password_reset')).toHaveLength(1);
	}
	expect((await logIn(own, 'a password of the administrator')).status).toBe(401);
	expect((await mailsTo(userId)).at(-1)).toBe('password_reset_rests');
});
