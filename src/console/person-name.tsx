import { BASE } from './env.ts';
import { useReader } from './page.tsx';
import { reachOf } from './screen.ts';

interface Named {
	employeeId: string;
	firstName: string | null;
	lastName: string | null;
	personnelNumber?: string | null;
}

/** Somebody by name or number, with the way to the person for whoever may go it; numbered, with the number below. */
export function PersonName({ person, isNumbered }: { person: Named; isNumbered?: boolean }) {
	const { visitor, words } = useReader();
	const { employeeId, firstName, lastName, personnelNumber } = person;
	const name = [firstName, lastName].filter(Boolean).join(' ') || personnelNumber || words.nameless;
	const isSeen = visitor !== undefined && reachOf(visitor, 'readEmployee') !== null;
	return (
		<>
			<bdi>{isSeen ? <a href={`${BASE}/people/${employeeId}`}>{name}</a> : name}</bdi>
			{isNumbered && personnelNumber && <small class="below">{personnelNumber}</small>}
		</>
	);
}
