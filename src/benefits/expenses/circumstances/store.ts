import { and, eq, isNull, type SQL, sql } from 'drizzle-orm';
import type { BatchResponse } from 'drizzle-orm/batch';
import type { Country } from '../../../foundation/core/countries.ts';
import { type Instant, startOfMonth } from '../../../foundation/core/instant.ts';
import { earliestOpen } from '../../../foundation/core/months.ts';
import type { Db } from '../../../foundation/db/database.ts';
import { companies } from '../../../tenants/companies/table.ts';
import { users } from '../../../tenants/users/table.ts';
import type { PersonShown } from '../../employees/people/rules.ts';
import { pausesOfSelected } from '../../employees/queries.ts';
import { employees } from '../../employees/table.ts';
import { flexAccesses } from '../../flex/access/table.ts';
import { taxRuleTemplates } from '../../flex/tax-rules/table.ts';
import { plannedVouchers } from '../../goodies/plans/table.ts';
import { closingOf } from '../../ledger/queries.ts';
import { type CorrectedRow, correctedBy, expenseColumns, type TakenRow, takenBy } from '../queries.ts';
import { spendingsOf } from '../rules.ts';
import { expenses } from '../table.ts';
import type { Circumstances } from './rules.ts';

/** The data of an employee against which expenses are checked. */
export interface SpendingSituation {
	employee: SpendingEmployee;
	timeline: (typeof flexAccesses.$inferSelect)[];
	templates: TemplateRow[];
	taken: TakenRow[];
	corrected: CorrectedRow[];
	monthlyBudgets: (typeof plannedVouchers.$inferSelect)[];
}

export type SpendingEmployee = Awaited<ReturnType<typeof spendingEmployees>>[number];
type TemplateRow = Awaited<ReturnType<typeof templates>>[number];

/** An expense for a decision, or for a change by its author. */
export type Case = typeof expenses.$inferSelect & {
	person: PersonShown;
	isTillKnown: boolean;
	/** True when the company demands a receipt for the module and there is none. */
	lacksReceipt: boolean;
	/** The latest month whose payroll run was closed before the submission. */
	closedBefore: Instant | null;
	/** When the expense's month was closed; null while it is open. */
	dateMonthClosed: Instant | null;
};

/** Returns queries of an employee's situation in the year of the day. */
export const situationQueries = (db: Db, employeeId: SQL, day: Instant) =>
	situationsIn(db, employeeId, sql`SELECT ${day} AS date`);

/**
 * Returns queries of expenses, and of their employees' situations in the years of the expenses or of `day`. The number of statements does
 * not depend on the number of expenses.
 */
export const caseQueries = (db: Db, ids: SQL, day?: Instant, at?: Instant) =>
	[
		db
			.select({ ...expenseColumns(at), lacksReceipt, closedBefore, dateMonthClosed })
			.from(expenses)
			.where(sql`${expenses.id} IN ${ids}`),
		...situationsIn(
			db,
			sql`(SELECT employee_id FROM expenses WHERE id IN ${ids})`,
			day === undefined ? sql`SELECT date FROM expenses WHERE id IN ${ids}` : sql`SELECT ${day} AS date`,
		),
	] as const;

const lacksReceipt = sql<boolean>`(SELECT instr(c.receipt_required_modules, '"' || expenses.module || '"') > 0
	FROM companies c WHERE c.id = expenses.company_id) AND NOT EXISTS (SELECT 1 FROM receipts r
	WHERE r.expense_id = expenses.id AND r.date_stored IS NOT NULL AND r.date_discarded IS NULL)
	AND expenses.standing_expense_id IS NULL`
	.mapWith(Boolean)
	.as('lacks_receipt');

const closedBefore = sql<Instant | null>`(SELECT max(r.month) FROM payroll_runs r
	WHERE r.company_id = expenses.company_id AND r.date_created <= expenses.date_created)`.as('closed_before');

const dateMonthClosed = closingOf(sql`expenses.company_id`, sql`expenses.date`).as('date_month_closed');

/** Returns queries of employees' situations in the years of some dates. The query `dates` returns them as `date`. */
export const situationsIn = (db: Db, employeeIds: SQL, dates: SQL) =>
	[
		spendingEmployees(db, employeeIds),
		db
			.select()
			.from(flexAccesses)
			.where(and(sql`${flexAccesses.employeeId} IN ${employeeIds}`, isNull(flexAccesses.dateDeleted))),
		restrictingBudgets(db, employeeIds),
		templates(db, employeeIds),
		takenBy(db, employeeIds, inYearsOf(dates)),
		correctedBy(db, employeeIds, inYearsOf(dates)),
	] as const;

export function situationsOf([found, accesses, plans, templates, taken, corrected]: BatchResponse<
	[...ReturnType<typeof situationsIn>]
>): Map<string, SpendingSituation> {
	const byEmployee = <R extends { employeeId: string }>(rows: readonly R[]) => {
		const grouped = Map.groupBy(rows, ({ employeeId }) => employeeId);
		return (id: string): R[] => grouped.get(id) ?? [];
	};
	const byStart = (a: { validFrom: Instant }, b: { validFrom: Instant }) => a.validFrom - b.validFrom;
	const [accessesOf, plansOf] = [byEmployee(accesses), byEmployee(plans)];
	const [takenOf, correctedOf] = [byEmployee(taken), byEmployee(corrected)];
	return new Map(
		found.map((employee) => [
			employee.id,
			{
				employee,
				timeline: accessesOf(employee.id).toSorted(byStart),
				templates,
				taken: takenOf(employee.id),
				corrected: correctedOf(employee.id),
				monthlyBudgets: plansOf(employee.id).toSorted(byStart),
			},
		]),
	);
}

