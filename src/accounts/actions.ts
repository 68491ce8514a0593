import {
	askForAddress,
	countAddressMails,
	leavingAddress,
	requireFewMails,
} from '../auth/addresses/actions.ts';
import { newMailedLink } from '../auth/one-time/rules.ts';
import { mailedInvitationOf, saveTokens } from '../auth/one-time/store.ts';
import { hashPassword, type Owner, requireGoodPassword } from '../auth/password/rules.ts';
import { endSessionsOf } from '../auth/store.ts';
import { companiesByIds } from '../companies/store.ts';
import type { Role, Scope } from '../core/actor.ts';
import { aboutUser, alteration, type Change, creation } from '../core/history.ts';
import { newId, newIdIn } from '../core/id.ts';
import { type Patch, patched } from '../core/patch.ts';
import { authorize } from '../core/policy.ts';
import { Refusal, requireFound } from '../core/refusals.ts';
import { type Call, concern, load } from '../db/call.ts';
import type { Outcome } from '../db/write.ts';
import { newMail, tooManyInvitations } from '../mail/rules.ts';
import { insertMail } from '../mail/store.ts';
import { invited } from '../onboarding/invitations/rules.ts';
import { requireFew } from '../users/attempts/rules.ts';
import { emailTakenCounted, takenSoFar } from '../users/attempts/store.ts';
import {
	alreadyColleague,
	emailTaken,
	hasGained,
	lastCompanyAdmin,
	lastPlatformAdmin,
	leftByAdmin,
	readerOf,
	requireForCompany,
	requireOwnUser,
} from '../users/rules.ts';
import {
	insertUser,
	requireAdministrators,
	saveUser,
	setManagedCompanies,
	type User,
	userByEmail,
	userById,
} from '../users/store.ts';
import { tellUser } from '../users/table.ts';

interface UserFields {
	email: string;
	roles: Role[];
	manageableCompanyIds: string[];
	firstName: string | null;
	lastName: string | null;
	language: string | null;
	password: string | null;
}

/** Administrators of a company create users of their companies only, and set no passwords. */
export async function createUser(
	call: Call,
	fields: Patch<UserFields> &
		Pick<UserFields, 'email' | 'roles' | 'manageableCompanyIds'> & {
			skipSendRegistrationEmail?: boolean | null | undefined;
		},
): Promise<Outcome<User>> {
	const { db, now, actor } = call;
	const scope = authorize(actor, 'createUser');
	const { email, manageableCompanyIds } = fields;
	if (db.cell !== undefined && fields.roles.includes('PLATFORM_ADMIN')) throw platformElsewhere();
	const wanted = [
		companiesByIds(db, scope, manageableCompanyIds),
		userByEmail(db, scope, email),
		takenSoFar(db, actor, now),
	] as const;
	const [, [holder], [taken]] = await load(call, wanted, (results) => {
		requireAll(results[0], manageableCompanyIds);
		return results;
	});
	if (!scope.all) {
		requireForCompany(actor.userId, null, fields);
		requireFew('nextTaken', taken, now);
		if (holder !== undefined) throw alreadyColleague(holder.id);
	}
	const passwordHash = await hashed(fields.password, fields);
	const companyIds = manageableCompanyIds.toSorted();
	const [companyId = null, ...others] = companyIds;
	const user: User = {
		id: companyId === null ? newId(now) : newIdIn(companyId, now),
		dateCreated: now,
		dateModified: now,
		dateRegistered: passwordHash === null ? null : now,
		dateClosed: null,
		closer: null,
		email: fields.email,
		roles: fields.roles,
		companyIds,
		firstName: fields.firstName ?? null,
		lastName: fields.lastName ?? null,
		language: fields.language ?? null,
		employerId: null,
		isOutside: false,
		revision: 0,
	};
	const recipient = { userId: user.id, companyId: others.length === 0 ? companyId : null };
	const invitation =
		passwordHash === null && fields.skipSendRegistrationEmail !== true
			? await newMailedLink(call, 'REGISTRATION', recipient, actor.userId, now)
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
		changes: changesOfNewUser(user),
		violations: {
			...(scope.all ? { 'users.email_key': emailTaken } : emailTakenCounted(call)),
			...tooManyInvitations(now),
		},
	};
}

/**
 * Changes a user. Links of an invited user end with the old address or with new rights, and a new invitation is sent. An
 * administrator of a company only proposes an address to a registered user, because the address has to confirm it.
 */
export async function updateUser(
	call: Call,
	userId: string,
	patch: Patch<UserFields>,
): Promise<Outcome<User>> {
	const { db, now, actor } = call;
	const scope = authorize(actor, 'updateUser');
	const { password, manageableCompanyIds, ...fields } = patch;
	const { before, pending, proposed } = await loadToUpdate(call, scope, userId, patch);
	if (proposed !== undefined) fields.email = before.email;
	const passwordHash = await hashed(password, patched<Owner>(before, fields));
	const after = {
		...patched<User>(before, { ...fields, companyIds: manageableCompanyIds?.toSorted() }),
		dateModified: now,
		dateRegistered: before.dateRegistered ?? (passwordHash === null ? null : now),
		revision: before.revision + 1,
	};
	const changes = changesOfUser(before, after, passwordHash !== null);
	const address = await addressPart(call, before, after, proposed);
	const all = [...changes, ...address.changes];
	if (changes.length === 0) return { before, after: before, ...address };
	const left = scope.all ? [] : leftByAdmin(before, after);
	const told =
		passwordHash === null
			? []
			: [newMail('password_changed', userId, readerOf(before.employerId, before.companyIds), now)];
	const invitation = pending && (await invitedAgain(call, before, after));
	const statements = [
		...told.map((mail) => insertMail(db, mail)),
		...address.first,
		saveUser(db, before, after, passwordHash),
		...(manageableCompanyIds ? setManagedCompanies(db, after, manageableCompanyIds) : []),
		...(passwordHash === null ? [] : endSessionsOf(call, userId, 'password_changed')),
		...requireAdministrators(db, left),
		...address.statements,
		...(invitation?.statements ?? []),
	];
	return {
		before,
		after,
		statements,
		changes: [...all, ...(invitation?.changes ?? [])],
		violations: {
			...(scope.all ? { 'users.email_key': emailTaken } : emailTakenCounted(call)),
			last_platform_admin: lastPlatformAdmin,
			last_company_admin: lastCompanyAdmin,
			...tooManyInvitations(call.now),
		},
		mails: [...told.map(({ id }) => id), ...address.mails, ...(invitation?.mails ?? [])],
	};
}

