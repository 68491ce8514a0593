import { BASE } from './env.ts';
import { useReader } from './page.tsx';
import { reachOf } from './screen.ts';

interface Named {
	employeeId: string;
	firstName: string | null;
	lastName: string | null;
	personnelNumber?: string | null;
}

/** The name or number of a person. It links to the person for readers who may see the page. */
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
