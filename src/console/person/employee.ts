import { windowsAt } from '../../administration/overview/date-windows/actions.ts';
import type { EmployeeYear } from '../../administration/overview/year/actions.ts';
import { datesOf, shownPause } from '../../benefits/employees/pauses/rules.ts';
import type { Instant } from '../../foundation/core/instant.ts';
import { BASE } from '../env.ts';
import { fullName } from '../names.ts';

/** Returns the dates that forms accept. */
export const windowsOf = ({ employee }: EmployeeYear, now: Instant) => windowsAt(now, employee);

/** Returns the record from which the ETag is made. */
export const shownEmployee = ({ employee }: EmployeeYear, now: Instant) => ({
	...employee,
	...datesOf(shownPause(employee.pauses, now)),
});

/** Returns the name of a person, else the e-mail address. Both are empty if the person was erased. */
export const nameOf = (person: Pick<EmployeeYear['employee'], 'firstName' | 'lastName' | 'email'>) =>
	fullName(person) || person.email;

/** Returns the address of a form, which is filled with the values of a period if there is one. */
export const formAddress = (employeeId: string, form: string, period?: { id: string | null }): string =>
	`${BASE}/people/${employeeId}/${form}${period === undefined || period.id === null ? '' : `?of=${period.id}`}`;
