import { forgetDevices } from '../../auth/devices/store.ts';
import { removeSecondFactor } from '../../auth/second-factor/store.ts';
import { endSessionsOf } from '../../auth/store.ts';
import { aboutUser } from '../../core/history.ts';
import { type Instant, toIso } from '../../core/instant.ts';
import { authorizeForAll } from '../../core/policy.ts';
import { notFound, Refusal } from '../../core/refusals.ts';
import { blankAccessEventsOf } from '../../db/access-events.ts';
import { type Call, load } from '../../db/call.ts';
import { blankAnswersAbout } from '../../db/idempotency.ts';
import type { Outcome } from '../../db/write.ts';
import { blankUser, erasureOf } from '../../employees/erasure/rules.ts';
import { eraseHistory, eraseUser as eraseRow } from '../../employees/erasure/store.ts';
import { eraseArchived } from '../../history/archive/store.ts';
import { removeMailsOf } from '../../mail/store.ts';
import { anyUserById, setManagedCompanies } from '../store.ts';

export interface UserErasure {
	userId: string;
	dateErased: Instant;
}

/** Blanks the personal values of a closed user who is no employee. What the user has done stays, under its id. */
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
	const blanked = { ...blankUser(userId), manageableCompanyIds: [], dateDeleted: toIso(now) };
	return {
		before: null,
		after: { userId, dateErased: now },
		statements: [
			...setManagedCompanies(db, user, []),
			eraseRow(db, userId, user.revision, now),
			...endSessionsOf(call, userId, 'user_erased'),
			...forgetDevices(db, userId),
			...removeSecondFactor(db, userId),
			...removeMailsOf(db, userId),
			blankAccessEventsOf(db, userId),
			eraseHistory(db, [userId]),
			blankAnswersAbout(db, [userId]),
			eraseArchived(db, [userId]),
		],
		changes: [erasureOf('user.erased', aboutUser(userId, null), blanked)],
	};
}
