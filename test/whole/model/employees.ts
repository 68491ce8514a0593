import { iso } from './calendar.ts';
import { issueVouchers } from './goodies.ts';
import { backOf, type PauseFields, pauseDates, pausesAfter } from './pauses.ts';
import { type Employee, employeeNamed, type Reference, Refused } from './reference.ts';
import { Timeline } from './timeline.ts';

/** The fields of a request. Undefined ones are left out of it. */
export interface EmployeeFields extends PauseFields {
	personnelNumber?: string | null | undefined;
	costCenter?: string | null | undefined;
	groups?: readonly string[] | null | undefined;
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
		pauses: [],
		pauseCount: 0,
		dateTerminated: fields.dateTerminated ?? null,
		isClosed: false,
		accesses: new Timeline(`access of ${name}`),
		plans: new Timeline(`plan of ${name}`),
		others: [],
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
	const { datePausedStart, datePausedEnd, ...others } = fields;
	const given = Object.fromEntries(Object.entries(others).filter(([, value]) => value !== undefined));
	const pauses = pausesAfter(employee, reference.now, { datePausedStart, datePausedEnd });
	const changed: Employee = { ...employee, ...given, pauses };
	changed.groups = [...new Set(changed.groups)];
	requireOwnNumber(reference, changed);
	// A run that comes late decides as a timely one would have done, by the pauses and the termination as they were.
	const isMoved =
		JSON.stringify(pauses) !== JSON.stringify(employee.pauses) ||
		changed.dateTerminated !== employee.dateTerminated;
	if (isMoved) issueVouchers(reference, employee, reference.now, employee.dateTerminated);
	// Waiting payments go to the current number. A line that takes money back goes where the money went.
	for (const line of reference.lines) {
		const waits = line.employee === name && line.state === 'PENDING' && line.amount.value >= 0;
		if (waits) line.personnelNumber = changed.personnelNumber;
	}
	return Object.assign(employee, changed);
}

function requireOwnNumber(reference: Reference, { name, personnelNumber }: Employee): void {
	const isTaken = reference.employees.some(
		(one) => one.name !== name && personnelNumber !== null && one.personnelNumber === personnelNumber,
	);
	if (isTaken) throw new Refused('personnel_number_taken');
}

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

export const isoOrNull = (at: number | null): string | null => (at === null ? null : iso(at));

export const pausesWire = ({ name: employeeId, pauses }: Employee) =>
	pauses.map((pause) => ({
		id: pause.name,
		employeeId,
		datePausedStart: isoOrNull(pause.from),
		datePausedEnd: isoOrNull(backOf(pause)),
	}));

export const employeeWire = ({ now }: Reference, employee: Employee) => {
	const { name, email, ...fields } = employee;
	const { datePausedStart, datePausedEnd } = pauseDates(employee, now);
	return {
		email,
		employeeId: name,
		companyId: 'company',
		personnelNumber: fields.personnelNumber,
		costCenter: fields.costCenter,
		groups: fields.groups,
		datePausedStart: isoOrNull(datePausedStart),
		datePausedEnd: isoOrNull(datePausedEnd),
		dateTerminated: isoOrNull(fields.dateTerminated),
	};
};
