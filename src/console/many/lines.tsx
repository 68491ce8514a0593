import type { Child } from 'hono/jsx';
import type { Person } from '../../benefits/employees/people/store.ts';
import type { Change } from '../../foundation/core/history.ts';
import { REFUSALS, type RefusalCode, type RefusalExtras } from '../../foundation/core/refusals.ts';
import { sentenceOfFault } from '../faults.ts';
import type { Say } from '../format.ts';
import { inLine, saidFields } from '../history/event.tsx';
import { HISTORY } from '../history/words.ts';
import { useReader, useWords } from '../page.tsx';
import { Badge, NameLink, Table } from '../parts.tsx';
import { PEOPLE } from '../people/search.ts';
import { nameOf } from '../person/employee.ts';
import { NameTag } from '../person-name.tsx';
import { sentenceOf } from '../refusals.ts';
import { WORDS } from './words.ts';

/** Nobody reads more lines than this. */
const SHOWN = 200;
const MOODS = { DONE: 'good', UNCHANGED: 'calm', REFUSED: 'bad' } as const;

/** The result for one selected record. */
export interface Answered {
	id: string;
	result: keyof typeof MOODS;
	code?: string | undefined;
	extras?: RefusalExtras | undefined;
}

/** The result for one selected person. */
export interface Line extends Answered {
	changes: readonly Pick<Change, 'type' | 'before' | 'after'>[];
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

/** The words for results and for their numbers. */
export interface AnswerWords {
	results: Record<Answered['result'], string>;
	count(count: number): string;
	/** The sentences for refusals that differ from those of other pages, by code. */
	refusals: Record<string, string>;
}

/** The result for each selected person: benefits that are shortened or ended, or the reason for a refusal. */
export function Lines({ lines, people }: { lines: readonly Line[]; people: readonly Person[] }) {
	const { say, words } = useReader(WORDS);
	const known = new Map(people.map((person) => [person.id, person]));
	const shown = lines.toSorted((a, b) => weightOf(a) - weightOf(b)).slice(0, SHOWN);
	return (
		<>
			{lines.length > SHOWN && <p class="hint">{words.shown(say.number(SHOWN), say.number(lines.length))}</p>}
			<Answers
				lines={shown}
				words={words}
				what={(line) => <Who person={known.get(line.id)} />}
				told={(line) => <Told line={line} />}
			/>
		</>
	);
}

interface AnswersProps<L extends Answered> {
	lines: readonly L[];
	words: AnswerWords;
	what: (line: L) => Child;
	/** Returns the text for a record that is not refused. */
	told?: (line: L) => Child;
}

/** A table with the result for each selected record. */
export function Answers<L extends Answered>({ lines, words, what, told }: AnswersProps<L>) {
	const { say } = useReader();
	const common = useWords(WORDS);
	return (
		<Table
			caption={common.result}
			columns={[common.person, common.result]}
			rows={lines.map((line) => [
				<>
					{what(line)}
					<small class="below">{line.result === 'REFUSED' ? reasonOf(line, words, say) : told?.(line)}</small>
				</>,
				<Badge mood={MOODS[line.result]}>{words.results[line.result]}</Badge>,
			])}
		/>
	);
}

const weightOf = ({ result, changes }: Line): number => {
	if (result === 'REFUSED') return 0;
	return changes.some(({ type }) => /\.(cut|removed)$/.test(type)) ? 1 : 2;
};

function Who({ person }: { person: Person | undefined }) {
	if (person === undefined) return useWords(WORDS).gone;
	return (
		<>
			<NameLink to={`${PEOPLE}/${person.id}`}>{nameOf(person)}</NameLink>
			<NameTag status={person} />
		</>
	);
}

function reasonOf({ code = '', extras = {} }: Answered, { refusals }: AnswerWords, say: Say): string {
	return (
		refusals[code] ??
		(code in REFUSALS
			? sentenceOf({ code: code as RefusalCode, extras }, say)
			: sentenceOfFault({ code }, say))
	);
}

function Told({ line: { changes } }: { line: Line }) {
	const { say } = useReader();
	return changes.map((change) => (
		<span class="below">
			{useWords(HISTORY).types[change.type]}
			{saidFields(change, false, say).map((field, index) => (
				<bdi>{(index === 0 ? ': ' : ', ') + inLine(say)(field)}</bdi>
			))}
		</span>
	));
}

export function Counts({ lines, words }: { lines: readonly Answered[]; words: AnswerWords }) {
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
