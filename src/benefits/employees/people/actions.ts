import { authorize } from '../../../foundation/core/policy.ts';
import type { Call } from '../../../foundation/db/call.ts';
import { loadInCompany } from '../../../tenants/companies/store.ts';
import { type PeopleSort, wordsOf } from './rules.ts';
import {
	allPeople,
	type PeopleFilter,
	type Person,
	type PersonKey,
	peopleCount,
	peoplePage,
} from './store.ts';

type PeopleSearch = PeopleFilter & { q?: string | undefined; sort?: PeopleSort | undefined };

export async function listPeople(
	call: Call,
	companyId: string,
	{ q = '', ...filter }: PeopleSearch,
	after: PersonKey,
	limit: number,
): Promise<Person[]> {
	const { db, now } = call;
	const scope = authorize(call.actor, 'listPeople');
	const wanted = { ...filter, words: wordsOf(q) };
	const [rows] = await loadInCompany(call, scope, companyId, [
		peoplePage(db, companyId, wanted, after, now, limit),
	]);
	return rows;
}

/** Counts all people of a company, and those who match a filter. Without a filter, the second number is null. */
export async function countPeople(call: Call, companyId: string, { q = '', ...filter }: PeopleSearch) {
	const { db, now } = call;
	const scope = authorize(call.actor, 'listPeople');
	const wanted = { ...filter, words: wordsOf(q) };
	const isFiltered = wanted.words.length > 0 || Object.values(filter).some((value) => value !== undefined);
	const [[all], found] = await loadInCompany(call, scope, companyId, [
		allPeople(db, companyId),
		...(isFiltered ? [peopleCount(db, companyId, wanted, now)] : []),
	]);
	return { all: all?.count ?? 0, found: found?.[0]?.count ?? null };
}
