import type { Instant } from '../../../foundation/core/instant.ts';
import type { Refusal, RefusalCode } from '../../../foundation/core/refusals.ts';
import type { Room } from '../circumstances/rules.ts';
import type { Verdict } from '../facts/rules.ts';
import type { Exceeding } from '../limits/rules.ts';
import type { Duplicate, Duplicates } from '../rules.ts';

/** Everything that is known of a waiting expense beside its own fields. */
export interface ReviewContext {
	/** The cut-off of its month, or its earlier closing. Decided later, its line goes into the next run. */
	deadline: Instant;
	receipts: readonly unknown[];
	/** Why this actor could not approve all of it now. */
	refusals: readonly Refusal[];
	duplicates: Duplicates;
	/** The legal limits that an approval of all of it would exceed. */
	warnings: readonly Exceeding[];
	room: Room;
	/** How far the facts of the receipt's code can be trusted, and whether the expense differs from them; null without a code. */
	machine: { verdict: Verdict; isDifferent: boolean } | null;
}

type CheckName =
	| 'own'
	| 'receipt'
	| 'access'
	| 'month'
	| 'mealDays'
	| 'left'
	| 'sameReceipt'
	| 'machine'
	| 'samePurchase'
	| 'sameDayAndAmount'
	| 'limit';

/**
 * One thing that a verifier checks. A doubt needs a look, and `forbidden` prevents an approval. `open` was not checked,
 * or only decides when the expense is paid.
 */
export interface Check {
	name: CheckName;
	result: 'fine' | 'open' | 'doubt' | 'forbidden';
	refusal?: Refusal;
	duplicates?: readonly Duplicate[];
	verdict?: Verdict;
	warning?: Exceeding;
}

/** The checks to which refusals belong. All others concern the access. */
const CHECK_OF: Partial<Record<RefusalCode, CheckName>> = {
	forbidden: 'own',
	receipt_missing: 'receipt',
	max_days_exceeded: 'mealDays',
	tax_budget_exceeded: 'left',
	budget_exceeded: 'left',
	currency_mismatch: 'left',
};

/** Returns everything that was checked of a waiting expense. It may be approved unseen only if none is a doubt or forbidden. */
export function checksOf(known: ReviewContext, now: Instant): Check[] {
	const { deadline, receipts, refusals, duplicates, warnings, room, machine } = known;
	const broken = Map.groupBy(refusals, ({ code }) => CHECK_OF[code] ?? 'access');
	const rule = (name: CheckName, otherwise: Check['result'] | null): Check[] =>
		broken.get(name)?.map((refusal) => ({ name, result: 'forbidden', refusal })) ??
		(otherwise === null ? [] : [{ name, result: otherwise }]);
	const same = (name: keyof Duplicates): Check => ({
		name,
		result: duplicates[name].length === 0 ? 'fine' : 'doubt',
		duplicates: duplicates[name],
	});
	/** Without an access that permits the expense, nothing compares it with a budget. */
	const compared = broken.has('access') ? 'open' : 'fine';
	return [
		...rule('own', null),
		...rule('receipt', receipts.length === 0 ? 'doubt' : 'fine'),
		...rule('access', 'fine'),
		{ name: 'month', result: now <= deadline ? 'fine' : 'open' },
		...rule('mealDays', room.mealDays === null ? null : compared),
		...rule('left', compared),
		...(machine === null ? [] : [machineCheck(machine), same('samePurchase')]),
		same('sameReceipt'),
		same('sameDayAndAmount'),
		...warnings.map((warning): Check => ({ name: 'limit', result: 'doubt', warning })),
	];
}

/** A key that nobody knows speaks neither for an expense nor against it. */
const machineCheck = ({ verdict, isDifferent }: NonNullable<ReviewContext['machine']>): Check => ({
	name: 'machine',
	result: isDifferent || verdict === 'MISMATCH' ? 'doubt' : verdict === 'KNOWN_TILL' ? 'fine' : 'open',
	verdict,
});

/** True when the check speaks against an approval without a look. */
export const isFinding = ({ result }: Check): boolean => result === 'doubt' || result === 'forbidden';
