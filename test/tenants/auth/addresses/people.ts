import { env } from 'cloudflare:workers';
import { expect } from 'vitest';
import type { Bindings } from '../../../../src/foundation/http/env.ts';
import { postOffice } from '../../../harness/mail.ts';
import {
	as,
	at,
	call,
	newAddress,
	newUser,
	now,
	openSession,
	type TestUser,
	uniqueEmail,
} from '../../../harness/service.ts';
import { mailedToken, newInvited, PASSWORD, register } from '../one-time/links.ts';

export interface Member {
	admin: TestUser;
	employeeId: string;
	userId: string;
	email: string;
	user: TestUser;
}

/** A registered employee of a company of its own, who is signed in. */
export async function newMember(): Promise<Member> {
	const { token, ...invited } = await newInvited();
	expect((await register(token)).status).toBe(200);
	return { ...invited, user: await openSession(invited.userId) };
}

/** The member of the present test. */
export const member = {} as Member;

/** Begins a test at a fixed time, with a new member. */
export async function beginWithMember(): Promise<void> {
	at('2023-03-07T12:00:00.000Z');
	Object.assign(member, await newMember());
}

export const later = (milliseconds: number) => at(new Date(now() + milliseconds).toISOString());

export const NOT_VALID = { status: 400, body: { code: 'link_not_valid' } };

/** Bindings that carry mail. Without a carrier nobody can confirm an address. */
export const carrying = (): Bindings => postOffice().bindings;

export const askFor = (user: TestUser, email: string, fields: object = { password: PASSWORD }) =>
	as(user, carrying()).put('/auth/me', { email, ...fields });

const from = () => ({ 'CF-Connecting-IP': newAddress() });

export const confirm = (token: string) => call('POST', '/auth/address/confirmation', { token }, from());
export const restore = (token: string) => call('POST', '/auth/address/restoration', { token }, from());

/** Asks for an address and returns the token of the link that confirms it. */
export async function linkTo(member: Member, email = uniqueEmail()): Promise<string> {
	const user = await openSession(member.userId);
	expect(await askFor(user, email)).toMatchObject({ status: 200 });
	return mailedToken(member.userId, 'address_confirmation');
}

/** Changes the address and returns the token of the link that takes the change back. */
export async function moved(member: Member, email = uniqueEmail()): Promise<string> {
	expect(await confirm(await linkTo(member, email))).toMatchObject({ status: 200 });
	return mailedToken(member.userId, 'address_changed');
}

/** Lets the operator change the address. Returns the token of the link that takes the change back. */
export async function movedByOperator({ userId }: Member, email = uniqueEmail()): Promise<string> {
	const operator = await newUser(['PLATFORM_ADMIN']);
	expect(await as(operator).put(`/users/${userId}`, { email })).toMatchObject({ status: 200 });
	return mailedToken(userId, 'address_changed');
}

export const addressOf = (userId: string) =>
	env.DB.prepare('SELECT email FROM users WHERE id = ?').bind(userId).first<string>('email');

export const linksOf = async (userId: string) =>
	(
		await env.DB.prepare('SELECT kind FROM address_changes WHERE user_id = ? ORDER BY id')
			.bind(userId)
			.all<{ kind: string }>()
	).results.map(({ kind }) => kind);
