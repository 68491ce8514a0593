import { DAY, dayOfMonth, monthOf, monthStart } from './calendar.ts';
import { isoOrNull, refuseDisorder, refuseEarly, refuseWhenLeft } from './employees.ts';
import { isPausedWhole } from './pauses.ts';
import { type Employee, employeeNamed, type Grant, type Reference, Refused } from './reference.ts';
import { endedAt, type Piece, touches } from './timeline.ts';

/** The first month that may still change: the one before, up to and including the reference day. */
export const earliestOpen = ({ now, referenceDay }: Reference): number =>
	monthStart(now, dayOfMonth(now) <= referenceDay ? -1 : 0);

export interface AccessSetting extends Grant {
	start: number;
	end: number | null;
}

export function setAccess(reference: Reference, name: string, { start, end, ...grant }: AccessSetting) {
	refuseDisorder(start, end);
	if (grant.allowedModules.length === 0) throw new Refused('validation_failed');
	const employee = employeeNamed(reference, name);
	refuseEarly('startDate', start, earliestOpen(reference));
	refuseEarly('endDate', end, earliestOpen(reference) - 1);
	if (!(grant.flexTaxRuleTemplateId in reference.templates)) throw new Refused('unknown_tax_rule_template');
	refuseWhenLeft(employee, start);
	const isSame = (other: Grant) => JSON.stringify(other) === JSON.stringify(grant);
	if (!employee.accesses.holds(start, end, isSame)) employee.accesses.lay(start, end, grant);
	return accessesWire(employee);
}

export function revokeAccess(reference: Reference, name: string, end: number) {
	const employee = employeeNamed(reference, name);
	refuseEarly('endDate', end, earliestOpen(reference) - 1);
	employee.accesses.end(end);
	return { success: true };
}

export const accessesOf = ({ accesses, dateTerminated }: Employee): Piece<Grant>[] =>
	endedAt(accesses.pieces(), dateTerminated);

/** Returns the accesses in force at some instant of the day that begins at `day`. */
export function accessesOn(employee: Employee, day: number): Piece<Grant>[] {
	const final = day + DAY - 1;
	if (isPausedWhole(employee, day, final)) return [];
	return accessesOf(employee).filter((piece) => touches(piece, day, final));
}

export const accessesWire = (employee: Employee, pieces = accessesOf(employee)) =>
	pieces.map(({ key, from, until, value }) => ({
		id: key,
		dateDeleted: null,
		employeeId: employee.name,
		...value,
		validFrom: isoOrNull(from),
		validFromYearMonth: monthOf(from),
		validUntil: isoOrNull(until),
		validUntilYearMonth: until === null ? null : monthOf(until),
	}));
