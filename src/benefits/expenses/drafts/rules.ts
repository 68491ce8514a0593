import type { Instant } from '../../../foundation/core/instant.ts';
import { notFound, Refusal } from '../../../foundation/core/refusals.ts';

/** How a draft arrived: through the API or a page, or attached to a mail. */
export const DRAFT_SOURCES = ['UPLOAD', 'MAIL'] as const;
export type DraftSource = (typeof DRAFT_SOURCES)[number];

export const DRAFTS_KEPT_MS = 90 * 86_400_000;

/** The most waiting drafts of an employee. A trigger has this number too. */
export const MAX_DRAFTS = 50;

export const draftUsed = (): Refusal =>
	new Refusal(
		'draft_used',
		'The draft is the receipt of an expense already, or was deleted. Read the drafts again to see which ones wait.',
	);

interface Discardable {
	dateDiscarded: Instant | null;
}

/** Returns the draft that a request names. Refuses one that an expense has used, that was deleted, or that does not exist. */
export function requireDraft<D extends Discardable>(draft: D | undefined, isUsed: boolean): D {
	if (isUsed) throw draftUsed();
	if (draft === undefined || draft.dateDiscarded !== null) throw notFound('draft');
	return draft;
}
