import { iso } from './calendar.ts';
import { type Employee, employeeNamed, type Reference, Refused } from './reference.ts';
import { Timeline } from './timeline.ts';

/** As a request names them; what is undefined is left out of it. */
export interface EmployeeFields {
	personnelNumber?: string | null | undefined;
	costCenter?: string | null | undefined;
	groups?: readonly string[] | null | undefined;
	datePausedStart?: number | null | undefined;
	datePausedEnd?: number | null | undefined;
	dateTerminated?: number | null | undefined;
}

export function hire(reference: Reference, email: string, fields: EmployeeFields): Employee {
	if (reference.employees.some((one) => one.email === email)) throw new Refused('email_taken');
	const name = `employee-${reference.employees.length}`;
	const employee: Employee = {
		name,
		email,
		personnelNumber: fields.personnelNumber ?? null,
		costCenter: fields.costCenter ?? null,
		groups: [...new Set(fields.groups)],
		datePausedStart: null,
		datePausedEnd: null,
		dateTerminated: fields.dateTerminated ?? null,
		accesses: new Timeline(`access of ${name}`),
		plans: new Timeline(`plan of ${name}`),
		defaultAccesses: new Timeline(`default access of ${name}`),
		vouchers: [],
	};
	requireOwnNumber(reference, employee);
	reference.employees.push(employee);
	return employee;
}

/** An omitted field keeps its value, null clears it. */
export function changeEmployee(reference: Reference, name: string, fields: EmployeeFields): Employee {
	const employee = employeeNamed(reference, name);
	const given = Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
	const changed: Employee = { ...employee, ...given };
	changed.groups = [...new Set(changed.groups)];
	const { datePausedStart, datePausedEnd } = changed;
	if (datePausedEnd !== null && (datePausedStart === null || datePausedEnd <= datePausedStart)) {
		throw new Refused('validation_failed');
	}
	requireOwnNumber(reference, changed);
	return Object.assign(employee, changed);
}

function requireOwnNumber(reference: Reference, { name, personnelNumber }: Employee): void {
	const isTaken = reference.employees.some(
		(one) => one.name !== name && personnelNumber !== null && one.personnelNumber === personnelNumber,
	);
	if (isTaken) throw new Refused('personnel_number_taken');
}

export const isPausedAt = ({ datePausedStart, datePausedEnd }: Employee, at: number): boolean =>
	datePausedStart !== null && at >= datePausedStart && (datePausedEnd === null || at < datePausedEnd);

/** A pause that ends on the last millisecond covers it. */
export const isPausedWhole = (employee: Employee, first: number, final: number): boolean =>
	isPausedAt(employee, first) && (isPausedAt(employee, final) || employee.datePausedEnd === final);

export function refuseWhenLeft({ dateTerminated }: Employee, start: number): void {
	if (dateTerminated !== null && start >= dateTerminated) throw new Refused('employee_terminated');
}

export function refuseEarly(field: string, at: number | null, earliest: number): void {
	if (at !== null && at < earliest) {
		throw new Refused('date_out_of_window', { field, earliestAllowed: iso(earliest) });
	}
}

export function refuseDisorder(start: number, end: number | null): void {
	if (end !== null && end <= start) throw new Refused('validation_failed');
}

/** What is shown of a date-time. */
export const isoOrNull = (at: number | null): string | null => (at === null ? null : iso(at));

export const employeeWire = ({ name, email, ...fields }: Employee) => ({
	email,
	employeeId: name,
	companyId: 'company',
	personnelNumber: fields.personnelNumber,
	costCenter: fields.costCenter,
	groups: fields.groups,
	datePausedStart: isoOrNull(fields.datePausedStart),
	datePausedEnd: isoOrNull(fields.datePausedEnd),
	dateTerminated: isoOrNull(fields.dateTerminated),
});
