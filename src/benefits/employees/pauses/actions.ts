import { newId } from '../../../foundation/core/id.ts';
import type { Instant } from '../../../foundation/core/instant.ts';
import type { Patch } from '../../../foundation/core/patch.ts';
import { authorize } from '../../../foundation/core/policy.ts';
import type { Call } from '../../../foundation/db/call.ts';
import { type Employee, loadEmployee } from '../store.ts';
import { periodsOf, storeEdit } from '../timelines/store.ts';
import { editPauses, type PauseDates, requirePauseInOrder, shownPause, wantedDates } from './rules.ts';
import { pauseTimeline, type StoredPause } from './table.ts';

export async function listPauses(call: Call, employeeId: string): Promise<StoredPause[]> {
	const scope = authorize(call.actor, 'listPauses');
	const [, pauses] = await loadEmployee(call, scope, employeeId, [
		periodsOf(call.db, pauseTimeline, scope, employeeId),
	]);
	return pauses;
}

/** Returns the edit of an employee's pauses after which a record shows the two given dates. */
export function changePauses(
	{ db, now }: Call,
	employee: Pick<Employee, 'id' | 'companyId'>,
	pauses: readonly StoredPause[],
	patch: Patch<PauseDates>,
) {
	const current = shownPause(pauses, now);
	const wanted = wantedDates(current, patch, now);
	requirePauseInOrder(wanted);
	const newPause = (validFrom: Instant, validUntil: Instant | null): StoredPause => ({
		id: newId(now),
		dateCreated: now,
		dateModified: now,
		dateDeleted: null,
		employeeId: employee.id,
		validFrom,
		validUntil,
		// A changed pause stays marked as recorded, so that its beginning is recorded only once.
		dateBeganRecorded: current?.validFrom === validFrom ? current.dateBeganRecorded : null,
		dateEndedRecorded: null,
	});
	const edit = editPauses(pauses, wanted, now, newPause);
	// Readers see a pause in full, even after a termination. It is therefore stored without the termination.
	return storeEdit(db, pauseTimeline, { ...employee, dateTerminated: null }, pauses, edit, now);
}
