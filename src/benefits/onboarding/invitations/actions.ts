import type { Scope } from '../../../foundation/core/actor.ts';
import { realTime } from '../../../foundation/core/instant.ts';
import { authorize } from '../../../foundation/core/policy.ts';
import { Refusal, requireFound } from '../../../foundation/core/refusals.ts';
import { type Call, concern, load } from '../../../foundation/db/call.ts';
import { stale } from '../../../foundation/db/commit.ts';
import type { Outcome } from '../../../foundation/db/write.ts';
import { releasedCode, saveProgress } from '../../../tenants/auth/identity-changes/store.ts';
import { newCode, newMailedLink } from '../../../tenants/auth/one-time/rules.ts';
import { saveTokens } from '../../../tenants/auth/one-time/store.ts';
import { askForProof } from '../../../tenants/auth/proofs/actions.ts';
import { loadInCompany } from '../../../tenants/companies/store.ts';
import { tooManyInvitations } from '../../../tenants/mail/rules.ts';
import { insertMail, insertMails, invitedOften } from '../../../tenants/mail/store.ts';
import { requireOwnUser } from '../../../tenants/users/rules.ts';
import { userById } from '../../../tenants/users/store.ts';
import { type EmployeeFilter, inviteesOf, inviteesPage } from '../../employees/list/store.ts';
import { refuseErased } from '../../employees/rules.ts';
import { loadEmployee } from '../../employees/store.ts';
import {
	type Invitation,
	type Invitations,
	type Invitee,
	invited,
	type Letter,
	MAX_INVITED,
	mayHold,
	mayProve,
	requireInvitable,
	requireInvitableAgain,
} from './rules.ts';
import { inviteeOf, userOfEmployee } from './store.ts';

export async function inviteUser(call: Call, userId: string): Promise<Outcome<Invitation>> {
	const scope = authorize(call.actor, 'inviteUser');
	const wanted = [userById(call.db, scope, userId), inviteeOf(call.db, userId)] as const;
	const [user, invitee] = await load(call, wanted, ([[found], [one]]) => [
		requireFound(found, 'user'),
		requireFound(one, 'user'),
	]);
	concern(call, userId);
	if (!scope.all) requireOwnUser(user);
	return invite(call, scope, invitee);
}

export async function inviteEmployee(call: Call, employeeId: string): Promise<Outcome<Invitation>> {
	const scope = authorize(call.actor, 'inviteEmployee');
	return invite(call, scope, await inviteeOfEmployee(call, scope, employeeId));
}

async function inviteeOfEmployee(call: Call, scope: Scope, employeeId: string): Promise<Invitee> {
	return (await loadInvitee(call, scope, employeeId)).invitee;
}

/** Loads an employee to invite, and the released request that permits a code for somebody who has registered before. */
async function loadInvitee(call: Call, scope: Scope, employeeId: string) {
	const { db, now } = call;
	const userId = userOfEmployee(employeeId);
	const wanted = [inviteeOf(db, userId), releasedCode(db, userId, now)] as const;
	const [employee, [invitee], [released]] = await loadEmployee(call, scope, employeeId, wanted);
	refuseErased(employee);
	return { invitee: requireFound(invitee, 'employee'), released };
}

async function invite(call: Call, scope: Scope, invitee: Invitee): Promise<Outcome<Invitation>> {
	const { db, actor, now, isMailCarried } = call;
	if (mayProve(invitee)) return proofOf(call, invitee);
	requireInvitable(invitee, scope.all);
	if (actor.operations !== null && !isMailCarried) throw noMail();
	const { userId, email, companyId, isBoundToSso } = invitee;
	const recipient = { userId, companyId };
	const isHandedOver = !isMailCarried && mayHold(scope, invitee);
	const way = !isHandedOver ? 'MAIL' : scope.all ? 'OPERATOR' : 'LINK';
	const link = await newMailedLink(call, 'REGISTRATION', recipient, actor.userId, now, way);
	const { token, stored, mail } = link;
	return {
		before: null,
		after: {
			userId,
			email,
			isBoundToSso,
			dateExpires: stored.dateExpires,
			token: isHandedOver ? token : null,
		},
		statements: [...saveTokens(db, [stored]), insertMail(db, mail)],
		changes: [invited(isHandedOver ? 'LINK' : 'MAIL', stored, companyId)],
		mails: [mail.id],
		violations: tooManyInvitations(now),
	};
}

