import type { Instant } from '../../core/instant.ts';
import { type EmployeeYear, readYear } from '../../overview/year/actions.ts';
import { BASE, type Context, type Screen } from '../env.ts';
import { Form, openedBefore, SaveOrShow, sentTo } from '../form.tsx';
import { page, useReader, useWords } from '../page.tsx';
import { Note, Panel, Preview } from '../parts.tsx';
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

/** The year of a person, and all changes to it. The list of people links here. */
export const person: Screen = {
	links: [],
	isFor: () => false,
	serve(app) {
		app.get('/people/:employeeId', async (c) => {
			const known = await readYear(c.var.call, idIn(c), yearIn(c));
			const content = <PersonPage known={known} year={yearWith(known, c.var.now)} />;
			return page(c, { title: nameOf(known.employee), scripts: ['year.js'] }, content);
		});
		app.get('/people/:employeeId/invitation', showInvitation);
		app.post('/people/:employeeId/invitation', invite);
		app.post('/people/:employeeId/invitation/letter', print);
		for (const name of Object.keys(CHANGES) as ChangeName[]) {
			app.get(`/people/:employeeId/${name}`, (c) => showChange(c, name));
			app.post(`/people/:employeeId/${name}`, (c) =>
				submitted(
					c,
					async (typed) => {
						if (!isPreview(typed)) return CHANGES[name].save(c, idIn(c));
						c.set('sent', { after: await CHANGES[name].preview(c, idIn(c)), status: 200 });
						return showChange(c, name);
					},
					() => showChange(c, name),
				),
			);
		}
	},
};

/** Returns an instant of the year that the address names, or now when it names none. */
function yearIn(c: Context): Instant {
	const year = c.req.query('year') ?? '';
	return /^2\d{3}$/.test(year) ? Date.UTC(Number(year), 0) : c.var.now;
}

async function showChange(c: Context, name: ChangeName): Promise<Response> {
	const known = await readYear(c.var.call, idIn(c), c.var.now);
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
	const { c } = useReader();
	const { refusal, after: previewed } = c.var.sent ?? {};
	const changed = previewed as Changed | undefined;
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
					<Meanwhile name={name} known={known} />
					<Form to={formAddress(id, name)} etag={CHANGES[name].tag(known, now)} previews>
						<Fields known={known} year={now} of={c.req.query('of')} />
						<SaveOrShow save={words.save}>
							<a class="button" href={`${BASE}/people/${id}`}>
								{words.cancel}
							</a>
						</SaveOrShow>
					</Form>
				</Panel>
				<Preview refusal={refusal}>
					{changed !== undefined ? (
						<Consequences before={now} after={after} />
					) : (
						refusal === undefined && <p>{words.typeFirst}</p>
					)}
					<YearPicture year={after} employeeId={id} width={640} />
				</Preview>
			</div>
		</>
	);
}

/** The events that change the record of each form. */
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

/** Lists who changed what since the form was opened, when the form was refused for that. */
function Meanwhile({ name, known }: ChangePageProps) {
	const { c } = useReader();
	const since = openedBefore(sentTo(c, formAddress(known.employee.id, name)));
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
