import { companyIdInScope, loadInCompany, quotaViolations } from '../../companies/store.ts';
import { alteration, creation } from '../../core/history.ts';
import { newId, newIdIn } from '../../core/id.ts';
import { type Instant, toDay, toIso } from '../../core/instant.ts';
import { earliestOpen } from '../../core/months.ts';
import { authorize } from '../../core/policy.ts';
import { notFound, Refusal, requireFound } from '../../core/refusals.ts';
import type { Upload } from '../../core/upload.ts';
import { type Call, concern, load } from '../../db/call.ts';
import { batch, type Db } from '../../db/database.ts';
import type { Outcome } from '../../db/write.ts';
import { advanceRevision, idInScope, loadEmployee } from '../../employees/store.ts';
import { insertNotices } from '../../mail/notices/store.ts';
import { type Owner, owners } from '../circumstances/store.ts';
import { approvedPart, reasonsOf } from '../decisions/rules.ts';
import { factsInUpload } from '../facts/rules.ts';
import { CLEAR_LIMIT, clearFiles, compareRepeated, keepFile } from '../files/actions.ts';
import { markStored } from '../files/store.ts';
import { requireReceiptType, UNNEEDED_MS } from '../receipts/rules.ts';
import { refuseOwn } from '../rules.ts';
import {
	alreadyDecided,
	firstDate,
	mailData,
	type NewStanding,
	occurrenceFrom,
	requireGoingOn,
	requireLater,
	type Verification,
} from './rules.ts';
import {
	abandonWaiting,
	aboutStanding,
	discardUnneeded,
	discardWaiting,
	employeeOfStanding,
	endedFields,
	insertStanding,
	type Proof,
	type ProofRow,
	type StandingExpense,
	type StandingKey,
	saveProof,
	saveStanding,
	standingInScope,
	standingOfCompany,
	standingOfEmployee,
	standingViolations,
} from './store.ts';
import { standingProofs, tellStanding } from './table.ts';

export async function listStandingOfEmployee(
	call: Call,
	employeeId: string,
	after: string,
	limit: number,
): Promise<StandingExpense[]> {
	const scope = authorize(call.actor, 'listStandingExpensesOfEmployee');
	const [, found] = await loadEmployee(call, scope, employeeId, [
		standingOfEmployee(call.db, idInScope(call.db, scope, employeeId), after, limit, call.statusAt),
	]);
	return found;
}

export async function listStandingOfCompany(
	call: Call,
	companyId: string,
	after: StandingKey,
	limit: number,
): Promise<StandingExpense[]> {
	const scope = authorize(call.actor, 'listStandingExpensesOfCompany');
	const [found] = await loadInCompany(call, scope, companyId, [
		standingOfCompany(call.db, companyIdInScope(call.db, scope, companyId), after, limit, call.statusAt),
	]);
	return found;
}

export async function readStanding(call: Call, id: string): Promise<StandingExpense> {
	const scope = authorize(call.actor, 'readStandingExpense');
	const [[found]] = await load(call, [standingInScope(call.db, scope, id, call.statusAt)]);
	return requireFound(found, 'standing expense');
}

export async function readProof(call: Call, bucket: R2Bucket, id: string, proofId: string) {
	const scope = authorize(call.actor, 'readStandingProof');
	const [[found]] = await load(call, [standingInScope(call.db, scope, id)]);
	const proof = requireFound(found, 'standing expense').proofs.find((one) => one.id === proofId);
	const object = proof === undefined ? null : await bucket.get(proof.id);
	if (proof === undefined || object === null) throw notFound('proof');
	return { proof, content: object.body };
}

/** Its months begin with the first one that is still open. A proof has to follow, which a verifier approves. */
export async function submitStanding(
	call: Call,
	employeeId: string,
	input: NewStanding,
): Promise<Outcome<StandingExpense>> {
	const { db, now, actor } = call;
	const scope = authorize(actor, 'submitStandingExpense');
	const owner = await load(call, [owners(db, idInScope(db, scope, employeeId))], ([[found]]) => {
		concern(call, employeeId);
		return requireFound(found, 'employee');
	});
	const nextDate = firstDate(input, earliestOpenOf(owner, now));
	const { companyId, dateTerminated } = owner;
	if (dateTerminated !== null && (dateTerminated <= now || dateTerminated <= nextDate)) {
		throw new Refusal('employee_terminated', `The employee left on ${toIso(dateTerminated)}.`);
	}
	const { amount, ...fields } = input;
	const after: StandingExpense = {
		...fields,
		id: newIdIn(companyId, now),
		dateCreated: now,
		dateModified: now,
		employeeId,
		companyId,
		person: { ...owner, personStatus: null },
		authorId: actor.userId,
		amountValue: amount.value,
		amountCurrency: amount.currency,
		state: 'SUBMITTED',
		approvedAmountValue: null,
		nextDate,
		waitingSince: null,
		dateEnded: null,
		enderId: null,
		proofs: [],
	};
	return {
		before: null,
		after,
		statements: [advanceRevision(db, owner), insertStanding(db, after)],
		changes: [creation('standing_expense.submitted', aboutStanding(after), tellStanding(after))],
		violations: {
			...standingViolations,
			...quotaViolations(db, { companyIds: [companyId], employeeId }, now, ['expenses']),
		},
	};
}

