import type { Child } from 'hono/jsx';
import { BYTE_ORDER_MARK, csvOf } from '../foundation/core/csv.ts';
import { type Instant, toIso } from '../foundation/core/instant.ts';
import type { Currency } from '../foundation/core/money.ts';
import { answerFile } from '../foundation/http/file.ts';
import { noteListRead } from '../foundation/http/pagination.ts';
import { asApi, type Context } from './env.ts';
import { type Say, sayIn } from './format.ts';
import type { Kinds } from './forms.tsx';
import { useReader, useWords } from './page.tsx';
import { Day, Empty, Money, Table, Time } from './parts.tsx';
import type { Catalogue } from './words.ts';

/** A value of a row that pages and files both can show. */
export type Plain =
	| string
	| number
	| null
	| { amount: number; currency: Currency | null }
	| { day: Instant; to?: string | undefined }
	| { time: Instant };

/** A column of a list. A list that is also a file has plain values only. */
export interface Column<Row, Cell = Child | Plain> {
	title: string;
	of(row: Row): Cell;
	isNumeric?: boolean;
	/** Stands above the column instead of its title, such as a button that sorts by it. */
	head?: Child;
	isSorted?: boolean;
}

/** How many rows a page shows, and how many it reads to know whether there are more. */
const PAGE_SIZE = 50;
export const PAGE_AND_ONE = PAGE_SIZE + 1;

/** Returns the cursor that the address names; empty on the first page. */
export const afterIn = (c: Context): string => c.req.query('after') ?? '';

/** Returns the rows of a page and the cursor of the next page, which is null on the last one. */
export function pageOf<Row>(rows: readonly Row[], cursorOf: (row: Row) => string, size = PAGE_SIZE) {
	const shown = rows.slice(0, size);
	const last = shown.at(-1);
	return { shown, next: rows.length > size && last !== undefined ? cursorOf(last) : null };
}

/** Links to the first and the next page of a list. They keep the filters in the address. */
export function Paging({ next }: { next: string | null }) {
	const { c, words } = useReader();
	const to = (after: string | null) => {
		const url = new URL(c.req.url);
		if (after === null) url.searchParams.delete('after');
		else url.searchParams.set('after', after);
		return url.pathname + url.search;
	};
	const isFirst = c.req.query('after') === undefined;
	if (isFirst && next === null) return null;
	return (
		<nav class="paging">
			{!isFirst && <a href={to(null)}>{words.first}</a>}
			{next !== null && (
				<a href={to(next)} rel="next">
					{words.next}
				</a>
			)}
		</nav>
	);
}

interface PagedProps<Row> {
	/** One row more than the page shows, if there are more. */
	rows: readonly Row[];
	/** Returns the cursor of the rows after this one. A list without pages has none. */
	cursorOf?: ((row: Row) => string) | undefined;
	/** The cursor of the next page if this one ends before it is full. */
	rest?: string | undefined;
	/** The sentence for an empty list. */
	none?: Child;
	children: (shown: readonly Row[]) => Child;
}

/** A page of rows with the way to the next one, or the sentence for an empty list. */
export function Paged<Row>({ rows, cursorOf, rest, none, children }: PagedProps<Row>) {
	const { shown, next } = cursorOf === undefined ? { shown: rows, next: null } : pageOf(rows, cursorOf);
	return (
		<>
			{shown.length === 0 && none !== undefined ? <Empty>{none}</Empty> : children(shown)}
			{cursorOf !== undefined && <Paging next={next ?? rest ?? null} />}
		</>
	);
}

export interface ListProps<Row> extends Omit<PagedProps<Row>, 'children'> {
	caption: string;
	columns: readonly Column<Row>[];
	/** True for a table whose columns are read from top to bottom, so that they stay side by side on narrow screens. */
	readsDown?: boolean;
}

export const List = <Row,>({ caption, columns, readsDown = false, ...paged }: ListProps<Row>) => (
	<Paged {...paged}>
		{(shown) => (
			<Table
				caption={caption}
				columns={columns.map(({ title }) => title)}
				heads={columns.map(({ head }) => head)}
				sorted={columns.findIndex(({ isSorted }) => isSorted)}
				numeric={columns.flatMap(({ isNumeric }, index) => (isNumeric ? [index] : []))}
				readsDown={readsDown}
				rows={shown.map((row) => columns.map((column) => <Shown cell={column.of(row)} />))}
			/>
		)}
	</Paged>
);

