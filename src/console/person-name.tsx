import type { ShownStatus } from '../benefits/employees/people/rules.ts';
import { BASE } from './env.ts';
import { fullName } from './names.ts';
import { useReader } from './page.tsx';
import { StatusTag } from './status.tsx';

interface Named {
	employeeId: string;
	firstName: string | null;
	lastName: string | null;
	personnelNumber?: string | null;
	/** Null where the status is not known. Required, so that no page forgets it. */
	personStatus: ShownStatus | null;
}

/** The name or number of a person with the status. It links to the person for readers who may see the page. */
export function PersonName({ person, isNumbered }: { person: Named; isNumbered?: boolean }) {
	const { may, words } = useReader();
	const { employeeId, personnelNumber, personStatus } = person;
	const name = fullName(person) || personnelNumber || words.nameless;
	return (
		<>
			<bdi>{may('readEmployee') ? <a href={`${BASE}/people/${employeeId}`}>{name}</a> : name}</bdi>
			<NameTag status={personStatus} />
			{isNumbered && personnelNumber && <small class="below">{personnelNumber}</small>}
		</>
	);
}

/** The status behind a name. Active people have no tag there, so that the others stand out. */
export const NameTag = ({ status }: { status: ShownStatus | null }) =>
	status === null || status.status === 'REGISTERED' ? null : (
		<>
			{' '}
			<StatusTag of={status} />
		</>
	);
