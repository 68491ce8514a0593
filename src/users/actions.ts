import { newMailedLink } from '../auth/one-time/rules.ts';
import { saveTokens } from '../auth/one-time/store.ts';
import { type Owner, passwordChangedMail, requireGoodPassword } from '../auth/password/rules.ts';
import { hashPassword } from '../auth/passwords.ts';
import { endSessionsOf } from '../auth/store.ts';
import { companiesByIds } from '../companies/store.ts';
import type { Role } from '../core/actor.ts';
import { aboutUser, alteration, creation } from '../core/history.ts';
import { newId } from '../core/id.ts';
import { type Patch, patched } from '../core/patch.ts';
import { authorizeForAll } from '../core/policy.ts';
import { Refusal, requireFound } from '../core/refusals.ts';
import { type Call, concern, load } from '../db/call.ts';
import type { Outcome } from '../db/write.ts';
import { advanceEmployeeOf } from '../employees/store.ts';
import { insertMail } from '../mail/store.ts';
import { emailTaken, lastPlatformAdmin } from './rules.ts';
import { insertUser, saveUser, setManagedCompanies, type User, userById, usersPage } from './store.ts';
import { tellUser } from './table.ts';

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
	authorizeForAll(call.actor, 'listUsers');
	const [rows] = await load(call, [usersPage(call.db, after, limit)]);
	return rows;
}

export async function createUser(
	call: Call,
	fields: Patch<UserFields> &
		Pick<UserFields, 'email' | 'roles' | 'manageableCompanyIds'> & {
			skipSendRegistrationEmail?: boolean | null | undefined;
		},
): Promise<Outcome<User>> {
	const { db, now, vault } = call;
	const scope = authorizeForAll(call.actor, 'createUser');
	const { manageableCompanyIds } = fields;
	await load(call, [companiesByIds(db, scope, manageableCompanyIds)], ([companies]) =>
		requireAll(companies, manageableCompanyIds),
	);
	const passwordHash = await hashed(fields.password, fields);
	const user: User = {
		id: newId(now),
		dateCreated: now,
		dateModified: now,
		dateRegistered: passwordHash === null ? null : now,
		dateClosed: null,
		email: fields.email,
		roles: fields.roles,
		companyIds: manageableCompanyIds.toSorted(),
		firstName: fields.firstName ?? null,
		lastName: fields.lastName ?? null,
		language: fields.language ?? null,
		employerId: null,
		revision: 0,
	};
	const [companyId = null, ...others] = user.companyIds;
	const recipient = { userId: user.id, companyId: others.length === 0 ? companyId : null };
	const invitation =
		passwordHash === null && fields.skipSendRegistrationEmail !== true
			? await newMailedLink(vault, 'REGISTRATION', recipient, now)
			: undefined;
	return {
		before: null,
		after: user,
		statements: [
			insertUser(db, { ...user, passwordHash }),
			...setManagedCompanies(db, user, user.companyIds),
			...(invitation ? [...saveTokens(db, [invitation.stored]), insertMail(db, invitation.mail)] : []),
		],
		mails: invitation ? [invitation.mail.id] : [],
		changes: [creation('user.created', aboutUser(user.id, null), { ...tellUser(user), ...managed(user) })],
		violations: { 'users.email_key': emailTaken },
	};
}

export async function readUser(call: Call, userId: string): Promise<User> {
	authorizeForAll(call.actor, 'readUser');
	return load(call, [userById(call.db, userId)], ([[user]]) => requireFound(user, 'user'));
}

export async function updateUser(
	call: Call,
	userId: string,
	patch: Patch<UserFields>,
): Promise<Outcome<User>> {
	const { db, now } = call;
	const scope = authorizeForAll(call.actor, 'updateUser');
	const { password, manageableCompanyIds, ...fields } = patch;
	const wanted = [userById(db, userId), companiesByIds(db, scope, manageableCompanyIds ?? [])] as const;
	const before = await load(call, wanted, ([[user], companies]) => {
		const found = requireFound(user, 'user');
		requireAll(companies, manageableCompanyIds ?? []);
		return found;
	});
	concern(call, userId);
	const passwordHash = await hashed(password, patched<Owner>(before, fields));
	const after = {
		...patched<User>(before, { ...fields, companyIds: manageableCompanyIds?.toSorted() }),
		dateModified: now,
		dateRegistered: before.dateRegistered ?? (passwordHash === null ? null : now),
		revision: before.revision + 1,
	};
	const changes = changesOfUser(before, after, passwordHash !== null);
	if (changes.length === 0) return { before, after: before, statements: [], changes };
	const told = passwordHash === null ? [] : [passwordChangedMail(userId, before.employerId, now)];
	const statements = [
		...told.map((mail) => insertMail(db, mail)),
		saveUser(db, after, passwordHash),
		...(manageableCompanyIds ? setManagedCompanies(db, after, manageableCompanyIds) : []),
		...(after.email === before.email ? [] : [advanceEmployeeOf(db, userId)]),
		...(passwordHash === null ? [] : endSessionsOf(call, userId, 'password_changed')),
	];
	const violations = { 'users.email_key': emailTaken, last_platform_admin: lastPlatformAdmin };
	return { before, after, statements, changes, violations, mails: told.map(({ id }) => id) };
}

function changesOfUser(before: User, after: User, isPasswordSet: boolean) {
	const fresh = {
		...tellUser(after),
		// The history records that the password changed, and nothing of its value.
		...(isPasswordSet && { password: 'changed' }),
	};
	return [
		...alteration('user.updated', aboutUser(before.id, before.employerId), tellUser(before), fresh),
		// An event of its own, without a company: the employer must not learn which other companies the user
		// manages.
		...alteration('user.updated', aboutUser(before.id, null), managed(before), managed(after)),
	];
}

const managed = ({ companyIds }: User) => ({ manageableCompanyIds: companyIds });

function requireAll(companies: readonly unknown[], ids: readonly string[]): void {
	if (companies.length < ids.length) {
		throw new Refusal('unknown_company', 'manageableCompanyIds names a company that does not exist.');
	}
}

async function hashed(password: string | null | undefined, owner: Owner): Promise<string | null> {
	if (!password) return null;
	requireGoodPassword(password, owner);
	return hashPassword(password);
}
