import type { Author, Change, Fields } from '../core/history.ts';

/** The fields of an event as they are stored: names once for all events that have them, values by position. */
export interface Compact {
	/**
	 * The names of the fields. Those without a value of their own stand last, as `employeeId=subjectId`: their
	 * value is another column of the event.
	 */
	fields: string[];
	before: unknown[] | null;
	after: unknown[];
}

interface Own {
	recordId: string;
	subjectId: string;
	companyId: string | null;
	userId: string | null;
}

const OWN = ['recordId', 'subjectId', 'companyId', 'userId'] as const;

export function compacted({ before, after, ...change }: Change, author: Author): Compact {
	const own: Own = { ...change, userId: 'userId' in author ? author.userId : null };
	const sourceOf = (name: string) =>
		before === null ? OWN.find((column) => own[column] !== null && own[column] === after[name]) : undefined;
	const names = Object.keys(after);
	const stored = names.filter((name) => sourceOf(name) === undefined);
	const derived = names.filter((name) => sourceOf(name) !== undefined);
	const valuesOf = (fields: Fields) => stored.map((name) => fields[name] ?? null);
	return {
		fields: [...stored, ...derived.map((name) => `${name}=${sourceOf(name)}`)],
		before: before && valuesOf(before),
		after: valuesOf(after),
	};
}

/** The reverse of `compacted`. */
export function expanded(
	{ fields, before, after }: Compact,
	own: Own,
): { before: Fields | null; after: Fields } {
	const told = (values: readonly unknown[]): Fields =>
		Object.fromEntries(
			fields.map((field, index) => {
				const [name = '', column] = field.split('=') as [string, keyof Own | undefined];
				return [name, column === undefined ? values[index] : own[column]];
			}),
		);
	return { before: before && told(before), after: told(after) };
}
