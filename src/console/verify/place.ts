import { FACT_MATCHES } from '../../benefits/expenses/facts/rules.ts';
import type { Queued, QueueFilter, QueueKey } from '../../benefits/expenses/review/store.ts';
import { authorize } from '../../foundation/core/policy.ts';
import { notFound } from '../../foundation/core/refusals.ts';
import { BASE, type Context, companyIn } from '../env.ts';

export const VERIFY = `${BASE}/verify`;

/** The most steps back that an address holds. */
const MOST_STEPS = 20;

/** The position of a verifier in the queue of a company. A decision leads back to it. */
export interface QueuePosition {
	companyId: string;
	filter: QueueFilter;
	/** The expenses that the verifier skipped, in order. */
	passed: readonly string[];
}

const SAMPLED = new Map([
	['yes', true],
	['no', false],
]);

/** Returns null when the company still has to be selected. */
export function placeIn(c: Context): QueuePosition | null {
	authorize(c.var.call.actor, 'approveExpense');
	const companyId = companyIn(c, 'approveExpense');
	if (companyId === null) return null;
	const facts = FACT_MATCHES.find((one) => one === c.req.query('facts'));
	const sampled = SAMPLED.get(c.req.query('sampled') ?? '');
	return { companyId, filter: { facts, sampled }, passed: c.req.queries('after') ?? [] };
}

export function requirePlace(c: Context): QueuePosition {
	const place = placeIn(c);
	if (place === null) throw notFound('company');
	return place;
}

/** Returns the expense after which the queue continues, or its beginning when the address names none. */
export function keyOf({ passed }: QueuePosition): QueueKey {
	const [, date = '0', id = ''] = /^(\d{1,15})\.([0-9a-z-]{1,36})$/.exec(passed.at(-1) ?? '') ?? [];
	return { date: Number(date), id };
}

export function queueAddress(
	{ companyId, filter: { facts, sampled }, passed }: QueuePosition,
	path = '',
): string {
	const query = new URLSearchParams({ company: companyId });
	if (facts !== undefined) query.set('facts', facts);
	if (sampled !== undefined) query.set('sampled', sampled ? 'yes' : 'no');
	for (const key of passed) query.append('after', key);
	return `${VERIFY}${path}?${query}`;
}

export const cursorOf = ({ expense }: Queued): string => `${expense.date}.${expense.id}`;

export const behind = (place: QueuePosition, entry: Queued): QueuePosition => ({
	...place,
	passed: [...place.passed, cursorOf(entry)].slice(-MOST_STEPS),
});
