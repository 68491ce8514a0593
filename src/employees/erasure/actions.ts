import { revokeSessionsOf } from '../../auth/store.ts';
import { notFound } from '../../core/domain-error.ts';
import { ofEmployee, ofUser } from '../../core/history.ts';
import { toIso } from '../../core/instant.ts';
import { authorize } from '../../core/policy.ts';
import { type Call, load } from '../../db/call.ts';
import type { Write } from '../../db/write.ts';
import { employeeInScope, saveEmployee } from '../store.ts';
import {
	BLANK_CORRECTION,
	BLANK_EMPLOYEE,
	BLANK_EXPENSE,
	blankUser,
	type Erasure,
	erasureOf,
	requireErasable,
} from './rules.ts';
import { candidateOf, eraseExpenses, eraseHistory, eraseUser } from './store.ts';

/** Blanks the personal values of somebody who has left long enough ago. Payroll lines stay as they are. */
export function eraseEmployee(call: Call, employeeId: string): Write<Erasure> {
	const { db, now } = call;
	const scope = authorize(call.actor, 'eraseEmployee');
	const decide = async () => {
		const [[found], [candidate]] = await load(call, [
			employeeInScope(db, scope, employeeId),
			candidateOf(db, scope, employeeId),
		]);
		if (found === undefined || candidate === undefined) throw notFound('employee');
		const { email: _, payrollReferenceDay: __, ...stored } = found;
		const { userId, companyId, dateErased } = stored;
		if (dateErased !== null) {
			return { before: null, after: { employeeId, dateErased }, statements: [], events: [] };
		}
		requireErasable({ ...stored, ...candidate }, now);
		const dates = { dateErased: now, dateModified: now };
		const erased = { ...stored, ...BLANK_EMPLOYEE, ...dates, revision: stored.revision + 1 };
		const at = toIso(now);
		const written = { ...BLANK_EXPENSE, ...BLANK_CORRECTION };
		return {
			before: null,
			after: { employeeId, dateErased: now },
			statements: [
				saveEmployee(db, erased),
				eraseUser(db, userId, candidate.userRevision, now),
				revokeSessionsOf(db, userId, now),
				...eraseExpenses(db, employeeId),
				eraseHistory(db, employeeId, userId),
			],
			events: [
				erasureOf('employee.erased', ofEmployee(stored), {
					...BLANK_EMPLOYEE,
					...written,
					dateErased: at,
				}),
				erasureOf('user.erased', ofUser(userId, companyId), { ...blankUser(userId), dateDeleted: at }),
			],
		};
	};
	return { call, decide };
}
