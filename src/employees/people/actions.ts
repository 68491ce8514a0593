import { loadCompany } from '../../companies/store.ts';
import { authorize } from '../../core/policy.ts';
import type { Call } from '../../db/call.ts';
import { wordsOf } from './rules.ts';
import { type PeopleFilter, type Person, type PersonKey, peopleFound, peopleOf } from './store.ts';

/** The people of a company, or those of them in whom `q` is found. */
export async function listPeople(
	call: Call,
	companyId: string,
	{ q, ...filter }: PeopleFilter & { q?: string | undefined },
	after: PersonKey,
	limit: number,
): Promise<Person[]> {
	const { db, now } = call;
	const scope = authorize(call.actor, 'listPeople');
	const words = q === undefined ? [] : wordsOf(q);
	const query =
		words.length === 0
			? peopleOf(db, companyId, filter, after, now, limit)
			: peopleFound(db, companyId, words, filter, after, now, limit);
	const [, rows] = await loadCompany(call, scope, companyId, [query]);
	return rows;
}
