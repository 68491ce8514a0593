import { listPeople } from '../../benefits/employees/people/actions.ts';
import type { Person } from '../../benefits/employees/people/store.ts';
import { invalidField } from '../../foundation/core/refusals.ts';
import type { Call } from '../../foundation/db/call.ts';
import type { Context } from '../env.ts';
import { type Search, searchIn } from '../people/search.ts';

/** The most people that can be selected one by one, because their ids stand in the address. */
const MAX_TICKED = 200;

/** The selection in the list: people selected one by one, or all people that match the filters. */
export interface Selection {
	companyId: string;
	/** Null when all matching people are selected. */
	ids: readonly string[] | null;
	search: Search;
}

export function selectionIn(c: Context, companyId: string): Selection {
	const isAll = c.req.query('all') !== undefined;
	return { companyId, ids: isAll ? null : tickedIn(c), search: searchIn(c, companyId) };
}

/** Returns the ids of the people who are selected one by one, on this page and on others. */
export const tickedIn = (c: Context): string[] => [
	...new Set((c.req.queries('id') ?? []).map((id) => id.slice(0, 36).toLowerCase())),
];

const FIRST = { part: '', id: '' };

/** Reads those of the selected people who still exist. */
export const peopleIn = (
	call: Call,
	{ companyId, ids, search }: Selection,
	max: number,
): Promise<Person[]> =>
	ids === null
		? listPeople(call, companyId, search.filter, FIRST, search.isHopeless ? 0 : max + 1)
		: listPeople(call, companyId, { ids }, FIRST, ids.length);

/** Returns the ids of all selected people, also of those who no longer exist. Refuses a selection of nobody, or of too many. */
export function chosenIds({ ids }: Selection, people: readonly Person[], max: number): readonly string[] {
	const chosen = ids ?? people.map(({ id }) => id);
	if (chosen.length === 0) throw invalidField('people', 'none', 'Nobody is chosen.');
	if (ids !== null && ids.length > MAX_TICKED) throw invalidField('people', 'ticked', 'Too many are ticked.');
	if (chosen.length > max) throw invalidField('people', 'found', 'Too many are found.');
	return chosen;
}
