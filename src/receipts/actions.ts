import { authorize } from '../auth/policy.ts';
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
	receiptRefusals,
	receiptsOf,
	removeUnstored,
} from './store.ts';

const ABANDONED_AFTER_MS = 3_600_000;
const CLEAR_LIMIT = 500;

/**
 * Adds a receipt to a submitted expense: first a row, then the object, then the row is marked. A failure takes both back, at
 * once or by `clearAbandonedReceipts`.
 */
export async function addReceipt(
	call: Call,
	bucket: R2Bucket,
	expenseId: string,
	readFile: () => Promise<Uint8Array<ArrayBuffer>>,
): Promise<Receipt> {
	const { db, now } = call;
	const scope = authorize(call.actor, 'addReceipt');
	const bytes = await readFile();
	const mediaType = receiptTypeOf(bytes);
	if (mediaType === null) {
		throw new DomainError('unsupported_media_type', 'A receipt is a JPEG, PNG, WebP or PDF file.');
	}
	const [[expense]] = await batch(db, [expenseInScope(db, scope, expenseId)]);
	if (expense === undefined) throw notFound('expense');

	const receipt = {
		id: newId(now),
		dateCreated: now,
		dateStored: null,
		expenseId,
		mediaType,
		size: bytes.length,
	};
	await commit(db, [insertReceipt(db, receipt)], receiptRefusals);
	try {
		await bucket.put(receipt.id, bytes, { httpMetadata: { contentType: mediaType } });
	} catch (error) {
		await discard(db, bucket, [receipt.id]).catch(() => undefined);
		throw unavailable(error);
	}
	await commit(db, [markStored(db, receipt.id, now)]);
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

/** Removes what interrupted uploads left behind; answers how many. */
export async function clearAbandonedReceipts(db: Db, bucket: R2Bucket, now: Instant): Promise<number> {
	const [abandoned] = await batch(db, [abandonedReceipts(db, now - ABANDONED_AFTER_MS, CLEAR_LIMIT)]);
	const ids = abandoned.map(({ id }) => id);
	if (ids.length > 0) await discard(db, bucket, ids);
	return ids.length;
}

/** The objects go before their rows, so that whatever fails, the rows still tell what is left to remove. */
async function discard(db: Db, bucket: R2Bucket, ids: string[]): Promise<void> {
	await bucket.delete(ids);
	await commit(db, [removeUnstored(db, ids)]);
}
