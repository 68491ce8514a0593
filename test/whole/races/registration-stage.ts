import { env } from 'cloudflare:workers';
import type { Bindings } from '../../../src/foundation/http/env.ts';
import { as, at, call, newAddress, newUser, type TestUser } from '../../harness/service.ts';
import { logIn, newInvited } from '../../tenants/auth/one-time/links.ts';
import type { Operation, Operations, Stage } from './stage.ts';

const NOON = '2023-03-07T12:00:00.000Z';
const PASSWORDS = ['nine miles before breakfast', 'ten herons on the harbour'] as const;

/** An employee who was invited, and the link. */
interface RegistrationWorld {
	platform: TestUser;
	admin: TestUser;
	employeeId: string;
	userId: string;
	email: string;
	token: string;
}

async function build(): Promise<RegistrationWorld> {
	at(NOON);
	return { platform: await newUser(['PLATFORM_ADMIN']), ...(await newInvited()) };
}

const asked = (path: string, body: object, bindings: Bindings) =>
	call('POST', path, body, { 'CF-Connecting-IP': newAddress() }, bindings);

const registering =
	(password: string): Operation<RegistrationWorld> =>
	({ token }, bindings) =>
		asked('/auth/registration', { token, password }, bindings);

const registration: Operations<RegistrationWorld> = {
	register: registering(PASSWORDS[0]),
	'register with another password': registering(PASSWORDS[1]),
	'invite again': ({ admin, employeeId }, bindings) =>
		as(admin, bindings).post(`/employees/${employeeId}/invitation`),
	'ask for a password': ({ email }, bindings) => asked('/auth/password-reset', { email }, bindings),
	'renew the invitation': ({ token }, bindings) => asked('/auth/registration/renewal', { token }, bindings),
	'close the user': ({ platform, userId }, bindings) =>
		as(platform, bindings).post(`/users/${userId}/closure`),
	'name the user': ({ admin, employeeId }, bindings) =>
		as(admin, bindings).put(`/employees/${employeeId}`, { firstName: 'Ada' }),
};

const countOf = (table: 'one_time_tokens' | 'sessions' | 'mails', userId: string) =>
	env.DB.prepare(`SELECT count(*) AS n FROM ${table} WHERE user_id = ?`).bind(userId).first('n');

/** Which password counts, and how many links and sessions there are. */
async function observe({ platform, userId, email }: RegistrationWorld): Promise<Record<string, unknown>> {
	const { body: user } = await as(platform).get(`/users/${userId}`);
	const seen: Record<string, unknown> = { user };
	for (const table of ['one_time_tokens', 'sessions', 'mails'] as const) {
		seen[table] = await countOf(table, userId);
	}
	for (const password of PASSWORDS) seen[password] = (await logIn(email, password)).status;
	return seen;
}

export const registrationStage: Stage<RegistrationWorld> = {
	build,
	setClock: () => at(NOON),
	subjects: [registration],
	// After four invitations, an address has only one left for the day.
	histories: [[], Array(3).fill('invite again')],
	observe,
	names: ({ userId, email }) => ({ [userId]: 'user', [email]: 'email' }),
};
