import { windowsAt } from '../../administration/overview/date-windows/actions.ts';
import type { EmployeeYear } from '../../administration/overview/year/actions.ts';
import { datesOf, shownPause } from '../../benefits/employees/pauses/rules.ts';
import type { Instant } from '../../foundation/core/instant.ts';
import { BASE } from '../env.ts';
import { fullName } from '../names.ts';

/** The dates that forms offer. */
export const windowsOf = ({ employee }: EmployeeYear, now: Instant) => windowsAt(now, employee);

/** The record as its tag is made from it. */
export const shownEmployee = ({ employee }: EmployeeYear, now: Instant) => ({
	...employee,
	...datesOf(shownPause(employee.pauses, now)),
});

/** How a person is called: by name, else by e-mail; nothing is left of who was erased. */
export const nameOf = (person: Pick<EmployeeYear['employee'], 'firstName' | 'lastName' | 'email'>) =>
	fullName(person) || person.email;

/** Returns the address of a form, which is filled with the values of a period if there is one. */
export const formAddress = (employeeId: string, form: string, period?: { id: string | null }): string =>
	`${BASE}/people/${employeeId}/${form}${period === undefined || period.id === null ? '' : `?of=${period.id}`}`;
