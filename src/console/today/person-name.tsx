import { useReader } from '../page.tsx';
import { PEOPLE } from '../people/search.ts';
import { WORDS } from './words.ts';

interface Named {
	employeeId: string;
	firstName: string | null;
	lastName: string | null;
	personnelNumber?: string | null;
}

/** Somebody by name or number, with the way to the person. */
export function PersonName({ person }: { person: Named }) {
	const { say } = useReader();
	const { employeeId, firstName, lastName, personnelNumber } = person;
	const name = [firstName, lastName].filter(Boolean).join(' ') || personnelNumber;
	return (
		<bdi>
			<a href={`${PEOPLE}/${employeeId}`}>{name || WORDS[say.language].nameless}</a>
		</bdi>
	);
}
