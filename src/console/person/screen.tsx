import { type EmployeeYear, readYear } from '../../administration/overview/year/actions.ts';
import type { Instant } from '../../foundation/core/instant.ts';
import { BASE, type Context, idIn, type Screen } from '../env.ts';
import { openedBefore } from '../form.tsx';
import { sentWith } from '../forms.tsx';
import { page, useReader } from '../page.tsx';
import { Note, Panel, Preview } from '../parts.tsx';
import { useFirstNames } from './actions.tsx';
import { Consequences } from './consequences.tsx';
import { effectOf, filledIn } from './done.ts';
import { formAddress, nameOf } from './employee.ts';
import { FORMS } from './forms.tsx';
import { PersonHeading } from './heading.tsx';
import { serveInvitation } from './invitation.tsx';
import { Events, PersonPage } from './page.tsx';
import { shownYear } from './periods.ts';
import { YearPicture } from './picture.tsx';
import { type ChangeName, WORDS } from './words.ts';
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
			const show = (c: Context) => showChange(c, name);
			app.get(`/people/:employeeId/${name}`, show);
			FORMS[name].take(app, name, { idOf: employeeIn, show });
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
	const typed = c.req.method === 'GET' ? filledIn(c, FORMS[name].of.fields) : c.var.typed;
	const effect = typed && effectOf(typed);
	const known = await readYear(c.var.call, employeeIn(c), effect ?? c.var.now);
	const title = `${WORDS[c.var.language].changes[name]} · ${nameOf(known.employee)}`;
	const content = <ChangePage name={name} known={known} typed={typed} />;
	return page(c, { title, scripts: ['preview.js', 'year.js'] }, content);
}

interface ChangeProps {
	name: ChangeName;
	known: EmployeeYear;
}

interface ChangePageProps extends ChangeProps {
	/** Entries with which the form opens. */
	typed: FormData | undefined;
}

/** The form of a change. Beside it stand the year as it would be, and the consequences. */
function ChangePage({ name, known, typed }: ChangePageProps) {
	const { c, say, words } = useReader(WORDS);
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
				<Panel title={useFirstNames(year)[name] ?? words.changes[name]}>
					<Meanwhile name={name} known={known} />
					{draw({ known, year, of: c.req.query('of'), typed, say }, formAddress(id, name), cancel)}
				</Panel>
				<Preview refusal={refusal}>
					{changed !== undefined ? (
						<Consequences before={before} after={after} />
					) : (
						refusal === undefined && <p>{words.typeFirst}</p>
					)}
					<h3>{words.year(new Date(after.from).getUTCFullYear())}</h3>
					<YearPicture year={after} employeeId={id} width={640} />
				</Preview>
			</div>
		</>
	);
}

/** Lists who changed what since the form was opened, when the form was refused for that. */
function Meanwhile({ name, known }: ChangeProps) {
	const { c, words } = useReader(WORDS);
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