/** Sends a registered user a link to the present address, whose use proves it. */
async function proofOf(
	call: Call,
	{ userId, email, companyId, isBoundToSso }: Invitee,
): Promise<Outcome<Invitation>> {
	const { dateExpires, ...done } = await askForProof(call, { id: userId, companyId });
	return { ...done, before: null, after: { userId, email, isBoundToSso, dateExpires, token: null } };
}

const noMail = (): Refusal =>
	new Refusal(
		'mail_not_configured',
		'This service sends no mail, and an API key never sees a link. Let a person invite in the console.',
	);

/** Creates a code to be printed. It replaces an older invitation. For somebody who has registered before, it uses up a release. */
export async function printInvitation(call: Call, employeeId: string): Promise<Outcome<Letter>> {
	const { db, now } = call;
	const scope = authorize(call.actor, 'printInvitation');
	const { invitee, released } = await loadInvitee(call, scope, employeeId);
	if (released === undefined) requireInvitable(invitee, scope.all);
	else requireInvitableAgain(invitee);
	// A code proves no address, so it opens no account with more rights. This holds for the operator too.
	if (!mayHold({ all: false }, invitee)) {
		throw new Refusal(
			'user_has_other_roles',
			'This user has other roles, so no one else may see the code. Send an invitation by mail.',
		);
	}
	const { code, stored } = await newCode(call, invitee.userId, call.actor.userId, now, released?.id);
	const printed = { state: 'DONE' as const, dateDone: realTime(db, now) };
	return {
		before: null,
		after: { ...invitee, code, dateExpires: stored.dateExpires },
		statements: [
			...(released === undefined ? [] : saveProgress(db, released.id, printed, printed.dateDone)),
			...saveTokens(db, [stored]),
		],
		changes: [invited('LETTER', stored, invitee.companyId)],
		violations: { 'one_time_tokens.key': stale },
	};
}

/** Invites employees who have neither registered nor a valid link. With `ids`, only these. */
export async function inviteEmployees(
	call: Call,
	filter: EmployeeFilter & { companyId: string; ids?: readonly string[] },
): Promise<Outcome<Invitations>> {
	const { db, actor, now } = call;
	if (actor.operations !== null && !call.isMailCarried) throw noMail();
	const { companyId } = filter;
	const scope = authorize(call.actor, 'inviteEmployees');
	const wanted = [
		filter.ids === undefined
			? inviteesPage(db, scope, filter, now, MAX_INVITED + 1)
			: inviteesOf(db, companyId, filter.ids, now),
		invitedOften(db, companyId, now),
	] as const;
	const [found, often] = await loadInCompany(call, scope, companyId, wanted);
	const isRefused = ({ userId }: { userId: string }) => often.some((user) => user.userId === userId);
	const page = found.slice(0, MAX_INVITED);
	const people = page.filter((person) => !isRefused(person));
	const links = await Promise.all(
		people.map(({ userId }) => newMailedLink(call, 'REGISTRATION', { userId, companyId }, actor.userId, now)),
	);
	const stored = links.map((link) => link.stored);
	const mails = links.map(({ mail }) => mail);
	return {
		before: null,
		after: {
			invited: links.length,
			more: found.length > MAX_INVITED,
			employeeIds: people.map(({ id }) => id),
			refused: page
				.filter(isRefused)
				.map(({ id }) => ({ employeeId: id, code: 'too_many_invitations' as const })),
		},
		statements: [...saveTokens(db, stored), ...insertMails(db, mails)],
		changes: stored.map((token) => invited('MAIL', token, companyId)),
		mails: mails.slice(0, 1).map(({ id }) => id),
		// Another request has invited one of these people meanwhile.
		violations: { too_many_invitations: stale },
	};
}
