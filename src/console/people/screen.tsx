import { listCompanies } from '../../companies/actions.ts';
import type { Context } from '../env.ts';
import { Heading, page } from '../page.tsx';
import { Empty, Paging, Panel, pageOf } from '../parts.tsx';
import { reachOf, type Screen } from '../screen.ts';
import { submitted } from '../submit.ts';
import { create, showCreation } from './create.tsx';
import { exportPeople } from './export.ts';
import { PeoplePage } from './list.tsx';
import { addressOf, companyIn, found, PEOPLE, searchIn } from './search.ts';
import { WORDS } from './words.ts';

export const people: Screen = {
	links: [{ path: PEOPLE, title: { en: WORDS.en.people, de: WORDS.de.people } }],
	isFor: (visitor) => reachOf(visitor, 'listPeople') !== null,
	serve(app) {
		app.get('/people', showPeople);
		app.get('/people/new', (c) => showCreation(c));
		app.post('/people/new', (c) =>
			submitted(
				c,
				(typed) => create(c, typed),
				(refused, status) => showCreation(c, refused, status),
			),
		);
		app.get('/people/export', exportPeople);
	},
};

async function showPeople(c: Context): Promise<Response> {
	const { visitor, language } = c.var;
	const companyId = companyIn(c);
	if (companyId === null && visitor !== undefined && reachOf(visitor, 'listPeople') !== null)
		return showCompanies(c);
	const search = searchIn(c, companyId ?? '');
	const { shown, next } = await found(c, search);
	const content = <PeoplePage search={search} rows={shown} next={next} />;
	return page(c, { title: WORDS[language].people, scripts: ['search.js'] }, content);
}

/** Whoever reaches several companies chooses one first. */
async function showCompanies(c: Context): Promise<Response> {
	const { visitor, call, language } = c.var;
	const words = WORDS[language];
	const isOfAll = visitor !== undefined && reachOf(visitor, 'listPeople')?.all === true;
	const companies = isOfAll
		? await listCompanies(call, c.req.query('after') ?? '', 51)
		: (visitor?.companies ?? []);
	const { shown, next } = isOfAll ? pageOf(companies, ({ id }) => id) : { shown: companies, next: null };
	return page(
		c,
		{ title: words.chooseCompany },
		<div class="narrow">
			<Heading title={words.chooseCompany} />
			<Panel>
				{shown.length === 0 && <Empty>{words.noCompany}</Empty>}
				<ul class="rows">
					{shown.map(({ id, name }) => (
						<li>
							<a href={addressOf(id)} dir="auto">
								{name}
							</a>
						</li>
					))}
				</ul>
			</Panel>
			<Paging next={next} />
		</div>,
	);
}
