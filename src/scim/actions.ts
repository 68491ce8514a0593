import { endSessionsOf } from '../auth/store.ts';
import { aboutEmployee, aboutUser, alteration } from '../core/history.ts';
import { patched } from '../core/patch.ts';
import { authorize } from '../core/policy.ts';
import { notFound, Refusal } from '../core/refusals.ts';
import type { Call } from '../db/call.ts';
import { batch } from '../db/client.ts';
import type { Outcome } from '../db/write.ts';
import { updateEmployee } from '../employees/actions.ts';
import { changeEmployees } from '../employees/import/store.ts';
import { createEmployee } from '../employees/joining/actions.ts';
import { changesOfEmployee } from '../employees/rules.ts';
import { tellEmployee } from '../employees/table.ts';
import { MAX_SET_SIZE } from '../http/limits.ts';
import { emailKey } from '../users/rules.ts';
import { tellUser } from '../users/table.ts';
import type { UserFields } from './body.ts';
import { ScimError } from './error.ts';
import { completeAccount, managedBy, membersOf, type Person, peopleById, saveAccount } from './store.ts';

/** What the one row of the policy table permits: everything that SCIM does by the actions of others. */
export function provisioning(call: Call): Call {
	authorize(call.actor, 'provisionPeople');
	return { ...call, actor: { ...call.actor, operations: null } };
}

/** The company that a key of one company manages. */
export async function ownCompany({ db, actor }: Call): Promise<string> {
	const [[first, second]] = await batch(db, [managedBy(db, actor.userId)]);
	if (first !== undefined && second === undefined) return first.companyId;
	throw new Refusal('forbidden', 'SCIM needs the API key of one company.');
}

export async function personOf({ db, actor }: Call, id: string): Promise<Person> {
	const [[person]] = await batch(db, [peopleById(db, actor.userId, [id.toLowerCase()])]);
	if (person === undefined) throw notFound('user');
	return person;
}

export async function createPerson(call: Call, fields: UserFields): Promise<Outcome<Person>> {
	const { now } = call;
	const companyId = await ownCompany(call);
	const { datePausedStart, datePausedEnd, ...employee } = fields.employee;
	if (datePausedStart || datePausedEnd)
		throw new ScimError(400, 'A pause is set once the user exists.', 'invalidValue');
	const outcome = await createEmployee(call, { email: fields.email, companyId, ...employee });
	const { after: created } = outcome;
	const before = { ...NO_ACCOUNT, userId: created.userId, companyId };
	const account = accountOf(before, fields, now);
	const changes = changesOfAccount(before, account);
	return {
		...outcome,
		before: null,
		after: { ...created, ...account, roles: ['EMPLOYEE'], companyIds: [], userRevision: 0 },
		statements: [
			...outcome.statements,
			...(changes.length > 0 ? [completeAccount(call.db, created.userId, account, now)] : []),
		],
		changes: [...outcome.changes, ...changes],
	};
}

/** Changes the employee and its user as one. A sign-in that is closed moves no benefit. */
export async function changePerson(
	call: Call,
	id: string,
	fieldsFor: (person: Person) => UserFields,
): Promise<Outcome<Person>> {
	const { db, now } = call;
	const before = await personOf(call, id);
	const fields = fieldsFor(before);
	if (emailKey(fields.email) !== emailKey(before.email)) {
		throw new ScimError(400, 'The userName of a user cannot be changed by SCIM.', 'mutability');
	}
	const outcome = await updateEmployee(call, before.id, fields.employee);
	const account = accountOf(before, fields, now);
	const changes = changesOfAccount(before, account);
	const isClosing = account.dateClosed !== null && before.dateClosed === null;
	if (account.dateClosed !== before.dateClosed) requireOwn(before);
	return {
		before,
		after: { ...before, ...outcome.after, ...account },
		statements: [
			...outcome.statements,
			...(changes.length > 0 ? [saveAccount(db, before.userId, account, before.userRevision, now)] : []),
			...(isClosing ? endSessionsOf(call, before.userId, 'user_closed') : []),
		],
		changes: [...outcome.changes, ...changes],
		violations: outcome.violations ?? {},
	};
}

interface Account {
	firstName: string | null;
	lastName: string | null;
	language: string | null;
	dateClosed: number | null;
}

const NO_ACCOUNT: Account = { firstName: null, lastName: null, language: null, dateClosed: null };

function accountOf(before: Account, { names, isActive }: UserFields, now: number): Account {
	const { firstName, lastName, language, dateClosed } = before;
	const account = patched({ firstName, lastName, language, dateClosed }, names);
	if (isActive === undefined) return account;
	return { ...account, dateClosed: isActive ? null : (dateClosed ?? now) };
}

function changesOfAccount(
	before: Account & { userId: string; companyId: string },
	{ dateClosed, ...names }: Account,
) {
	const about = aboutUser(before.userId, before.companyId);
	const told = ({ firstName, lastName, language }: Omit<Account, 'dateClosed'>) =>
		tellUser({ firstName, lastName, language });
	const type = dateClosed === null ? 'user.opened' : 'user.closed';
	return [
		...alteration('user.updated', about, told(before), told(names)),
		...alteration(type, about, tellUser({ dateClosed: before.dateClosed }), tellUser({ dateClosed })),
	];
}

/** A company closes and opens its own people only: not who runs the platform, nor who manages another company as well. */
function requireOwn({ roles, companyIds, companyId }: Person): void {
	const isOthers = roles.includes('PLATFORM_ADMIN') || companyIds.some((id) => id !== companyId);
	if (isOthers)
		throw new Refusal(
			'forbidden',
			'This user has rights beyond your company, which closes it for that reason not.',
		);
}

export interface Group {
	name: string;
	memberIds: string[];
}

export async function readGroup(call: Call, name: string): Promise<Group> {
	const [members] = await batch(call.db, [membersOf(call.db, call.actor.userId, name)]);
	return { name, memberIds: members.map(({ id }) => id) };
}

/** Makes the people that `membersFor` returns the members of a group, which is nothing but the name that they have in common. */
export async function changeGroup(
	call: Call,
	name: string,
	membersFor: (memberIds: string[]) => string[],
): Promise<Outcome<Group>> {
	const { db, now, actor } = call;
	const [members] = await batch(db, [membersOf(db, actor.userId, name)]);
	const before = { name, memberIds: members.map(({ id }) => id) };
	const wanted = new Set(membersFor(before.memberIds).map((id) => id.toLowerCase()));
	const added = [...wanted].filter((id) => !before.memberIds.includes(id));
	const [newcomers] = added.length === 0 ? [[]] : await batch(db, [peopleById(db, actor.userId, added)]);
	if (newcomers.length < added.length)
		throw new ScimError(400, 'A member is no user of the company.', 'invalidValue');
	const edited = [
		...members
			.filter(({ id }) => !wanted.has(id))
			.map((one) => ({ one, groups: one.groups.filter((group) => group !== name) })),
		...newcomers.map((one) => ({ one, groups: [...one.groups, name] })),
	];
	if (edited.some(({ groups }) => groups.length > MAX_SET_SIZE)) {
		throw new ScimError(400, `A user may have at most ${MAX_SET_SIZE} groups.`, 'invalidValue');
	}
	return {
		before,
		after: { name, memberIds: [...wanted].sort() },
		statements: changeEmployees(
			db,
			edited.map(({ one, groups }) => ({ ...one, groups, dateModified: now, revision: one.revision + 1 })),
		),
		changes: edited.flatMap(({ one, groups }) =>
			changesOfEmployee(aboutEmployee(one), tellEmployee(one), tellEmployee({ ...one, groups })),
		),
	};
}
