import { authorize } from '../../core/policy.ts';
import { notFound } from '../../core/refusals.ts';
import { listPeople } from '../../employees/people/actions.ts';
import { listPeopleRoute } from '../../employees/people/contract.ts';
import { encodeCursor } from '../../http/cursor.ts';
import { inOrderOfPart } from '../../http/pagination.ts';
import { BASE, type Context } from '../env.ts';
import { pageOf } from '../parts.tsx';
import { reachOf } from '../screen.ts';

export const PEOPLE = `${BASE}/people`;

export const FILTERS = ['q', 'state', 'missing', 'group', 'costCenter'] as const;

const PAGE_SIZE = 50;

const QUERY = listPeopleRoute.request.query.shape;

/** What the address asks for. What does not read as a filter is none, except a text in which there is nothing to look for. */
export interface Search {
	companyId: string;
	filter: Pick<Parameters<typeof listPeople>[2], (typeof FILTERS)[number]>;
	isHopeless: boolean;
}

/** The company that the address names, else the only one that somebody manages; null when it is to be chosen. */
export function companyIn(c: Context): string | null {
	const { visitor } = c.var;
	const named = c.req.query('company')?.toLowerCase();
	if (named !== undefined) return named;
	const isOfAll = visitor !== undefined && reachOf(visitor, 'listPeople')?.all === true;
	const [first, ...others] = visitor?.companies ?? [];
	return isOfAll || others.length > 0 ? null : (first?.id ?? null);
}

/** The same for pages that read nothing of the company: one that somebody does not manage is not found. */
export function requireCompany(c: Context): string {
	const { all } = authorize(c.var.call.actor, 'listPeople');
	const companyId = companyIn(c);
	const isManaged = c.var.visitor?.companies.some(({ id }) => id === companyId);
	if (companyId === null || !(all || isManaged)) throw notFound('company');
	return companyId;
}

/** An address of people of a company. */
export const addressOf = (companyId: string, path = '', more: Record<string, string> = {}): string =>
	`${PEOPLE}${path}?${new URLSearchParams({ company: companyId, ...more })}`;

export function searchIn(c: Context, companyId: string): Search {
	const asked = (name: (typeof FILTERS)[number]) => c.req.query(name)?.trim() || undefined;
	const q = QUERY.q.safeParse(asked('q'));
	const filter = {
		q: q.data,
		state: QUERY.state.safeParse(asked('state')).data,
		missing: QUERY.missing.safeParse(asked('missing')).data,
		group: QUERY.group.safeParse(asked('group')).data,
		costCenter: QUERY.costCenter.safeParse(asked('costCenter')).data,
	};
	return { companyId, filter, isHopeless: !q.success };
}

/** A page of those who are found, and the cursor of the next one. */
export async function found(c: Context, { companyId, filter, isHopeless }: Search) {
	const { call } = c.var;
	const source = inOrderOfPart((after, limit) => listPeople(call, companyId, filter, after, limit));
	const after = QUERY.cursor.safeParse(c.req.query('after')).data ?? null;
	const rows = await source.load({ after, limit: isHopeless ? 0 : PAGE_SIZE + 1 });
	return pageOf(rows, (row) => encodeCursor(source.key(row)));
}
