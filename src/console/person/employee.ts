import { type Instant, toIso } from '../../core/instant.ts';
import { datesOf, shownPause } from '../../employees/pauses/rules.ts';
import { windowsAt } from '../../overview/date-windows/actions.ts';
import type { EmployeeYear } from '../../overview/year/actions.ts';
import type { Context } from '../env.ts';

/** Returns the id of the person that the address names. */
export const idIn = (c: Context): string => (c.req.param('employeeId') ?? '').toLowerCase();

/** The dates that forms offer. */
export const windowsOf = ({ employee }: EmployeeYear, now: Instant) => windowsAt(now, employee);

/** The record as its tag is made from it. */
export const shownEmployee = ({ employee }: EmployeeYear, now: Instant) => ({
	...employee,
	...datesOf(shownPause(employee.pauses, now)),
});

/** How a person is called: by name, else by e-mail; nothing is left of who was erased. */
export const nameOf = ({
	firstName,
	lastName,
	email,
}: Pick<EmployeeYear['employee'], 'firstName' | 'lastName' | 'email'>) =>
	[firstName, lastName].filter(Boolean).join(' ') || email;

/** The field that says which instant of a day is stored. */
export const storedIn = (name: string): string => `${name}.stored`;

/** A day as a field has it. */
export const dayOf = (at: Instant | null | undefined): string | undefined =>
	at === null || at === undefined ? undefined : toIso(at).slice(0, 10);
