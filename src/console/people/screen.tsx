import { listPeople } from '../../benefits/employees/people/actions.ts';
import type { Person } from '../../benefits/employees/people/store.ts';
import { TITLES } from '../../benefits/onboarding/file/rules.ts';
import { EMPLOYEE_TEXT_NAMES } from '../../foundation/core/employee-texts.ts';
import { authorize } from '../../foundation/core/policy.ts';
import { chooseCompany } from '../company-choice.tsx';
import { type Context, companyIn, type Screen } from '../env.ts';
import { exportList } from '../listing.tsx';
import { takeForm } from '../taking.ts';
import { creation, showCreation } from './create.tsx';
import { peoplePage } from './list.tsx';
import { findPeople, PEOPLE, peopleAddress, requireCompany, searchIn } from './search.ts';
import { WORDS } from './words.ts';

export const people: Screen = {
	links: [
		{ path: '/people', group: 'daily', operation: 'listPeople', title: (language) => WORDS[language].people },
	],
	serve(app) {
		app.get('/people', showPeople);
		app.get('/people/new', showCreation);
		takeForm(app, '/people/new', creation, {
			idOf: requireCompany,
			to: (_, { id }) => `${PEOPLE}/${id}`,
			show: showCreation,
		});
		app.get('/people/export', exportPeople);
	},
};

async function showPeople(c: Context): Promise<Response> {
	authorize(c.var.call.actor, 'listPeople');
	const companyId = companyIn(c, 'listPeople');
	if (companyId === null) {
		const { people: title, noCompany: none } = WORDS[c.var.language];
		return chooseCompany(c, { operation: 'listPeople', title, none, addressOf: peopleAddress });
	}
	const search = searchIn(c, companyId);
	const { shown, ...found } = await findPeople(c, search);
	return peoplePage(c, { search, rows: shown, ...found });
}

const IMPORTED = ['email', 'firstName', 'lastName', ...EMPLOYEE_TEXT_NAMES, 'groups'] as const;

/** Answers all matching people as a file. An import accepts its columns. */
function exportPeople(c: Context): Promise<Response> {
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
