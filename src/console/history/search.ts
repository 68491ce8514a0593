import type { Instant } from '../../foundation/core/instant.ts';
import { listEventsRoute } from '../../tenants/history/contract.ts';
import type { EventFilter } from '../../tenants/history/rules.ts';
import { BASE, type Context } from '../env.ts';

export const HISTORY_PATH = `${BASE}/history`;

const QUERY = listEventsRoute.request.query.shape;
const A_DAY_MS = 86_400_000;
/** A position after all events. */
const NEWEST = Number.MAX_SAFE_INTEGER;

/** The filters that the address names. Unreadable values are ignored. */
export interface Search {
	filter: EventFilter;
	/** The page shows events before this position. */
	before: number;
}

export function searchIn(c: Context): Search {
	const asked = (name: string) => c.req.query(name)?.trim() || undefined;
	const [since, lastDay] = [dayIn(asked('from')), dayIn(asked('until'))];
	const after = asked('after') ?? '';
	return {
		filter: {
			companyId: asked('company')?.toLowerCase(),
			subject: asked('subject')?.toLowerCase(),
			actor: asked('actor')?.toLowerCase(),
			type: QUERY.type.safeParse(asked('type')).data,
			since,
			until: lastDay === undefined ? undefined : lastDay + A_DAY_MS,
		},
		before: /^\d{1,15}$/.test(after) ? Number(after) : NEWEST,
	};
}

function dayIn(text = ''): Instant | undefined {
	const at = /^\d{4}-\d\d-\d\d$/.test(text) ? Date.parse(text) : Number.NaN;
	return Number.isNaN(at) ? undefined : at;
}

/** Returns the present address with other filters, at the first page of the list. A filter that is null is removed. */
export function addressWith(c: Context, filters: Record<string, string | null>, path = HISTORY_PATH): string {
	const query = new URL(c.req.url).searchParams;
	for (const [name, value] of Object.entries({ after: null, q: null, ...filters })) {
		if (value === null) query.delete(name);
		else query.set(name, value);
	}
	return query.size === 0 ? path : `${path}?${query}`;
}
