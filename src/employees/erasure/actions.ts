import { forgetDevices } from '../../auth/devices/store.ts';
import { removeSecondFactor } from '../../auth/second-factor/store.ts';
import { endSessionsOf } from '../../auth/store.ts';
import { aboutEmployee, aboutUser } from '../../core/history.ts';
import { toIso } from '../../core/instant.ts';
import { authorize } from '../../core/policy.ts';
import { notFound } from '../../core/refusals.ts';
import { blankAccessEventsOf } from '../../db/access-events.ts';
import type { Call } from '../../db/call.ts';
import { blankAnswersAbout } from '../../db/idempotency.ts';
import type { Outcome } from '../../db/write.ts';
import { eraseArchived } from '../../history/archive/store.ts';
import { removeMailsOf } from '../../mail/store.ts';
import { loadEmployee, saveEmployee } from '../store.ts';
import {
	BLANK_CORRECTION,
	BLANK_EMPLOYEE,
	BLANK_EXPENSE,
	BLANK_PAUSE,
	blankUser,
	type Erasure,
	erasureOf,
	requireErasable,
} from './rules.ts';
import { candidateOf, eraseExpenses, eraseHistory, erasePauses, eraseUser } from './store.ts';

/** Blanks an employee's personal values after the retention period. Payroll transactions stay as they are. */
export async function eraseEmployee(call: Call, employeeId: string): Promise<Outcome<Erasure>> {
	const { db, now } = call;
	const scope = authorize(call.actor, 'eraseEmployee');
	const [found, [candidate]] = await loadEmployee(call, scope, employeeId, [
		candidateOf(db, scope, employeeId),
	]);
	const { userId, companyId, dateErased } = found;
	if (candidate === undefined) throw notFound('employee');
	if (dateErased !== null) {
		return { before: null, after: { employeeId, dateErased }, statements: [], changes: [] };
	}
	requireErasable({ ...found, ...candidate }, now);
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
		before: null,
		after: { employeeId, dateErased: now },
		statements: [
			saveEmployee(db, erased),
			eraseUser(db, userId, candidate.userRevision, now),
			...endSessionsOf(call, userId, 'user_erased'),
			erasePauses(db, employeeId),
			...eraseExpenses(db, employeeId, now),
			...forgetDevices(db, userId),
			...removeSecondFactor(db, userId),
			blankAccessEventsOf(db, userId),
			...removeMailsOf(db, userId),
			eraseHistory(db, [employeeId, userId]),
			blankAnswersAbout(db, [employeeId, userId]),
			eraseArchived(db, [employeeId, userId]),
		],
		changes: [
			erasureOf('employee.erased', aboutEmployee(found), blanked),
			erasureOf('user.erased', aboutUser(userId, companyId), { ...blankUser(userId), dateDeleted: at }),
		],
	};
}
