import { creation } from '../../../foundation/core/history.ts';
import type { Instant } from '../../../foundation/core/instant.ts';
import { authorize } from '../../../foundation/core/policy.ts';
import { notFound, requireFound } from '../../../foundation/core/refusals.ts';
import type { Upload } from '../../../foundation/core/upload.ts';
import { type Call, concern, load } from '../../../foundation/db/call.ts';
import { batch, type Db } from '../../../foundation/db/database.ts';
import type { Outcome } from '../../../foundation/db/write.ts';
import { quotaViolations } from '../../../tenants/companies/store.ts';
import { advanceRevision } from '../../employees/store.ts';
import { factsInUpload, requireAgreement } from '../facts/rules.ts';
import {
	CLEAR_LIMIT,
	clearFiles,
	compareRepeated,
	discardUnneeded,
	keepFile,
	newFile,
	removalOf,
} from '../files/actions.ts';
import { discardFile, markStored } from '../files/store.ts';
import { requireAuthor, requireState } from '../rules.ts';
import { aboutExpense, type Expense, expenseInScope, factsChange } from '../store.ts';
import { requireReceiptType, UNNEEDED_MS } from './rules.ts';
import {
	employeeRevision,
	ownedReceipt,
	type Receipt,
	receiptsOf,
	receiptViolations,
	saveMark,
	unneededReceipts,
} from './store.ts';
import { receipts, type StoredReceipt, tellReceipt } from './table.ts';

/** Adds a receipt to a waiting expense. An invoice with another day or amount needs a confirmation. */
export async function addReceipt(
	call: Call,
	bucket: R2Bucket,
	expenseId: string,
	upload: Upload,
	factsDiffer: boolean,
): Promise<Outcome<StoredReceipt>> {
	const { db, now } = call;
	const scope = authorize(call.actor, 'addReceipt');
	const mediaType = requireReceiptType(upload.head);
	const queries = [expenseInScope(db, scope, expenseId), employeeRevision(db, expenseId)] as const;
	const [expense, revision] = await load(
		call,
		queries,
		([[found], [employee]]) =>
			[requireFound(found, 'expense'), requireFound(employee, 'expense').revision] as const,
	).catch((error) => compareRepeated(error, upload));
	const receipt: Receipt = {
		...newFile(call, upload, mediaType),
		expenseId,
		dateUnneeded: null,
		invoiceMark: null,
	};
	const facts = await factsInUpload(upload, mediaType, receipt.id, factsDiffer);
	requireAgreement(facts, { ...formOf(expense), factsDiffer }, 'add "?factsDiffer=true"');
	// Facts of a code are more reliable, and those of an earlier invoice stay.
	const change = facts && expense.machineFacts === null ? factsChange(db, expense, facts, now) : null;
	const owner = { companyIds: [expense.companyId], employeeId: expense.employeeId };
	const sha256 = await keepFile(call, bucket, receipts, receipt, upload, {
		...receiptViolations,
		...quotaViolations(db, owner, now, ['receipt_bytes', 'stored_bytes']),
	});
	const after = { ...receipt, sha256, dateStored: now, invoiceMark: facts?.mark ?? null };
	return {
		before: null,
		after,
		statements: [
			...(change === null
				? []
				: [advanceRevision(db, { id: expense.employeeId, revision }), change.statement]),
			markStored(db, receipts, after),
			saveMark(db, after),
		],
		changes: [
			creation('receipt.added', { ...aboutExpense(expense), recordId: after.id }, tellReceipt(after)),
			...(change?.changes ?? []),
		],
		violations: receiptViolations,
	};
}

const formOf = ({ date, amountValue, requestedAmountValue, amountCurrency }: Expense) => ({
	date,
	amount: { value: requestedAmountValue ?? amountValue, currency: amountCurrency },
});

/** Removes a receipt from a returned expense. The author can then add another one. */
export async function removeReceipt(
	call: Call,
	expenseId: string,
	receiptId: string,
): Promise<Outcome<null>> {
	const { db, now, actor } = call;
	const scope = authorize(actor, 'removeReceipt');
	const [expense, receipt] = await load(
		call,
		[expenseInScope(db, scope, expenseId), ownedReceipt(db, expenseId, receiptId)],
		([[found], [receipt]]) => {
			const expense = requireFound(found, 'expense');
			concern(call, expense.employeeId);
			return [expense, requireFound(receipt, 'receipt')] as const;
		},
	);
	requireAuthor(actor, expense);
	if (receipt.dateDiscarded !== null) return { before: null, after: null, statements: [], changes: [] };
	requireState(expense.state, 'NEEDS_CORRECTION');
	const isItsInvoice = expense.machineFacts?.receiptId === receiptId;
	const change = isItsInvoice ? factsChange(db, expense, null, now) : null;
	return {
		before: null,
		after: null,
		statements: [
			advanceRevision(db, { id: expense.employeeId, revision: receipt.employeeRevision }),
			discardFile(db, receipts, receiptId, now),
			...(change === null ? [] : [change.statement]),
		],
		changes: [removalOf('receipt.removed', { ...expense, id: receiptId }, now), ...(change?.changes ?? [])],
		violations: receiptViolations,
	};
}

export async function listReceipts(call: Call, expenseId: string): Promise<StoredReceipt[]> {
	const scope = authorize(call.actor, 'listReceipts');
	const [[expense], stored] = await load(call, [
		expenseInScope(call.db, scope, expenseId),
		receiptsOf(call.db, expenseId),
	]);
	if (expense === undefined) throw notFound('expense');
	return stored;
}

export async function readReceipt(call: Call, bucket: R2Bucket, expenseId: string, receiptId: string) {
	const stored = await listReceipts(call, expenseId);
	const receipt = stored.find(({ id }) => id === receiptId);
	const object = receipt === undefined ? null : await bucket.get(receipt.id);
	if (receipt === undefined || object === null) throw notFound('receipt');
	return { receipt, content: object.body };
}

/** Removes unneeded receipts, and the remains of interrupted uploads, erasures and decisions. Returns their number. */
export async function clearReceipts(db: Db, bucket: R2Bucket, now: Instant): Promise<number> {
	const until = now - UNNEEDED_MS;
	// These belong to expenses that were rejected or withdrawn 90 days ago. The history records their removal.
	const find = async () => (await batch(db, [unneededReceipts(db, until, CLEAR_LIMIT)]))[0];
	await discardUnneeded(db, receipts, 'receipt.removed', now, find);
	return clearFiles(db, bucket, receipts, now);
}
