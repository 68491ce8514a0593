import { beforeEach, expect, test } from 'vitest';
import { as, at, call, newAddress, openSession, type TestUser } from '../../../harness/service.ts';
import { askFor } from '../addresses/people.ts';
import {
	type Invited,
	mailedToken,
	mailsTo,
	newInvited,
	PASSWORD,
	platform,
	register,
} from '../one-time/links.ts';

/** An employee who has registered with a printed code. */
let person: Invited;
let user: TestUser;

beforeEach(async () => {
	at('2023-03-07T12:00:00.000Z');
	person = await newInvited({ skipSendRegistrationEmail: true });
	const { body } = await as(person.admin).post(`/employees/${person.employeeId}/invitation/letter`);
	expect((await register(body.code)).status).toBe(200);
	user = await openSession(person.userId);
});

const proveWith = (token: string, password: string) =>
	call('POST', '/auth/address/proof', { token, password }, { 'CF-Connecting-IP': newAddress() });
const proofOf = async () => (await (await platform()).get(`/users/${person.userId}`)).body.proof;

test('people ask for the link with their present address and the password', async () => {
	expect((await askFor(user, person.email, { password: 'not this one' })).status).toBe(400);
	expect(await mailsTo(person.userId)).not.toContain('proof_requested');
	expect((await askFor(user, person.email)).status).toBe(200);
	expect(await proofOf()).toBeNull();
	expect((await proveWith(await mailedToken(person.userId, 'proof_requested'), PASSWORD)).status).toBe(200);
	expect(await proofOf()).toBe('MAIL');
});

test('a proven person gets no such link', async () => {
	expect((await askFor(user, person.email)).status).toBe(200);
	expect((await proveWith(await mailedToken(person.userId, 'proof_requested'), PASSWORD)).status).toBe(200);
	const again = await openSession(person.userId);
	expect((await askFor(again, person.email)).status).toBe(200);
	expect((await mailsTo(person.userId)).filter((kind) => kind === 'proof_requested')).toHaveLength(1);
});

test('a newer link replaces the one before', async () => {
	expect((await askFor(user, person.email)).status).toBe(200);
	const first = await mailedToken(person.userId, 'proof_requested');
	expect((await askFor(user, person.email)).status).toBe(200);
	expect((await proveWith(first, PASSWORD)).body.code).toBe('link_not_valid');
});
