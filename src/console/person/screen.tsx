import type { Instant } from '../../core/instant.ts';
import { type EmployeeYear, readYear } from '../../overview/year/actions.ts';
import { BASE, type Context } from '../env.ts';
import { Form, openedBefore, type Refused, SaveOrShow } from '../form.tsx';
import { page, useReader, useWords } from '../page.tsx';
import { Note, Panel, Preview } from '../parts.tsx';
import type { Screen } from '../screen.ts';
import { isPreview, submitted } from '../submit.ts';
import { CHANGES, type ChangeName } from './changes.ts';
import { Consequences } from './consequences.tsx';
import { idIn, nameOf } from './employee.ts';
import { FIELDS } from './fields.tsx';
import { PersonHeading } from './heading.tsx';
import { Events } from './history.tsx';
import { invite, print, showInvitation } from './invitation.tsx';
import { PersonPage } from './page.tsx';
import { YearPicture } from './picture.tsx';
import { formAddress } from './picture-parts.tsx';
import { WORDS } from './words.ts';
import { type Changed, yearWith } from './year.ts';

/** Somebody's year, and all changes of it. The list of people leads here. */
export const person: Screen = {
	links: [],
	isFor: () => false,
	serve(app) {
		app.get('/people/:employeeId', async (c) => {
			const known = await readYear(c.var.call, idIn(c), yearIn(c));
			const content = <PersonPage known={known} year={yearWith(known, c.var.now)} />;
			return page(c, { title: nameOf(known.employee), scripts: ['year.js'] }, content);
		});
		app.get('/people/:employeeId/invitation', (c) => showInvitation(c));
		app.post('/people/:employeeId/invitation', invite);
		app.post('/people/:employeeId/invitation/letter', print);
		for (const name of Object.keys(CHANGES) as ChangeName[]) {
			app.get(`/people/:employeeId/${name}`, (c) => showChange(c, name));
			app.post(`/people/:employeeId/${name}`, (c) =>
				submitted(
					c,
					async (typed) => {
						if (!isPreview(typed)) return CHANGES[name].save(c, idIn(c));
						return showChange(c, name, { typed }, 200, await CHANGES[name].preview(c, idIn(c)));
					},
					(refused, status) => showChange(c, name, refused, status),
				),
			);
		}
	},
};

/** An instant of the year that the address names; now when it names none. */
function yearIn(c: Context): Instant {
	const year = c.req.query('year') ?? '';
	return /^2\d{3}$/.test(year) ? Date.UTC(Number(year), 0) : c.var.now;
}

async function showChange(
	c: Context,
	name: ChangeName,
	state: Refused = {},
	status = 200,
	changed?: Changed,
): Promise<Response> {
	const known = await readYear(c.var.call, idIn(c), c.var.now);
	const title = `${WORDS[c.var.language].changes[name]} · ${nameOf(known.employee)}`;
	const content = <ChangePage name={name} known={known} state={state} changed={changed} />;
	return page(c, { title, scripts: ['preview.js', 'year.js'] }, content, status);
}

interface ChangePageProps {
	name: ChangeName;
	known: EmployeeYear;
	state: Refused;
	/** What the change would leave behind, once somebody has asked. */
	changed: Changed | undefined;
}

/** A wish, and beside it the year as it would be and all that would follow. */
function ChangePage({ name, known, state, changed }: ChangePageProps) {
	const { c } = useReader();
	const words = useWords(WORDS);
	const { id } = known.employee;
	const now = yearWith(known, c.var.now);
	const after = changed === undefined ? now : yearWith(known, c.var.now, changed);
	const Fields = FIELDS[name];
	return (
		<>
			<PersonHeading known={known} />
			<div class="change">
				<Panel title={words.changes[name]}>
					<Meanwhile name={name} known={known} state={state} />
					<Form to={formAddress(id, name)} state={state} etag={CHANGES[name].tag(known, now)} previews>
						<Fields known={known} year={now} of={c.req.query('of')} />
						<SaveOrShow save={words.save}>
							<a class="button" href={`${BASE}/people/${id}`}>
								{words.cancel}
							</a>
						</SaveOrShow>
					</Form>
				</Panel>
				<Preview refusal={state.refusal}>
					{changed !== undefined ? (
						<Consequences before={now} after={after} />
					) : (
						state.refusal === undefined && <p>{words.typeFirst}</p>
					)}
					<YearPicture year={after} employeeId={id} width={640} />
				</Preview>
			</div>
		</>
	);
}

/** The events that tell of a change of what a form is made from. */
const KINDS: Record<ChangeName, RegExp> = {
	access: /^flex_access\./,
	'access-end': /^flex_access\./,
	budget: /^planned_voucher\./,
	'budget-end': /^planned_voucher\./,
	gift: /^planned_voucher\./,
	'plan-end': /^planned_voucher\./,
	'default-access': /^default_access\./,
	pause: /^(employee|pause|user)\./,
	termination: /^(employee|pause|user)\./,
	details: /^(employee|pause|user)\./,
};

/** Who has changed what since the form was opened, if that is why it was refused. */
function Meanwhile({ name, known, state }: { name: ChangeName; known: EmployeeYear; state: Refused }) {
	const since = openedBefore(state);
	const events = known.events.filter(
		({ type, date }) => since !== null && date >= since && KINDS[name].test(type),
	);
	if (events.length === 0) return null;
	return (
		<Note>
			<p>{useWords(WORDS).meanwhile}</p>
			<Events events={events} known={known} />
		</Note>
	);
}
