import { env } from 'cloudflare:workers';
import { expect } from 'vitest';
import { postOffice } from '../../../harness/mail.ts';
import { as, call, newAddress, newUser, now, type TestUser, uniqueEmail } from '../../../harness/service.ts';
import { mailedToken } from '../one-time/links.ts';

const from = () => ({ 'CF-Connecting-IP': newAddress() });

export const confirm = (token: string, proof: object = {}) =>
	call('POST', '/auth/address/confirmation', { token, ...proof }, from());
export const answer = (token: string, agrees = true) =>
	call('POST', '/auth/address/agreement', { token, agrees }, from());

/** Asks for another address of a person, as an administrator. Returns the request and its tokens in both mailboxes. */
export async function asked(admin: TestUser, userId: string, companyId: string, email = uniqueEmail()) {
	const answered = await as(admin, postOffice().bindings).put(`/users/${userId}`, { email });
	expect(answered).toMatchObject({ status: 200 });
	const { body } = await as(admin).get(
		`/companies/${companyId}/identity-changes?userId=${userId}&state=OPEN`,
	);
	return {
		email,
		id: body.at(-1).id as string,
		path: `/companies/${companyId}/identity-changes/${body.at(-1).id}`,
		inNew: await mailedToken(userId, 'address_proof'),
		inOld: await mailedToken(userId, 'address_agreement'),
	};
}

/** A further administrator of the company, since long ago. */
export async function newColleague(companyId: string): Promise<TestUser> {
	const colleague = await newUser(['COMPANY_ADMIN'], [companyId]);
	await since(colleague.userId, 0);
	return colleague;
}

export const since = (userId: string, at = now()) =>
	env.DB.prepare('UPDATE users SET date_created = ? WHERE id = ?').bind(at, userId).run();
