import { companyIdInScope, loadInCompany } from '../../companies/store.ts';
import { authorize } from '../../core/policy.ts';
import { requireFound } from '../../core/refusals.ts';
import type { Call } from '../../db/call.ts';
import { UNREACHED } from '../../mail/rules.ts';
import { wordsOf } from './rules.ts';
import {
	lacking,
	type PeopleFilter,
	type Person,
	type PersonKey,
	peopleFound,
	peopleOf,
	unreached,
} from './store.ts';

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
	const [rows] = await loadInCompany(call, scope, companyId, [query]);
	return rows;
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
