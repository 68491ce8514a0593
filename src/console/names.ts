import type { PersonShown } from '../benefits/employees/people/rules.ts';

/** First and last name; empty for a person without a name. */
export const fullName = ({
	firstName,
	lastName,
}: {
	firstName?: string | null;
	lastName?: string | null;
}): string => [firstName, lastName].filter(Boolean).join(' ');

/** Returns the name of the person, or the personnel number when there is no name. */
export const nameIn = ({ person }: { person: Omit<PersonShown, 'personStatus'> }): string =>
	fullName(person) || (person.personnelNumber ?? '–');
