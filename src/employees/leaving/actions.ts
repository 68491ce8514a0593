import { CRON, creation, ofEmployee } from '../../core/history.ts';
import { type Instant, toIso } from '../../core/instant.ts';
import { end } from '../../core/timeline.ts';
import { batch, type Db } from '../../db/client.ts';
import { commit } from '../../db/commit.ts';
import { identified, recordEvents } from '../../db/history.ts';
import { changesOf, shorten, stamped } from '../../db/timeline.ts';
import { flexTimeline } from '../../flex/access/store.ts';
import { defaultTimeline } from '../../goodies/default-access/store.ts';
import { voucherTimeline } from '../../goodies/plans/store.ts';
import { dueTerminations, isNews, isUnchanged, periodsOfDue, settleTerminations } from './store.ts';

const TIMELINES = [flexTimeline, voucherTimeline, defaultTimeline] as const;
/** Employees settled in one step, of two round trips; at most so many steps a run, the rest waits for the next one. */
const STEP_SIZE = 250;
const MAX_STEPS = 80;

/** Makes the ends of passed terminations permanent, and answers how many employees that concerned. */
export async function settlePassedTerminations(db: Db, now: Instant): Promise<number> {
	let settled = 0;
	for (let step = 0; step < MAX_STEPS; step++) {
		const [due, ...timelines] = await batch(db, [
			dueTerminations(db, now, STEP_SIZE),
			...TIMELINES.map((timeline) => periodsOfDue(db, timeline, now, STEP_SIZE)),
		]);
		if (due.length > 0) await settle(db, due, timelines as Due[][], now);
		settled += due.length;
		if (due.length < STEP_SIZE) break;
	}
	return settled;
}

interface Leaver {
	id: string;
	companyId: string;
	dateTerminated: Instant;
	revision: number;
}

interface Due {
	id: string;
	employeeId: string;
	validFrom: Instant;
	validUntil: Instant | null;
}

/** Ends everything in one batch; what concerns an employee that has changed since is left out. */
async function settle(db: Db, due: readonly Leaver[], timelines: Due[][], now: Instant): Promise<void> {
	const owners = new Map(due.map((employee) => [employee.id, employee]));
	const statements = [];
	const events = due.map((employee) => ({
		...creation('employee.left', ofEmployee(employee), { dateTerminated: toIso(employee.dateTerminated) }),
		revision: employee.revision,
	}));
	for (const [index, timeline] of TIMELINES.entries()) {
		const ends = [];
		for (const [ownerId, periods] of Map.groupBy(timelines[index] ?? [], ({ employeeId }) => employeeId)) {
			const owner = owners.get(ownerId);
			if (owner === undefined) continue;
			const { revision } = owner;
			const before = periods.map((period) => ({
				...period,
				dateCreated: 0,
				dateModified: 0,
				dateDeleted: null,
				revision,
			}));
			const change = stamped(end(before, owner.dateTerminated), now);
			ends.push(...change.removed, ...change.cut);
			events.push(...changesOf(timeline, owner, before, change).map((event) => ({ ...event, revision })));
		}
		statements.push(...shorten(db, timeline.table, ends, isUnchanged('employeeId')));
	}
	await commit(db, [
		...recordEvents(db, CRON, now, identified(events, now), isNews),
		...statements,
		settleTerminations(db, due, now),
	]);
}