/** Loads a user and refuses what the caller may not change. `proposed` is an address that has to be confirmed first. */
async function loadToUpdate(call: Call, scope: Scope, userId: string, patch: Patch<UserFields>) {
	const { db, now, actor } = call;
	const { email: wanted, manageableCompanyIds } = patch;
	const queries = [
		userById(db, scope, userId),
		companiesByIds(db, scope, manageableCompanyIds ?? []),
		takenSoFar(db, actor, now),
		mailedInvitationOf(db, userId, now),
		...(await countAddressMails(call, scope.all ? undefined : wanted)),
	] as const;
	const [before, results] = await load(call, queries, (found) => {
		const user = requireFound(found[0][0], 'user');
		requireAll(found[1], manageableCompanyIds ?? []);
		return [user, found] as const;
	});
	const [, , [taken], [pending], [byCaller], [toAddress]] = results;
	concern(call, userId);
	const email = wanted === before.email ? undefined : wanted;
	const isProposed = !scope.all && before.dateRegistered !== null;
	if (!scope.all) {
		requireOwnUser(before);
		requireForCompany(actor.userId, before, { ...patch, email });
		if (email !== undefined) requireFew('nextTaken', taken, now);
	}
	if (!isProposed || email === undefined) return { before, pending, proposed: undefined };
	requireFewMails('addressesOfOthers', byCaller, toAddress, now);
	return { before, pending, proposed: email };
}

/** Returns what a new address needs besides the record: a link to confirm it, or one that takes the change back. */
async function addressPart(call: Call, before: User, after: User, proposed: string | undefined) {
	const companyId = readerOf(before.employerId, before.companyIds);
	if (proposed !== undefined) {
		const asked = await askForAddress(call, { id: before.id, companyId }, proposed, 'ADMINISTRATOR');
		return { ...asked, first: [] };
	}
	if (after.email === before.email) return { first: [], statements: [], mails: [], changes: [] };
	return { ...(await leavingAddress(call, { ...before, companyId }, 'PLATFORM')), changes: [] };
}

/** Renews the invitation of a user whose links end with this change. Triggers end them before it is stored. */
async function invitedAgain(call: Call, before: User, after: User) {
	const { db, now, actor } = call;
	const isEnded = after.email !== before.email || hasGained(before, after);
	if (!isEnded || after.dateRegistered !== null) return undefined;
	const companyId = readerOf(before.employerId, after.companyIds);
	const recipient = { userId: before.id, companyId };
	const { stored, mail } = await newMailedLink(call, 'REGISTRATION', recipient, actor.userId, now);
	return {
		statements: [...saveTokens(db, [stored]), insertMail(db, mail)],
		changes: [invited('MAIL', stored, companyId)],
		mails: [mail.id],
	};
}

function changesOfNewUser(user: User): Change[] {
	const { id, companyIds } = user;
	const [sole = null, ...others] = companyIds;
	const told = { ...tellUser(user), manageableCompanyIds: companyIds };
	if (others.length === 0) return [creation('user.created', aboutUser(id, sole), told)];
	return [
		creation('user.created', aboutUser(id, null), told),
		...changesOfCompanies({ ...user, companyIds: [] }, user),
	];
}

function changesOfUser(before: User, after: User, isPasswordSet: boolean): Change[] {
	const fresh = {
		...tellUser(after),
		// The history records that the password changed, but not its value.
		...(isPasswordSet && { password: 'changed' }),
	};
	const reader = readerOf(before.employerId, [...before.companyIds, ...after.companyIds]);
	return [
		...alteration('user.updated', aboutUser(before.id, reader), tellUser(before), fresh),
		...changesOfCompanies(before, after),
	];
}

/** Creates an event per affected company, because none may learn of the others. */
function changesOfCompanies(before: User, after: User): Change[] {
	const concerned = new Set([...before.companyIds, ...after.companyIds]);
	return [...concerned].flatMap((companyId) => {
		const managed = ({ companyIds }: User) => ({
			manageableCompanyIds: companyIds.filter((id) => id === companyId),
		});
		return alteration('user.updated', aboutUser(before.id, companyId), managed(before), managed(after));
	});
}

function requireAll(companies: readonly unknown[], ids: readonly string[]): void {
	if (companies.length < ids.length) {
		throw new Refusal(
			'unknown_company',
			'manageableCompanyIds contains a company that does not exist or that you do not manage.',
		);
	}
}

async function hashed(password: string | null | undefined, owner: Owner): Promise<string | null> {
	if (!password) return null;
	requireGoodPassword(password, owner);
	return hashPassword(password);
}

const platformElsewhere = (): Refusal =>
	new Refusal(
		'several_databases',
		'One of these companies has a database of its own, in which nobody can be a PLATFORM_ADMIN. Create another user for that role.',
	);
