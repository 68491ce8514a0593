import type { Scope } from '../../../foundation/core/actor.ts';
import { byText } from '../../../foundation/core/employee-texts.ts';
import { aboutEmployee, aboutUser, alteration, creation } from '../../../foundation/core/history.ts';
import { newIdIn } from '../../../foundation/core/id.ts';
import type { Instant } from '../../../foundation/core/instant.ts';
import { type Patch, patched } from '../../../foundation/core/patch.ts';
import { authorize } from '../../../foundation/core/policy.ts';
import { Refusal } from '../../../foundation/core/refusals.ts';
import type { Call } from '../../../foundation/db/call.ts';
import type { Statement } from '../../../foundation/db/database.ts';
import type { Outcome } from '../../../foundation/db/write.ts';
import { newMailedLink } from '../../../tenants/auth/one-time/rules.ts';
import { saveTokens } from '../../../tenants/auth/one-time/store.ts';
import { leaving } from '../../../tenants/auth/winning/actions.ts';
import { type Company, loadCompany, quotaViolations } from '../../../tenants/companies/store.ts';
import { tooManyInvitations } from '../../../tenants/mail/rules.ts';
import { insertMail } from '../../../tenants/mail/store.ts';
import { requireFewTaken } from '../../../tenants/users/attempts/rules.ts';
import { emailTakenCounted, takenSoFar } from '../../../tenants/users/attempts/store.ts';
import { addEmployeeRole, type Holder, holdersOf } from '../../../tenants/users/holders/store.ts';
import { type Claim, claimOf } from '../../../tenants/users/rules.ts';
import { insertUser } from '../../../tenants/users/store.ts';
import { tellUser } from '../../../tenants/users/table.ts';
import { datesOf, type PauseDates } from '../pauses/rules.ts';
import { type EmployeeFields, type PersonalFields, refuseOwnBenefits } from '../rules.ts';
import { type EmployeeWithBenefits, insertEmployee, numberTaken } from '../store.ts';
import { tellEmployee } from '../table.ts';
import { requireFree } from './store.ts';

type NewEmployee = Patch<Omit<EmployeeFields, keyof PauseDates | 'dateDeprovisioned'> & PersonalFields> & {
	email: string;
	companyId: string;
	skipSendRegistrationEmail?: boolean | null | undefined;
	/** If given, the new user is created closed. */
	dateClosed?: Instant | undefined;
};

/**
 * Creates an employee with a user, or makes a user of the company an employee. With `assumesFree`, it reads nothing first. The write then
 * fails as `refuted` if the address is taken or anything else must be checked.
 */
export async function createEmployee(
	call: Call,
	fields: NewEmployee,
	assumesFree = false,
): Promise<Outcome<EmployeeWithBenefits>> {
	const scope = authorize(call.actor, 'createEmployee');
	// With an idempotency key, a read is needed anyway: the request may have been answered before.
	const isAssumed = assumesFree && call.claim === undefined;
	return newEmployee(
		call,
		scope,
		fields,
		isAssumed ? undefined : (await loadSituation(call, scope, fields, []))[0],
	);
}

