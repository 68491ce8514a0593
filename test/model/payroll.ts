import { forbiddingAt, monthsOfYear, spendingsOf } from './balance.ts';
import { DAY, monthOf, monthStart } from './calendar.ts';
import { isoOrNull } from './employees.ts';
import { decide, expenseNamed, expenseWire, requireApprovable, requireSubmitted } from './expenses.ts';
import { earliestOpen } from './flex.ts';
import { partsOf, requireLawfulCorrection } from './meals.ts';
import {
	employeeNamed,
	type Kind,
	type Line,
	type Money,
	type Reference,
	Refused,
	type Run,
} from './reference.ts';
import { requireUnrestricted, restrictionOf } from './restriction.ts';

const MODULES = ['MEALS', 'HEALTH', 'INTERNET', 'HOLIDAY', 'KITA', 'MOBILITY', 'SPORTS'];

/** The last millisecond of the reference day in the month after. */
const cutOffOf = ({ referenceDay }: Reference, month: number): number =>
	monthStart(month, 1) + referenceDay * DAY - 1;

export function approve(
	reference: Reference,
	by: string,
	name: string,
	part: Money | null = null,
	reasons: readonly string[] = [],
) {
	if (by !== 'verifier' && by !== 'platform') throw new Refused('forbidden');
	const expense = expenseNamed(reference, name);
	requireSubmitted(expense);
	const amount = part ?? expense.amount;
	if (amount.currency !== expense.amount.currency) throw new Refused('currency_mismatch');
	if (amount.value > expense.amount.value) throw new Refused('validation_failed');
	const { personnelNumber } = requireApprovable(reference, expense, amount);
	decide(reference, expense, 'APPROVED', by);
	Object.assign(expense, { approved: amount, reasons, reason: null });
	const { date, dateSubmitted: submitted } = expense;
	const month = Math.max(monthStart(date), firstOpen(reference));
	for (const part of partsOf(reference, { ...expense, amount })) {
		addLine(reference, { expense, ...part, personnelNumber, month, submitted, correction: null });
	}
	return expenseWire(expense);
}

/** The first month whose run is still to come. */
const firstOpen = (reference: Reference): number =>
	Math.max(earliestOpen(reference), ...reference.runs.map((run) => monthStart(run.month, 1)));

export function correct(reference: Reference, lineName: string, amount: Money, reason: string) {
	const corrected = reference.lines.find((line) => line.name === lineName);
	if (corrected === undefined) throw new Refused('not_found');
	if (corrected.run === null) throw new Refused('not_committed');
	if (amount.currency !== corrected.amount.currency) throw new Refused('currency_mismatch');
	const { expense, kind } = corrected;
	const paid = (of: Kind) =>
		reference.lines
			.filter((line) => line.expense === expense && line.kind === of)
			.reduce((total, line) => total + line.amount.value, 0);
	const limit = paid(kind);
	if (limit + amount.value < 0) throw new Refused('correction_exceeds_transaction', { limit });
	const [taxed, free] = [paid('MEALS_FLAT_TAXED'), paid('MEALS_TAX_FREE')];
	requireLawfulCorrection(kind, amount.value, expense, taxed, free);

	const employee = employeeNamed(reference, expense.employee);
	if (amount.value > 0) {
		const spendings = spendingsOf(reference, employee);
		const { date, module } = expense;
		requireUnrestricted({ module, amount, date }, restrictionOf(reference, employee, date, spendings));
		const month = monthsOfYear(employee, date, spendings).find(({ first }) => first === monthStart(date));
		const forbidding = forbiddingAt(employee, date, spendings);
		const isForeign = month !== undefined && month.currency !== null && month.currency !== amount.currency;
		if (isForeign) throw new Refused('currency_mismatch');
		if (month?.currency !== amount.currency || amount.value > forbidding.left) {
			throw new Refused('budget_exceeded', forbidding);
		}
	}
	const line = addLine(reference, {
		expense,
		kind,
		personnelNumber: (amount.value < 0 ? corrected : employee).personnelNumber,
		amount,
		month: firstOpen(reference),
		submitted: reference.now,
		correction: { corrects: lineName, author: 'admin', reason },
	});
	return correctionWire(line);
}

function addLine(reference: Reference, fields: Omit<Line, 'name' | 'cutOff' | 'run'>): Line {
	const name = `line-${reference.lines.length}`;
	const line: Line = { name, ...fields, cutOff: cutOffOf(reference, fields.month), run: null };
	reference.lines.push(line);
	return line;
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
	return runWire(reference, close(reference, month, 'admin'));
}

/** Closes the run of each month of which some line's cut-off has come. */
export function closeDue(reference: Reference, at: number): void {
	const due = reference.lines.filter((line) => line.run === null && line.cutOff <= at);
	const months = [...new Set(due.map((line) => line.month))].sort((a, b) => a - b);
	for (const month of months) close(reference, month, null);
}

function close(reference: Reference, month: number, closedBy: string | null): Run {
	const run: Run = { month, closedBy };
	reference.runs.push(run);
	for (const line of reference.lines) if (line.run === null && line.month <= month) line.run = run;
	return run;
}

export const lineWire = (line: Line) => ({
	id: line.name,
	dateDeleted: null,
	flexDataId: line.expense.name,
	companyId: 'company',
	personnelNumber: line.personnelNumber,
	amount: line.amount,
	state: line.run === null ? 'PENDING' : 'COMMITTED',
	payrollReferenceDate: isoOrNull(line.cutOff),
	submittedDate: isoOrNull(line.submitted),
});

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
		const ofModule = lines.filter(({ expense }) => expense.module === module);
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
		sha256: lines.length === 0 ? 'SHA-256 of no lines' : `SHA-256 of ${month}`,
	};
}
