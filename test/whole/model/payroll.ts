import { forbiddingAt, monthsOfYear, spendingsOf } from './balance.ts';
import { dayOf, monthOf, monthStart } from './calendar.ts';
import { isoOrNull } from './employees.ts';
import { decide, expenseNamed, expenseWire, requireApprovable, requireSubmitted } from './expenses.ts';
import { addLine, cutOffOf, firstOpen, ofExpense, takesBack } from './lines.ts';
import { awaitsValue, partsOf, requireLawfulCorrection } from './meals.ts';
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
	absencesRecorded = false,
) {
	if (by !== 'verifier' && by !== 'platform') throw new Refused('forbidden');
	const expense = expenseNamed(reference, name);
	requireSubmitted(expense);
	const amount = part ?? expense.amount;
	if (amount.currency !== expense.amount.currency) throw new Refused('currency_mismatch');
	if (amount.value > expense.amount.value) throw new Refused('validation_failed');
	if (days !== null && (expense.days === null || days > expense.days)) throw new Refused('validation_failed');
	const counted = days ?? expense.days;
	if (absencesRecorded && (expense.days === null || !reference.recordsAbsences)) {
		throw new Refused('validation_failed');
	}
	requireApprovable(reference, expense, amount, counted, absencesRecorded);
	decide(reference, expense, 'APPROVED', by);
	const approvedDays = counted === expense.days ? null : counted;
	Object.assign(expense, { approved: amount, approvedDays, absencesRecorded, reasons, reason: null });
	payFor(reference, expense);
	return expenseWire(reference, expense);
}

/** Adds the lines that pay an approved expense, to the month of its day or the first one that is open. */
export function payFor(reference: Reference, expense: Expense): void {
	const { personnelNumber } = employeeNamed(reference, expense.employee);
	const { date, dateSubmitted: submitted } = expense;
	const month = Math.max(monthStart(date), firstOpen(reference));
	for (const part of partsOf(reference, expense)) {
		addLine(reference, {
			...ofExpense(expense),
			...part,
			personnelNumber,
			month,
			submitted,
			awaitsValue: awaitsValue(reference, expense),
			correction: null,
		});
	}
}

export function correct(reference: Reference, lineName: string, amount: Money, reason: string) {
	const corrected = reference.lines.find((line) => line.name === lineName);
	if (corrected === undefined || corrected.state === 'WITHDRAWN') throw new Refused('not_found');
	if (corrected.state === 'PENDING') throw new Refused('not_committed');
	if (amount.currency !== corrected.amount.currency) throw new Refused('currency_mismatch');
	if (corrected.state === 'SETTLED') requireTakenBack(reference, corrected, amount.value);
	else requireCorrectable(reference, corrected, amount);
	const { paid, kind, employee, module, awaitsValue } = corrected;
	const { personnelNumber } = amount.value < 0 ? corrected : employeeNamed(reference, employee);
	const line = addLine(reference, {
		paid,
		kind,
		employee,
		module,
		personnelNumber,
		amount,
		awaitsValue,
		month: firstOpen(reference),
		submitted: reference.now,
		correction: { corrects: lineName, author: 'admin', reason },
	});
	return correctionWire(line);
}

/** A settlement is taken back with the sign of its line, and at most once. */
function requireTakenBack(reference: Reference, settled: Line, value: number): void {
	const left = settled.amount.value - takenBack(reference, settled);
	const isOfLeft = left < 0 ? value < 0 && value >= left : value > 0 && value <= left;
	if (!isOfLeft) throw new Refused('correction_exceeds_transaction', { limit: left });
}

const takenBack = (reference: Reference, { name }: Line): number =>
	reference.lines
		.filter(({ correction }) => correction?.corrects === name)
		.reduce((total, { amount }) => total + amount.value, 0);

function requireCorrectable(reference: Reference, { paid, kind }: Line, amount: Money): void {
	const sumOf = (of: Kind) =>
		reference.lines
			.filter((line) => line.paid === paid && line.kind === of && line.state !== 'WITHDRAWN')
			// A line that takes a settlement back pays an amount that the settled line counts already.
			.filter((line) => !takesBack(reference, line))
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
	const waiting = reference.lines.filter(waits).map((line) => line.month);
	const months = [monthOf(month)];
	const first = Math.min(firstOpen(reference), ...waiting);
	for (let one = monthStart(month, -1); one >= first; one = monthStart(one, -1)) months.unshift(monthOf(one));
	const isOver = monthStart(month, 1) <= reference.now;
	if (!isMeant && (!isOver || months.length > 1)) throw new Refused('early_closing', { months });
	return runWire(reference, close(reference, month, 'admin', reference.now));
}

/** Closes the run of each month with a line whose cut-off has passed. */
export function closeDue(reference: Reference, at: number): void {
	for (;;) {
		const due = reference.lines.filter((line) => waits(line) && line.cutOff <= at);
		if (due.length === 0) return;
		close(reference, Math.min(...due.map((line) => line.month)), null, at);
	}
}

const waits = ({ state }: Line): boolean => state === 'PENDING';

function close(reference: Reference, month: number, closedBy: string | null, closedAt: number): Run {
	const run: Run = { month, closedBy, closedAt, bookingMonth: reference.bookingMonth, heldOver: 0 };
	reference.runs.push(run);
	for (const line of reference.lines) {
		if (!waits(line) || line.month > month) continue;
		if (line.awaitsValue) {
			line.month = monthStart(month, 1);
			line.cutOff = cutOffOf(reference, line.month);
			run.heldOver++;
		} else Object.assign(line, { state: 'COMMITTED', run });
	}
	return run;
}

export const correctionWire = (line: Line) => ({
	id: line.name,
	correctsId: line.correction?.corrects,
	authorId: line.correction?.author,
	reason: line.correction?.reason,
	amount: line.amount,
	state: line.state,
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
		heldOverCount: run.heldOver,
		bookingMonth: run.bookingMonth,
		sha256: lines.length === 0 ? 'SHA-256 of no lines' : `SHA-256 of ${month}`,
	};
}

export const settlementWire = (reference: Reference, line: Line) => ({
	transactionId: line.name,
	authorId: line.settlement?.author,
	date: dayOf(line.settlement?.date ?? 0),
	reason: line.settlement?.reason,
	flexDataId: line.paid.name,
	module: line.module,
	kind: line.kind,
	personnelNumber: line.personnelNumber,
	amount: line.amount,
	takenBack: { ...line.amount, value: takenBack(reference, line) },
});
