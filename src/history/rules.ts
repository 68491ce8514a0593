import type { EventType } from '../core/history.ts';
import type { Instant } from '../core/instant.ts';

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
