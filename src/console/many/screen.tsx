import { windowsAt } from '../../administration/overview/date-windows/actions.ts';
import type { DateWindows } from '../../administration/overview/date-windows/rules.ts';
import type { Person } from '../../benefits/employees/people/store.ts';
import type { Refusal } from '../../foundation/core/refusals.ts';
import { readCompany } from '../../tenants/companies/actions.ts';
import type { Context, Screen } from '../env.ts';
import { sentWith } from '../forms.tsx';
import { Heading, page, useReader, useWords } from '../page.tsx';
import { Note, Panel, Preview } from '../parts.tsx';
import { PEOPLE, requireCompany } from '../people/search.ts';
import { nameOf } from '../person/employee.ts';
import { NameTag } from '../person-name.tsx';
import { reading } from '../visit.ts';
import { type ChangeName, FORMS, type Foreseen } from './forms.tsx';
import { Counts, type Line, Lines } from './lines.tsx';
import { peopleIn, type Selection, selectionIn } from './selection.ts';
import { WORDS } from './words.ts';

/** One change of many people, with one preview and one report. The list of people links here. */
export const many: Screen = {
	links: [],
	serve(app) {
		for (const name of Object.keys(FORMS) as ChangeName[]) {
			const path = `/people/many/${name}`;
			const show = (c: Context) => showChange(c, name);
			app.get(path, show);
			FORMS[name].take(app, path, {
				idOf: selected,
				show,
				keep: ({ lines }) => lines.map(({ id, result, code }) => ({ id, result, code })),
				report: async (c, { after, kept }, selection) =>
					showReport(c, name, selection, after ?? (await remembered(c, selection, kept as KeptLine[]))),
			});
		}
	},
};

const selected = (c: Context): Selection => selectionIn(c, requireCompany(c));

async function showChange(c: Context, name: ChangeName): Promise<Response> {
	const { after } = sentWith(c, FORMS[name].of);
	const selection = selected(c);
	const call = reading(c);
	const isNamed = selection.ids !== null && selection.ids.length > 0;
	const [company, people] = await Promise.all([
		readCompany(call, selection.companyId),
		after?.people ?? (isNamed ? peopleIn(call, selection, 0) : []),
	]);
	const windows = windowsAt(c.var.now, company);
	return page(
		c,
		{ title: WORDS[c.var.language].changes[name] },
		<ChangePage name={name} selection={selection} people={people} windows={windows} />,
	);
}

type KeptLine = Omit<Line, 'changes'>;

/** Returns the report from the part of it that was kept, with the people who still exist. */
async function remembered(c: Context, selection: Selection, kept: readonly KeptLine[]): Promise<Foreseen> {
	const ids = kept.map(({ id }) => id);
	const people = await peopleIn(c.var.call, { ...selection, ids }, 0);
	return { lines: kept.map((line) => ({ ...line, changes: [] })), people };
}

/** Reports the change. A repetition of the form gets the report without the single changes. */
function showReport(c: Context, name: ChangeName, selection: Selection, { lines, people }: Foreseen) {
	const words = WORDS[c.var.language];
	return page(
		c,
		{ title: words.changes[name] },
		<>
			<ManyHeading name={name} selection={selection} />
			<Panel title={words.done}>
				<Counts lines={lines} words={words} />
				<Lines lines={lines} people={people} />
			</Panel>
		</>,
	);
}

interface ChangeProps {
	name: ChangeName;
	selection: Selection;
	people: readonly Person[];
	windows: DateWindows;
}

/** The form of a change for all selected people. Beside it stands the result for each of them. */
function ChangePage({ name, selection, people, windows }: ChangeProps) {
	const { c, say, words } = useReader(WORDS);
	const { of, draw } = FORMS[name];
	const { refusal, after } = sentWith(c, of);
	const count = after?.lines.filter(({ result }) => result === 'DONE').length ?? 0;
	const url = new URL(c.req.url);
	const save = count > 0 ? words.save(count) : null;
	return (
		<>
			<ManyHeading name={name} selection={selection} />
			<SelectionFault refusal={refusal} />
			<div class="change">
				<Panel title={words.chosen}>
					<Chosen selection={selection} people={people} />
					{draw({ c, windows, say }, { to: url.pathname + url.search, record: after, save, previews: false })}
				</Panel>
				<Preview refusal={refusal}>
					{after !== undefined ? (
						<>
							{count === 0 && <p>{words.nothingChanges}</p>}
							<Counts lines={after.lines} words={words} />
							<Lines lines={after.lines} people={people} />
						</>
					) : (
						refusal === undefined && <p>{words.typeFirst}</p>
					)}
				</Preview>
			</div>
		</>
	);
}

function ManyHeading({ name, selection: { companyId } }: Pick<ChangeProps, 'name' | 'selection'>) {
	const { c, words } = useReader(WORDS);
	const query = new URLSearchParams(
		[...new URL(c.req.url).searchParams].filter(([key]) => key !== 'company'),
	);
	return (
		<Heading
			title={words.changes[name]}
			above={<a href={`${PEOPLE}?company=${companyId}&${query}`}>{words.backToList}</a>}
		/>
	);
}

function SelectionFault({ refusal }: { refusal: Refusal | undefined }) {
	const { selection } = useWords(WORDS);
	const fault = refusal?.extras.errors?.find(({ pointer }) => pointer === '#/people');
	return fault && <Note mood="bad">{selection[fault.code as keyof typeof selection]}</Note>;
}

/** The selected people. When all matching people are selected, only the preview knows their names. */
function Chosen({ selection: { ids }, people }: Pick<ChangeProps, 'selection' | 'people'>) {
	const words = useWords(WORDS);
	if (ids === null) return <p>{words.all}</p>;
	return (
		<details>
			<summary>{words.count(ids.length)}</summary>
			<ul class="examples">
				{people.map((person) => (
					<li dir="auto">
						{nameOf(person)}
						<NameTag status={person} />
					</li>
				))}
			</ul>
		</details>
	);
}