/** An expense that is new, corrected, or to be approved. */
interface Candidate {
	id: string;
	/** When it was submitted, which must be in time. Null for an approval, which no cut-off forbids. */
	dateSubmitted: Instant | null;
	/** The day with which the expense was accepted before. The month of that day stays open to it, even if the company changes its settings. */
	dateAccepted?: Instant;
	/** The latest month whose payroll run was closed before the submission. */
	closedBefore?: Instant | null;
	/** True when undecided expenses count as taken. */
	isBehindPending: boolean;
	lacksReceipt?: boolean;
	/** True when a record of absences may prove the days of meals. For an approval, true when it does. */
	areAbsencesRecorded: boolean;
}

/** Returns the circumstances for approving an expense or a part of it. */
export const circumstancesOfApproval = (
	situation: SpendingSituation,
	{ id, lacksReceipt }: Case,
	areAbsencesRecorded: boolean,
	now: Instant,
) => {
	const candidate = { id, dateSubmitted: null, isBehindPending: false, lacksReceipt, areAbsencesRecorded };
	return circumstancesOf(situation, candidate, now);
};

/** Returns the present circumstances of an expense, without the expense itself. */
export function circumstancesOf(
	{ employee, timeline, templates, taken, corrected, monthlyBudgets }: SpendingSituation,
	candidate: Candidate,
	now: Instant,
): Circumstances {
	const { id, dateSubmitted, isBehindPending, lacksReceipt = false, areAbsencesRecorded } = candidate;
	const counted = taken.filter((one) => one.id !== id && (isBehindPending || one.state === 'APPROVED'));
	return {
		now,
		employment: employee,
		timeline,
		templates,
		spendings: spendingsOf(counted, corrected),
		counted: (isBehindPending && taken.find((one) => one.id === id)) || null,
		monthlyBudgets,
		mealsLaw: { country: employee.mealsCountry, areAbsencesRecorded },
		submission: dateSubmitted === null ? null : windowOf(employee, dateSubmitted, candidate),
		lacksReceipt,
	};
}

/** A corrected expense was submitted in time if its first submission was. Only runs that were closed before that matter. */
function windowOf(
	{ payrollReferenceDay, submissionDay }: SpendingSituation['employee'],
	dateSubmitted: Instant,
	{ dateAccepted = dateSubmitted, closedBefore = null }: Candidate,
) {
	const earliest = earliestOpen(dateSubmitted, submissionDay ?? payrollReferenceDay);
	return {
		earliestOpen: Math.min(earliest, startOfMonth(dateAccepted)),
		latestClosed: closedBefore,
	};
}

export const spendingEmployees = (db: Db, ids: SQL) =>
	db
		.select({
			id: employees.id,
			companyId: employees.companyId,
			userId: employees.userId,
			personnelNumber: employees.personnelNumber,
			costCenter: employees.costCenter,
			dateTerminated: employees.dateTerminated,
			revision: employees.revision,
			firstName: users.firstName,
			lastName: users.lastName,
			pauses: pausesOfSelected,
			payrollReferenceDay: companies.payrollReferenceDay,
			submissionDay: companies.submissionDay,
			latestClosed:
				sql<Instant | null>`(SELECT max(month) FROM payroll_runs WHERE company_id = employees.company_id)`.as(
					'latest_closed',
				),
			/** The country whose law splits meals; null unless the company's payroll settings demand it. */
			mealsCountry:
				sql<Country | null>`(SELECT tax_affiliation FROM payroll_settings s WHERE s.company_id = employees.company_id AND s.splits_meals)`.as(
					'meals_country',
				),
			/** True when the company keeps a record of absences. It can prove more days of meals. */
			recordsAbsences:
				sql<boolean>`coalesce((SELECT records_absences FROM payroll_settings s WHERE s.company_id = employees.company_id), FALSE)`
					.mapWith(Boolean)
					.as('records_absences'),
		})
		.from(employees)
		.innerJoin(users, eq(users.id, employees.userId))
		.innerJoin(companies, eq(companies.id, employees.companyId))
		.where(sql`${employees.id} IN ${ids}`);

/** Reads the monthly budgets of goodies in companies where they limit spending on other modules. */
const restrictingBudgets = (db: Db, employeeIds: SQL) =>
	db
		.select()
		.from(plannedVouchers)
		.where(
			sql`${plannedVouchers.employeeId} IN ${employeeIds} AND ${plannedVouchers.dateDeleted} IS NULL
				AND ${plannedVouchers.goodiesVoucherType} = 'GENERIC' AND ${plannedVouchers.interval} = 'MONTHLY'
				AND (SELECT c.monthly_budget_restricts_flex FROM employees e JOIN companies c ON c.id = e.company_id
					WHERE e.id = ${plannedVouchers.employeeId})`,
		);

const templates = (db: Db, employeeIds: SQL) =>
	db
		.select({ id: taxRuleTemplates.id, rules: taxRuleTemplates.rules })
		.from(taxRuleTemplates)
		.where(
			sql`${taxRuleTemplates.id} IN (SELECT tax_rule_template_id FROM flex_accesses
				WHERE employee_id IN ${employeeIds} AND date_deleted IS NULL)`,
		);

/** SQL that is true for days from the year of the first given day to the year of the last one. */
function inYearsOf(days: SQL): SQL {
	const startOfYear = (date: SQL, ...later: SQL[]) =>
		sql`(SELECT unixepoch(${date} / 1000, ${sql.join([sql`'unixepoch'`, sql`'start of year'`, ...later], sql`, `)}) * 1000 FROM (${days}))`;
	return sql`${expenses.date} >= ${startOfYear(sql`min(date)`)}
		AND ${expenses.date} < ${startOfYear(sql`max(date)`, sql`'+1 year'`)}`;
}
