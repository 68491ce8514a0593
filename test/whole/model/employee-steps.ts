import fc from 'fast-check';
import { changeEmployee, type EmployeeFields, employeeWire, hire, isoOrNull } from './employees.ts';
import { nameOf, someone } from './flex-steps.ts';
import { type Moment, moments, nearMonths, resolveOrNull } from './moments.ts';
import { ask, asking } from './step.ts';

const numbers = {
	personnelNumber: fc.constantFrom('1', '2', '00017', null),
	costCenter: fc.constantFrom('4711', null),
	groups: fc.constantFrom(['sales', 'sales', 'support'], [], null),
};
const returning = fc.option(nearMonths(1, 4), { freq: 4 });
const cleared = fc.option(moments, { freq: 2 });

const hiringUntil = (dateTerminated: fc.Arbitrary<Moment | null>) =>
	asking(
		'hire',
		fc.record({ person: fc.nat(2), ...numbers, dateTerminated }),
		(reference, { person, ...given }) => {
			const email = `person-${person}`;
			const { fields, body } = asFields(given, reference.now);
			const request = { email, companyId: 'company', ...body };
			return ask(
				'admin',
				'POST /employees',
				request,
				() => employeeWire(reference, hire(reference, email, fields)),
				201,
			);
		},
	);

export const hiring = hiringUntil(fc.option(moments, { freq: 2 }));
export const hiringForGood = hiringUntil(fc.constant(null));

const changes: fc.Arbitrary<Given>[] = [
	fc.record({ dateTerminated: cleared }),
	fc.record({ dateTerminated: nearMonths(0, 3) }),
	fc.record({ datePausedStart: cleared, datePausedEnd: cleared }),
	fc.record({ datePausedStart: nearMonths(-1, 2), datePausedEnd: returning }),
	fc.record({ datePausedEnd: cleared }),
	fc.record(numbers),
];

const changingBy = (change: fc.Arbitrary<Given>) =>
	asking('change employee', fc.tuple(someone, change), (reference, [employee, given]) => {
		const name = nameOf(reference, employee);
		const { fields, body } = asFields(given, reference.now);
		return ask('admin', `PUT /employees/${name}`, body, () =>
			employeeWire(reference, changeEmployee(reference, name, fields)),
		);
	});

/** Terminates, pauses, takes either back, or moves to another payroll number; the other fields are left out. */
export const changing = changingBy(fc.oneof(...changes));

const leavingOrNot = fc.option(fc.oneof(nearMonths(-1, 2), moments), { freq: 3 });
/** A termination is set, moved back and forth, and taken back. */
export const leaving = changingBy(fc.record({ dateTerminated: leavingOrNot }));

interface Given {
	personnelNumber?: string | null;
	costCenter?: string | null;
	groups?: readonly string[] | null;
	datePausedStart?: Moment | null;
	datePausedEnd?: Moment | null;
	dateTerminated?: Moment | null;
}

function asFields({ datePausedStart, datePausedEnd, dateTerminated, ...others }: Given, now: number) {
	const dates = Object.entries({ datePausedStart, datePausedEnd, dateTerminated }).flatMap(
		([field, moment]) => (moment === undefined ? [] : [[field, resolveOrNull(moment, now)] as const]),
	);
	const fields: EmployeeFields = { ...others, ...Object.fromEntries(dates) };
	const body = { ...others, ...Object.fromEntries(dates.map(([field, at]) => [field, isoOrNull(at)])) };
	return { fields, body };
}
