import type { Author, Change, Fields } from '../core/history.ts';
import { type Instant, toIso } from '../core/instant.ts';

/** The fields of an event as they are stored: names once for all events that have them, values by position. */
export interface Compact {
	/**
	 * The names of the fields. Those without a value of their own stand last, as `employeeId=subjectId`: they had none before, and
	 * became what another column of the event says, or stay without one.
	 */
	fields: string[];
	before: unknown[] | null;
	after: unknown[];
}

/** What other columns of an event say. */
interface Own {
	recordId: string;
	subjectId: string;
	companyId: string | null;
	userId: string | null;
	date: string;
}

const OWN = ['recordId', 'subjectId', 'companyId', 'userId', 'date'] as const;

type Source = keyof Own | 'null';

export function compacted({ before, after, ...change }: Change, author: Author, now: Instant): Compact {
	const own: Own = { ...change, userId: 'userId' in author ? author.userId : null, date: toIso(now) };
	const sourceOf = (name: string): Source | undefined => {
		if ((before?.[name] ?? null) !== null) return undefined;
		return after[name] === null ? 'null' : OWN.find((column) => own[column] === after[name]);
	};
	const sources = Object.keys(after).map((name) => ({ name, source: sourceOf(name) }));
	const stored = sources.filter(({ source }) => source === undefined).map(({ name }) => name);
	const derived = sources.filter(({ source }) => source !== undefined);
	const valuesOf = (fields: Fields) => stored.map((name) => fields[name] ?? null);
	return {
		fields: [...stored, ...derived.map(({ name, source }) => `${name}=${source}`)],
		before: before && valuesOf(before),
		after: valuesOf(after),
	};
}

/** The reverse of `compacted`. */
export function expanded(
	{ fields, before, after }: Compact,
	own: Own,
): { before: Fields | null; after: Fields } {
	const told = (values: readonly unknown[], of: Partial<Own>): Fields =>
		Object.fromEntries(
			fields.map((field, index) => {
				const [name = '', source] = field.split('=') as [string, Source | undefined];
				if (source === undefined) return [name, values[index]];
				return [name, source === 'null' ? null : (of[source] ?? null)];
			}),
		);
	return { before: before && told(before, {}), after: told(after, own) };
}
