import { REFUSALS, type RefusalCode } from '../../core/refusals.ts';
import type { Person } from '../../employees/people/store.ts';
import type { Say } from '../format.ts';
import { saidFields } from '../history/told.ts';
import { HISTORY } from '../history/words.ts';
import { useReader } from '../page.tsx';
import { Badge, Table } from '../parts.tsx';
import { PEOPLE } from '../people/search.ts';
import { nameOf } from '../person/employee.ts';
import { sentenceOf, sentenceOfFault } from '../refusals.ts';
import type { Line } from './wishes.ts';
import { WORDS } from './words.ts';

/** More lines than a person reads. */
const SHOWN = 200;
const MOODS = { DONE: 'good', UNCHANGED: 'calm', REFUSED: 'bad' } as const;

/** What becomes of each of the chosen people: what is cut and ended, or why not. */
export function Lines({ lines, people }: { lines: readonly Line[]; people: readonly Person[] }) {
	const { c, say } = useReader();
	const words = WORDS[c.var.language];
	const known = new Map(people.map((person) => [person.id, person]));
	const shown = lines.toSorted((a, b) => weightOf(a) - weightOf(b)).slice(0, SHOWN);
	return (
		<>
			{lines.length > SHOWN && <p class="hint">{words.shown(say.number(SHOWN), say.number(lines.length))}</p>}
			<Table
				caption={words.result}
				columns={[words.person, words.result]}
				rows={shown.map((line) => [
					<>
						<Who person={known.get(line.id)} />
						<small class="below">
							{line.result === 'REFUSED' ? reasonOf(line, say) : <Told line={line} />}
						</small>
					</>,
					<Badge mood={MOODS[line.result]}>{words.results[line.result]}</Badge>,
				])}
			/>
		</>
	);
}

const weightOf = ({ result, changes }: Line): number => {
	if (result === 'REFUSED') return 0;
	return changes.some(({ type }) => /\.(cut|removed)$/.test(type)) ? 1 : 2;
};

function Who({ person }: { person: Person | undefined }) {
	const { c } = useReader();
	if (person === undefined) return WORDS[c.var.language].gone;
	return (
		<bdi>
			<a href={`${PEOPLE}/${person.id}`}>{nameOf(person)}</a>
		</bdi>
	);
}

function reasonOf({ code = '', extras = {} }: Line, say: Say): string {
	const words = WORDS[say.language];
	if (code === 'has_left') return words.hasLeft;
	if (code === 'not_found') return words.notFound;
	return code in REFUSALS
		? sentenceOf({ code: code as RefusalCode, extras }, say)
		: sentenceOfFault(code, say);
}

function Told({ line: { changes } }: { line: Line }) {
	const { c, say } = useReader();
	return changes.map((change) => (
		<span class="below">
			{HISTORY[c.var.language].types[change.type]}
			{saidFields(change, false, say).map(({ name, before, after }, index) => (
				<bdi>{`${index === 0 ? ': ' : ', '}${name} ${before === null ? '' : `${before} → `}${after}`}</bdi>
			))}
		</span>
	));
}

/** How many people there are of each result. */
export function Counts({ lines }: { lines: readonly Pick<Line, 'result'>[] }) {
	const { c } = useReader();
	const words = WORDS[c.var.language];
	const counted = Map.groupBy(lines, ({ result }) => result);
	return (
		<ul class="rows">
			{[...counted].map(([result, { length }]) => (
				<li>
					<strong>{words.count(length)}</strong>
					<Badge mood={MOODS[result]}>{words.results[result]}</Badge>
				</li>
			))}
		</ul>
	);
}
