import { aboutEmployee, creation } from '../../../foundation/core/history.ts';
import type { Instant } from '../../../foundation/core/instant.ts';
import { authorize } from '../../../foundation/core/policy.ts';
import { notFound, requireFound } from '../../../foundation/core/refusals.ts';
import type { Upload } from '../../../foundation/core/upload.ts';
import { type Call, concern, load } from '../../../foundation/db/call.ts';
import { batch, type Db } from '../../../foundation/db/database.ts';
import { type Outcome, unrecorded } from '../../../foundation/db/write.ts';
import { quotaViolations } from '../../../tenants/companies/store.ts';
import { refuseErased } from '../../employees/rules.ts';
import { idInScope, loadEmployee } from '../../employees/store.ts';
import { factsInUpload } from '../facts/rules.ts';
import {
	CLEAR_LIMIT,
	clearFiles,
	compareRepeated,
	discardUnneeded,
	keepFile,
	newFile,
	removalOf,
} from '../files/actions.ts';
import { markStored } from '../files/store.ts';
import { requireReceiptType } from '../receipts/rules.ts';
import { DRAFTS_KEPT_MS, type DraftSource, draftUsed } from './rules.ts';
import {
	type Draft,
	discardDraft,
	draftById,
	draftQueries,
	draftsOf,
	draftViolations,
	outdatedDrafts,
	saveFacts,
	useViolations,
} from './store.ts';
import { receiptDrafts, type StoredDraft, tellDraft } from './table.ts';

/** Stores an employee's receipt until its form is filled in. */
export async function addReceiptDraft(
	call: Call,
	bucket: R2Bucket,
	employeeId: string,
	upload: Upload,
	source: DraftSource = 'UPLOAD',
): Promise<Outcome<StoredDraft>> {
	const { db, now } = call;
	const scope = authorize(call.actor, 'addReceiptDraft');
	const mediaType = requireReceiptType(upload.head);
	const [employee] = await loadEmployee(call, scope, employeeId, []).catch((error) =>
		compareRepeated(error, upload),
	);
	refuseErased(employee);
	const { companyId } = employee;
	const file = newFile(call, upload, mediaType);
	// The form may still be filled in differently, so no fact of an invoice is a reason to refuse here.
	const machineFacts = await factsInUpload(upload, mediaType, file.id, true);
	const draft: Draft = { ...file, employeeId, companyId, source, machineFacts };
	const sha256 = await keepFile(call, bucket, receiptDrafts, draft, upload, {
		...draftViolations(db, draft),
		...quotaViolations(db, { companyIds: [companyId], employeeId }, now, ['receipt_bytes', 'stored_bytes']),
	});
	const after = { ...draft, sha256, dateStored: now };
	return {
		before: null,
		after,
		statements: [markStored(db, receiptDrafts, after), saveFacts(db, after)],
		changes: [
			creation(
				'receipt_draft.added',
				aboutEmployee({ id: employeeId, companyId }, after.id),
				tellDraft(after),
			),
		],
		violations: draftViolations(db, after),
	};
}

export async function listReceiptDrafts(call: Call, employeeId: string): Promise<StoredDraft[]> {
	const scope = authorize(call.actor, 'listReceiptDrafts');
	const own = idInScope(call.db, scope, employeeId);
	const [, drafts] = await loadEmployee(call, scope, employeeId, [draftsOf(call.db, own)]);
	return drafts;
}

export async function readReceiptDraft(call: Call, bucket: R2Bucket, employeeId: string, draftId: string) {
	const scope = authorize(call.actor, 'readReceiptDraft');
	const [[draft]] = await load(call, [draftById(call.db, idInScope(call.db, scope, employeeId), draftId)]);
	const isThere = draft !== undefined && draft.dateDiscarded === null;
	const object = isThere ? await bucket.get(draft.id) : null;
	if (!isThere || object === null) throw notFound('draft');
	return { draft, content: object.body };
}

export async function removeReceiptDraft(
	call: Call,
	employeeId: string,
	draftId: string,
): Promise<Outcome<null>> {
	const { db, now } = call;
	const own = idInScope(db, authorize(call.actor, 'removeReceiptDraft'), employeeId);
	const draft = await load(call, draftQueries(db, own, draftId), ([[found], used]) => {
		if (used.length > 0) throw draftUsed();
		concern(call, employeeId);
		return requireFound(found, 'draft');
	});
	if (draft.dateDiscarded !== null) return unrecorded();
	return {
		...unrecorded(discardDraft(db, draftId, now)),
		changes: [removalOf('receipt_draft.removed', draft, now)],
		violations: useViolations,
	};
}

/** Removes drafts that nobody completed, and the remains of interrupted uploads, erasures and deletions. Returns their number. */
export async function clearDrafts(db: Db, bucket: R2Bucket, now: Instant): Promise<number> {
	const until = now - DRAFTS_KEPT_MS;
	const find = async () => (await batch(db, [outdatedDrafts(db, until, CLEAR_LIMIT)]))[0];
	await discardUnneeded(db, receiptDrafts, 'receipt_draft.removed', now, find);
	return clearFiles(db, bucket, receiptDrafts, now);
}
