import { env } from 'cloudflare:workers';
import { expect } from 'vitest';
import { vaultOf } from '../../../../src/foundation/core/vault.ts';
import type { Bindings } from '../../../../src/foundation/http/env.ts';
import {
	as,
	call,
	newAddress,
	newCompany,
	newEmployee,
	newUser,
	type TestUser,
} from '../../../harness/service.ts';

export const PASSWORD = 'nine miles before breakfast';

/** The token in the newest mail to a user that still waits, as its text would tell it. */
export async function mailedToken(userId: string, kind = 'invitation', database = env.DB): Promise<string> {
	const mail = await database
		.prepare('SELECT id, sealed FROM mails WHERE user_id = ? AND kind = ? ORDER BY rowid DESC LIMIT 1')
		.bind(userId, kind)
		.first<{ id: string; sealed: string }>();
	if (!mail?.sealed) throw new Error(`No ${kind} waits for ${userId}`);
	return vaultOf(env).open(mail.sealed, `mail ${mail.id}`);
}

export const mailsTo = async (userId: string): Promise<string[]> => {
	const { results } = await env.DB.prepare('SELECT kind FROM mails WHERE user_id = ? ORDER BY rowid')
		.bind(userId)
		.all<{ kind: string }>();
	return results.map(({ kind }) => kind);
};

export interface Invited {
	admin: TestUser;
	employeeId: string;
	userId: string;
	email: string;
	token: string;
}

/** An employee of a company of its own, who was invited by being created. */
export async function newInvited(fields: object = {}): Promise<Invited> {
	const company = await newCompany();
	const employeeId = await newEmployee(company, fields);
	const { userId, email } = await userOfEmployee(employeeId);
	const token = 'skipSendRegistrationEmail' in fields ? '' : await mailedToken(userId);
	return { admin: company.admin, employeeId, userId, email, token };
}

export async function userOfEmployee(employeeId: string): Promise<{ userId: string; email: string }> {
	const found = await env.DB.prepare(
		'SELECT users.id AS userId, email FROM users JOIN employees ON user_id = users.id WHERE employees.id = ?',
	)
		.bind(employeeId)
		.first<{ userId: string; email: string }>();
	if (found === null) throw new Error(`There is no employee ${employeeId}`);
	return found;
}

const fromAnywhere = () => ({ 'CF-Connecting-IP': newAddress() });

export const register = (token: string, password = PASSWORD) =>
	call('POST', '/auth/registration', { token, password }, fromAnywhere());
export const renew = (token: string, bindings: Bindings = env) =>
	call('POST', '/auth/registration/renewal', { token }, fromAnywhere(), bindings);
export const requestReset = (email: string, bindings: Bindings = env) =>
	call('POST', '/auth/password-reset', { email }, fromAnywhere(), bindings);
export const confirmReset = (token: string, password = PASSWORD) =>
	call('POST', '/auth/password-reset/confirmation', { token, password }, fromAnywhere());
export const logIn = (email: string, password = PASSWORD) =>
	call('POST', '/auth', { email, password }, fromAnywhere());

/** Has registered, and has a link for another password. */
export async function newForgetful(): Promise<Invited> {
	const invited = await newInvited();
	expect((await register(invited.token)).status).toBe(200);
	expect((await requestReset(invited.email)).status).toBe(200);
	return { ...invited, token: await mailedToken(invited.userId, 'password_reset') };
}

export const platform = async () => as(await newUser(['PLATFORM_ADMIN']));
