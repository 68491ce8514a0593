import { env } from 'cloudflare:workers';
import { scryptSync } from 'node:crypto';
import { expect } from 'vitest';
import { newId } from '../../../src/foundation/core/id.ts';
import { commit } from '../../../src/foundation/db/commit.ts';
import { insertUser } from '../../../src/tenants/users/store.ts';
import { as, db, newUser, now, uniqueEmail } from '../../harness/service.ts';

export const PASSWORD = 'correct horse battery staple';

/** Registers a user with the password, and returns its e-mail. */
export async function registered(email = uniqueEmail()): Promise<string> {
	const platform = await newUser(['PLATFORM_ADMIN']);
	const user = { email, roles: ['COMPANY_ADMIN'], password: PASSWORD };
	expect((await as(platform).post('/users', user)).status).toBe(201);
	return email;
}

const base64 = (bytes: Buffer) => bytes.toString('base64').replaceAll('=', '');
const salt = Buffer.from('a salt of sixteen');
const key = scryptSync(PASSWORD, salt, 32, { N: 2, r: 1, p: 1 });
const cheapHash = `$scrypt$ln=1,r=1,p=1$${base64(salt)}$${base64(key)}`;

/** For tests that log in often: the stored hash names the least cost, and is checked at the cost that it names. */
export async function registeredCheaply(email = uniqueEmail()): Promise<string> {
	const user = { id: newId(now()), dateCreated: now(), dateModified: now(), email };
	await commit(db, [insertUser(db, { ...user, roles: ['COMPANY_ADMIN'], passwordHash: cheapHash })]);
	return email;
}

/** Gives a user the password, as cheaply. */
export async function withPassword(userId: string, database = env.DB): Promise<void> {
	await database.prepare('UPDATE users SET password_hash = ? WHERE id = ?').bind(cheapHash, userId).run();
}
