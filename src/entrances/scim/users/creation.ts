import { loadSituation, mailedInvitation, newEmployee } from '../../../benefits/employees/joining/actions.ts';
import { invited } from '../../../benefits/onboarding/invitations/rules.ts';
import { authorize } from '../../../foundation/core/policy.ts';
import type { Call } from '../../../foundation/db/call.ts';
import type { Outcome } from '../../../foundation/db/write.ts';
import { ScimError } from '../answer.ts';
import { addressSchema, type UserFields } from '../body.ts';
import { deletedWith, type Person } from '../store.ts';
import { changed, loadPerson, required, withFreeName } from './actions.ts';

/** Creates a person, or brings back the deleted one with this address. */
export async function createPerson(
	call: Call,
	companyId: string,
	fields: UserFields,
): Promise<Outcome<Person>> {
	const { db, now } = call;
	const { names, employee, isActive = true } = fields;
	const { userName = '', datePausedStart, datePausedEnd, dateDeprovisioned: _, ...rest } = employee;
	const email = fields.email ?? addressIn(userName);
	const scope = authorize(call.actor, 'createEmployee');
	const [situation, [deleted]] = await loadSituation(call, scope, { email, companyId }, [
		deletedWith(db, companyId, email),
	]);
	const isInvited = situation.company.inviteFromDirectory && isActive;
	if (deleted !== undefined) return revived(call, companyId, deleted.id, { ...fields, isActive }, isInvited);
	if (datePausedStart || datePausedEnd) throw notYet('A pause can be set only after the user exists.');
	const dateClosed = isActive ? null : now;
	const outcome = await newEmployee(
		call,
		scope,
		{
			email,
			companyId,
			userName,
			...names,
			...rest,
			skipSendRegistrationEmail: !isInvited,
			...(dateClosed !== null && { dateClosed }),
		},
		situation,
	);
	const isNew = outcome.changes.some(({ type }) => type === 'user.created');
	if (dateClosed !== null && !isNew)
		throw notYet(
			'A user who already works for your company cannot be created closed. Close the user afterwards.',
		);
	const account = {
		roles: ['EMPLOYEE' as const],
		companyIds: [],
		dateClosed,
		dateRegistered: null,
		dateFirstRegistered: null,
		dateProven: null,
		closer: null,
	};
	return withFreeName(call, {
		...outcome,
		before: null,
		after: { ...outcome.after, ...account, groupKeys: [] },
	});
}

async function revived(
	call: Call,
	companyId: string,
	id: string,
	{ employee, ...fields }: UserFields,
	isInvited: boolean,
): Promise<Outcome<Person>> {
	const { person, ...loaded } = await loadPerson(call, companyId, id);
	const restored = { ...fields, employee: { ...employee, dateDeprovisioned: null } };
	const outcome = await changed(call, { ...loaded, person: required(person) }, restored);
	const { userId, dateRegistered, dateFirstRegistered } = outcome.after;
	const invitation =
		isInvited && dateRegistered === null && dateFirstRegistered === null
			? await mailedInvitation(call, userId, companyId)
			: null;
	return {
		...outcome,
		before: null,
		statements: [...outcome.statements, ...(invitation?.statements ?? [])],
		changes: [...outcome.changes, ...(invitation ? [invited('MAIL', invitation.stored, companyId)] : [])],
		mails: [...(outcome.mails ?? []), ...(invitation?.mails ?? [])],
	};
}

/** Returns the `userName` as an address, for people who came without `emails`. */
function addressIn(userName: string): string {
	const { data } = addressSchema.safeParse(userName);
	if (data !== undefined) return data;
	throw new ScimError(
		400,
		'Send a work e-mail address in emails, because the userName is none.',
		'invalidValue',
	);
}

const notYet = (detail: string): ScimError => new ScimError(400, detail, 'invalidValue');
