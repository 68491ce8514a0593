import { z } from '@hono/zod-openapi';
import {
	createdAnswer,
	fileAnswer,
	filesOf,
	jsonAnswer,
	timelineAnswers,
} from '../../../foundation/http/contract.ts';
import { integer } from '../../../foundation/http/fields.ts';
import { pageQuery } from '../../../foundation/http/list-contract.ts';
import { operations } from '../../../foundation/http/operation.ts';
import { success, wireBy, wireFileSha256, wireId, wireInstant } from '../../../foundation/http/wire.ts';
import { MAX_RECEIPT_BYTES, RECEIPT_TYPES } from './rules.ts';
import type { StoredReceipt } from './table.ts';

export const receiptType = z.enum(RECEIPT_TYPES).openapi('ReceiptType', { example: 'application/pdf' });

export const receiptSchema = z
	.strictObject({
		id: wireId(),
		dateCreated: wireInstant('2026-03-02T18:00:00.000Z'),
		expenseId: wireId(),
		mediaType: receiptType,
		size: integer(1, MAX_RECEIPT_BYTES).openapi({ description: 'In bytes', example: 48213 }),
		sha256: wireFileSha256,
	})
	.openapi('Receipt');

export const receiptToWire: (receipt: StoredReceipt) => z.infer<typeof receiptSchema> = wireBy(receiptSchema);

export const files = filesOf(RECEIPT_TYPES, MAX_RECEIPT_BYTES);

const { list, read, write } = operations(['Expenses', 'Extension'], { dryRuns: true });
const path = '/flex/expenses/{expenseId}/receipts';

export const addReceiptRoute = write.post('addReceipt', path, {
	summary: 'Add a receipt to an expense',
	description: `The body is the file itself, of at most 10 MiB: a JPEG, PNG, WebP or PDF, or an electronic invoice in XML. Its content
decides. An expense takes at most 5 receipts, and only while it is SUBMITTED or NEEDS_CORRECTION. The service reads electronic invoices
(ZUGFeRD, Factur-X, XRechnung). The expense keeps the facts of the first one, unless it has those of a code.`,
	query: z.object({
		factsDiffer: z.enum(['true', 'false']).optional().openapi({
			description:
				'`true` accepts an invoice with another day or amount than the expense, a corrected one, and one that proves no purchase',
			example: 'false',
		}),
	}),
	// There is no dry run, because the file is stored while it arrives, before the change.
	dryRun: false,
	body: { required: true, content: files },
	responses: { 201: createdAnswer(receiptSchema, 'The receipt') },
	refusals: [
		'unsupported_media_type',
		'code_unusable',
		'facts_differ',
		'already_decided',
		'employee_erased',
		'too_many_receipts',
		'quota_reached',
	],
});

export const listReceiptsRoute = read('listReceipts', path, {
	summary: 'List the receipts of an expense',
	query: pageQuery,
	responses: timelineAnswers(receiptSchema, 'The receipts, in order of creation'),
});

export const readReceiptRoute = list('readReceipt', `${path}/{receiptId}`, {
	summary: 'Download a receipt',
	responses: { 200: fileAnswer(files) },
});

export const removeReceiptRoute = write.delete('removeReceipt', `${path}/{receiptId}`, {
	summary: 'Remove a receipt from a returned expense',
	description: `Only the user who submitted the expense may remove it, and only in NEEDS_CORRECTION. Another one can be
added instead.`,
	responses: { 200: jsonAnswer(success, 'The receipt was removed') },
	refusals: ['already_decided', 'not_returned'],
});
