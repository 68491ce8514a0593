import type { Instant } from '../../core/instant.ts';
import { type EmployeeYear, readYear } from '../../overview/year/actions.ts';
import { BASE, type Context, idIn, type Screen } from '../env.ts';
import { openedBefore } from '../form.tsx';
import { sentWith } from '../forms.tsx';
import { page, useReader, useWords } from '../page.tsx';
import { Note, Panel, Preview } from '../parts.tsx';
import { Consequences } from './consequences.tsx';
import { formAddress, nameOf } from './employee.ts';
import { type ChangeName, FORMS } from './forms.tsx';
import { PersonHeading } from './heading.tsx';
import { serveInvitation } from './invitation.tsx';
import { Events, PersonPage } from './page.tsx';
import { shownYear } from './periods.ts';
import { YearPicture } from './picture.tsx';
import { WORDS } from './words.ts';
import { yearWith } from './year.ts';

/** The year of a person, and all changes to it. The list of people links here. */
export const person: Screen = {
	links: [],
	serve(app) {
		app.get('/people/:employeeId', async (c) => {
			const known = await readYear(c.var.call, employeeIn(c), yearIn(c));
			const content = <PersonPage known={known} year={yearWith(known, c.var.now)} />;
			return page(c, { title: nameOf(known.employee), scripts: ['year.js'] }, content);
		});
		serveInvitation(app, '/people/:employeeId/invitation');
		for (const name of Object.keys(FORMS) as ChangeName[]) {
			const path = `/people/:employeeId/${name}`;
			const show = (c: Context) => showChange(c, name);
			app.get(path, show);
			FORMS[name].take(app, path, { idOf: employeeIn, to: (id) => `${BASE}/people/${id}?saved`, show });
		}
	},
};

const employeeIn = (c: Context): string => idIn(c, 'employeeId');

/** Returns an instant of the year that the address names, or now when it names none. */
function yearIn(c: Context): Instant {
	const year = c.req.query('year') ?? '';
	return /^2\d{3}$/.test(year) ? Date.UTC(Number(year), 0) : c.var.now;
}

async function showChange(c: Context, name: ChangeName): Promise<Response> {
	const known = await readYear(c.var.call, employeeIn(c), c.var.now);
	const title = `${WORDS[c.var.language].changes[name]} · ${nameOf(known.employee)}`;
	const content = <ChangePage name={name} known={known} />;
	return page(c, { title, scripts: ['preview.js', 'year.js'] }, content);
}

interface ChangePageProps {
	name: ChangeName;
	known: EmployeeYear;
}

/** The form of a change. Beside it stand the year as it would be, and the consequences. */
function ChangePage({ name, known }: ChangePageProps) {
	const { c, say } = useReader();
	const words = useWords(WORDS);
	const { of, draw } = FORMS[name];
	const { refusal, after: changed } = sentWith(c, of);
	const { id } = known.employee;
	const year = yearWith(known, c.var.now);
	const before = shownYear(year, say);
	const after = changed === undefined ? before : shownYear(yearWith(known, c.var.now, changed), say);
	const cancel = (
		<a class="button" href={`${BASE}/people/${id}`}>
			{words.cancel}
		</a>
	);
	return (
		<>
			<PersonHeading known={known} />
			<div class="change">
				<Panel title={words.changes[name]}>
					<Meanwhile name={name} known={known} />
					{draw({ known, year, of: c.req.query('of'), say }, formAddress(id, name), cancel)}
				</Panel>
				<Preview refusal={refusal}>
					{changed !== undefined ? (
						<Consequences before={before} after={after} />
					) : (
						refusal === undefined && <p>{words.typeFirst}</p>
					)}
					<YearPicture year={after} employeeId={id} width={640} />
				</Preview>
			</div>
		</>
	);
}

/** Lists who changed what since the form was opened, when the form was refused for that. */
function Meanwhile({ name, known }: ChangePageProps) {
	const { c } = useReader();
	const words = useWords(WORDS);
	const { of, events } = FORMS[name];
	const since = openedBefore(sentWith(c, of));
	if (since === null) return null;
	const told = known.events.filter(({ type, date }) => date >= since && events.test(type));
	if (told.length === 0) return null;
	return (
		<Note>
			<p>{words.meanwhile}</p>
			<Events events={told} known={known} />
		</Note>
	);
}
