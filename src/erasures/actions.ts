import { authorize } from '../auth/policy.ts';
import { revokeSessionsOf } from '../auth/store.ts';
import { notFound } from '../core/domain-error.ts';
import { creation, ofEmployee } from '../core/history.ts';
import { toIso } from '../core/instant.ts';
import { type Call, load } from '../db/call.ts';
import type { Write } from '../db/write.ts';
import { employeeInScope, saveEmployee } from '../employees/store.ts';
import { type Erasure, requireErasable } from './rules.ts';
import { eraseExpenses, eraseHistory, eraseUser, erasureOf } from './store.ts';

/** Blanks the personal values of somebody who has left long enough ago. Payroll lines stay as they are. */
export function eraseEmployee(call: Call, employeeId: string): Write<Erasure> {
	const { db, now } = call;
	const scope = authorize(call.actor, 'eraseEmployee');
	const decide = async () => {
		const [[found], [candidate]] = await load(call, [
			employeeInScope(db, scope, employeeId),
			erasureOf(db, scope, employeeId),
		]);
		if (found === undefined || candidate === undefined) throw notFound('employee');
		const { email: _, payrollReferenceDay: __, ...stored } = found;
		const { userId, dateErased } = stored;
		if (dateErased !== null) {
			return { before: null, after: { employeeId, dateErased }, statements: [], events: [] };
		}
		requireErasable({ ...stored, ...candidate }, now);
		const erased = {
			...stored,
			personnelNumber: null,
			costCenter: null,
			groups: [],
			datePausedStart: null,
			datePausedEnd: null,
			dateErased: now,
			dateModified: now,
			revision: stored.revision + 1,
		};
		return {
			before: null,
			after: { employeeId, dateErased: now },
			statements: [
				saveEmployee(db, erased),
				eraseUser(db, userId, now),
				revokeSessionsOf(db, userId, now),
				...eraseExpenses(db, employeeId),
				eraseHistory(db, employeeId, userId),
			],
			events: [creation('employee.erased', ofEmployee(stored), { dateErased: toIso(now) })],
		};
	};
	return { call, decide };
}
