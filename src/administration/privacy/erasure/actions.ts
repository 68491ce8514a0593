import { type EmployeeRow, loadEmployee, saveEmployee } from '../../../benefits/employees/store.ts';
import { aboutEmployee, aboutUser } from '../../../foundation/core/history.ts';
import { type Instant, toIso } from '../../../foundation/core/instant.ts';
import {
	BLANK_CORRECTION,
	BLANK_EMPLOYEE,
	BLANK_EXPENSE,
	BLANK_PAUSE,
	blankUser,
} from '../../../foundation/core/personal.ts';
import { authorize, authorizeForAll } from '../../../foundation/core/policy.ts';
import { notFound, Refusal, requireFound } from '../../../foundation/core/refusals.ts';
import { blankAccessEventsOf, type Circumstances } from '../../../foundation/db/access-events.ts';
import { type Call, load } from '../../../foundation/db/call.ts';
import type { Statement } from '../../../foundation/db/database.ts';
import { blankAnswersAbout } from '../../../foundation/db/idempotency.ts';
import type { Outcome } from '../../../foundation/db/write.ts';
import { forgetDevices } from '../../../tenants/auth/sessions/store.ts';
import { endSessionsOf } from '../../../tenants/auth/store.ts';
import { companyIdInScope, loadCompany } from '../../../tenants/companies/store.ts';
import { eraseArchived } from '../../../tenants/history/archive/store.ts';
import { noteErased } from '../../../tenants/hosting/erased-people/remote.ts';
import { anyUserById, setManagedCompanies } from '../../../tenants/users/store.ts';
import { blankProposalsAbout } from '../../proposals/store.ts';
import { type Erasure, earliestErasure, erasureOf, requireErasable, type UserErasure } from './rules.ts';
import {
	candidateOf,
	deletePersonalRows,
	eraseExpenses,
	eraseHistory,
	eraseUserRow,
	type Leaver,
	leaversPage,
} from './store.ts';

export interface DueErasure extends Leaver {
	dateDue: Instant;
}

/** Lists terminated employees ordered by termination date, and so by the date of their erasure. */
export async function listErasures(
	call: Call,
	companyId: string,
	after: { dateTerminated: Instant; id: string },
	limit: number,
): Promise<DueErasure[]> {
	const scope = authorize(call.actor, 'listEmployees');
	const [{ retentionMonths }, leavers] = await loadCompany(call, scope, companyId, [
		leaversPage(call.db, companyIdInScope(call.db, scope, companyId), after, limit),
	]);
	return leavers.map((leaver) => ({
		...leaver,
		dateDue: earliestErasure(leaver.dateTerminated, retentionMonths),
	}));
}

export async function requireErasureDue(call: Call, employeeId: string): Promise<void> {
	const { found, candidate } = await loadCandidate(call, employeeId);
	if (found.dateErased === null) requireErasable({ ...found, ...candidate }, call.now);
}

async function loadCandidate(call: Call, employeeId: string) {
	const scope = authorize(call.actor, 'eraseEmployee');
	const [found, [candidate]] = await loadEmployee(call, scope, employeeId, [
		candidateOf(call.db, scope, employeeId),
	]);
	return { found, candidate: requireFound(candidate, 'employee') };
}

/** Erases an employee. Payroll transactions stay unchanged. */
export async function eraseEmployee(call: Call, employeeId: string): Promise<Outcome<Erasure>> {
	const { now } = call;
	const { found, candidate } = await loadCandidate(call, employeeId);
	const { userId, companyId, dateErased } = found;
	if (dateErased !== null) {
		return { before: null, after: { employeeId, dateErased }, statements: [], changes: [] };
	}
	requireErasable({ ...found, ...candidate }, now);
	return {
		before: null,
		after: { employeeId, dateErased: now },
		...erasingEmployee(call, found, candidate.userRevision),
		prepare: () => noteErased(call.backups, companyId, [employeeId, userId]),
	};
}

type Erasing = Pick<Outcome<unknown>, 'statements' | 'changes'>;

export function erasingEmployee(
	circumstances: Circumstances,
	found: EmployeeRow,
	userRevision: number,
): Erasing {
	const { db, now } = circumstances;
	const { id: employeeId, userId, companyId } = found;
	const dates = { dateErased: now, dateModified: now };
	const erased = { ...found, ...BLANK_EMPLOYEE, ...dates, revision: found.revision + 1 };
	const at = toIso(now);
	const blanked = {
		...BLANK_EMPLOYEE,
		...BLANK_PAUSE,
		...BLANK_EXPENSE,
		...BLANK_CORRECTION,
		dateErased: at,
	};
	return {
		statements: [
			saveEmployee(db, erased),
			...eraseExpenses(db, employeeId, now),
			...eraseTraces(circumstances, userId, userRevision, [employeeId, userId]),
		],
		changes: [
			erasureOf('employee.erased', aboutEmployee(found), blanked),
			erasureOf('user.erased', aboutUser(userId, companyId), { ...blankUser(userId), dateDeleted: at }),
		],
	};
}

/** Erases a closed user without an employee record. The user's past actions stay in the history with the id. */
export async function eraseUser(call: Call, userId: string): Promise<Outcome<UserErasure>> {
	const { db, now } = call;
	const scope = authorizeForAll(call.actor, 'eraseUser');
	const [[user]] = await load(call, [anyUserById(db, scope, userId)]);
	if (user === undefined) throw notFound('user');
	if (user.employerId !== null) {
		throw new Refusal('user_is_employee', 'Erase the employee instead: POST /employees/{id}/erasure.');
	}
	const { dateDeleted } = user;
	if (dateDeleted !== null) {
		return { before: null, after: { userId, dateErased: dateDeleted }, statements: [], changes: [] };
	}
	if (user.dateClosed === null) {
		throw new Refusal('user_not_closed', 'Close the user first: POST /users/{userId}/closure.');
	}
	return {
		before: null,
		after: { userId, dateErased: now },
		...erasingUser(call, user),
		prepare: () => noteErased(call.backups, null, [userId]),
	};
}

export function erasingUser(circumstances: Circumstances, user: { id: string; revision: number }): Erasing {
	const { db, now } = circumstances;
	const { id: userId, revision } = user;
	const blanked = { ...blankUser(userId), manageableCompanyIds: [], dateDeleted: toIso(now) };
	return {
		statements: [
			...setManagedCompanies(db, user, []),
			...eraseTraces(circumstances, userId, revision, [userId]),
		],
		changes: [erasureOf('user.erased', aboutUser(userId, null), blanked)],
	};
}

/** Erases a user, and the personal data in all records about these subjects. */
const eraseTraces = (
	circumstances: Circumstances,
	userId: string,
	revision: number,
	subjects: readonly string[],
): Statement[] => {
	const { db, now } = circumstances;
	return [
		...blankProposalsAbout(db, subjects, now),
		// The erasure blanks the address, and a trigger then ends all sessions. The access log must record the sessions before that.
		...endSessionsOf(circumstances, userId, 'user_erased'),
		eraseUserRow(db, userId, revision, now),
		...forgetDevices(db, userId),
		...deletePersonalRows(db, subjects),
		blankAccessEventsOf(db, userId),
		eraseHistory(db, subjects),
		blankAnswersAbout(db, subjects),
		eraseArchived(db, subjects),
	];
};
