import { alteration, creation } from '../../../foundation/core/history.ts';
import { newId } from '../../../foundation/core/id.ts';
import { type Instant, toDay, toIso, toYearMonth } from '../../../foundation/core/instant.ts';
import { authorize } from '../../../foundation/core/policy.ts';
import { notFound, requireFound } from '../../../foundation/core/refusals.ts';
import type { Upload } from '../../../foundation/core/upload.ts';
import { type Call, concern, load } from '../../../foundation/db/call.ts';
import { stale } from '../../../foundation/db/commit.ts';
import { batch, type Db } from '../../../foundation/db/database.ts';
import type { Outcome } from '../../../foundation/db/write.ts';
import { quotaViolations } from '../../../tenants/companies/store.ts';
import { insertNotices } from '../../../tenants/mail/notices/store.ts';
import { advanceRevision } from '../../employees/store.ts';
import { approvedPart, reasonsOf } from '../decisions/rules.ts';
import { factsInUpload } from '../facts/rules.ts';
import {
	CLEAR_LIMIT,
	clearFiles,
	compareRepeated,
	discardUnneeded,
	keepFile,
	newFile,
} from '../files/actions.ts';
import { markStored } from '../files/store.ts';
import { requireReceiptType, UNNEEDED_MS } from '../receipts/rules.ts';
import { refuseOwn } from '../rules.ts';
import { earliestOpenOf, loadForChange } from '../standing/actions.ts';
import {
	alreadyDecided,
	goOn,
	mailData,
	nextOf,
	requireGoingOn,
	requireLater,
	type Verification,
} from '../standing/rules.ts';
import {
	aboutStanding,
	discardWaiting,
	type Proof,
	type ProofRow,
	type StandingExpense,
	saveProof,
	saveStanding,
	skippingOf,
	standingInScope,
	standingViolations,
	unneededProofs,
} from '../standing/store.ts';
import { standingProofs, tellStanding } from '../standing/table.ts';

export async function readProof(call: Call, bucket: R2Bucket, id: string, proofId: string) {
	const scope = authorize(call.actor, 'readStandingProof');
	const [[found]] = await load(call, [standingInScope(call.db, scope, id)]);
	const proof = requireFound(found, 'standing expense').proofs.find((one) => one.id === proofId);
	const object = proof === undefined ? null : await bucket.get(proof.id);
	if (proof === undefined || object === null) throw notFound('proof');
	return { proof, content: object.body };
}

/** Adds a proof, with its file as in `addReceipt`. It replaces a waiting proof. */
export async function addProof(
	call: Call,
	bucket: R2Bucket,
	id: string,
	{ proofUntil: named, upload }: { proofUntil: Instant | null; upload: Upload },
): Promise<Outcome<Proof>> {
	const { db, now, actor } = call;
	const scope = authorize(actor, 'addStandingProof');
	const mediaType = requireReceiptType(upload.head);
	const standing = await load(call, [standingInScope(db, scope, id)], ([[found]]) => {
		const standing = requireFound(found, 'standing expense');
		concern(call, standing.employeeId);
		return standing;
	}).catch((error) => compareRepeated(error, upload));
	requireGoingOn(standing.state);
	const proofUntil = named ?? standing.proofUntil;
	requireLater(proofUntil, standing);
	// XML that is no invoice is refused, as for a receipt.
	await factsInUpload(upload, mediaType, null, true);
	const begun: ProofRow = {
		...newFile(call, upload, mediaType),
		standingExpenseId: id,
		authorId: actor.userId,
		proofUntil,
		state: 'SUBMITTED',
		approvedAmountValue: null,
		dateDecided: null,
		deciderId: null,
		reasons: [],
		rejectionReason: null,
		dateUnneeded: null,
	};
	const owner = { companyIds: [standing.companyId], employeeId: standing.employeeId };
	// The standing expense has ended or was rejected since it was read. The next attempt refuses with the reason, before it needs the file
	// again.
	const violations = { ...standingViolations, decided: stale };
	const sha256 = await keepFile(call, bucket, standingProofs, begun, upload, {
		...violations,
		...quotaViolations(db, owner, now, ['receipt_bytes', 'stored_bytes']),
	});
	const after = { ...begun, sha256, dateStored: now, amountCurrency: standing.amountCurrency };
	const told = {
		id: after.id,
		standingExpenseId: id,
		mediaType,
		size: upload.size,
		proofUntil: toIso(proofUntil),
	};
	return {
		before: null,
		after,
		statements: [
			discardWaiting(db, id, now),
			markStored(db, standingProofs, after),
			saveStanding(db, id, { waitingSince: now, dateModified: now }),
		],
		changes: [creation('standing_expense.proof_added', aboutStanding(standing, after.id), told)],
		violations,
	};
}

