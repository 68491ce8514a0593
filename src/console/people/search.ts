import { countPeople, listPeople } from '../../benefits/employees/people/actions.ts';
import { listPeopleRoute } from '../../benefits/employees/people/contract.ts';
import { PEOPLE_SORTS, PERSON_STATUSES, type PeopleSort } from '../../benefits/employees/people/rules.ts';
import { authorize } from '../../foundation/core/policy.ts';
import { notFound } from '../../foundation/core/refusals.ts';
import { encodeCursor } from '../../foundation/http/list-contract.ts';
import { inOrderOfPart } from '../../foundation/http/list-orders.ts';
import { BASE, type Context, companyIn } from '../env.ts';
import { pageOf } from '../listing.tsx';
import { reading } from '../visit.ts';

export const PEOPLE = `${BASE}/people`;

export const FILTERS = [
	'q',
	'status',
	'missing',
	'invitationMail',
	'address',
	'group',
	'costCenter',
] as const;

const PAGE_SIZE = 50;

const QUERY = listPeopleRoute.request.query.shape;

const READ = {
	...QUERY,
	status: { safeParse: (asked?: string) => ({ data: PERSON_STATUSES.find((one) => one === asked) }) },
};

/** The filters that the address names. Unreadable values are ignored, except a text without anything to search for. */
export interface Search {
	companyId: string;
	filter: Pick<Parameters<typeof listPeople>[2], (typeof FILTERS)[number]>;
	isHopeless: boolean;
	sort: PeopleSort | undefined;
}

/** Returns the company of a page that does not read the company itself. Refuses one that the reader does not manage. */
export function requireCompany(c: Context): string {
	const { all } = authorize(c.var.call.actor, 'listPeople');
	const companyId = companyIn(c, 'listPeople');
	const isManaged = c.var.visitor?.companies.some(({ id }) => id === companyId);
	if (companyId === null || !(all || isManaged)) throw notFound('company');
	return companyId;
}

export const peopleAddress = (companyId: string, path = '', more: Record<string, string> = {}): string =>
	`${PEOPLE}${path}?${new URLSearchParams({ company: companyId, ...more })}`;

export function searchIn(c: Context, companyId: string): Search {
	const asked = (name: (typeof FILTERS)[number]) => c.req.queries(name)?.at(-1)?.trim() || undefined;
	const filter = Object.fromEntries(FILTERS.map((name) => [name, READ[name].safeParse(asked(name)).data]));
	const sort = PEOPLE_SORTS.find((one) => one === c.req.queries('sort')?.at(-1));
	return { companyId, filter, isHopeless: !QUERY.q.safeParse(asked('q')).success, sort };
}

/** Returns a page of the matching people, the cursor of the next page, and how many people match. */
export async function findPeople(c: Context, { companyId, filter, isHopeless, sort }: Search) {
	const call = reading(c);
	const source = inOrderOfPart((after, limit) =>
		listPeople(call, companyId, { ...filter, sort }, after, limit),
	);
	const after = QUERY.cursor.safeParse(c.req.query('after')).data ?? null;
	const [rows, counts] = await Promise.all([
		source.load({ after, limit: isHopeless ? 0 : PAGE_SIZE + 1 }),
		countPeople(call, companyId, filter),
	]);
	return {
		...pageOf(rows, (row) => encodeCursor(source.key(row))),
		counts: isHopeless ? { ...counts, found: 0 } : counts,
	};
}
