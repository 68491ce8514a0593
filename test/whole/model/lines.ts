import { DAY, monthStart } from './calendar.ts';
import { isoOrNull } from './employees.ts';
import { earliestOpen } from './flex.ts';
import { type Expense, employeeNamed, type Line, type Reference, type Voucher } from './reference.ts';

type NewLine = Omit<Line, 'name' | 'cutOff' | 'state' | 'run' | 'settlement'>;

/** The last millisecond of the reference day in the month after. */
export const cutOffOf = ({ referenceDay }: Reference, month: number): number =>
	monthStart(month, 1) + referenceDay * DAY - 1;

const firstUnclosed = (reference: Reference): number =>
	Math.max(0, ...reference.runs.map((run) => monthStart(run.month, 1)));

/** The first month whose run is still to come. */
export const firstOpen = (reference: Reference): number =>
	Math.max(earliestOpen(reference), firstUnclosed(reference));

export function addLine(reference: Reference, fields: NewLine): Line {
	const name = `line-${reference.lines.length}`;
	const line: Line = {
		name,
		...fields,
		cutOff: cutOffOf(reference, fields.month),
		state: 'PENDING',
		run: null,
		settlement: null,
	};
	reference.lines.push(line);
	return line;
}

export const ofExpense = (paid: Expense) => ({ paid, employee: paid.employee, module: paid.module });

/** Books a voucher in the month in which it was due, whenever the cron came, or in the first month that is not closed. */
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
		awaitsValue: false,
		correction: null,
	});
}

/** The lines that the list of transactions shows. The others are paid in another way, or never. */
export const listed = ({ state }: Line): boolean => state === 'PENDING' || state === 'COMMITTED';

/** True for a line that takes a settlement back, and so pays what its expense has taken already. */
export const takesBack = ({ lines }: Reference, { correction }: Line): boolean =>
	lines.some(({ name, state }) => name === correction?.corrects && state === 'SETTLED');

export const lineWire = (line: Line) => ({
	id: line.name,
	dateDeleted: null,
	flexDataId: line.paid.name,
	companyId: 'company',
	personnelNumber: line.personnelNumber,
	amount: line.amount,
	state: line.state,
	payrollReferenceDate: isoOrNull(line.cutOff),
	submittedDate: isoOrNull(line.submitted),
});
