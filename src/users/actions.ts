import { hashPassword } from '../auth/passwords.ts';
import { revokeSessionsOf } from '../auth/store.ts';
import { companiesByIds } from '../companies/store.ts';
import type { Role } from '../core/actor.ts';
import { DomainError, notFound } from '../core/domain-error.ts';
import { alteration, creation, ofUser } from '../core/history.ts';
import { newId } from '../core/id.ts';
import { type Change, patched } from '../core/patch.ts';
import { authorize } from '../core/policy.ts';
import { type Call, load } from '../db/call.ts';
import { batch } from '../db/client.ts';
import { fieldsOf } from '../db/history.ts';
import type { Write } from '../db/write.ts';
import { advanceEmployeeOf } from '../employees/store.ts';
import {
	emailTaken,
	insertUser,
	saveUser,
	setManagedCompanies,
	type User,
	userById,
	usersPage,
} from './store.ts';
import { users } from './table.ts';

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

export function createUser(
	call: Call,
	fields: Change<UserFields> & Pick<UserFields, 'email' | 'roles' | 'manageableCompanyIds'>,
): Write<User> {
	const { db, now } = call;
	authorize(call.actor, 'createUser');
	const secret = hashedOnce(fields.password);
	const decide = async () => {
		const [companies] = await load(call, [companiesByIds(db, fields.manageableCompanyIds)]);
		requireAll(companies, fields.manageableCompanyIds);
		const passwordHash = await secret();
		const user: User = {
			id: newId(now),
			dateCreated: now,
			dateModified: now,
			dateRegistered: passwordHash === null ? null : now,
			email: fields.email,
			roles: fields.roles,
			companyIds: fields.manageableCompanyIds.toSorted(),
			firstName: fields.firstName ?? null,
			lastName: fields.lastName ?? null,
			language: fields.language ?? null,
			employerId: null,
			revision: 0,
		};
		return {
			before: null,
			after: user,
			statements: [
				insertUser(db, { ...user, passwordHash }),
				...setManagedCompanies(db, user, user.companyIds),
			],
			events: [creation('user.created', ofUser(user.id, null), { ...told(user), ...managed(user) })],
			refusals: emailTaken,
		};
	};
	return { call, decide };
}

export async function readUser(call: Call, userId: string): Promise<User> {
	authorize(call.actor, 'readUser');
	const [[user]] = await batch(call.db, [userById(call.db, userId)]);
	if (user === undefined) throw notFound('user');
	return user;
}

export function updateUser(call: Call, userId: string, change: Change<UserFields>): Write<User> {
	const { db, now } = call;
	authorize(call.actor, 'updateUser');
	const { password, manageableCompanyIds, ...fields } = change;
	const secret = hashedOnce(password);
	const decide = async () => {
		const [[before], companies] = await load(call, [
			userById(db, userId),
			companiesByIds(db, manageableCompanyIds ?? []),
		]);
		if (before === undefined) throw notFound('user');
		requireAll(companies, manageableCompanyIds ?? []);
		const passwordHash = await secret();
		const after = {
			...patched<User>(before, { ...fields, companyIds: manageableCompanyIds?.toSorted() }),
			dateModified: now,
			dateRegistered: before.dateRegistered ?? (passwordHash === null ? null : now),
			revision: before.revision + 1,
		};
		const events = [
			...alteration('user.updated', ofUser(userId, before.employerId), told(before), {
				...told(after),
				// The history names the change of a secret and holds no trace of it.
				...(passwordHash !== null && { password: 'changed' }),
			}),
			// The employer does not learn which other companies the user manages.
			...alteration('user.updated', ofUser(userId, null), managed(before), managed(after)),
		];
		if (events.length === 0) return { before, after: before, statements: [], events };
		const statements = [
			saveUser(db, after, passwordHash),
			...(manageableCompanyIds ? setManagedCompanies(db, after, manageableCompanyIds) : []),
			...(after.email === before.email ? [] : [advanceEmployeeOf(db, userId)]),
			...(passwordHash === null ? [] : [revokeSessionsOf(db, userId, now)]),
		];
		return { before, after, statements, events, refusals: emailTaken };
	};
	return { call, decide };
}

/** The fields of a user as the history tells them. */
const told = (user: User) => fieldsOf(users, user);

const managed = ({ companyIds }: User) => ({ manageableCompanyIds: companyIds });

function requireAll(companies: readonly unknown[], ids: readonly string[]): void {
	if (companies.length < ids.length) {
		throw new DomainError('unknown_company', 'manageableCompanyIds names a company that does not exist.');
	}
}

/** Hashes the password when it is first asked for, once the request is known to be permitted; null without one. */
function hashedOnce(password: string | null | undefined): () => Promise<string | null> {
	let hash: Promise<string> | undefined;
	return async () => {
		if (!password) return null;
		hash ??= hashPassword(password);
		return hash;
	};
}
