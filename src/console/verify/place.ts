import { authorize } from '../../core/policy.ts';
import type { Queued, QueueKey } from '../../expenses/review/store.ts';
import { BASE, type Context, companyIn } from '../env.ts';

export const VERIFY = `${BASE}/verify`;

/** The most steps back that an address holds. */
const MOST_STEPS = 20;

/** The position of a verifier in the queue of a company. */
export interface Place {
	companyId: string;
	/** The expenses that the verifier skipped, in order. */
	passed: readonly string[];
}

/** Returns null when the company still has to be selected. */
export function placeIn(c: Context): Place | null {
	authorize(c.var.call.actor, 'approveExpense');
	const companyId = companyIn(c, 'approveExpense');
	return companyId === null ? null : { companyId, passed: c.req.queries('after') ?? [] };
}

/** Returns the expense after which the queue continues, or its beginning when the address names none. */
export function keyOf({ passed }: Place): QueueKey {
	const [, date = '0', id = ''] = /^(\d{1,15})\.([0-9a-z-]{1,36})$/.exec(passed.at(-1) ?? '') ?? [];
	return { date: Number(date), id };
}

export function addressOf({ companyId, passed }: Place, path = ''): string {
	const query = new URLSearchParams({ company: companyId });
	for (const key of passed) query.append('after', key);
	return `${VERIFY}${path}?${query}`;
}

export const behind = (place: Place, { expense }: Queued): Place => ({
	...place,
	passed: [...place.passed, `${expense.date}.${expense.id}`].slice(-MOST_STEPS),
});

export const before = (place: Place): Place => ({ ...place, passed: place.passed.slice(0, -1) });

/** Returns the address of the list of all waiting expenses. */
export const listAddress = ({ companyId }: Place): string => addressOf({ companyId, passed: [] }, '/list');

/** Returns the name of the person, or the personnel number when there is no name. */
export const nameIn = ({ person }: Pick<Queued['expense'], 'person'>): string =>
	[person.firstName, person.lastName].filter(Boolean).join(' ') || (person.personnelNumber ?? '–');