function Shown({ cell }: { cell: Child | Plain }) {
	if (typeof cell === 'number') return useReader().say.number(cell);
	if (isA(cell, 'amount')) return <Money value={cell.amount} currency={cell.currency ?? 'EUR_CENT'} />;
	if (isA(cell, 'time')) return <Time at={cell.time} />;
	if (!isA(cell, 'day')) return <>{cell === null ? '–' : cell}</>;
	const day = <Day at={cell.day} />;
	return cell.to === undefined ? day : <a href={cell.to}>{day}</a>;
}

const isA = <Name extends string>(cell: unknown, name: Name): cell is Extract<Plain, Record<Name, unknown>> =>
	typeof cell === 'object' && cell !== null && name in cell;

interface FilterFieldsProps<F extends Kinds> {
	fields: F;
	/** The label of each field by its name. `nameNone` is the option for all. */
	words: Catalogue<{ [Name in keyof F]: string }>;
	/** Values of fields that the address does not name. */
	values?: { [Name in keyof F]?: unknown };
}

interface FiltersProps<F extends Kinds> extends FilterFieldsProps<F> {
	to: string;
	/** Further parameters of the address, such as the company. */
	kept?: Readonly<Record<string, string | undefined>>;
	button: string;
}

/** The form that filters a list. Its values stand in the address. */
export const Filters = <F extends Kinds>({ to, kept = {}, button, ...fields }: FiltersProps<F>) => (
	<form method="get" action={to} class="panel filters">
		{Object.entries(kept).map(
			([name, value]) => value !== undefined && <input type="hidden" name={name} value={value} />,
		)}
		<FilterFields {...fields} />
		<button type="submit">{button}</button>
	</form>
);

/** The fields of a filter, with the values that the address names. */
export function FilterFields<F extends Kinds>({ fields, words, values = {} }: FilterFieldsProps<F>) {
	const { c } = useReader();
	const labels: Readonly<Record<string, unknown>> = useWords(words);
	return Object.entries(fields).map(([name, kind]) =>
		kind.draw({
			name,
			label: String(labels[name]),
			value: (values as Record<string, unknown>)[name] ?? c.req.query(name),
			isFilter: true,
			isOptional: true,
			words: labels,
		}),
	);
}

/** How many rows one round trip reads. */
const PART_SIZE = 1000;

interface Exported<Row, Key> {
	columns: readonly Column<Row, Plain>[];
	/** The key with which the first round trip starts. */
	first: Key;
	keyOf(row: Row): Key;
	load(after: Key, limit: number): Promise<readonly Row[]>;
}

/** Writes a whole list as CSV, part by part. If there is more than one part, the access log records a bulk read. */
export async function* csvOfList<Row, Key>(
	c: Context,
	{ columns, first, keyOf, load }: Exported<Row, Key>,
): AsyncGenerator<string> {
	const say = sayIn(c.var.language);
	const delimiter = c.var.language === 'de' ? ';' : ',';
	let head = BYTE_ORDER_MARK + csvOf([columns.map(({ title }) => title)], delimiter);
	for (let after = first; ; head = '') {
		const rows = await load(after, PART_SIZE);
		const last = rows.at(-1);
		const isLast = last === undefined || rows.length < PART_SIZE;
		if (head !== '' && !isLast) await noteListRead(asApi(c));
		const cells = rows.map((row) => columns.map((column) => written(column.of(row), say)));
		yield head + csvOf(cells, delimiter);
		if (isLast) return;
		after = keyOf(last);
	}
}

export async function exportList<Row, Key>(
	c: Context,
	{ fileName, ...list }: Exported<Row, Key> & { fileName: string },
): Promise<Response> {
	let file = '';
	for await (const part of csvOfList(c, list)) file += part;
	return answerFile(asApi(c), fileName, 'text/csv; charset=utf-8', file);
}

function written(cell: Plain, say: Say): string {
	if (cell === null || typeof cell !== 'object') return String(cell ?? '');
	if ('amount' in cell) return say.typedAmount(cell.amount);
	return 'day' in cell ? toIso(cell.day).slice(0, 10) : toIso(cell.time);
}
