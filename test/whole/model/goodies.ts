import { DAY, dayStart, END_OF_TIME, iso, monthOf, monthStart, monthsAfter } from './calendar.ts';
import { isoOrNull, refuseDisorder, refuseEarly, refuseWhenLeft } from './employees.ts';
import { bookVoucher } from './lines.ts';
import { isPausedAt } from './pauses.ts';
import {
	type Employee,
	employeeNamed,
	MONTHLY,
	type Money,
	type Plan,
	type Reference,
	Refused,
} from './reference.ts';
import { endedAt, type Piece, Timeline, touches } from './timeline.ts';

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
	employee.plans.lay(start, end, { ...MONTHLY, amount: budget, decided: new Set(decided) });
	return plansWire(employee);
}

export interface Planning extends Omit<Plan, 'decided'> {
	start: number;
	end: number | null;
}

/** Plans besides others. Monthly GENERIC vouchers are the monthly budget, and only one is possible at a time. */
export function planVoucher(reference: Reference, name: string, { start, end, ...given }: Planning) {
	refuseDisorder(start, end);
	const employee = employeeNamed(reference, name);
	refuseEarly('startDate', start, dayStart(reference.now));
	refuseEarly('endDate', end, dayStart(reference.now, 2) - 1);
	refuseWhenLeft(employee, start);
	const plan: Plan = { ...given, decided: new Set() };
	if (!isMonthly(plan)) {
		const plans = new Timeline<Plan>(`planned voucher ${employee.others.length} of ${name}`);
		plans.lay(start, end, plan);
		employee.others.push(plans);
	} else {
		const isTaken = employee.plans.pieces().some((piece) => touches(piece, start, end ?? END_OF_TIME));
		if (isTaken) throw new Refused('periods_overlap');
		if (hasVoucher(employee, start)) plan.decided.add(start);
		employee.plans.lay(start, end, plan);
	}
	return plansWire(employee).find((wire) => wire.amount === given.amount);
}

const isMonthly = ({ type, interval }: Pick<Plan, 'type' | 'interval'>): boolean =>
	type === MONTHLY.type && interval === MONTHLY.interval;

const plansOf = ({ plans, others }: Employee): Piece<Plan>[] =>
	[plans, ...others].flatMap((timeline) => timeline.pieces());

/** True when both plans give the same amount on the same days of a year. A year has the last days of all months. */
function isSamePlan({ amount }: Plan, anchor: number, budget: Money, start: number): boolean {
	const year = { from: start, until: start + 366 * DAY };
	const days = [anchor, start].map((one) =>
		occurrences({ ...year, anchor: one, value: MONTHLY }, year.until).join(),
	);
	return amount.value === budget.value && amount.currency === budget.currency && days[0] === days[1];
}

export function revokePlans(reference: Reference, name: string, end: number) {
	const employee = employeeNamed(reference, name);
	refuseEarly('endDate', end, dayStart(reference.now, 1));
	for (const plans of [employee.plans, ...employee.others]) plans.end(end);
	return { success: true };
}

export function revokePlan(reference: Reference, key: string, end: number) {
	if (!reference.seenPlans.has(key)) throw new Refused('not_found');
	refuseEarly('endDate', end, dayStart(reference.now, 1));
	for (const { plans, others } of reference.employees) {
		for (const timeline of [plans, ...others]) timeline.end(end, key);
	}
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
export function issueVouchers(
	reference: Reference,
	employee: Employee,
	at: number,
	end: number | null = null,
): void {
	const due = plansOf(employee).flatMap((piece) =>
		occurrences(piece, at)
			.filter((occurrence) => !piece.value.decided.has(occurrence) && occurrence < (end ?? END_OF_TIME))
			.map((occurrence) => ({ piece, occurrence })),
	);
	for (const { piece, occurrence } of due.sort((a, b) => a.occurrence - b.occurrence)) {
		const { decided, ...plan } = piece.value;
		decided.add(occurrence);
		if (isPausedAt(employee, occurrence)) continue;
		if (isMonthly(plan) && hasVoucher(employee, occurrence)) continue;
		const name = `voucher of ${piece.key} on ${iso(occurrence)}`;
		const voucher = { ...plan, name, plannedVoucherId: piece.key, dueDate: occurrence };
		employee.vouchers.push(voucher);
		if (reference.booksVouchers) bookVoucher(reference, employee.name, voucher);
	}
}

/** Whether the monthly budget has had its voucher of the month. */
const hasVoucher = (employee: Employee, at: number): boolean =>
	employee.vouchers.some((voucher) => isMonthly(voucher) && monthOf(voucher.dueDate) === monthOf(at));

const NTH: Record<Plan['interval'], (anchor: number, n: number) => number> = {
	ONCE: (anchor, n) => (n === 0 ? anchor : END_OF_TIME),
	DAILY: (anchor, n) => anchor + n * DAY,
	WEEKLY: (anchor, n) => anchor + n * 7 * DAY,
	MONTHLY: monthsAfter,
	YEARLY: (anchor, n) => monthsAfter(anchor, 12 * n),
};

/** Returns the occurrences of its interval that lie in the piece, before its end and not on it, up to `horizon`. */
function occurrences(piece: Omit<Piece<Pick<Plan, 'interval'>>, 'key'>, horizon: number): number[] {
	const { anchor, from, until, value } = piece;
	const nth = NTH[value.interval];
	const found: number[] = [];
	for (let n = 0; nth(anchor, n) <= horizon; n++) {
		const occurrence = nth(anchor, n);
		if (occurrence >= from && occurrence < (until ?? END_OF_TIME)) found.push(occurrence);
	}
	return found;
}

function nextDate(employee: Employee, piece: Piece<Plan>): number | null {
	const returns = employee.pauses.map(({ until }) => until ?? 0);
	const horizon = Math.max(piece.from, ...returns, ...piece.value.decided) + 800 * DAY;
	const next = occurrences(piece, horizon).find(
		(occurrence) => !piece.value.decided.has(occurrence) && !isPausedAt(employee, occurrence),
	);
	return next ?? null;
}

export const plansWire = (employee: Employee) =>
	endedAt(plansOf(employee), employee.dateTerminated).map((piece) => ({
		id: piece.key,
		dateDeleted: null,
		employeeId: employee.name,
		amount: piece.value.amount,
		goodiesVoucherType: piece.value.type,
		interval: piece.value.interval,
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

export const vouchersWire = (employee: Employee) =>
	employee.vouchers.map(({ name, plannedVoucherId, type, amount, dueDate }) => ({
		id: name,
		employeeId: employee.name,
		plannedVoucherId,
		goodiesVoucherType: type,
		amount,
		dueDate: isoOrNull(dueDate),
	}));
