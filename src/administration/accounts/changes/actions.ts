import { invited } from '../../../benefits/onboarding/invitations/rules.ts';
import { cellsOf } from '../../../foundation/cells/whereabouts.ts';
import type { Scope } from '../../../foundation/core/actor.ts';
import { aboutUser, alteration, type Change } from '../../../foundation/core/history.ts';
import type { Instant } from '../../../foundation/core/instant.ts';
import { type Patch, patched } from '../../../foundation/core/patch.ts';
import { authorize } from '../../../foundation/core/policy.ts';
import { requireFound } from '../../../foundation/core/refusals.ts';
import { type Call, concern, load } from '../../../foundation/db/call.ts';
import type { Statement } from '../../../foundation/db/database.ts';
import type { Outcome } from '../../../foundation/db/write.ts';
import {
	countAddressMails,
	leavingAddress,
	requireFewMails,
	toldOfRelease,
} from '../../../tenants/auth/addresses/actions.ts';
import { askForMove, changeByOperator } from '../../../tenants/auth/identity-changes/actions.ts';
import { newMailedLink } from '../../../tenants/auth/one-time/rules.ts';
import { mailedInvitationOf, saveTokens } from '../../../tenants/auth/one-time/store.ts';
import { hashGiven, type PasswordOwner } from '../../../tenants/auth/password/rules.ts';
import { proofOfUser } from '../../../tenants/auth/proofs/store.ts';
import { endSessionsOf } from '../../../tenants/auth/store.ts';
import { winning } from '../../../tenants/auth/winning/actions.ts';
import { companiesByIds } from '../../../tenants/companies/store.ts';
import { newMail, tooManyInvitations } from '../../../tenants/mail/rules.ts';
import { insertMail } from '../../../tenants/mail/store.ts';
import { requireFewTaken } from '../../../tenants/users/attempts/rules.ts';
import { emailTakenCounted, takenSoFar } from '../../../tenants/users/attempts/store.ts';
import { provenAfter } from '../../../tenants/users/identity/rules.ts';
import { prove, takeAddress } from '../../../tenants/users/identity/store.ts';
import {
	emailKey,
	emailTaken,
	hasGained,
	lastCompanyAdmin,
	lastPlatformAdmin,
	leftByAdmin,
	readerOf,
	requireForCompany,
	requireOwnUser,
} from '../../../tenants/users/rules.ts';
import { requireAdministrators, saveUser, type User, userById } from '../../../tenants/users/store.ts';
import { tellUser } from '../../../tenants/users/table.ts';
import { changesOfCompanies, companiesOf, managing, requireAll, tellCells } from '../companies/actions.ts';
import { decideRights } from '../rights/actions.ts';
import { platformElsewhere, type UserFields } from '../rules.ts';

/**
 * Changes a user. Links of an invited user end with the old address or with new rights, and a new invitation is sent. When an administrator
 * of a company sets a registered user's address, this only asks for the change.
 */
