import { hashPassword } from '../auth/passwords.ts';
import { authorize } from '../auth/policy.ts';
import { revokeSessionsOf } from '../auth/store.ts';
import type { Role } from '../core/actor.ts';
import { DomainError, notFound } from '../core/domain-error.ts';
import { newId } from '../core/id.ts';
import { type Change, patched } from '../core/patch.ts';
import type { Call } from '../db/call.ts';
import { batch } from '../db/client.ts';
import { commit, type Refusals } from '../db/commit.ts';
import {
	emailTaken,
	insertUser,
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
	authorize(call.actor, 'updateUser');
	const [[user]] = await batch(call.db, [userById(call.db, userId)]);
	if (user === undefined) throw notFound('user');
	const { password, manageableCompanyIds, ...fields } = change;
	const passwordHash = password ? await hashPassword(password) : undefined;
	const changed: User = {
		...patched<User>(user, { ...fields, companyIds: manageableCompanyIds }),
		dateModified: call.now,
		dateRegistered: user.dateRegistered ?? (passwordHash ? call.now : null),
	};
	const statements = [
		update(call.db, { ...changed, ...(passwordHash && { passwordHash }) }),
		...setManagedCompanies(call.db, userId, changed.companyIds),
		...(passwordHash ? [revokeSessionsOf(call.db, userId, call.now)] : []),
	];
	await commit(call.db, statements, refusals);
	return changed;
}
