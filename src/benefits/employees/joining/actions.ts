import type { Scope } from '../../../foundation/core/actor.ts';
import { byText } from '../../../foundation/core/employee-texts.ts';
import { aboutEmployee, aboutUser, alteration, creation } from '../../../foundation/core/history.ts';
import { newIdIn } from '../../../foundation/core/id.ts';
import type { Instant } from '../../../foundation/core/instant.ts';
import { type Patch, patched } from '../../../foundation/core/patch.ts';
import { authorize } from '../../../foundation/core/policy.ts';
import { Refusal } from '../../../foundation/core/refusals.ts';
import type { Call } from '../../../foundation/db/call.ts';
import { batch, type Statement } from '../../../foundation/db/database.ts';
import type { TakeOver } from '../../../foundation/db/directory.ts';
import { identified, recordEvents } from '../../../foundation/db/record-events.ts';
import { authorOf, type Outcome } from '../../../foundation/db/write.ts';
import { newMailedLink } from '../../../tenants/auth/one-time/rules.ts';
import { saveTokens } from '../../../tenants/auth/one-time/store.ts';
import { endSessionsOfAll } from '../../../tenants/auth/store.ts';
import { type Company, loadCompany, quotaViolations } from '../../../tenants/companies/store.ts';
import { tooManyInvitations } from '../../../tenants/mail/rules.ts';
import { insertMail } from '../../../tenants/mail/store.ts';
import { requireFewTaken } from '../../../tenants/users/attempts/rules.ts';
import { emailTakenCounted, takenSoFar } from '../../../tenants/users/attempts/store.ts';
import {
	addEmployeeRole,
	type Holder,
	holdersOf,
	releaseAddresses,
} from '../../../tenants/users/holders/store.ts';
import { claimOf, releaseOf } from '../../../tenants/users/rules.ts';
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
	const holder = known?.holder;
	const own = claimOf(holder, companyId, now) === 'JOINS' ? holder : undefined;
	if (known && own && fields.dateTerminated) {
		refuseOwnBenefits(call.actor, { ...known.company, userId: own.id });
	}
	const spelt = own?.email ?? email;
	const names = namesOf(own, fields);
	const user = userOfNewEmployee(call, fields, holder, names);
	const isInvited =
		(user.isNew || holder?.dateRegistered === null) && fields.skipSendRegistrationEmail !== true;
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
	holder: Holder | undefined;
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
	const [company, [holder], [taken], ...results] = await loadCompany(
		call,
		scope,
		companyId,
		wanted,
		unknownCompany,
	);
	requireFewTaken(taken, [email], now);
	return [{ company, holder }, ...(results as { [I in keyof R]: Awaited<R[I]> })];
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
	holder: Holder | undefined,
	names: PersonalFields,
) {
	const { db, now } = call;
	const claim = claimOf(holder, companyId, now);
	if (holder !== undefined && claim === 'JOINS') {
		const roles = [...new Set([...holder.roles, 'EMPLOYEE' as const])];
		return {
			id: holder.id,
			isNew: false,
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
	const created = creation('user.created', aboutUser(user.id, companyId), tellUser(user));
	if (holder === undefined || claim !== 'LEFT') {
		const statements = [insertUser(db, user, takeOverFrom(call, companyId))];
		return { id: user.id, isNew: true, statements, changes: [created] };
	}
	return {
		id: user.id,
		isNew: true,
		statements: [...releaseOfAll(call, [holder]), insertUser(db, user)],
		changes: [...releaseOf(holder), created],
	};
}

/** Returns statements that free the addresses of other companies' former employees, and end their sessions. */
export const releaseOfAll = (call: Call, leavers: readonly Pick<Holder, 'id' | 'revision'>[]): Statement[] =>
	leavers.length === 0
		? []
		: [
				...endSessionsOfAll(
					call,
					leavers.map(({ id }) => id),
					'user_closed',
				),
				...releaseAddresses(call.db, leavers, call.now),
			];

/** Returns a function that frees addresses in other databases for a company, with the events of their users. */
export const takeOverFrom =
	(call: Call, companyId: string): TakeOver =>
	async (db, addresses) => {
		const { now } = call;
		const [holders] = await batch(db, [holdersOf(db, addresses)]);
		const leavers = holders.filter((holder) => claimOf(holder, companyId, now) === 'LEFT');
		const events = identified(leavers.flatMap(releaseOf), now);
		return {
			freed: leavers.map(({ emailKey }) => emailKey),
			statements: [
				...releaseOfAll({ ...call, db }, leavers),
				...recordEvents(db, authorOf(call), now, events),
			],
		};
	};

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
