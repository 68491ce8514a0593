import { byText, type EmployeeText } from '../../../foundation/core/employee-texts.ts';
import {
	aboutEmployee,
	aboutUser,
	alteration,
	type Change,
	creation,
} from '../../../foundation/core/history.ts';
import { newIdIn } from '../../../foundation/core/id.ts';
import type { Instant } from '../../../foundation/core/instant.ts';
import { patched } from '../../../foundation/core/patch.ts';
import { invalidField } from '../../../foundation/core/refusals.ts';
import type { Holder } from '../../../tenants/users/holders/store.ts';
import { claimOf, emailKey, emailTaken } from '../../../tenants/users/rules.ts';
import { tellUser } from '../../../tenants/users/table.ts';
import { changesOfEmployee, refuseErased } from '../../employees/rules.ts';
import { type employees, tellEmployee } from '../../employees/table.ts';
import type { KnownEmployee } from '../import/store.ts';
import { MAX_GROUPS, type PersonFields } from '../rows/rules.ts';
import type { NewUser, UserChange } from './store.ts';

type StoredEmployee = Pick<
	typeof employees.$inferSelect,
	| 'id'
	| 'dateCreated'
	| 'dateModified'
	| 'companyId'
	| 'userId'
	| EmployeeText
	| 'groups'
	| 'dateTerminated'
	| 'dateTerminationSettled'
	| 'revision'
>;

/** The person of a row, with the data to store. */
export interface Person {
	employee: StoredEmployee;
	isNew: boolean;
	newUser?: NewUser;
	changedUser?: UserChange;
	changes: Change[];
}

/** Returns the person for an existing employee of the company. Empty cells change nothing. */
export function knownPerson(known: KnownEmployee, fields: PersonFields, now: Instant): Person {
	refuseErased(known);
	const { email, firstName, lastName, language, groups } = fields;
	if (email !== undefined && emailKey(email) !== known.emailKey) {
		const detail =
			'The employee with this personnel number has another e-mail address. An import cannot change it.';
		throw invalidField('email', 'read_only', detail);
	}
	const user = patched(namesOf(known), { firstName, lastName, language });
	const employee = patched(known, {
		...byText((name) => fields[name]),
		groups: fields.moved === undefined ? groups : movedGroups(known.groups, fields.moved),
	});
	const userChanges = alteration(
		'user.updated',
		aboutUser(known.userId, known.companyId),
		tellUser(namesOf(known)),
		tellUser(user),
	);
	const employeeChanges = changesOfEmployee(
		aboutEmployee(known),
		tellEmployee(known),
		tellEmployee(employee),
	);
	const { userId: id, roles, userRevision } = known;
	return {
		employee: employeeChanges.length > 0 ? { ...employee, dateModified: now } : employee,
		isNew: false,
		...(userChanges.length > 0 && {
			changedUser: { id, dateModified: now, roles, ...user, revision: userRevision + 1 },
		}),
		changes: [...userChanges, ...employeeChanges],
	};
}

function movedGroups(groups: readonly string[], { from, to }: NonNullable<PersonFields['moved']>): string[] {
	const isMember = from === null || groups.includes(from);
	const others = groups.filter((group) => group !== from);
	const moved = isMember && to !== null ? [...new Set([...others, to])] : others;
	if (moved.length > MAX_GROUPS) {
		throw invalidField('groups', 'too_big', `An employee can be in at most ${MAX_GROUPS} groups.`);
	}
	return moved;
}

/** Returns the person for a new employee of the company. `holders` are the users with the same address. */
export function newPerson(
	companyId: string,
	fields: PersonFields,
	holders: readonly Holder[],
	now: Instant,
): Person {
	const { email, groups = [] } = fields;
	if (email === undefined) {
		const detail = 'No employee has this personnel number. A new employee needs an e-mail address.';
		throw invalidField('email', 'required', detail);
	}
	const claim = claimOf(holders, companyId, now);
	if (claim.kind === 'TAKEN') throw emailTaken();
	const user =
		claim.kind === 'JOINS'
			? joining(claim.holder, companyId, fields, now)
			: hired(email, companyId, fields, claim.waits, now);
	const employee = {
		id: newIdIn(companyId, now),
		dateCreated: now,
		dateModified: now,
		companyId,
		userId: user.id,
		...byText((name) => fields[name] ?? null),
		groups,
		dateTerminated: null,
		dateTerminationSettled: null,
		revision: 0,
	};
	const created = creation('employee.created', aboutEmployee(employee), { email, ...tellEmployee(employee) });
	return {
		employee,
		isNew: true,
		...user.stored,
		changes: [...user.changes, created],
	};
}

function joining(
	holder: Holder,
	companyId: string,
	{ firstName, lastName, language }: PersonFields,
	now: Instant,
) {
	const before = { roles: holder.roles, ...namesOf(holder) };
	const after = {
		...patched(before, { firstName, lastName, language }),
		roles: [...new Set([...holder.roles, 'EMPLOYEE' as const])],
	};
	return {
		id: holder.id,
		stored: { changedUser: { id: holder.id, dateModified: now, ...after, revision: holder.revision + 1 } },
		changes: alteration('user.updated', aboutUser(holder.id, companyId), tellUser(before), tellUser(after)),
	};
}

function hired(
	email: string,
	companyId: string,
	{ firstName, lastName, language }: PersonFields,
	waits: boolean,
	now: Instant,
) {
	const names = { firstName: firstName ?? null, lastName: lastName ?? null, language: language ?? null };
	const dates = { dateCreated: now, dateModified: now };
	const newUser = {
		id: newIdIn(companyId, now),
		...dates,
		email,
		roles: ['EMPLOYEE' as const],
		...names,
		waits,
	};
	return {
		id: newUser.id,
		stored: { newUser },
		changes: [creation('user.created', aboutUser(newUser.id, companyId), tellUser(newUser))],
	};
}

const namesOf = ({
	firstName,
	lastName,
	language,
}: Pick<KnownEmployee, 'firstName' | 'lastName' | 'language'>) => ({
	firstName,
	lastName,
	language,
});
