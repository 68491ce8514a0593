import type { Child, PropsWithChildren } from 'hono/jsx';
import type { Instant } from '../foundation/core/instant.ts';
import type { Currency } from '../foundation/core/money.ts';
import type { Refusal } from '../foundation/core/refusals.ts';
import { DONE } from './done-words.ts';
import { useReader, useWords } from './page.tsx';
import { sentenceOf } from './refusals.ts';

export function Money({ value, currency = 'EUR_CENT' }: { value: number; currency?: Currency }) {
	const { say } = useReader();
	return (
		<data class="money" value={String(value)}>
			{say.amount(value, currency)}
		</data>
	);
}

/** A day in words; short without its year. */
export function Day({ at, isShort = false }: { at: Instant; isShort?: boolean }) {
	const { say } = useReader();
	const iso = new Date(at).toISOString().slice(0, 10);
	return <time datetime={iso}>{isShort ? say.shortDay(at) : say.day(at)}</time>;
}

export function Time({ at }: { at: Instant }) {
	const { say } = useReader();
	return <time datetime={new Date(at).toISOString()}>{say.time(at)}</time>;
}

export type Mood = 'good' | 'waiting' | 'bad' | 'calm';

/** A status in one or two words. */
export const Badge = ({ mood, children }: PropsWithChildren<{ mood: Mood }>) => (
	<span class="badge" data-mood={mood}>
		{children}
	</span>
);

export const Panel = ({ title, children }: PropsWithChildren<{ title?: string }>) => (
	<section class="panel">
		{title !== undefined && <h2>{title}</h2>}
		{children}
	</section>
);

/** Information that the reader needs before anything else on the page. */
export const Note = ({ mood = 'waiting', children }: PropsWithChildren<{ mood?: Mood }>) => (
	<div class="note" data-mood={mood} role={mood === 'bad' ? 'alert' : 'status'}>
		{children}
	</div>
);

interface DoneProps {
	/** The sentences of the page, each by the parameter of the address for which it is shown. */
	says?: Readonly<Record<string, Child>>;
	/** A link or a form that undoes it. */
	undo?: Child;
}

/** Says what was just done, on the page that follows. The address only selects a sentence, so no link can contain other words. */
export function Done({ says, undo }: DoneProps) {
	const { c, words } = useReader();
	const sentences = useWords(DONE);
	const name = c.req.query('saved') ?? '';
	const saved = Object.hasOwn(sentences, name) ? sentences[name as keyof typeof sentences] : words.saved;
	const done = Object.entries(says ?? { saved }).find(([name]) => c.req.query(name) !== undefined);
	return done === undefined ? null : <DoneNote undo={undo}>{done[1]}</DoneNote>;
}

/** Says what was just done, on a page that answers the form itself. */
export const DoneNote = ({ undo, children }: PropsWithChildren<Pick<DoneProps, 'undo'>>) => (
	<div class="note done" data-mood="good" role="status">
		<span>{children}</span>
		{undo}
	</div>
);

/** Replaces an empty list with a sentence that says what to do. */
export const Empty = ({ children }: PropsWithChildren) => <p class="empty">{children}</p>;

export const Facts = ({ rows }: { rows: readonly (readonly [name: unknown, value: unknown])[] }) => (
	<dl class="facts">
		{rows.map(([name, value]) => (
			<div>
				<dt>{name}</dt>
				<dd dir="auto">{value}</dd>
			</div>
		))}
	</dl>
);

/** One effect of a change: its subject, and a badge with the result. */
export type Consequence = readonly [what: Child, mood: Mood, state: Child];

export const ConsequenceRows = ({ rows }: { rows: readonly Consequence[] }) => (
	<ul class="rows">
		{rows.map(([what, mood, state]) => (
			<li>
				<span>{what}</span>
				<Badge mood={mood}>{state}</Badge>
			</li>
		))}
	</ul>
);

interface TableProps {
	caption: string;
	columns: readonly string[];
	rows: readonly (readonly unknown[])[];
	/** Replaces the names of the columns. */
	heads?: readonly Child[];
	/** The column by which the rows are sorted, counted from 0. */
	sorted?: number;
	/** Which columns hold numbers, counted from 0. */
	numeric?: readonly number[];
	/** True if the columns are read from top to bottom. They then stay side by side on narrow screens. */
	readsDown?: boolean;
}

/** A table. On a narrow screen, its rows stand apart, or the table scrolls if it is read down its columns. */
export const Table = ({ caption, columns, rows, readsDown = false, ...props }: TableProps) => {
	const { heads = [], sorted, numeric = [] } = props;
	const kind = (index: number) => (numeric.includes(index) ? 'number' : undefined);
	return (
		<section class={readsDown ? 'table' : 'table rows-apart'} tabindex={0} aria-label={caption}>
			<table>
				<caption>{caption}</caption>
				<thead>
					<tr>
						{columns.map((column, index) => (
							<th scope="col" class={kind(index)} aria-sort={index === sorted ? 'ascending' : undefined}>
								{heads[index] ?? column}
							</th>
						))}
					</tr>
				</thead>
				<tbody>
					{rows.map((row) => (
						<tr>
							{row.map((cell, index) => (
								<td
									class={kind(index)}
									data-name={index === 0 || readsDown ? undefined : columns[index]}
									dir="auto"
								>
									{cell}
								</td>
							))}
						</tr>
					))}
				</tbody>
			</table>
		</section>
	);
};

/** A name that somebody gave, as a link. Its direction follows its letters. */
export const NameLink = ({ to, children }: PropsWithChildren<{ to: string }>) => (
	<bdi>
		<a href={to}>{children}</a>
	</bdi>
);

export const ButtonLink = ({ to, children }: PropsWithChildren<{ to: string }>) => (
	<a class="button" href={to}>
		{children}
	</a>
);

export const MainLink = ({ to, children }: PropsWithChildren<{ to: string }>) => (
	<a class="button main" href={to}>
		{children}
	</a>
);

/** An action in two steps: its button appears only after the reader has opened the consequences. */
export const Sure = ({ label, children }: PropsWithChildren<{ label: string }>) => (
	<details class="sure">
		<summary>{label}</summary>
		{children}
	</details>
);

/** The result of a dry run. A script refreshes it while somebody types (see `preview.js`). */
export function Preview({ refusal, children }: PropsWithChildren<{ refusal?: Refusal | undefined }>) {
	const { words, say } = useReader();
	return (
		<section class="panel preview" data-preview aria-live="polite">
			<h2>{words.preview}</h2>
			{refusal !== undefined && (
				<p>
					{words.notPossible} {sentenceOf(refusal, say)}
				</p>
			)}
			{children}
			<p class="hint">{words.nothingSaved}</p>
		</section>
	);
}

/** The key for an action, shown where keys are in use. */
export const Key = ({ of: name }: { of: string }) => (
	<span class="key" aria-hidden="true">
		{name}
	</span>
);

/** Returns the position of an instant in a picture. */
export type Scale = (at: Instant) => number;

interface MonthColumnsProps {
	/** The first instants of the months. */
	months: readonly Instant[];
	x: Scale;
	bottom: number;
}

/** Months of a picture as columns: their names, and the lines between them. */
export function MonthColumns({ months, x, bottom }: MonthColumnsProps) {
	const { say } = useReader();
	return months.map((first) => (
		<>
			<path class="grid" d={`M${x(first)} 22V${bottom}`} />
			<text x={x(first) + 5} y="14" class="quiet">
				{say.shortMonth(first)}
			</text>
		</>
	));
}