/** Returns the outcome of `createEmployee` for the data that was read, or for the assumption that everything is free. */
export async function newEmployee(
	call: Call,
	scope: Scope,
	fields: NewEmployee,
	known: Situation | undefined,
): Promise<Outcome<EmployeeWithBenefits>> {
	const { db, now } = call;
	const { email, companyId } = fields;
	const claim = claimOf(known?.holders ?? [], companyId, now);
	const own = claim.kind === 'JOINS' ? claim.holder : undefined;
	if (known && own && fields.dateTerminated) {
		refuseOwnBenefits(call.actor, { ...known.company, userId: own.id });
	}
	const spelt = own?.email ?? email;
	const names = namesOf(own, fields);
	const user = userOfNewEmployee(call, fields, claim, names);
	const isInvited =
		(own === undefined || own.dateRegistered === null) && fields.skipSendRegistrationEmail !== true;
	const invitation = isInvited ? await mailedInvitation(call, user.id, companyId) : null;
	const row = {
		id: newIdIn(companyId, now),
		dateCreated: now,
		dateModified: now,
		companyId,
		userId: user.id,
		...byText((name) => fields[name] ?? null),
		groups: fields.groups ?? [],
		userName: fields.userName ?? null,
		externalId: fields.externalId ?? null,
		dateDeprovisioned: null,
		dateTerminated: fields.dateTerminated ?? null,
		dateTerminationSettled: null,
		dateLeft: null,
		dateErased: null,
		revision: 0,
	};
	const nothing = { pauses: [], flexAccess: [], plannedVouchers: [], defaultAccess: [] };
	return {
		before: null,
		after: {
			...row,
			...names,
			userRevision: 0,
			...datesOf(undefined),
			email: spelt,
			...nothing,
		},
		statements: [
			...(known === undefined ? [requireFree(call, scope, fields, user.id)] : []),
			...user.statements,
			insertEmployee(db, row),
			...(invitation?.statements ?? []),
		],
		changes: [
			...user.changes,
			creation('employee.created', aboutEmployee(row), { email: spelt, ...tellEmployee(row) }),
		],
		mails: invitation?.mails ?? [],
		violations: {
			...emailTakenCounted(call, email),
			...numberTaken,
			...tooManyInvitations(now),
			...quotaViolations(db, { companyIds: [companyId] }, now, ['employees']),
		},
	};
}

interface Situation {
	company: Company;
	holders: readonly Holder[];
}

/** Reads the company and the user of the address, with the given queries. Refuses actors who have found too many taken addresses. */
export async function loadSituation<R extends Statement[]>(
	call: Call,
	scope: Scope,
	{ email, companyId }: Pick<NewEmployee, 'email' | 'companyId'>,
	queries: readonly [...R],
): Promise<[Situation, ...{ [I in keyof R]: Awaited<R[I]> }]> {
	const { db, actor, now } = call;
	const wanted = [holdersOf(db, [email]), takenSoFar(db, actor, now), ...queries] as const;
	const [company, holders, [taken], ...results] = await loadCompany(
		call,
		scope,
		companyId,
		wanted,
		unknownCompany,
	);
	requireFewTaken(taken, [email], now);
	return [{ company, holders }, ...(results as { [I in keyof R]: Awaited<R[I]> })];
}

/** Returns the link and the mail of an invitation. */
export async function mailedInvitation(call: Call, userId: string, companyId: string) {
	const { db, actor, now } = call;
	const link = await newMailedLink(call, 'REGISTRATION', { userId, companyId }, actor.userId, now);
	return {
		...link,
		statements: [...saveTokens(db, [link.stored]), insertMail(db, link.mail)],
		mails: [link.mail.id],
	};
}

function userOfNewEmployee(
	call: Call,
	{ email, companyId, dateClosed }: NewEmployee,
	claim: Claim<Holder>,
	names: PersonalFields,
) {
	const { db, now } = call;
	if (claim.kind === 'JOINS') {
		const { holder } = claim;
		const roles = [...new Set([...holder.roles, 'EMPLOYEE' as const])];
		return {
			id: holder.id,
			statements: [addEmployeeRole(db, holder, names, now)],
			changes: alteration(
				'user.updated',
				aboutUser(holder.id, companyId),
				{ ...namesOf(holder, {}), roles: holder.roles },
				{ ...names, roles },
			),
		};
	}
	const user = {
		id: newIdIn(companyId, now),
		dateCreated: now,
		dateModified: now,
		email,
		roles: ['EMPLOYEE' as const],
		...names,
		...(dateClosed !== undefined && { dateClosed, closer: 'DIRECTORY' as const }),
	};
	const waits = claim.kind === 'FREE' && claim.waits;
	return {
		id: user.id,
		statements: [insertUser(db, user, { waits, takeOver: leaving(call, companyId) })],
		changes: [creation('user.created', aboutUser(user.id, companyId), tellUser(user))],
	};
}

const namesOf = (
	{ firstName, lastName, language }: PersonalFields = { firstName: null, lastName: null, language: null },
	given: Patch<PersonalFields>,
): PersonalFields =>
	patched(
		{ firstName, lastName, language },
		{ firstName: given.firstName, lastName: given.lastName, language: given.language },
	);

const unknownCompany = (): Refusal =>
	new Refusal('unknown_company', 'This company does not exist, or you do not manage it.');
