import type { Instant } from '../../../foundation/core/instant.ts';
import { notFound, Refusal } from '../../../foundation/core/refusals.ts';

/** How a draft came: by the API or a page, or as an attachment of a mail. */
export const DRAFT_SOURCES = ['UPLOAD', 'MAIL'] as const;
export type DraftSource = (typeof DRAFT_SOURCES)[number];

/** How long a draft waits for its form. */
export const DRAFTS_KEPT_MS = 90 * 86_400_000;

/** How many drafts of an employee may wait. A trigger repeats it. */
export const MAX_DRAFTS = 50;

export const draftUsed = (): Refusal =>
	new Refusal(
		'draft_used',
		'The draft is the receipt of an expense already, or was deleted. Read the drafts again to see which ones wait.',
	);

interface Discardable {
	dateDiscarded: Instant | null;
}

/** Returns the draft that a request names. Refuses one that an expense has used, that was deleted, or that nobody knows. */
export function requireDraft<D extends Discardable>(draft: D | undefined, isUsed: boolean): D {
	if (isUsed) throw draftUsed();
	if (draft === undefined || draft.dateDiscarded !== null) throw notFound('draft');
	return draft;
}
