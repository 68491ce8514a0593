import { hashPassword } from '../auth/passwords.ts';
import { authorize } from '../auth/policy.ts';
import { revokeSessionsOf } from '../auth/store.ts';
import type { Role } from '../core/actor.ts';
import { DomainError, notFound } from '../core/domain-error.ts';
import { newId } from '../core/id.ts';
import type { Change } from '../core/patch.ts';
import type { Call } from '../db/call.ts';
import { batch } from '../db/client.ts';
import { commit, type Refusals } from '../db/commit.ts';
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

const refusals: Refusals = {
	...emailTaken,
	'FOREIGN KEY': () =>
		new DomainError('unknown_company', 'manageableCompanyIds names a company that does not exist.'),
};

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
	await commit(call.db, statements, refusals);
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
	const secret = password ? { passwordHash: await hashPassword(password) } : undefined;
	const statements = [
		update(db, userId, { ...fields, ...secret, dateModified: now }),
		...(manageableCompanyIds ? setManagedCompanies(db, userId, manageableCompanyIds) : []),
		...(secret ? [registerUser(db, userId, now), revokeSessionsOf(db, userId, now)] : []),
	];
	const results = await commit(db, [...statements, userById(db, userId)], refusals);
	const [user] = results.at(-1) as User[];
	if (user === undefined) throw notFound('user');
	return user;
}