export async function updateUser(
	call: Call,
	userId: string,
	patch: Patch<UserFields>,
): Promise<Outcome<User>> {
	const { db, now, actor } = call;
	const scope = authorize(actor, 'updateUser');
	const { password, manageableCompanyIds, ...fields } = patch;
	if (db.cell !== undefined && fields.roles?.includes('PLATFORM_ADMIN')) throw platformElsewhere();
	const loaded = await loadToUpdate(call, scope, userId, patch);
	const { before, pending, proposed, grantedIds, waitingRights } = loaded;
	if (proposed !== undefined) fields.email = before.email;
	const passwordHash = await hashGiven(password, patched<PasswordOwner>(before, fields));
	const isMoved = emailKey(fields.email ?? before.email) !== emailKey(before.email);
	const proof = provenAfter(before, { isMoved, hasNewPassword: passwordHash !== null }, now);
	const proposal = patched<User>(before, {
		...fields,
		...proof,
		companyIds: manageableCompanyIds?.toSorted(),
		grantedIds,
	});
	const rights = await decideRights(call, before, proposal, waitingRights, patch);
	const after = {
		...rights.user,
		hasLostAddress: before.hasLostAddress && !isMoved,
		dateModified: now,
		dateRegistered: before.dateRegistered ?? (passwordHash === null ? null : now),
		revision: before.revision + 1,
	};
	const changes = changesOfUser(before, after, passwordHash !== null);
	const isGranted = before.grantedIds.length + after.grantedIds.length > 0;
	const address = await addressPart(call, before, after, proposed);
	const all = [...changes, ...address.changes, ...rights.changes];
	const { violations } = address;
	const parts = { statements: [...address.statements, ...rights.statements], changes: all, violations };
	if (changes.length === 0 && !(isGranted && manageableCompanyIds)) {
		const { pendingRoles, pendingCompanyIds } = after;
		const mails = [...address.mails, ...rights.mails];
		return { before, after: { ...before, pendingRoles, pendingCompanyIds }, ...parts, mails };
	}
	const left = scope.all ? [] : leftByAdmin(before, after);
	const told = passwordHash === null ? [] : [passwordMail(before, now)];
	const invitation = pending && (await invitedAgain(call, before, after));
	const statements = [
		...told.map((mail) => insertMail(db, mail)),
		...address.first,
		...saving(call, before, after, passwordHash),
		...(manageableCompanyIds || rights.begins ? managing(call, after, isGranted) : []),
		...(passwordHash === null ? [] : endSessionsOf(call, userId, 'password_changed')),
		...requireAdministrators(db, left),
		...parts.statements,
		...(invitation?.statements ?? []),
	];
	return {
		before,
		after,
		statements,
		changes: [...all, ...(invitation?.changes ?? [])],
		...(isGranted && { follow: () => tellCells(call, after) }),
		violations: {
			...(scope.all ? { 'users.email_key': emailTaken } : emailTakenCounted(call, after.email)),
			last_platform_admin: lastPlatformAdmin,
			last_company_admin: lastCompanyAdmin,
			...violations,
			...tooManyInvitations(call.now),
		},
		mails: [...told.map(({ id }) => id), ...address.mails, ...rights.mails, ...(invitation?.mails ?? [])],
	};
}

/** Returns the statements that store a user with a proof. The proven address is taken from others. */
function saving(call: Call, before: User, after: User, passwordHash: string | null): Statement[] {
	const { db, now } = call;
	const { id: userId, dateRegistered } = before;
	const old = { userId, emailKey: emailKey(before.email) };
	const present = { userId, emailKey: emailKey(after.email) };
	const takeOver = winning(call, userId);
	const isMoved = old.emailKey !== present.emailKey;
	const registers = dateRegistered === null && passwordHash !== null && !isMoved;
	return [
		...(registers ? takeAddress(db, old, now, takeOver) : []),
		// A new address ends the proof of the old one, which new rights need.
		...(isMoved && !hasGained(before, after) ? [] : prove(db, old, after.proof, now, takeOver)),
		saveUser(db, before, after, passwordHash, takeOver),
		...prove(db, present, after.proof, now, takeOver),
	];
}

const passwordMail = ({ id, employerId, companyIds, grantedIds }: User, now: Instant) =>
	newMail('password_changed', id, readerOf(employerId, companyIds, grantedIds), now);

