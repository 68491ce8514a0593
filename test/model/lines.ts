import { DAY, monthStart } from './calendar.ts';
import { isoOrNull } from './employees.ts';
import { earliestOpen } from './flex.ts';
import { type Expense, employeeNamed, type Line, type Reference, type Voucher } from './reference.ts';

/** The last millisecond of the reference day in the month after. */
const cutOffOf = ({ referenceDay }: Reference, month: number): number =>
	monthStart(month, 1) + referenceDay * DAY - 1;

const firstUnclosed = (reference: Reference): number =>
	Math.max(0, ...reference.runs.map((run) => monthStart(run.month, 1)));

/** The first month whose run is still to come. */
export const firstOpen = (reference: Reference): number =>
	Math.max(earliestOpen(reference), firstUnclosed(reference));

export function addLine(reference: Reference, fields: Omit<Line, 'name' | 'cutOff' | 'run'>): Line {
	const name = `line-${reference.lines.length}`;
	const line: Line = { name, ...fields, cutOff: cutOffOf(reference, fields.month), run: null };
	reference.lines.push(line);
	return line;
}

export const ofExpense = (paid: Expense) => ({ paid, employee: paid.employee, module: paid.module });

/** In the month in which it was due, whenever the cron came, or in the first one that is not closed. */
export function bookVoucher(reference: Reference, employee: string, voucher: Voucher): void {
	addLine(reference, {
		kind: 'VOUCHER',
		paid: voucher,
		employee,
		module: 'GOODIES',
		amount: voucher.amount,
		personnelNumber: employeeNamed(reference, employee).personnelNumber,
		month: Math.max(monthStart(voucher.dueDate), firstUnclosed(reference)),
		submitted: voucher.dueDate,
		correction: null,
	});
}

export const lineWire = (line: Line) => ({
	id: line.name,
	dateDeleted: null,
	flexDataId: line.paid.name,
	companyId: 'company',
	personnelNumber: line.personnelNumber,
	amount: line.amount,
	state: line.run === null ? 'PENDING' : 'COMMITTED',
	payrollReferenceDate: isoOrNull(line.cutOff),
	submittedDate: isoOrNull(line.submitted),
});
