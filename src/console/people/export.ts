import { listPeople } from '../../employees/people/actions.ts';
import type { Person } from '../../employees/people/store.ts';
import { TITLES } from '../../onboarding/import/columns.ts';
import type { Context } from '../env.ts';
import { exportList } from '../listing.tsx';
import { requireCompany, searchIn } from './search.ts';
import { WORDS } from './words.ts';

const IMPORTED = ['email', 'firstName', 'lastName', 'personnelNumber', 'costCenter', 'groups'] as const;

/** Answers everybody who is found as a file whose columns an import takes back. */
export function exportPeople(c: Context): Promise<Response> {
	const { companyId, filter, isHopeless } = searchIn(c, requireCompany(c));
	const words = WORDS[c.var.language];
	return exportList(c, {
		fileName: 'people.csv',
		columns: [
			...IMPORTED.map((name) => ({
				title: TITLES[c.var.language][name],
				of: (person: Person) => (name === 'groups' ? person.groups.join('|') : person[name]),
			})),
			{ title: words.state, of: ({ state }) => words.states[state] },
		],
		first: { part: '', id: '' },
		keyOf: ({ part, id }) => ({ part, id }),
		load: (after, limit) => listPeople(c.var.call, companyId, filter, after, isHopeless ? 0 : limit),
	});
}
