import { type Instant, toIso } from '../../../foundation/core/instant.ts';

/** The steps of a reconciliation in their order. Erasures come first. The numbers of D1 come last, because they end it. */
export const STEPS = ['erasures', 'cells', 'receipts', 'archives', 'files', 'companies', 'numbers'] as const;
export type Step = (typeof STEPS)[number];

/** Differences that no repair can remove. */
export const NOTES: readonly Difference['kind'][] = ['ERASURE_FAILED', 'COMPANY_UNKNOWN', 'NEWER_BACKUP'];

export interface Difference {
	kind:
		| 'ERASED_PERSON_BACK'
		| 'ERASURE_FAILED'
		| 'CELL_DIFFERS'
		| 'RECEIPT_WITHOUT_ROW'
		| 'RECEIPT_MISSING'
		| 'FILE_WITHOUT_ROW'
		| 'FILE_MISSING'
		| 'COMPANY_UNKNOWN'
		| 'NEWER_BACKUP'
		| 'NUMBERS_BEHIND';
	/** The id of a person, a company, a cell or a receipt, or the key of a file. */
	id: string;
	isRepaired: boolean;
	/** How it was repaired, or what must be done. */
	detail: string;
}

export interface Page {
	found: Difference[];
	/** The key after which the step continues; null when it is complete. */
	next: string | null;
}

/** How long an object without a row stays after it was copied. Until then, a cell that D1 does not know yet may report its row. */
export const DOUBTED_MS = 2 * 86_400_000;
export const KEPT_MS = 30 * 86_400_000;

export const orphanKey = (bucket: string, key: string): string => `${ORPHANS}${bucket}/${key}`;
export const ORPHANS = 'orphans/';

export const restoredSentence = (to: Instant): string =>
	`D1 was restored to ${timeOf(to)}. Erased people are erased again. For the rest, run: npm run reconcile -- --repair`;

/** Describes a restored time by the last run of the jobs before it; 0 if they had never run. */
export const timeOf = (to: Instant): string =>
	to === 0 ? 'a time before the first run of its jobs' : `about ${toIso(to)}`;