/** Verifies the waiting proof. An approval sets the most that each month may have, and the months continue from the first open one. */
export async function verifyStanding(
	call: Call,
	operation: 'approveStandingExpense' | 'rejectStandingExpense',
	id: string,
	{ state, amount: part, reasons: given, words }: Verification,
): Promise<Outcome<StandingExpense>> {
	const { db, now, actor } = call;
	const { standing, owner } = await loadForChange(call, operation, id);
	refuseOwn(actor, standing);
	const proof = standing.proofs.find((one) => one.state === 'SUBMITTED');
	if (standing.waitingSince === null || proof === undefined) throw alreadyDecided();
	refuseOwn(actor, { ...standing, authorId: proof.authorId });
	const isApproved = state === 'APPROVED';
	const approvedAmountValue = isApproved ? approvedPart(standing, part).value : null;
	const reasons = reasonsOf(given, words);
	const decided = {
		state,
		approvedAmountValue,
		dateDecided: now,
		deciderId: actor.userId,
		reasons,
		rejectionReason: words,
		...(!isApproved && { dateUnneeded: now }),
	};
	const approval = isApproved ? goOn(standing, proof.proofUntil, earliestOpenOf(owner, now)) : null;
	const missed = approval?.missed ?? [];
	const fields = {
		dateModified: now,
		waitingSince: null,
		...(approval && { ...approval.fields, approvedAmountValue }),
		...(!isApproved && standing.state === 'SUBMITTED' && { state: 'REJECTED' as const }),
	};
	const after: StandingExpense = {
		...standing,
		...fields,
		proofs: standing.proofs.map((one) => (one === proof ? { ...one, ...decided } : one)),
	};
	const notice = {
		id: newId(now),
		kind: isApproved ? ('standing_expense_approved' as const) : ('standing_expense_rejected' as const),
		userId: owner.userId,
		companyId: standing.companyId,
		data: mailData(standing, approvedAmountValue ?? standing.amountValue, {
			...whatFollows(after, missed),
			reasons: reasons.join(' '),
			...(words !== null && { reason: words }),
		}),
		dateCreated: now,
	};
	const verdict = { proofState: state, reasons, rejectionReason: words };
	return {
		before: standing,
		after,
		statements: [
			advanceRevision(db, owner),
			saveProof(db, proof.id, decided),
			saveStanding(db, id, fields),
			...insertNotices(db, [notice]),
		],
		changes: [
			...alteration(
				isApproved ? 'standing_expense.approved' : 'standing_expense.rejected',
				aboutStanding(standing),
				{ ...tellStanding(standing), proofState: proof.state, reasons: [], rejectionReason: null },
				{ ...tellStanding(after), ...verdict },
			),
			...missed.map((date) => skippingOf(standing, date, 'period_closed')),
		],
		mails: [notice.id],
		violations: standingViolations,
	};
}

/** Returns further facts for the mail: until when the proof counts, the months that it came too late for, and the next month. */
function whatFollows(after: StandingExpense, missed: readonly Instant[]): Record<string, string> {
	if (after.state !== 'ACTIVE') return { why: 'proof_rejected' };
	const next = nextOf(after);
	return {
		until: toDay(after.proofUntil),
		...(missed.length > 0 && { months: missed.map(toYearMonth).join(' ') }),
		...(next === null ? { why: 'no_month_left' } : { date: toDay(next) }),
	};
}

/** Removes proofs that are no longer needed, 90 days after their rejection or end. Also removes the remains of interrupted uploads. */
export async function clearProofs(db: Db, bucket: R2Bucket, now: Instant): Promise<number> {
	const find = async () => (await batch(db, [unneededProofs(db, now - UNNEEDED_MS, CLEAR_LIMIT)]))[0];
	await discardUnneeded(db, standingProofs, 'standing_expense.proof_removed', now, find);
	return clearFiles(db, bucket, standingProofs, now);
}
