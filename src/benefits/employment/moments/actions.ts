import { commit } from '../../../foundation/db/commit.ts';
import { batch } from '../../../foundation/db/database.ts';
import { type CompanyJob, inSteps } from '../../../foundation/db/steps.ts';
import { cutOffsUntil, inOrder } from './rules.ts';
import { dueMoments, recordDue } from './store.ts';

/** The number of moments in one step, which takes two round trips. */
const STEP_SIZE = 1000;

/** Records which pauses and accesses have begun or ended, and which cut-offs have passed, in order of time. Returns their number. */
export const recordMoments: CompanyJob = (db, now, mayGoOn, companyId) =>
	inSteps(mayGoOn, STEP_SIZE, async (size) => {
		const [months, ...periods] = await batch(db, dueMoments(db, now, size, companyId));
		const found = [...months.flatMap((first) => cutOffsUntil(first, now)), ...periods.flat()];
		const due = found.toSorted(inOrder).slice(0, size);
		if (due.length > 0) await commit(db, recordDue(db, due, now));
		return due.length;
	});
