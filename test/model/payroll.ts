import { forbiddingAt, monthsOfYear, spendingsOf } from './balance.ts';
import { monthOf, monthStart } from './calendar.ts';
import { isoOrNull } from './employees.ts';
import { decide, expenseNamed, expenseWire, requireApprovable, requireSubmitted } from './expenses.ts';
import { addLine, firstOpen, ofExpense } from './lines.ts';
import { partsOf, requireLawfulCorrection } from './meals.ts';
import {
	type Expense,
	employeeNamed,
	type Kind,
	type Line,
	type Money,
	type Reference,
	Refused,
	type Run,
} from './reference.ts';
import { requireUnrestricted, restrictionOf } from './restriction.ts';

const MODULES = ['MEALS', 'HEALTH', 'INTERNET', 'HOLIDAY', 'KITA', 'MOBILITY', 'SPORTS', 'GOODIES'];

export function approve(
	reference: Reference,
	by: string,
	name: string,
	part: Money | null = null,
	reasons: readonly string[] = [],
	days: number | null = null,
) {
	if (by !== 'verifier' && by !== 'platform') throw new Refused('forbidden');
	const expense = expenseNamed(reference, name);
	requireSubmitted(expense);
	const amount = part ?? expense.amount;
	if (amount.currency !== expense.amount.currency) throw new Refused('currency_mismatch');
	if (amount.value > expense.amount.value) throw new Refused('validation_failed');
	if (days !== null && (expense.days === null || days > expense.days)) throw new Refused('validation_failed');
	const counted = days ?? expense.days;
	const { personnelNumber } = requireApprovable(reference, expense, amount, counted);
	decide(reference, expense, 'APPROVED', by);
	const approvedDays = counted === expense.days ? null : counted;
	Object.assign(expense, { approved: amount, approvedDays, reasons, reason: null });
	const { date, dateSubmitted: submitted } = expense;
	const month = Math.max(monthStart(date), firstOpen(reference));
	for (const part of partsOf(reference, expense)) {
		addLine(reference, {
			...ofExpense(expense),
			...part,
			personnelNumber,
			month,
			submitted,
			correction: null,
		});
	}
	return expenseWire(expense);
}

export function correct(reference: Reference, lineName: string, amount: Money, reason: string) {
	const corrected = reference.lines.find((line) => line.name === lineName);
	if (corrected === undefined) throw new Refused('not_found');
	if (corrected.run === null) throw new Refused('not_committed');
	if (amount.currency !== corrected.amount.currency) throw new Refused('currency_mismatch');
	const { paid, kind, employee, module } = corrected;
	const sumOf = (of: Kind) =>
		reference.lines
			.filter((line) => line.paid === paid && line.kind === of)
			.reduce((total, line) => total + line.amount.value, 0);
	const limit = sumOf(kind);
	if (limit + amount.value < 0) throw new Refused('correction_exceeds_transaction', { limit });
	if ('dueDate' in paid) {
		const left = paid.amount.value - limit;
		if (amount.value > left) throw new Refused('correction_exceeds_transaction', { limit: left });
	} else {
		const [taxed, free] = [sumOf('MEALS_FLAT_TAXED'), sumOf('MEALS_TAX_FREE')];
		requireLawfulCorrection(kind, amount.value, paid, taxed, free);
		if (amount.value > 0) requireRoom(reference, paid, amount);
	}
	const { personnelNumber } = amount.value < 0 ? corrected : employeeNamed(reference, employee);
	const line = addLine(reference, {
		paid,
		kind,
		employee,
		module,
		personnelNumber,
		amount,
		month: firstOpen(reference),
		submitted: reference.now,
		correction: { corrects: lineName, author: 'admin', reason },
	});
	return correctionWire(line);
}

function requireRoom(reference: Reference, { employee: name, date, module }: Expense, amount: Money): void {
	const employee = employeeNamed(reference, name);
	const spendings = spendingsOf(reference, employee);
	requireUnrestricted({ module, amount, date }, restrictionOf(reference, employee, date, spendings));
	const month = monthsOfYear(employee, date, spendings).find(({ first }) => first === monthStart(date));
	const forbidding = forbiddingAt(employee, date, spendings);
	const isForeign = month !== undefined && month.currency !== null && month.currency !== amount.currency;
	if (isForeign) throw new Refused('currency_mismatch');
	if (month?.currency !== amount.currency || amount.value > forbidding.left) {
		throw new Refused('budget_exceeded', forbidding);
	}
}

export function closeEarly(reference: Reference, month: number, isMeant: boolean) {
	if (month > reference.now) throw new Refused('validation_failed');
	if (reference.runs.some((run) => run.month >= month)) throw new Refused('period_closed');
	const waiting = reference.lines.filter((line) => line.run === null).map((line) => line.month);
	const months = [monthOf(month)];
	const first = Math.min(firstOpen(reference), ...waiting);
	for (let one = monthStart(month, -1); one >= first; one = monthStart(one, -1)) months.unshift(monthOf(one));
	const isOver = monthStart(month, 1) <= reference.now;
	if (!isMeant && (!isOver || months.length > 1)) throw new Refused('early_closing', { months });
	return runWire(reference, close(reference, month, 'admin', reference.now));
}

/** Closes the run of each month with a line whose cut-off has passed. */
export function closeDue(reference: Reference, at: number): void {
	const due = reference.lines.filter((line) => line.run === null && line.cutOff <= at);
	const months = [...new Set(due.map((line) => line.month))].sort((a, b) => a - b);
	for (const month of months) close(reference, month, null, at);
}

function close(reference: Reference, month: number, closedBy: string | null, closedAt: number): Run {
	const run: Run = { month, closedBy, closedAt, bookingMonth: reference.bookingMonth };
	reference.runs.push(run);
	for (const line of reference.lines) if (line.run === null && line.month <= month) line.run = run;
	return run;
}

export const correctionWire = (line: Line) => ({
	id: line.name,
	correctsId: line.correction?.corrects,
	authorId: line.correction?.author,
	reason: line.correction?.reason,
	amount: line.amount,
	state: line.run === null ? 'PENDING' : 'COMMITTED',
	payrollReferenceDate: isoOrNull(line.cutOff),
});

export function runWire(reference: Reference, run: Run) {
	const lines = reference.lines.filter((line) => line.run === run);
	const sums = MODULES.flatMap((module) => {
		const ofModule = lines.filter((line) => line.module === module);
		const currencies = [...new Set(ofModule.map(({ amount }) => amount.currency))].sort();
		return currencies.map((currency) => {
			const values = ofModule.filter(({ amount }) => amount.currency === currency);
			const value = values.reduce((total, { amount }) => total + amount.value, 0);
			return { module, amount: { value, currency } };
		});
	});
	const month = monthOf(run.month);
	return {
		id: `run of ${month}`,
		companyId: 'company',
		month,
		state: 'CLOSED',
		closedBy: run.closedBy,
		lineCount: lines.length,
		sums,
		heldOverCount: 0,
		bookingMonth: run.bookingMonth,
		sha256: lines.length === 0 ? 'SHA-256 of no lines' : `SHA-256 of ${month}`,
	};
}
