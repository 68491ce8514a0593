import type { Refusal } from '../../core/refusals.ts';
import type { Person } from '../../employees/people/store.ts';
import type { DateWindows } from '../../overview/date-windows/rules.ts';
import { Form, SaveOrShow } from '../form.tsx';
import { Heading, useReader, useWords } from '../page.tsx';
import { Note, Panel, Preview } from '../parts.tsx';
import { PEOPLE } from '../people/search.ts';
import { nameOf } from '../person/employee.ts';
import { tagOf } from '../submit.ts';
import { FIELDS } from './fields.tsx';
import { Counts, Lines } from './lines.tsx';
import type { Selection } from './selection.ts';
import type { Line, WishName } from './wishes.ts';
import { WORDS } from './words.ts';

interface ManyProps {
	name: WishName;
	selection: Selection;
	people: readonly Person[];
}

interface WishProps extends ManyProps {
	windows: DateWindows;
	/** The result for each person. Set after a preview. */
	lines: readonly Line[] | undefined;
}

/** The part of a line that a save must reproduce exactly. Ids of new periods and times differ each time. */
export const lineToWire = ({ id, result, code, changes }: Line) => ({
	id,
	result,
	code,
	changes: changes.map(({ type, before, after: { id: _, dateDeleted: __, ...after } }) => ({
		type,
		before,
		after,
	})),
});

/** The form of a change for all selected people. Beside it stands the result for each of them. */
export function WishPage({ name, selection, people, windows, lines }: WishProps) {
	const { c } = useReader();
	const { refusal } = c.var.sent ?? {};
	const words = useWords(WORDS);
	const Fields = FIELDS[name];
	const count = lines?.filter(({ result }) => result === 'DONE').length ?? 0;
	const url = new URL(c.req.url);
	const etag = lines && tagOf(lines.map(lineToWire));
	return (
		<>
			<ManyHeading name={name} selection={selection} />
			<SelectionFault refusal={refusal} />
			<div class="change">
				<Panel title={words.chosen}>
					<Chosen selection={selection} people={people} />
					<Form to={url.pathname + url.search} etag={etag}>
						<Fields windows={windows} />
						<SaveOrShow save={count > 0 ? words.save(count) : undefined} />
					</Form>
				</Panel>
				<Preview refusal={refusal}>
					{lines !== undefined ? (
						<>
							{count === 0 && <p>{words.nobody}</p>}
							<Counts lines={lines} words={words} />
							<Lines lines={lines} people={people} />
						</>
					) : (
						refusal === undefined && <p>{words.typeFirst}</p>
					)}
				</Preview>
			</div>
		</>
	);
}

function ManyHeading({ name, selection: { companyId } }: Pick<ManyProps, 'name' | 'selection'>) {
	const { c } = useReader();
	const words = useWords(WORDS);
	const query = new URLSearchParams(
		[...new URL(c.req.url).searchParams].filter(([key]) => key !== 'company'),
	);
	return (
		<Heading
			title={words.wishes[name]}
			above={<a href={`${PEOPLE}?company=${companyId}&${query}`}>{words.back}</a>}
		/>
	);
}

function SelectionFault({ refusal }: { refusal: Refusal | undefined }) {
	const { selection } = useWords(WORDS);
	const fault = refusal?.extras.errors?.find(({ pointer }) => pointer === '#/people');
	return fault && <Note mood="bad">{selection[fault.code as keyof typeof selection]}</Note>;
}

/** The selected people. When all matching people are selected, only the preview knows their names. */
function Chosen({ selection: { ids }, people }: Pick<ManyProps, 'selection' | 'people'>) {
	const words = useWords(WORDS);
	if (ids === null) return <p>{words.all}</p>;
	return (
		<details>
			<summary>{words.count(ids.length)}</summary>
			<ul class="examples">
				{people.map((person) => (
					<li dir="auto">{nameOf(person)}</li>
				))}
			</ul>
		</details>
	);
}

/** The report of the change. A repetition of the form shows the same. */
export function DonePage({ name, selection, people, lines }: ManyProps & { lines: readonly Line[] }) {
	const words = useWords(WORDS);
	return (
		<>
			<ManyHeading name={name} selection={selection} />
			<Panel title={words.done}>
				<Counts lines={lines} words={words} />
				<Lines lines={lines} people={people} />
			</Panel>
		</>
	);
}
