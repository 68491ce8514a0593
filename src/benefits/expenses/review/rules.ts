import type { Instant } from '../../../foundation/core/instant.ts';
import type { Refusal, RefusalCode } from '../../../foundation/core/refusals.ts';
import type { Room } from '../circumstances/rules.ts';
import type { Verdict } from '../facts/rules.ts';
import type { Exceeding } from '../limits/rules.ts';
import type { Duplicate, Duplicates } from '../rules.ts';

/** The findings about a waiting expense, besides its own fields. */
export interface ReviewContext {
	/** The cut-off of its month, or its earlier closing. After a later decision, its line belongs to the next run. */
	deadline: Instant;
	receipts: readonly unknown[];
	/** Why this actor could not approve the whole expense now. */
	refusals: readonly Refusal[];
	duplicates: Duplicates;
	/** The legal limits that an approval of the whole expense would exceed. */
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

/** A check for the verifier. `doubt` needs a person, `forbidden` prevents approval. `open` was not checked, or only delays payment. */
export interface Check {
	name: CheckName;
	result: 'fine' | 'open' | 'doubt' | 'forbidden';
	refusal?: Refusal;
	duplicates?: readonly Duplicate[];
	verdict?: Verdict;
	warning?: Exceeding;
}

/** The checks to which refusals belong. All other refusals belong to the access. */
const CHECK_OF: Partial<Record<RefusalCode, CheckName>> = {
	forbidden: 'own',
	receipt_missing: 'receipt',
	max_days_exceeded: 'mealDays',
	tax_budget_exceeded: 'left',
	budget_exceeded: 'left',
	currency_mismatch: 'left',
};

/** Returns all checks of a waiting expense. It may be approved without a person only if none of them is `doubt` or `forbidden`. */
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
	/** Without an access that permits the expense, it cannot be compared with a budget. */
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

/** An unknown key is no reason for or against an expense. */
const machineCheck = ({ verdict, isDifferent }: NonNullable<ReviewContext['machine']>): Check => ({
	name: 'machine',
	result: isDifferent || verdict === 'MISMATCH' ? 'doubt' : verdict === 'KNOWN_TILL' ? 'fine' : 'open',
	verdict,
});

/** True when the check prevents an approval without a person. */
export const isFinding = ({ result }: Check): boolean => result === 'doubt' || result === 'forbidden';
