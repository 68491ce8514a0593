import { authorize } from '../../../foundation/core/policy.ts';
import { requireFound } from '../../../foundation/core/refusals.ts';
import type { Call } from '../../../foundation/db/call.ts';
import { companyIdInScope, loadInCompany } from '../../../tenants/companies/store.ts';
import { UNREACHED } from '../../../tenants/mail/rules.ts';
import { type PeopleSort, wordsOf } from './rules.ts';
import {
	allPeople,
	lacking,
	type PeopleFilter,
	type Person,
	type PersonKey,
	peopleCount,
	peoplePage,
	unreached,
} from './store.ts';

type Asked = PeopleFilter & { q?: string | undefined; sort?: PeopleSort | undefined };

export async function listPeople(
	call: Call,
	companyId: string,
	{ q = '', ...filter }: Asked,
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

/** Counts all people of a company, and those who match. Without a filter the second number is null. */
export async function countPeople(call: Call, companyId: string, { q = '', ...filter }: Asked) {
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

/** Counts people with missing details, and people whose invitation did not arrive. */
export async function countGaps(call: Call, companyId: string) {
	const { db, now } = call;
	const scope = authorize(call.actor, 'listPeople');
	const ownerId = companyIdInScope(db, scope, companyId);
	const [[lacks], mails] = await loadInCompany(call, scope, companyId, [
		lacking(db, ownerId, now),
		unreached(db, ownerId),
	]);
	return {
		lacks: requireFound(lacks, 'company'),
		unreached: UNREACHED.map((state) => ({
			state,
			people: mails.find((mail) => mail.state === state)?.people ?? 0,
		})),
	};
}
