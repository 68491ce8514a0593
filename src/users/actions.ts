import { hashPassword } from '../auth/passwords.ts';
import { authorize } from '../auth/policy.ts';
import { revokeSessionsOf } from '../auth/store.ts';
import { companiesByIds } from '../companies/store.ts';
import type { Role } from '../core/actor.ts';
import { DomainError, notFound } from '../core/domain-error.ts';
import { newId } from '../core/id.ts';
import type { Change } from '../core/patch.ts';
import type { Call } from '../db/call.ts';
import { batch } from '../db/client.ts';
import { commit } from '../db/commit.ts';
import {
	emailTaken,
	insertUser,
	registerUser,
	setManagedCompanies,
	type User,
	updateUser as update,
	userById,
	usersPage,
} from './store.ts';

interface UserFields {
	email: string;
	roles: Role[];
	manageableCompanyIds: string[];
	firstName: string | null;
	lastName: string | null;
	language: string | null;
	password: string | null;
}

export async function listUsers(call: Call, after: string, limit: number): Promise<User[]> {
	authorize(call.actor, 'listUsers');
	const [rows] = await batch(call.db, [usersPage(call.db, after, limit)]);
	return rows;
}

export async function createUser(
	call: Call,
	fields: Change<UserFields> & Pick<UserFields, 'email' | 'roles' | 'manageableCompanyIds'>,
): Promise<User> {
	authorize(call.actor, 'createUser');
	await requireCompanies(call, fields.manageableCompanyIds);
	const passwordHash = fields.password ? await hashPassword(fields.password) : null;
	const user: User = {
		id: newId(call.now),
		dateCreated: call.now,
		dateModified: call.now,
		dateRegistered: passwordHash === null ? null : call.now,
		email: fields.email,
		roles: fields.roles,
		companyIds: fields.manageableCompanyIds,
		firstName: fields.firstName ?? null,
		lastName: fields.lastName ?? null,
		language: fields.language ?? null,
	};
	const statements = [
		insertUser(call.db, { ...user, passwordHash }),
		...setManagedCompanies(call.db, user.id, user.companyIds),
	];
	await commit(call.db, statements, emailTaken);
	return user;
}

export async function readUser(call: Call, userId: string): Promise<User> {
	authorize(call.actor, 'readUser');
	const [[user]] = await batch(call.db, [userById(call.db, userId)]);
	if (user === undefined) throw notFound('user');
	return user;
}

export async function updateUser(call: Call, userId: string, change: Change<UserFields>): Promise<User> {
	const { db, now } = call;
	authorize(call.actor, 'updateUser');
	const { password, manageableCompanyIds, ...fields } = change;
	if (manageableCompanyIds) await requireCompanies(call, manageableCompanyIds);
	const secret = password ? { passwordHash: await hashPassword(password) } : undefined;
	const statements = [
		update(db, userId, { ...fields, ...secret, dateModified: now }),
		...(manageableCompanyIds ? setManagedCompanies(db, userId, manageableCompanyIds) : []),
		...(secret ? [registerUser(db, userId, now), revokeSessionsOf(db, userId, now)] : []),
	];
	const results = await commit(db, [...statements, userById(db, userId)], emailTaken);
	const [user] = results.at(-1) as User[];
	if (user === undefined) throw notFound('user');
	return user;
}

async function requireCompanies({ db }: Call, ids: readonly string[]): Promise<void> {
	const [companies] = await batch(db, [companiesByIds(db, ids)]);
	if (companies.length < ids.length) {
		throw new DomainError('unknown_company', 'manageableCompanyIds names a company that does not exist.');
	}
}
