import { cellsOf } from '../../../foundation/cells/whereabouts.ts';
import { aboutUser, type Change, creation } from '../../../foundation/core/history.ts';
import { newId, newIdIn } from '../../../foundation/core/id.ts';
import type { Patch } from '../../../foundation/core/patch.ts';
import { authorize } from '../../../foundation/core/policy.ts';
import { type Call, load } from '../../../foundation/db/call.ts';
import type { Outcome } from '../../../foundation/db/write.ts';
import { newMailedLink } from '../../../tenants/auth/one-time/rules.ts';
import { saveTokens } from '../../../tenants/auth/one-time/store.ts';
import { hashGiven } from '../../../tenants/auth/password/rules.ts';
import { winning } from '../../../tenants/auth/winning/actions.ts';
import { companiesByIds } from '../../../tenants/companies/store.ts';
import { tooManyInvitations } from '../../../tenants/mail/rules.ts';
import { insertMail } from '../../../tenants/mail/store.ts';
import { requireFewTaken } from '../../../tenants/users/attempts/rules.ts';
import { emailTakenCounted, takenSoFar } from '../../../tenants/users/attempts/store.ts';
import { holdersOf } from '../../../tenants/users/holders/store.ts';
import { provenAfter, UNPROVEN } from '../../../tenants/users/identity/rules.ts';
import {
	alreadyColleague,
	emailTaken,
	mayWait,
	readerOf,
	requireForCompany,
} from '../../../tenants/users/rules.ts';
import { insertUser, type User, userByEmail } from '../../../tenants/users/store.ts';
import { tellUser } from '../../../tenants/users/table.ts';
import { changesOfCompanies, managing, requireAll, tellCells } from '../companies/actions.ts';
import { platformElsewhere, type UserFields } from '../rules.ts';

/** Creates a user. Administrators of a company can only create users of their companies, and set no passwords. */
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
		cellsOf(db, scope.all ? manageableCompanyIds : []),
		holdersOf(db, [email]),
	] as const;
	const [, [holder], [taken], elsewhere, holders] = await load(call, wanted, (results) => {
		requireAll([...results[0], ...results[3]], manageableCompanyIds);
		return results;
	});
	const grantedIds = elsewhere.map((place) => place.companyId).sort();
	if (!scope.all) {
		requireForCompany(actor.userId, null, fields);
		requireFewTaken(taken, [email], now);
		if (holder !== undefined) throw alreadyColleague(holder.id);
	}
	const passwordHash = await hashGiven(fields.password, fields);
	const companyIds = manageableCompanyIds.toSorted();
	const [companyId = null] = companyIds;
	const user: User = {
		id: companyId === null ? newId(now) : newIdIn(companyId, now),
		dateCreated: now,
		dateModified: now,
		dateRegistered: passwordHash === null ? null : now,
		...provenAfter(UNPROVEN, { isMoved: false, hasNewPassword: passwordHash !== null }, now),
		email: fields.email,
		roles: fields.roles,
		companyIds,
		grantedIds,
		...NEW,
		firstName: fields.firstName ?? null,
		lastName: fields.lastName ?? null,
		language: fields.language ?? null,
	};
	// A user who is registered at once has the operator’s word, and wins the address.
	const isProven = passwordHash !== null;
	const waits = !isProven && mayWait(holders, now);
	const recipient = { userId: user.id, companyId: readerOf(null, companyIds, grantedIds) };
	const invitation =
		!isProven && fields.skipSendRegistrationEmail !== true
			? await newMailedLink(call, 'REGISTRATION', recipient, actor.userId, now)
			: undefined;
	return {
		before: null,
		after: user,
		statements: [
			insertUser(
				db,
				{ ...user, passwordHash },
				{ waits, ...(isProven && { takeOver: winning(call, user.id) }) },
			),
			...managing(call, user, grantedIds.length > 0),
			...(invitation ? [...saveTokens(db, [invitation.stored]), insertMail(db, invitation.mail)] : []),
		],
		mails: invitation ? [invitation.mail.id] : [],
		...(grantedIds.length > 0 && { follow: () => tellCells(call, user) }),
		changes: changesOfNewUser(user),
		violations: {
			...(scope.all ? { 'users.email_key': emailTaken } : emailTakenCounted(call, email)),
			...tooManyInvitations(now),
		},
	};
}

/** A new user is open and no employee, and nothing waits. */
const NEW = {
	restUntil: null,
	dateFirstRegistered: null,
	hasLostAddress: false,
	dateClosed: null,
	closer: null,
	pendingRoles: [],
	pendingCompanyIds: [],
	employerId: null,
	isOutside: false,
	revision: 0,
};

function changesOfNewUser(user: User): Change[] {
	const { id, companyIds, grantedIds } = user;
	const sole = readerOf(null, companyIds, grantedIds);
	const told = { ...tellUser(user), manageableCompanyIds: companyIds };
	if (companyIds.length === 0 || sole !== null) return [creation('user.created', aboutUser(id, sole), told)];
	return [
		creation('user.created', aboutUser(id, null), told),
		...changesOfCompanies({ ...user, companyIds: [] }, user),
	];
}
