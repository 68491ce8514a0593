import { byText } from '../../foundation/core/employee-texts.ts';
import { whileEmployed } from '../../foundation/core/employment.ts';
import { aboutEmployee, aboutUser, alteration } from '../../foundation/core/history.ts';
import { newId } from '../../foundation/core/id.ts';
import type { Instant } from '../../foundation/core/instant.ts';
import { type Patch, patched } from '../../foundation/core/patch.ts';
import { authorize } from '../../foundation/core/policy.ts';
import type { Call } from '../../foundation/db/call.ts';
import type { Db, Statement } from '../../foundation/db/database.ts';
import type { Outcome } from '../../foundation/db/write.ts';
import { insertNotices } from '../../tenants/mail/notices/store.ts';
import { saveNames } from '../../tenants/users/store.ts';
import { changePauses } from '../employees/pauses/actions.ts';
import { type PauseDates, withShownPause } from '../employees/pauses/rules.ts';
import type { StoredPause } from '../employees/pauses/table.ts';
import { pauseTimeline } from '../employees/pauses/table.ts';
import {
	answeredAnew,
	type Benefits,
	changesOfEmployee,
	type EmployeeFields,
	type PersonalFields,
	type ReadOnlyFields,
	refuseErased,
	refuseOwnBenefits,
	requireUnchanged,
} from '../employees/rules.ts';
import {
	type Employee,
	type EmployeeWithBenefits,
	idInScope,
	loadEmployee,
	numberTaken,
	saveEmployee,
} from '../employees/store.ts';
import { tellEmployee } from '../employees/table.ts';
import { periodsOf, touch } from '../employees/timelines/store.ts';
import { accessTimeline, type FlexAccess } from '../flex/access/table.ts';
import { type DefaultAccess, defaultAccessTimeline } from '../goodies/default-access/table.ts';
import { shownPlans } from '../goodies/plans/rules.ts';
import { type PlannedVoucher, planTimeline } from '../goodies/plans/table.ts';
import { occurrencesOf, passDue, voucherNotice, vouchersOf } from '../goodies/vouchers/rules.ts';
import { bookingOf, savePassed, undecidedVouchers } from '../goodies/vouchers/store.ts';
import type { Booking } from '../ledger/rules.ts';
import { bookVouchers } from '../ledger/store.ts';

/** Reads everything that a change of the employee affects, together with the given queries. */
export async function loadForUpdate<R extends Statement[]>(
	call: Call,
	employeeId: string,
	...queries: R
): Promise<[Updatable, ...{ [I in keyof R]: Awaited<R[I]> }]> {
	const { db } = call;
	const scope = authorize(call.actor, 'updateEmployee');
	const [employee, pauses, accesses, plans, defaults, issued, booked, ...results] = await loadEmployee(
		call,
		scope,
		employeeId,
		[
			periodsOf(db, pauseTimeline, scope, employeeId),
			periodsOf(db, accessTimeline, scope, employeeId),
			periodsOf(db, planTimeline, scope, employeeId),
			periodsOf(db, defaultAccessTimeline, scope, employeeId),
			undecidedVouchers(db, idInScope(db, scope, employeeId)),
			bookingOf(db, idInScope(db, scope, employeeId)),
			...queries,
		],
	);
	const { booking } = (booked as Awaited<ReturnType<typeof bookingOf>>)[0] ?? { booking: null };
	const found = { employee, pauses, accesses, plans, defaults, issued, booking } as Updatable;
	return [found, ...(results as { [I in keyof R]: Awaited<R[I]> })];
}

interface Updatable {
	employee: Employee & { ownBenefitsAllowed: boolean };
	pauses: StoredPause[];
	accesses: FlexAccess[];
	plans: PlannedVoucher[];
	defaults: DefaultAccess[];
	issued: Awaited<ReturnType<typeof undecidedVouchers>>;
	booking: Booking | null;
}

export async function updateEmployee(
	call: Call,
	employeeId: string,
	patch: EmployeePatch,
): Promise<Outcome<EmployeeWithBenefits>> {
	const [found] = await loadForUpdate(call, employeeId);
	return updated(call, found, patch);
}

type EmployeePatch = Patch<EmployeeFields & PersonalFields> & ReadOnlyFields;

/**
 * Changes an employee and its pauses. When a pause or the termination moves, vouchers that were due earlier are decided with the old dates.
 */
