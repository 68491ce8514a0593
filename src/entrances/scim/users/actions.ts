import { closing } from '../../../administration/accounts/closure/actions.ts';
import { loadForUpdate, updated } from '../../../benefits/employment/actions.ts';
import type { Scope } from '../../../foundation/core/actor.ts';
import { realTime } from '../../../foundation/core/instant.ts';
import { notFound } from '../../../foundation/core/refusals.ts';
import type { Call } from '../../../foundation/db/call.ts';
import { batch } from '../../../foundation/db/database.ts';
import type { Outcome } from '../../../foundation/db/write.ts';
import { requireFewTaken } from '../../../tenants/users/attempts/rules.ts';
import { takenSoFar } from '../../../tenants/users/attempts/store.ts';
import { ScimError } from '../answer.ts';
import type { UserFields } from '../body.ts';
import { userNameOf } from '../resource.ts';
import {
	directoryDomains,
	invitationOf,
	openMoveOf,
	type Person,
	peopleById,
	requireFreeName,
	USER_NAME_TAKEN,
} from '../store.ts';
import { addressChange } from './address.ts';

export async function readPerson({ db }: Call, companyId: string, id: string): Promise<Person> {
	const [[person]] = await batch(db, [peopleById(db, companyId, [id.toLowerCase()])]);
	return shown(person);
}

/** Changes employee and user in one write. Closing a user changes no benefits. */
export async function changePerson(
	call: Call,
	companyId: string,
	id: string,
	fieldsFor: (person: Person) => UserFields,
): Promise<Outcome<Person>> {
	const loaded = await loadPerson(call, companyId, id);
	const person = shown(loaded.person);
	return changed(call, { ...loaded, person }, fieldsFor(person));
}

/** Closes a user and hides it from SCIM. The record stays, because payroll needs it. */
export const deletePerson = (call: Call, companyId: string, id: string): Promise<Outcome<Person>> =>
	changePerson(call, companyId, id, () => ({
		email: undefined,
		isActive: false,
		names: {},
		employee: { dateDeprovisioned: call.now },
	}));

export async function loadPerson(call: Call, companyId: string, id: string) {
	const { db, actor, now } = call;
	const personId = id.toLowerCase();
	const [found, [person], [taken], [invitation], domains, [asked]] = await loadForUpdate(
		call,
		personId,
		peopleById(db, companyId, [personId]),
		takenSoFar(db, actor, now),
		invitationOf(db, personId, now),
		directoryDomains(db, companyId, actor.sessionId),
		openMoveOf(db, personId, realTime(db, now)),
	);
	const directory = { domains, askedEmail: asked?.email ?? null };
	return { found, person, taken, directory, isInvited: invitation !== undefined };
}

type Loaded = Omit<Awaited<ReturnType<typeof loadPerson>>, 'person'> & { person: Person };

export async function changed(
	call: Call,
	{ found, person: before, taken, directory, isInvited }: Loaded,
	{ email = before.email, names, employee, isActive }: UserFields,
): Promise<Outcome<Person>> {
	const { userName, ...fields } = employee;
	const isRenamed = userName !== undefined && userName !== userNameOf(before);
	const outcome = updated(call, found, { ...fields, ...names, ...(isRenamed && { userName }) });
	const hasNewNames = outcome.changes.some(({ type }) => type === 'user.updated');
	const revision = before.userRevision + (hasNewNames ? 1 : 0);
	const address = await addressChange(call, before, email, revision, isInvited, directory);
	const { isMoved } = address;
	if (isMoved) requireFewTaken(taken, [email], call.now);
	const isSame = isActive === undefined || isActive === (before.dateClosed === null);
	const dateClosed = isSame ? before.dateClosed : isActive ? null : call.now;
	const account = accountOf(before, revision + (isMoved ? 1 : 0));
	const closure = isSame ? { statements: [], changes: [] } : closing(call, OWN, account, dateClosed);
	const parts: Omit<Outcome<null>, 'before' | 'after'>[] = [outcome, address, closure];
	const whole = {
		before,
		after: { ...before, ...outcome.after, ...(isMoved && { email }), dateClosed },
		statements: parts.flatMap(({ statements }) => statements),
		changes: parts.flatMap(({ changes }) => changes),
		mails: parts.flatMap(({ mails = [] }) => mails),
		violations: Object.assign({}, ...parts.map(({ violations }) => violations)),
	};
	return isRenamed || fields.dateDeprovisioned === null ? withFreeName(call, whole) : whole;
}

/** Refuses a `userName` that SCIM shows for another person of the company. */
export function withFreeName({ db }: Call, outcome: Outcome<Person>): Outcome<Person> {
	const { id, companyId } = outcome.after;
	return {
		...outcome,
		statements: [requireFreeName(db, companyId, userNameOf(outcome.after), id), ...outcome.statements],
		violations: { [USER_NAME_TAKEN]: nameTaken, 'employees.user_name': nameTaken, ...outcome.violations },
	};
}

const nameTaken = (): ScimError =>
	new ScimError(409, 'Another user of the company has this userName.', 'uniqueness');

/** A company may close and open only its own users. */
const OWN: Scope = { all: false, managerId: null, employeeId: null };

const accountOf = ({ userId, companyId, companyIds, ...person }: Person, revision: number) => ({
	id: userId,
	roles: person.roles,
	dateClosed: person.dateClosed,
	closer: person.closer,
	companyIds,
	employerId: companyId,
	isOutside: companyIds.some((id) => id !== companyId),
	revision,
});

export function required(person: Person | undefined): Person {
	if (person === undefined) throw notFound('user');
	return person;
}

/** Refuses people that the directory has deleted, as if they were unknown. */
function shown(found: Person | undefined): Person {
	const person = required(found);
	if (person.dateDeprovisioned !== null) throw notFound('user');
	return person;
}
