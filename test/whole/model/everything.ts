import { monthsOfYear, monthWire, spendingsOf } from './balance.ts';
import { DAY, monthStart } from './calendar.ts';
import { employeeWire, pausesWire } from './employees.ts';
import { expenseWire, rejectUnmended } from './expenses.ts';
import { accessesWire } from './flex.ts';
import { defaultAccessesWire, issueVouchers, plansWire, vouchersWire } from './goodies.ts';
import { lineWire, listed } from './lines.ts';
import { closeDue, correctionWire, runWire, settlementWire } from './payroll.ts';
import type { Reference } from './reference.ts';
import { applyRules, ruleWire } from './rules.ts';
import { removeProofs, standingWire, submitMonths } from './standing.ts';

/** How long people can still sign in after their termination. */
const LEAVER_ACCESS = 30 * DAY;

/** The state after the cron has run until `at`, whenever and however often it ran. */
export function doDue(reference: Reference, at: number): void {
	for (const employee of reference.employees) {
		const { dateTerminated } = employee;
		if (dateTerminated !== null && dateTerminated + LEAVER_ACCESS <= at) employee.isClosed = true;
		if (dateTerminated !== null && dateTerminated <= at) {
			const { accesses, plans, others, defaultAccesses } = employee;
			for (const timeline of [accesses, plans, ...others, defaultAccesses]) {
				timeline.end(dateTerminated);
			}
		}
		issueVouchers(reference, employee, at);
	}
	submitMonths(reference, at);
	removeProofs(reference, at);
	closeDue(reference, at);
	rejectUnmended(reference, at);
	applyRules(reference, at);
}

/** The lists that the service answers, by their addresses. */
export function everything(reference: Reference): Record<string, object[]> {
	const seen: Record<string, object[]> = {
		'/employees': reference.employees.map((one) => employeeWire(reference, one)),
	};
	for (const employee of reference.employees) {
		const path = `/employees/${employee.name}`;
		const plans = plansWire(employee);
		for (const { id } of plans) reference.seenPlans.add(id);
		seen[`${path}/pauses`] = pausesWire(employee);
		seen[`${path}/flex/access`] = accessesWire(employee);
		seen[`${path}/goodies/planned-vouchers`] = plans;
		seen[`${path}/goodies/default-access`] = defaultAccessesWire(employee);
		seen[`${path}/goodies/vouchers`] = vouchersWire(employee);
		const standing = reference.standing.filter((one) => one.employee === employee.name);
		seen[`${path}/flex/standing-expenses`] = standing.map((one) => standingWire(reference, one));
		const spendings = spendingsOf(reference, employee);
		for (const year of new Set([reference.now, monthStart(reference.now, -3)].map(yearOf))) {
			const months = monthsOfYear(employee, Date.UTC(year, 0, 1), spendings);
			seen[`${path}/flex/balances?year=${year}`] = months.map((month) =>
				monthWire(reference, employee, month, spendings),
			);
		}
	}
	seen['/companies/company/flex/approval-rules'] = reference.rules.map(ruleWire);
	const runs = reference.runs.toSorted((a, b) => a.month - b.month);
	seen['/companies/company/flex/expenses'] = reference.expenses.map((one) => expenseWire(reference, one));
	seen['/companies/company/flex/payroll-transactions'] = reference.lines.filter(listed).map(lineWire);
	const corrections = reference.lines.filter((line) => line.correction !== null);
	seen['/companies/company/flex/payroll-corrections'] = corrections.map(correctionWire);
	const settled = reference.lines.filter(({ settlement }) => settlement !== null);
	seen['/companies/company/flex/payroll-settlements'] = settled.map((one) => settlementWire(reference, one));
	seen['/companies/company/flex/payroll-runs'] = runs.map((run) => runWire(reference, run));
	return seen;
}

const yearOf = (at: number): number => new Date(at).getUTCFullYear();