/** Takes its file as `addReceipt` does. A proof that still waits is replaced. */
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
		// Under an idempotency key, a repetition continues what an interrupted attempt began.
		id: call.claim?.recordId ?? newId(now),
		dateCreated: now,
		dateStored: null,
		standingExpenseId: id,
		authorId: actor.userId,
		mediaType,
		size: upload.size,
		sha256: null,
		proofUntil,
		state: 'SUBMITTED',
		approvedAmountValue: null,
		dateDecided: null,
		deciderId: null,
		reasons: [],
		rejectionReason: null,
		dateUnneeded: null,
		dateDiscarded: null,
	};
	const owner = { companyIds: [standing.companyId], employeeId: standing.employeeId };
	const sha256 = await keepFile(call, bucket, standingProofs, begun, upload, {
		...standingViolations,
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
		violations: standingViolations,
	};
}

/** Verifies the proof that waits. An approval says how much each month may have, and the months go on from the first open one. */
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
	const open = Math.max(standing.startDate, earliestOpenOf(owner, now));
	const fields = {
		dateModified: now,
		waitingSince: null,
		...(isApproved && {
			state: 'ACTIVE' as const,
			approvedAmountValue,
			proofUntil: proof.proofUntil,
			nextDate: Math.max(standing.nextDate, occurrenceFrom(open, standing.dayOfMonth)),
		}),
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
			date: toDay(isApproved ? after.nextDate : proof.proofUntil),
			until: toDay(proof.proofUntil),
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
		changes: alteration(
			isApproved ? 'standing_expense.approved' : 'standing_expense.rejected',
			aboutStanding(standing),
			{ ...tellStanding(standing), proofState: proof.state, reasons: [], rejectionReason: null },
			{ ...tellStanding(after), ...verdict },
		),
		mails: [notice.id],
		violations: standingViolations,
	};
}

/** Ends it for good. Expenses that were submitted for its months stay as they are. */
export async function endStanding(call: Call, id: string): Promise<Outcome<StandingExpense>> {
	const { db, now, actor } = call;
	const { standing, owner } = await loadForChange(call, 'endStandingExpense', id);
	requireGoingOn(standing.state);
	const fields = endedFields(actor.userId, now);
	const after = { ...standing, ...fields };
	return {
		before: standing,
		after,
		statements: [advanceRevision(db, owner), abandonWaiting(db, id, now), saveStanding(db, id, fields)],
		changes: alteration(
			'standing_expense.ended',
			aboutStanding(standing),
			tellStanding(standing),
			tellStanding(after),
		),
		violations: standingViolations,
	};
}

/** Removes proofs that nobody needs any more, 90 days after their rejection or end, and what interrupted uploads left behind. */
export async function clearProofs(db: Db, bucket: R2Bucket, now: Instant): Promise<number> {
	await batch(db, [discardUnneeded(db, now - UNNEEDED_MS, now, CLEAR_LIMIT)]);
	return clearFiles(db, bucket, standingProofs, now);
}

async function loadForChange(
	call: Call,
	operation: 'approveStandingExpense' | 'rejectStandingExpense' | 'endStandingExpense',
	id: string,
) {
	const { db } = call;
	const scope = authorize(call.actor, operation);
	const queries = [standingInScope(db, scope, id), owners(db, employeeOfStanding(db, scope, id))] as const;
	return load(call, queries, ([[found], [owner]]) => {
		const standing = requireFound(found, 'standing expense');
		concern(call, standing.employeeId);
		return { standing, owner: requireFound(owner, 'standing expense') };
	});
}

/** The first day of the earliest month that takes expenses of the company now. */
const earliestOpenOf = ({ submissionDay, payrollReferenceDay, latestClosed }: Owner, now: Instant): Instant =>
	earliestOpen(now, submissionDay ?? payrollReferenceDay, latestClosed);
