import { authorize, type Operation } from '../auth/policy.ts';
import { DomainError, notFound } from '../core/domain-error.ts';
import { newId } from '../core/id.ts';
import type { Instant } from '../core/instant.ts';
import type { Call } from '../db/call.ts';
import { batch, type Db } from '../db/client.ts';
import { commit } from '../db/commit.ts';
import { unavailable } from '../db/retry.ts';
import { expenseInScope } from '../expenses/store.ts';
import { receiptTypeOf } from './rules.ts';
import {
	abandonedReceipts,
	insertReceipt,
	markStored,
	type Receipt,
	receiptsOf,
	removeUnstored,
	tooManyReceipts,
} from './store.ts';

const ABANDONED_AFTER_MS = 3_600_000;
const CLEAR_LIMIT = 500;

/** Adds a receipt to a submitted expense: first a row, then the object, then the row is marked; a failure takes both back. */
export async function addReceipt(
	call: Call,
	bucket: R2Bucket,
	expenseId: string,
	bytes: Uint8Array<ArrayBuffer>,
): Promise<Receipt> {
	const { db, now } = call;
	const mediaType = receiptTypeOf(bytes);
	if (mediaType === null) {
		throw new DomainError('unsupported_media_type', 'A receipt is a JPEG, PNG, WebP or PDF file.');
	}
	const expense = await loadExpense(call, 'addReceipt', expenseId);
	if (expense.state !== 'SUBMITTED') {
		throw new DomainError('already_decided', 'The expense is not SUBMITTED any more.');
	}
	const receipt: Receipt = {
		id: newId(now),
		dateCreated: now,
		dateStored: null,
		expenseId,
		mediaType,
		size: bytes.length,
	};
	await commit(db, [insertReceipt(db, receipt)], tooManyReceipts);
	try {
		await bucket.put(receipt.id, bytes, { httpMetadata: { contentType: mediaType } });
		await commit(db, [markStored(db, receipt.id, now)]);
	} catch {
		await discard(db, bucket, receipt.id);
		throw unavailable();
	}
	return { ...receipt, dateStored: now };
}

export async function listReceipts(call: Call, expenseId: string): Promise<Receipt[]> {
	const scope = authorize(call.actor, 'listReceipts');
	const [[expense], receipts] = await batch(call.db, [
		expenseInScope(call.db, scope, expenseId),
		receiptsOf(call.db, expenseId),
	]);
	if (expense === undefined) throw notFound('expense');
	return receipts;
}

/** The receipt and its content. */
export async function readReceipt(call: Call, bucket: R2Bucket, expenseId: string, receiptId: string) {
	const receipts = await listReceipts(call, expenseId);
	const receipt = receipts.find(({ id }) => id === receiptId);
	const object = receipt === undefined ? null : await bucket.get(receipt.id);
	if (receipt === undefined || object === null) throw notFound('receipt');
	return { receipt, content: object.body };
}

/** Removes what interrupted uploads left behind, the object before its row; answers how many. */
export async function clearAbandonedReceipts(db: Db, bucket: R2Bucket, now: Instant): Promise<number> {
	const [abandoned] = await batch(db, [abandonedReceipts(db, now - ABANDONED_AFTER_MS, CLEAR_LIMIT)]);
	if (abandoned.length === 0) return 0;
	const ids = abandoned.map(({ id }) => id);
	await bucket.delete(ids);
	await commit(
		db,
		ids.map((id) => removeUnstored(db, id)),
	);
	return ids.length;
}

async function loadExpense(call: Call, operation: Operation, expenseId: string) {
	const scope = authorize(call.actor, operation);
	const [[expense]] = await batch(call.db, [expenseInScope(call.db, scope, expenseId)]);
	if (expense === undefined) throw notFound('expense');
	return expense;
}

/** What cannot be taken back now is found by `clearAbandonedReceipts`. */
async function discard(db: Db, bucket: R2Bucket, id: string): Promise<void> {
	await Promise.allSettled([bucket.delete(id), commit(db, [removeUnstored(db, id)])]);
}