/** Loads a user and refuses what the caller may not change. `proposed` is an address that must be confirmed first. */
async function loadToUpdate(call: Call, scope: Scope, userId: string, patch: Patch<UserFields>) {
	const { db, now, actor } = call;
	const { email: wanted, manageableCompanyIds } = patch;
	const queries = [
		userById(db, scope, userId),
		companiesByIds(db, scope, manageableCompanyIds ?? []),
		takenSoFar(db, actor, now),
		mailedInvitationOf(db, userId, now),
		cellsOf(db, scope.all ? (manageableCompanyIds ?? []) : []),
		...(await countAddressMails(call, scope.all ? undefined : wanted)),
		proofOfUser(db, userId),
	] as const;
	const [before, results] = await load(call, queries, (found) => {
		const user = requireFound(found[0][0], 'user');
		return [user, found] as const;
	});
	const [, here, [taken], [pending], inCells, [byCaller], [toAddress], [waitingRights]] = results;
	const others = (manageableCompanyIds ?? []).filter((id) => !here.some((company) => company.id === id));
	const elsewhere = scope.all && db.cell !== undefined ? await companiesOf(db, others) : inCells;
	requireAll([...here, ...elsewhere], manageableCompanyIds ?? []);
	const grantedIds = manageableCompanyIds && elsewhere.map((place) => place.companyId).sort();
	concern(call, userId);
	const email = wanted === before.email ? undefined : wanted;
	const isProposed = !scope.all && before.dateRegistered !== null;
	if (!scope.all) {
		requireOwnUser(before);
		requireForCompany(actor.userId, before, { ...patch, email });
		if (email !== undefined) requireFewTaken(taken, [email], now);
	}
	if (!isProposed || email === undefined)
		return { before, pending, grantedIds, waitingRights, proposed: undefined };
	requireFewMails('addressesOfOthers', byCaller, toAddress, now);
	return { before, pending, grantedIds, waitingRights, proposed: email };
}

/** Returns the mails and links for a new address: the request to change it, or a link that takes the operator's change back. */
async function addressPart(call: Call, before: User, after: User, proposed: string | undefined) {
	const companyId = readerOf(before.employerId, before.companyIds, before.grantedIds);
	if (proposed !== undefined) {
		return { ...(await askForMove(call, { ...before, companyId }, proposed)), first: [] };
	}
	if (after.email === before.email)
		return { first: [], statements: [], mails: [], changes: [], violations: {} };
	const mover = { ...before, companyId };
	const left = await leavingAddress(call, mover, 'PLATFORM', 'operator');
	const isTold = before.dateRegistered !== null;
	const told = isTold
		? [...toldOfRelease(call, mover, after.email), changeByOperator(call, mover, after.email)]
		: [];
	return { ...left, statements: [...left.statements, ...told], changes: [], violations: {} };
}

/** Renews the invitation of a user whose links end with this change. Triggers end them before it is stored. */
async function invitedAgain(call: Call, before: User, after: User) {
	const { db, now, actor } = call;
	const isEnded = after.email !== before.email || hasGained(before, after);
	if (!isEnded || after.dateRegistered !== null) return undefined;
	const companyId = readerOf(before.employerId, after.companyIds, after.grantedIds);
	const recipient = { userId: before.id, companyId };
	const { stored, mail } = await newMailedLink(call, 'REGISTRATION', recipient, actor.userId, now);
	return {
		statements: [...saveTokens(db, [stored]), insertMail(db, mail)],
		changes: [invited('MAIL', stored, companyId)],
		mails: [mail.id],
	};
}

function changesOfUser(before: User, after: User, isPasswordSet: boolean): Change[] {
	const isGranted = before.grantedIds.join() !== after.grantedIds.join();
	const managed = ({ companyIds }: User) => ({ manageableCompanyIds: companyIds });
	const fresh = {
		...tellUser(after),
		// The history records that the password changed, but not its value.
		...(isPasswordSet && { password: 'changed' }),
	};
	const reader = readerOf(
		before.employerId,
		[...before.companyIds, ...after.companyIds],
		[...before.grantedIds, ...after.grantedIds],
	);
	return [
		...alteration('user.updated', aboutUser(before.id, reader), tellUser(before), fresh),
		...(isGranted
			? alteration('user.updated', aboutUser(before.id, null), managed(before), managed(after))
			: []),
		...changesOfCompanies(before, after),
	];
}
