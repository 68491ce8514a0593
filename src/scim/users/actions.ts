import { closing } from '../../accounts/closure/actions.ts';
import type { Scope } from '../../core/actor.ts';
import { notFound } from '../../core/refusals.ts';
import type { Call } from '../../db/call.ts';
import { batch } from '../../db/database.ts';
import type { Outcome } from '../../db/write.ts';
import { createEmployee } from '../../employees/joining/actions.ts';
import { loadForUpdate, updated } from '../../employment/actions.ts';
import { emailKey } from '../../users/rules.ts';
import { ScimError } from '../answer.ts';
import type { UserFields } from '../body.ts';
import { type Person, peopleById } from '../store.ts';

export async function readPerson({ db }: Call, companyId: string, id: string): Promise<Person> {
	const [[person]] = await batch(db, [peopleById(db, companyId, [id.toLowerCase()])]);
	return required(person);
}

export async function createPerson(
	call: Call,
	companyId: string,
	{ email, names, employee, isActive }: UserFields,
): Promise<Outcome<Person>> {
	const { datePausedStart, datePausedEnd, ...fields } = employee;
	if (datePausedStart || datePausedEnd) throw notYet('A pause can be set only after the user exists.');
	const dateClosed = isActive === false ? call.now : null;
	const outcome = await createEmployee(call, {
		email,
		companyId,
		...names,
		...fields,
		...(dateClosed !== null && { dateClosed, skipSendRegistrationEmail: true }),
	});
	const isNew = outcome.changes.some(({ type }) => type === 'user.created');
	if (dateClosed !== null && !isNew)
		throw notYet(
			'A user who already works for your company cannot be created closed. Close the user afterwards.',
		);
	const created = {
		...outcome.after,
		roles: ['EMPLOYEE' as const],
		companyIds: [],
		dateClosed,
		closer: null,
	};
	return { ...outcome, before: null, after: created };
}

/** Changes employee and user in one write. Closing a user changes no benefits. */
export async function changePerson(
	call: Call,
	companyId: string,
	id: string,
	fieldsFor: (person: Person) => UserFields,
): Promise<Outcome<Person>> {
	const personId = id.toLowerCase();
	const [found, people] = await loadForUpdate(call, personId, peopleById(call.db, companyId, [personId]));
	const before = required(people[0]);
	const { email, names, employee, isActive } = fieldsFor(before);
	if (emailKey(email) !== emailKey(before.email)) {
		throw new ScimError(400, 'SCIM cannot change the userName of a user.', 'mutability');
	}
	const outcome = updated(call, found, { ...employee, ...names });
	const after = { ...before, ...outcome.after };
	const isSame = isActive === undefined || isActive === (before.dateClosed === null);
	if (isSame) return { ...outcome, before, after };
	const dateClosed = isActive ? null : call.now;
	const isRenamed = outcome.changes.some(({ type }) => type === 'user.updated');
	const closure = closing(call, OWN, accountOf(before, isRenamed ? 1 : 0), dateClosed);
	return {
		before,
		after: { ...after, dateClosed },
		statements: [...outcome.statements, ...closure.statements],
		changes: [...outcome.changes, ...closure.changes],
		mails: closure.mails ?? [],
		violations: { ...outcome.violations, ...closure.violations },
	};
}

/** A company may close and open only its own users. */
const OWN: Scope = { all: false, managerId: null, employeeId: null };

/** Returns the user of a person, `advanced` revisions after it was read. */
const accountOf = ({ userId, companyId, companyIds, userRevision, ...person }: Person, advanced = 0) => ({
	id: userId,
	roles: person.roles,
	dateClosed: person.dateClosed,
	closer: person.closer,
	companyIds,
	employerId: companyId,
	isOutside: companyIds.some((id) => id !== companyId),
	revision: userRevision + advanced,
});

function required(person: Person | undefined): Person {
	if (person === undefined) throw notFound('user');
	return person;
}

const notYet = (detail: string): ScimError => new ScimError(400, detail, 'invalidValue');
