import { listReceiptDrafts } from '../../benefits/expenses/drafts/actions.ts';
import type { StoredDraft } from '../../benefits/expenses/drafts/table.ts';
import type { Call } from '../../foundation/db/call.ts';
import { type Context, reachOf } from '../env.ts';
import { useReader, useWords } from '../page.tsx';
import { formatOf, isPicture } from '../receipt-file.ts';
import { textIn } from '../typed.ts';
import { BENEFITS } from './receipts.tsx';
import { WORDS } from './words.ts';

export const DRAFTS = `${BENEFITS}/drafts`;

/** Stands in the address of a form for the draft that has waited longest. */
export const NEXT = 'next';
export const NEXT_FORM = `${BENEFITS}/new?draft=${NEXT}`;

/** Shows what an invoice says, and how and when the draft came. */
export function DraftSays({ draft: { machineFacts: facts, source, dateCreated } }: { draft: StoredDraft }) {
	const { say, words } = useReader(WORDS);
	const came = <small>{words.draftSources[source](say.time(dateCreated))}</small>;
	if (facts === null) return came;
	const { amount, date, seller, issuer } = facts;
	return (
		<>
			<bdi>{seller ?? issuer}</bdi>
			<br />
			{say.amount(amount.value, amount.currency)}, {say.day(Date.parse(date))}
			<br />
			{came}
		</>
	);
}

/** The small picture of a draft, or its format, with a link to the file. */
export function DraftFile({ draft, id }: { draft: StoredDraft; id?: string }) {
	const words = useWords(WORDS);
	const address = `${DRAFTS}/${draft.id}`;
	return (
		<a href={address} target="_blank" rel="noopener">
			{isPicture(draft) ? (
				<img class="thumb" id={id} src={address} alt={words.draftFile} loading={id ? undefined : 'lazy'} />
			) : (
				`${words.draftFile} (${formatOf(draft)})`
			)}
		</a>
	);
}

/** Replaces the file field of a form for a draft. A script reads the code in a picture from which the service could read nothing. */
export function DraftField({ draft }: { draft: StoredDraft }) {
	return (
		<p class="field upload">
			<input type="hidden" name="draftId" value={draft.id} />
			<DraftFile draft={draft} id="draft" />
			<span class="hint" id="draft-hint">
				<DraftSays draft={draft} />
			</span>
		</p>
	);
}

/** Returns the drafts of the reader. A platform administrator who views these pages sees none. */
export const ownDrafts = async ({ var: { visitor } }: Context, call: Call): Promise<StoredDraft[]> =>
	visitor?.employeeId == null || reachOf(visitor, 'listReceiptDrafts') === null
		? []
		: listReceiptDrafts(call, visitor.employeeId);

/** Returns which draft a form is for, by its address or as it was sent: an id, `NEXT`, or null. */
export const draftAsked = ({ req, var: { typed } }: Context): string | null =>
	(typed === undefined ? req.query('draft') : textIn(typed, 'draftId')) || null;

export const draftOf = (drafts: readonly StoredDraft[], asked: string | null): StoredDraft | undefined =>
	asked === NEXT ? drafts[0] : drafts.find(({ id }) => id === asked);
