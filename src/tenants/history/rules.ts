import type { EventType, StoredEvent } from '../../foundation/core/history.ts';
import { addMonths, type Instant, startOfYear } from '../../foundation/core/instant.ts';

export interface EventFilter {
	companyId?: string | undefined;
	subject?: string | undefined;
	actor?: string | undefined;
	type?: EventType | undefined;
	since?: Instant | undefined;
	/** The change happened before this instant. */
	until?: Instant | undefined;
}

/** A page begins with the oldest event after a position, or with the newest event before it. */
export type EventCursor = { after: number } | { before: number };

export const inOrder = (a: { position: number }, b: { position: number }): number => a.position - b.position;

export const orderOf = (place: EventCursor): typeof inOrder =>
	'after' in place ? inOrder : (a, b) => inOrder(b, a);

export const isBehind = ({ position }: { position: number }, place: EventCursor): boolean =>
	'after' in place ? position > place.after : position < place.before;

export interface Archive {
	id: number;
	month: string;
	firstPosition: number;
	lastPosition: number;
	key: string;
	sha256: string;
	/** The ids of erased people, each as 32 hexadecimal digits. */
	due: readonly string[];
}

const CLOSED_AFTER_MONTHS = 3;

/** Returns the end of the closed years. From April on, all earlier years are closed. */
export const closedUntil = (now: Instant): Instant => startOfYear(addMonths(now, -CLOSED_AFTER_MONTHS));

export const linesOf = (events: readonly StoredEvent[]): string =>
	events.map((event) => `${JSON.stringify(event)}\n`).join('');

export const eventsOf = (lines: string): StoredEvent[] =>
	lines
		.split('\n')
		.slice(0, -1)
		.map((line) => JSON.parse(line));

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
