import { type Change, CRON, creation } from '../../../foundation/core/history.ts';
import { newId, newIdIn } from '../../../foundation/core/id.ts';
import { addMonths, type Instant, toDay, toYearMonth } from '../../../foundation/core/instant.ts';
import { authorize } from '../../../foundation/core/policy.ts';
import { Refusal } from '../../../foundation/core/refusals.ts';
import { type Call, load } from '../../../foundation/db/call.ts';
import { commit, stale } from '../../../foundation/db/commit.ts';
import { batch, type Db } from '../../../foundation/db/database.ts';
import { identified, recordEvents } from '../../../foundation/db/record-events.ts';
import { insertMany } from '../../../foundation/db/records.ts';
import { type CompanyJob, inSteps } from '../../../foundation/db/steps.ts';
import { insertNotices, type NewNotice } from '../../../tenants/mail/notices/store.ts';
import { advanceRevisions } from '../../employees/store.ts';
import { permittedPart, requireAllowed } from '../circumstances/rules.ts';
import {
	type Case,
	circumstancesOf,
	type SpendingSituation,
	situationsIn,
	situationsOf,
} from '../circumstances/store.ts';
import { approveUnseen } from '../decisions/actions.ts';
import { mailData, nextOf } from '../standing/rules.ts';
import { skippingOf } from '../standing/store.ts';
import { aboutExpense, type Expense, UNDECIDED } from '../store.ts';
import { expenses, tellExpense } from '../table.ts';
import { type DueStanding, dueQueries, monthsOfStanding, PASSED, passMonths, requireNext } from './store.ts';

export async function listStandingMonths(call: Call, id: string): Promise<Expense[]> {
	const scope = authorize(call.actor, 'readStandingExpense');
	const [months] = await load(call, [monthsOfStanding(call.db, scope, id, MOST_MONTHS)]);
	return months;
}

const MOST_MONTHS = 24;

/** The number of standing expenses in one step, which takes two round trips. */
const STEP_SIZE = 500;

/** A month of a standing expense: its expense, or the reason why there is none. */
interface Month {
	due: DueStanding;
	employee: SpendingSituation['employee'];
	expense: Case | null;
	refusal: Refusal | null;
}

/** Refusals without a mail, because people know about their own pause and termination. */
const UNTOLD = ['employee_paused', 'employee_terminated'];

/**
 * Submits and approves the expense of each month of standing expenses. Returns the number of decided months. A step takes one month of each
 * employee, so that the next one sees what it has taken.
 */
export const submitStandingExpenses: CompanyJob = (db, now, mayGoOn, companyId) =>
	inSteps(mayGoOn, STEP_SIZE, async (size) => {
		const queries = dueQueries(db, now, size, companyId);
		const situation = situationsIn(db, queries.employeeIds, queries.dates);
		const [found, ...results] = await batch(db, [queries.found, ...situation] as const);
		const situations = situationsOf(results);
		const months = [...new Map(found.toReversed().map((due) => [due.employeeId, due])).values()].flatMap(
			(due) => monthOf(due, situations.get(due.employeeId), now) ?? [],
		);
		if (months.length > 0) await store(db, months, situations, now);
		return months.length;
	});

async function store(
	db: Db,
	months: readonly Month[],
	situations: Map<string, SpendingSituation>,
	now: Instant,
) {
	const due = months.map((month) => month.due);
	const cases = months.flatMap(({ expense }) => expense ?? []);
	const approval = approveUnseen(db, cases, situations, () => BY_NOBODY, now);
	const advanced = new Set(approval.approved.map(({ employeeId }) => employeeId));
	const others = months.map(({ employee }) => employee).filter(({ id }) => !advanced.has(id));
	const passed = months.map(({ due: { id, nextDate }, refusal }) => ({
		id,
		nextDate: addMonths(nextDate, 1),
		skipped: refusal && { date: nextDate, code: refusal.code },
	}));
	const statements = [
		// Without this check, the unique index of months would cause another error.
		requireNext(db, due),
		advanceRevisions(db, others),
		...insertMany(db, expenses, cases),
		...recordEvents(db, CRON, now, identified(months.map(changeOf), now)),
		passMonths(db, passed),
		...approval.statements,
		...insertNotices(
			db,
			months.flatMap((month) => noticeOf(month, now)),
		),
	];
	await commit(db, statements, { [PASSED]: stale });
}

const BY_NOBODY = { deciderId: null, approvalRuleId: null };

/** The expense's own day counts as its submission, even if the cron is late. A month with a closed run takes nothing. */
function monthOf(
	due: DueStanding,
	situation: SpendingSituation | undefined,
	now: Instant,
): Month | undefined {
	if (situation === undefined) return undefined;
	const { employee } = situation;
	const id = newIdIn(due.companyId, now);
	const circumstances = circumstancesOf(
		situation,
		{
			id,
			dateSubmitted: due.nextDate,
			closedBefore: employee.latestClosed,
			isBehindPending: true,
			areAbsencesRecorded: false,
		},
		now,
	);
	const verified = { value: due.approvedAmountValue ?? 0, currency: due.amountCurrency };
	const { module, isPublicTransport, nextDate: date } = due;
	const facts = { module, isPublicTransport, date, days: null, amount: verified };
	try {
		if (!due.upTo) requireAllowed(facts, circumstances);
		const amount = due.upTo ? permittedPart(facts, circumstances) : verified;
		return { due, employee, expense: expenseOf(due, situation, id, amount.value, now), refusal: null };
	} catch (error) {
		if (!(error instanceof Refusal)) throw error;
		return { due, employee, expense: null, refusal: error };
	}
}

const expenseOf = (
	due: DueStanding,
	{ employee }: SpendingSituation,
	id: string,
	amountValue: number,
	now: Instant,
): Case => ({
	id,
	dateCreated: now,
	dateModified: now,
	employeeId: due.employeeId,
	companyId: due.companyId,
	person: { ...employee, personStatus: null },
	authorId: due.authorId,
	module: due.module,
	amountValue,
	amountCurrency: due.amountCurrency,
	requestedAmountValue: amountValue < (due.approvedAmountValue ?? 0) ? due.approvedAmountValue : null,
	date: due.nextDate,
	days: null,
	isPublicTransport: due.isPublicTransport,
	note: due.note,
	mealPriceValue: null,
	recreationFor: null,
	machineFacts: null,
	isTillKnown: false,
	...UNDECIDED,
	standingExpenseId: due.id,
	lacksReceipt: false,
	closedBefore: employee.latestClosed,
	dateMonthClosed: null,
});

const changeOf = ({ due, expense, refusal }: Month): Change =>
	expense === null
		? skippingOf(due, due.nextDate, refusal?.code)
		: creation('expense.submitted', aboutExpense(expense), tellExpense(expense));

/** Returns the notice about a month without an expense. An approval has another notice. */
function noticeOf({ due, employee, refusal }: Month, now: Instant): NewNotice[] {
	if (refusal === null || UNTOLD.includes(refusal.code)) return [];
	const { companyId, approvedAmountValue, nextDate } = due;
	const next = nextOf({ ...due, dateTerminated: employee.dateTerminated, nextDate: addMonths(nextDate, 1) });
	const data = mailData(due, approvedAmountValue ?? 0, {
		month: toYearMonth(nextDate),
		why: refusal.code,
		...(next !== null && { date: toDay(next) }),
	});
	const kind = 'standing_expense_skipped';
	return [{ id: newId(now), kind, userId: employee.userId, companyId, data, dateCreated: now }];
}