export function updated(
	call: Call,
	{ employee, pauses, accesses, plans, defaults, issued, booking }: Updatable,
	{ email, employeeId: givenId, companyId, ...patch }: EmployeePatch,
): Outcome<EmployeeWithBenefits> {
	const { db, now } = call;
	refuseErased(employee);
	requireUnchanged(
		{ email, employeeId: givenId, companyId },
		{ email: employee.email, employeeId: employee.id, companyId: employee.companyId },
	);
	const before = withBenefits(employee, accesses, plans, defaults, now);
	const edit = changePauses(call, employee, pauses, patch);
	const naming = changeNames(call, employee, patch);
	const changed = { ...changedEmployee(employee, patch, now), ...naming.names, pauses: edit.after };
	const changes = [
		...naming.changes,
		...changesOfEmployee(aboutEmployee(employee), tellEmployee(employee), tellEmployee(changed)),
		...edit.changes,
	];
	if (changes.some(({ type }) => !type.endsWith('.updated'))) refuseOwnBenefits(call.actor, employee);
	if (changes.length === 0) return { before, after: before, statements: [], changes };
	const isMoved = edit.changes.length > 0 || changed.dateTerminated !== employee.dateTerminated;
	const due = isMoved ? passDue(plans, issued, employee, now) : { passed: [], plans };
	const occurrences = occurrencesOf({ ...changed, booking }, due.passed, now);
	const after = withBenefits(changed, accesses, due.plans, defaults, now);
	return {
		before,
		after,
		statements: [
			...naming.statements,
			saveEmployee(db, changed),
			...occurrences.flatMap((one) => savePassed(db, [one], now)),
			...bookVouchers(db, vouchersOf(occurrences), now),
			...insertNotices(db, issuedNow(employee, due.passed, now)),
			...edit.statements,
			...touchAnswered(db, before, after, now),
		],
		changes,
		violations: numberTaken,
	};
}

/** Changes the names and the language, which the user's record stores. */
function changeNames({ db, now }: Call, employee: Employee, patch: Patch<PersonalFields>) {
	const { userId, userRevision, firstName, lastName, language } = employee;
	const before = { firstName, lastName, language };
	const after = patched<PersonalFields>(before, {
		firstName: patch.firstName,
		lastName: patch.lastName,
		language: patch.language,
	});
	const changes = alteration(
		'user.updated',
		aboutUser(userId, employee.companyId),
		{ ...before },
		{ ...after },
	);
	const user = { id: userId, revision: userRevision };
	return { names: after, changes, statements: changes.length === 0 ? [] : [saveNames(db, user, after, now)] };
}

const issuedNow = (
	{ companyId, userId }: Pick<Employee, 'companyId' | 'userId'>,
	passed: ReturnType<typeof passDue<PlannedVoucher>>['passed'],
	now: Instant,
) =>
	passed
		.filter(({ isIssued }) => isIssued)
		.map(({ plan }) => voucherNotice({ ...plan, companyId, userId }, newId(now), now));

function withBenefits(
	employee: Employee,
	accesses: readonly FlexAccess[],
	plans: readonly PlannedVoucher[],
	defaults: readonly DefaultAccess[],
	now: Instant,
): EmployeeWithBenefits {
	return {
		...withShownPause(employee, now),
		flexAccess: whileEmployed(accesses, employee),
		plannedVouchers: shownPlans(plans, employee),
		defaultAccess: whileEmployed(defaults, employee),
	};
}

function changedEmployee<E extends Employee>(employee: E, patch: Patch<EmployeeFields>, now: Instant): E {
	const given = patched<Omit<EmployeeFields, keyof PauseDates>>(employee, patch);
	const { groups, userName, externalId, dateDeprovisioned, dateTerminated } = given;
	const isLeavingMoved = dateTerminated !== employee.dateTerminated;
	return {
		...employee,
		...byText((name) => given[name]),
		groups: groups ?? [],
		userName,
		externalId,
		dateDeprovisioned,
		dateTerminated,
		dateTerminationSettled: isLeavingMoved ? null : employee.dateTerminationSettled,
		dateModified: now,
		revision: employee.revision + 1,
	};
}

/** Sets `dateModified` of periods that readers see differently after the change. */
const touchAnswered = (db: Db, before: Benefits, after: Benefits, now: Instant): Statement[] => [
	...touch(db, accessTimeline, answeredAnew(before.flexAccess, after.flexAccess), now),
	...touch(db, planTimeline, answeredAnew(before.plannedVouchers, after.plannedVouchers), now),
	...touch(db, defaultAccessTimeline, answeredAnew(before.defaultAccess, after.defaultAccess), now),
];
