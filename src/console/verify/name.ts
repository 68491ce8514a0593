import type { PersonShown } from '../../employees/people/rules.ts';

type Person = Omit<PersonShown, 'personStatus'>;

/** Returns the name of the person, or the personnel number when there is no name. */
export const nameIn = ({ person }: { person: Person }): string =>
	fullName(person) || (person.personnelNumber ?? '–');

export const fullName = ({ firstName, lastName }: Person): string =>
	[firstName, lastName].filter(Boolean).join(' ');
