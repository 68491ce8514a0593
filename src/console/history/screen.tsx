import { findUsersOfCompany } from '../../accounts/search/actions.ts';
import { listPeople } from '../../employees/people/actions.ts';
import { readHistory } from '../../history/actions.ts';
import { companyIn } from '../company-choice.tsx';
import type { Context } from '../env.ts';
import { page } from '../page.tsx';
import { pageOf } from '../parts.tsx';
import { reachOf, type Screen } from '../screen.ts';
import { reading } from '../visit.ts';
import { ChoicePage } from './choice.tsx';
import { exportHistory } from './export.ts';
import { HistoryPage } from './list.tsx';
import { HISTORY_PATH, searchIn } from './search.ts';
import { HISTORY } from './words.ts';

const PAGE_SIZE = 50;
/** People among whom one chooses. */
const MOST_FOUND = 20;

/** Who did what, the newest first. */
export const history: Screen = {
	links: [{ path: HISTORY_PATH, title: { en: HISTORY.en.history, de: HISTORY.de.history } }],
	isFor: (visitor) => reachOf(visitor, 'listEvents') !== null,
	serve(app) {
		app.get('/history', (c) => {
			const [text, companyId] = [c.req.query('q')?.trim(), companyIn(c, 'listPeople')];
			return text && companyId !== null ? showChoice(c, text, companyId) : show(c);
		});
		app.get('/history/export', exportHistory);
	},
};

async function show(c: Context): Promise<Response> {
	const { filter, before } = searchIn(c);
	const { events, names } = await readHistory(c.var.call, c.env.HISTORY, filter, before, PAGE_SIZE + 1);
	const { shown, next } = pageOf(events, ({ position }) => String(position), PAGE_SIZE);
	const content = <HistoryPage filter={filter} events={shown} names={names} next={next} />;
	return page(c, { title: HISTORY[c.var.language].history }, content);
}

/** Several people may have the name that was typed: one of them is chosen. */
async function showChoice(c: Context, text: string, companyId: string): Promise<Response> {
	const call = reading(c);
	const [people, users] = await Promise.all([
		listPeople(call, companyId, { q: text }, { part: '', id: '' }, MOST_FOUND),
		findUsersOfCompany(call, companyId, text),
	]);
	const isEmployed = (id: string) => people.some(({ userId }) => userId === id);
	const others = users.filter(({ id }) => !isEmployed(id));
	const content = <ChoicePage text={text} people={people} others={others} />;
	return page(c, { title: HISTORY[c.var.language].history }, content);
}
