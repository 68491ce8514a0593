import type { Context, MiddlewareHandler, Next } from 'hono';
import { createMiddleware } from 'hono/factory';
import { matchedRoutes } from 'hono/route';
import { METHOD_NAME_ALL } from 'hono/router';
import type { AppEnv } from './env.ts';

/** The notice that callers of an operation get before it is removed. */
export interface Deprecation {
	/** The first day on which callers should no longer use it, such as `2027-01-31`. It may be in the future. */
	since: string;
	/** The first day on which it may be removed. */
	sunset?: string;
	/** The address of a page that explains what to use instead. */
	link?: string;
}

interface Announcement {
	headers: { Deprecation: string; Sunset?: string };
	links: string[];
}

/** The deprecated operations, by the handler that marks their route. */
const announced = new Map<MiddlewareHandler<AppEnv>, Announcement>();

/** Returns the two marks of a deprecated operation: its part of the document, and a handler for its route. */
export function deprecated({ since, sunset, link }: Deprecation) {
	const from = Date.parse(since);
	const until = sunset === undefined ? undefined : Date.parse(sunset);
	// RFC 9745, section 4: an operation is deprecated before it is removed.
	if (Number.isNaN(from) || Number.isNaN(until) || (until ?? from) < from) {
		throw new Error(`An operation cannot be deprecated since ${since} and go on ${sunset}`);
	}
	const headers = {
		Deprecation: `@${from / 1000}`,
		...(until !== undefined && { Sunset: new Date(until).toUTCString() }),
	};
	const relations = until === undefined ? ['deprecation'] : ['deprecation', 'sunset'];
	const links = link === undefined ? [] : relations.map((relation) => `<${link}>; rel="${relation}"`);
	const mark: MiddlewareHandler<AppEnv> = (_, next) => next();
	announced.set(mark, { headers, links });
	const note = [
		`Deprecated since ${since}.`,
		...(sunset === undefined ? [] : [`It may be gone from ${sunset} on.`]),
		...(link === undefined ? [] : [`See ${link}.`]),
	].join(' ');
	return { mark, note, headers: describedHeaders(headers, link !== undefined) };
}

const describedHeaders = ({ Deprecation, Sunset }: Announcement['headers'], hasLink: boolean) => ({
	Deprecation: {
		description: 'The time from which nobody should call this operation any more (RFC 9745)',
		schema: { type: 'string' as const, const: Deprecation },
	},
	...(Sunset !== undefined && {
		Sunset: {
			description: 'The time from which this operation may be gone (RFC 8594)',
			schema: { type: 'string' as const, const: Sunset },
		},
	}),
	...(hasLink && {
		Link: {
			description: 'The page that says what to use instead',
			schema: { type: 'string' as const, maxLength: 1000, pattern: '^<' },
		},
	}),
});

/** Adds the headers that announce a removal to every response of a deprecated operation, refusals included. */
export const announceDeprecation = createMiddleware<AppEnv>((c, next) =>
	announced.size === 0 ? next() : announce(c, next),
);

async function announce(c: Context<AppEnv>, next: Next): Promise<void> {
	await next();
	// If two operations match, such as …/runs/open and …/runs/:id, the first one serves the request.
	const operation = matchedRoutes(c).find(({ method }) => method !== METHOD_NAME_ALL);
	const found = announced.get(operation?.handler as MiddlewareHandler<AppEnv>);
	// A response that passes through this service twice already has the headers.
	if (found === undefined || c.res.headers.has('Deprecation')) return;
	for (const [name, value] of Object.entries(found.headers)) c.res.headers.set(name, value);
	for (const link of found.links) c.res.headers.append('Link', link);
}
