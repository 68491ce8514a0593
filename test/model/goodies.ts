import { DAY, dayStart, END_OF_TIME, monthOf, monthStart, monthsAfter } from './calendar.ts';
import { isoOrNull, refuseDisorder, refuseEarly, refuseWhenLeft } from './employees.ts';
import { isPausedAt } from './pauses.ts';
import { type Employee, employeeNamed, type Money, type Plan, type Reference, Refused } from './reference.ts';
import { endedAt, type Piece } from './timeline.ts';

export interface BudgetSetting {
	budget: Money;
	start: number;
	end: number | null;
}

export function setBudget(reference: Reference, name: string, { budget, start, end }: BudgetSetting) {
	refuseDisorder(start, end);
	const employee = employeeNamed(reference, name);
	refuseEarly('startDate', start, dayStart(reference.now));
	refuseEarly('endDate', end, dayStart(reference.now, 2) - 1);
	refuseWhenLeft(employee, start);
	if (employee.plans.holds(start, end, (plan, anchor) => isSamePlan(plan, anchor, budget, start))) {
		return plansWire(employee);
	}
	// A month that has its voucher gets no second one: its occurrence is decided.
	const decided = hasVoucher(employee, start) ? [start] : [];
	employee.plans.lay(start, end, { amount: budget, decided: new Set(decided) });
	return plansWire(employee);
}

/** The same amount on the same days of a year, on which the last days of all months fall. */
function isSamePlan({ amount }: Plan, anchor: number, budget: Money, start: number): boolean {
	const year = { from: start, until: start + 366 * DAY };
	const days = [anchor, start].map((one) => occurrences({ ...year, anchor: one }, year.until).join());
	return amount.value === budget.value && amount.currency === budget.currency && days[0] === days[1];
}

export function revokePlans(reference: Reference, name: string, end: number) {
	const employee = employeeNamed(reference, name);
	refuseEarly('endDate', end, dayStart(reference.now, 1));
	employee.plans.end(end);
	return { success: true };
}

export function revokePlan(reference: Reference, key: string, end: number) {
	if (!reference.seenPlans.has(key)) throw new Refused('not_found');
	refuseEarly('endDate', end, dayStart(reference.now, 1));
	for (const employee of reference.employees) employee.plans.end(end, key);
	return { success: true };
}

export function setDefaultAccess(reference: Reference, name: string, start: number, end: number | null) {
	refuseDisorder(start, end);
	const employee = employeeNamed(reference, name);
	refuseEarly('startDate', start, monthStart(reference.now, 1));
	refuseWhenLeft(employee, start);
	if (!employee.defaultAccesses.holds(start, end, () => true)) employee.defaultAccesses.lay(start, end, {});
	return defaultAccessesWire(employee);
}

/** Decides every occurrence until `at`, and before `end`, that is not decided, the earliest first. */
export function issueVouchers(employee: Employee, at: number, end: number | null = null): void {
	const due = employee.plans.pieces().flatMap((piece) =>
		occurrences(piece, at)
			.filter((occurrence) => !piece.value.decided.has(occurrence) && occurrence < (end ?? END_OF_TIME))
			.map((occurrence) => ({ piece, occurrence })),
	);
	for (const { piece, occurrence } of due.sort((a, b) => a.occurrence - b.occurrence)) {
		const { amount, decided } = piece.value;
		decided.add(occurrence);
		if (isPausedAt(employee, occurrence) || hasVoucher(employee, occurrence)) continue;
		employee.vouchers.push({ plannedVoucherId: piece.key, amount, dueDate: occurrence });
	}
}

const hasVoucher = (employee: Employee, at: number): boolean =>
	employee.vouchers.some(({ dueDate }) => monthOf(dueDate) === monthOf(at));

/** Those of the piece's months that lie in it, before its end and not on it, up to `horizon`. */
function occurrences(
	{ anchor, from, until }: Pick<Piece<Plan>, 'anchor' | 'from' | 'until'>,
	horizon: number,
): number[] {
	const found: number[] = [];
	for (let n = 0; monthsAfter(anchor, n) <= horizon; n++) {
		const occurrence = monthsAfter(anchor, n);
		if (occurrence >= from && occurrence < (until ?? END_OF_TIME)) found.push(occurrence);
	}
	return found;
}

function nextDate(employee: Employee, piece: Piece<Plan>): number | null {
	const returns = employee.pauses.map(({ until }) => until ?? 0);
	const horizon = Math.max(piece.from, ...returns, ...piece.value.decided) + 70 * DAY;
	const next = occurrences(piece, horizon).find(
		(occurrence) => !piece.value.decided.has(occurrence) && !isPausedAt(employee, occurrence),
	);
	return next ?? null;
}

export const plansWire = (employee: Employee) =>
	endedAt(employee.plans.pieces(), employee.dateTerminated).map((piece) => ({
		id: piece.key,
		dateDeleted: null,
		employeeId: employee.name,
		amount: piece.value.amount,
		goodiesVoucherType: 'GENERIC',
		interval: 'MONTHLY',
		nextDate: isoOrNull(nextDate(employee, piece)),
		startDate: isoOrNull(piece.from),
		startDateYearMonth: monthOf(piece.from),
		endDate: isoOrNull(piece.until),
		endDateYearMonth: piece.until === null ? null : monthOf(piece.until),
	}));

export const defaultAccessesWire = ({ name, defaultAccesses, dateTerminated }: Employee) =>
	endedAt(defaultAccesses.pieces(), dateTerminated).map(({ key, from, until }) => ({
		id: key,
		employeeId: name,
		validFrom: isoOrNull(from),
		validTo: isoOrNull(until),
	}));

/** In the order of their due dates. */
export const vouchersWire = ({ name, vouchers }: Employee) =>
	vouchers
		.toSorted((a, b) => a.dueDate - b.dueDate)
		.map(({ plannedVoucherId, amount, dueDate }) => ({
			id: `voucher of ${name} ${monthOf(dueDate)}`,
			employeeId: name,
			plannedVoucherId,
			goodiesVoucherType: 'GENERIC',
			amount,
			dueDate: isoOrNull(dueDate),
		}));
