import type { EventType, StoredEvent } from '../core/history.ts';
import { addMonths, type Instant, startOfYear } from '../core/instant.ts';

export interface EventFilter {
	companyId?: string | undefined;
	/** The id of the employee, user or company that the change is about. */
	subject?: string | undefined;
	/** The id of the user who made it. */
	actor?: string | undefined;
	type?: EventType | undefined;
	since?: Instant | undefined;
	/** It happened before this instant. */
	until?: Instant | undefined;
}

/** Where a page begins: with the oldest event after a position, or with the newest one before it. */
export type Place = { after: number } | { before: number };

export const inOrder = (a: { position: number }, b: { position: number }): number => a.position - b.position;

/** The order of the events of a page, for `sort`. */
export const orderOf = (place: Place): typeof inOrder =>
	'after' in place ? inOrder : (a, b) => inOrder(b, a);

export const isBehind = ({ position }: { position: number }, place: Place): boolean =>
	'after' in place ? position > place.after : position < place.before;

/** A file of archived events, with what is needed to read it. */
export interface Archive {
	id: number;
	month: string;
	firstPosition: number;
	lastPosition: number;
	key: string;
	sha256: string;
	/** The ids, as 32 digits, of those whose personal values count as blanked. */
	due: readonly string[];
}

/** A calendar year is closed this long after its end. */
const CLOSED_AFTER_MONTHS = 3;

/** The end of the years that are closed by now: from April on, everything before this year. */
export const closedUntil = (now: Instant): Instant => startOfYear(addMonths(now, -CLOSED_AFTER_MONTHS));

/** One line of JSON for each event. */
export const linesOf = (events: readonly StoredEvent[]): string =>
	events.map((event) => `${JSON.stringify(event)}\n`).join('');

export const eventsOf = (lines: string): StoredEvent[] =>
	lines
		.split('\n')
		.slice(0, -1)
		.map((line) => JSON.parse(line));

/** The event with its values blanked under the given names. */
export function blanked(event: StoredEvent, names: readonly string[]): StoredEvent {
	const without = (fields: StoredEvent['after']) =>
		Object.fromEntries(
			Object.entries(fields).map(([name, value]) => [name, names.includes(name) ? null : value]),
		);
	return { ...event, before: event.before && without(event.before), after: without(event.after) };
}

export const isWanted = (event: StoredEvent, { subject, actor, type, since, until }: EventFilter): boolean =>
	(subject === undefined || event.subjectId === subject.toLowerCase()) &&
	(actor === undefined || event.author.userId === actor.toLowerCase()) &&
	(type === undefined || event.type === type) &&
	(since === undefined || event.date >= since) &&
	(until === undefined || event.date < until);
