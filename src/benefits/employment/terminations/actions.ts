import { aboutEmployee, aboutUser, alteration, CRON, creation } from '../../../foundation/core/history.ts';
import { type Instant, toIso } from '../../../foundation/core/instant.ts';
import { end } from '../../../foundation/core/timeline.ts';
import { commit } from '../../../foundation/db/commit.ts';
import { batch, type Db, type Statement } from '../../../foundation/db/database.ts';
import { identified, recordEvents } from '../../../foundation/db/record-events.ts';
import { updateMany } from '../../../foundation/db/records.ts';
import { type CompanyJob, inSteps } from '../../../foundation/db/steps.ts';
import { endSessionsOfAll } from '../../../tenants/auth/store.ts';
import { insertMailsToAdmins } from '../../../tenants/mail/store.ts';
import { requireAdministrators } from '../../../tenants/users/store.ts';
import { changesOfEdit, withDates } from '../../employees/timelines/rules.ts';
import { endingOfStanding, endStandingOf, type StandingRow } from '../../expenses/standing/store.ts';
import { accessTimeline } from '../../flex/access/table.ts';
import { defaultAccessTimeline } from '../../goodies/default-access/table.ts';
import { planTimeline } from '../../goodies/plans/table.ts';
import {
	closeUsers,
	type DueClosure,
	dueClosures,
	dueTerminations,
	keepOpen,
	periodsOfDue,
	settleSignIns,
	settleTerminations,
	standingOfDue,
} from './store.ts';

const TIMELINES = [accessTimeline, planTimeline, defaultAccessTimeline] as const;
/** The number of employees in one step, which takes two round trips. */
const STEP_SIZE = 1000;

/** Permanently ends all periods at passed terminations. Returns the number of employees. */
export const settlePassedTerminations: CompanyJob = (db, now, mayGoOn, companyId) =>
	inSteps(mayGoOn, STEP_SIZE, async (size) => {
		const [due, standing, ...timelines] = await batch(db, [
			dueTerminations(db, now, size, companyId),
			standingOfDue(db, now, size, companyId),
			...TIMELINES.map(({ table }) => periodsOfDue(db, table, now, size, companyId)),
		]);
		if (due.length > 0) await settle(db, due, timelines as DuePeriod[][], standing, now);
		return due.length;
	});

/**
 * Closes the users of former employees, unless they manage another company or the platform. A company's last administrator stays open until
 * somebody else administers the company. Company and platform get one mail about that. Returns the number of decided employees.
 */
export const closeLeavers: CompanyJob = (db, now, mayGoOn, companyId) =>
	inSteps(mayGoOn, STEP_SIZE, async (size) => {
		const [due] = await batch(db, [dueClosures(db, now, size, companyId)]);
		if (due.length === 0) return 0;
		const kept = lastAdministratorsAmong(due);
		const decided = due.filter((one) => !kept.includes(one));
		const closed = decided.filter(({ isToClose }) => isToClose === 1);
		const changes = closed.flatMap(({ userId, companyId }) =>
			alteration(
				'user.closed',
				aboutUser(userId, companyId),
				{ dateClosed: null },
				{ dateClosed: toIso(now) },
			),
		);
		const userIds = closed.map(({ userId }) => userId);
		await commit(db, [
			...recordEvents(db, CRON, now, identified(changes, now)),
			...endSessionsOfAll({ db, now, requestId: null, client: null }, userIds, 'user_closed'),
			closeUsers(db, closed, now),
			settleSignIns(db, decided, now),
			...requireAdministrators(
				db,
				companiesOf(closed.filter(({ administrators }) => administrators !== null)),
			),
			keepOpen(db, kept, now),
			...kept.flatMap((leaver) => noticesOf(db, leaver, now)),
		]);
		return due.length;
	});

/** Returns one administrator for each company that would have none. It is the one who left last. */
function lastAdministratorsAmong(due: readonly DueClosure[]): DueClosure[] {
	const administering = due.filter((one) => one.isToClose === 1 && one.administrators !== null);
	return [...Map.groupBy(administering, ({ companyId }) => companyId).values()].flatMap((leavers) => {
		const last = leavers.at(-1);
		return last !== undefined && last.administrators === leavers.length ? [last] : [];
	});
}

const companiesOf = (due: readonly DueClosure[]): string[] => [
	...new Set(due.map(({ companyId }) => companyId)),
];

function noticesOf(db: Db, { companyId, companyName, email }: DueClosure, now: Instant): Statement[] {
	const mail = { kind: 'last_admin_left' as const, data: { person: email, employer: companyName } };
	return [companyId, null].map((to) => insertMailsToAdmins(db, { ...mail, companyId: to }, now));
}

interface Leaver {
	id: string;
	companyId: string;
	dateTerminated: Instant;
	revision: number;
	hasLeft: boolean;
}

interface DuePeriod {
	id: string;
	employeeId: string;
	dateModified: Instant;
	validFrom: Instant;
	validUntil: Instant | null;
}

/** Ends all periods in one batch. It ends none if an employee has changed since it was read. */
async function settle(
	db: Db,
	due: readonly Leaver[],
	timelines: readonly DuePeriod[][],
	standing: readonly StandingRow[],
	now: Instant,
): Promise<void> {
	const leavers = new Map(due.map((leaver) => [leaver.id, leaver]));
	const ends = TIMELINES.map((timeline, index) => {
		const byEmployee = Map.groupBy(timelines[index] ?? [], ({ employeeId }) => employeeId);
		const settled = [...byEmployee].flatMap(([employeeId, periods]) => {
			const leaver = leavers.get(employeeId);
			return leaver === undefined ? [] : [endingOf(timeline, leaver, periods, now)];
		});
		return { table: timeline.table, settled };
	});
	const left = due
		.filter(({ hasLeft }) => !hasLeft)
		.map((leaver) =>
			creation('employee.left', aboutEmployee(leaver), { dateTerminated: toIso(leaver.dateTerminated) }),
		);
	const changes = [
		...left,
		...ends.flatMap(({ settled }) => settled.flatMap((one) => one.changes)),
		...standing.flatMap((one) => endingOfStanding(one, now)),
	];
	await commit(db, [
		...recordEvents(db, CRON, now, identified(changes, now)),
		...ends.flatMap(({ table, settled }) =>
			updateMany(
				db,
				table,
				settled.flatMap(({ shortened }) => shortened),
				['validUntil', 'dateModified', 'dateDeleted'],
			),
		),
		...endStandingOf(
			db,
			standing.map(({ id }) => id),
			null,
			now,
		),
		settleTerminations(db, due, now),
	]);
}

function endingOf(
	timeline: (typeof TIMELINES)[number],
	leaver: Leaver,
	periods: readonly DuePeriod[],
	now: Instant,
) {
	const before = periods.map((period) => ({
		...period,
		dateCreated: 0,
		dateDeleted: null,
	}));
	const ended = end(before, leaver.dateTerminated);
	// Readers have seen the shortened period since the termination was set, so the cron's edit changes nothing
	// for them.
	const edit = { ...ended, removed: withDates(ended, leaver, now).removed };
	const changes = changesOfEdit(timeline, leaver, before, edit);
	return { shortened: [...edit.removed, ...edit.cut], changes };
}
