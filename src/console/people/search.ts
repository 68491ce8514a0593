import { authorize } from '../../core/policy.ts';
import { notFound } from '../../core/refusals.ts';
import { listPeople } from '../../employees/people/actions.ts';
import { listPeopleRoute } from '../../employees/people/contract.ts';
import { encodeCursor } from '../../http/list-contract.ts';
import { inOrderOfPart } from '../../http/pagination.ts';
import { BASE, type Context, companyIn } from '../env.ts';
import { pageOf } from '../listing.tsx';

export const PEOPLE = `${BASE}/people`;

export const FILTERS = ['q', 'state', 'missing', 'invitationMail', 'group', 'costCenter'] as const;

const PAGE_SIZE = 50;

const QUERY = listPeopleRoute.request.query.shape;

/** Reads the filters from the address. Unreadable values are ignored, except a text without anything to search for. */
export interface Search {
	companyId: string;
	filter: Pick<Parameters<typeof listPeople>[2], (typeof FILTERS)[number]>;
	isHopeless: boolean;
}

/** The company of a page that reads nothing of it: one that somebody does not manage is not found. */
export function requireCompany(c: Context): string {
	const { all } = authorize(c.var.call.actor, 'listPeople');
	const companyId = companyIn(c, 'listPeople');
	const isManaged = c.var.visitor?.companies.some(({ id }) => id === companyId);
	if (companyId === null || !(all || isManaged)) throw notFound('company');
	return companyId;
}

/** An address of people of a company. */
export const peopleAddress = (companyId: string, path = '', more: Record<string, string> = {}): string =>
	`${PEOPLE}${path}?${new URLSearchParams({ company: companyId, ...more })}`;

export function searchIn(c: Context, companyId: string): Search {
	const asked = (name: (typeof FILTERS)[number]) => c.req.query(name)?.trim() || undefined;
	const filter = Object.fromEntries(FILTERS.map((name) => [name, QUERY[name].safeParse(asked(name)).data]));
	return { companyId, filter, isHopeless: !QUERY.q.safeParse(asked('q')).success };
}

/** A page of those who are found, and the cursor of the next one. */
export async function found(c: Context, { companyId, filter, isHopeless }: Search) {
	const { call } = c.var;
	const source = inOrderOfPart((after, limit) => listPeople(call, companyId, filter, after, limit));
	const after = QUERY.cursor.safeParse(c.req.query('after')).data ?? null;
	const rows = await source.load({ after, limit: isHopeless ? 0 : PAGE_SIZE + 1 });
	return pageOf(rows, (row) => encodeCursor(source.key(row)));
}
