import type { Upload } from '../../../foundation/core/upload.ts';
import { answerFile } from '../../../foundation/http/file.ts';
import { answerWhole } from '../../../foundation/http/pagination.ts';
import { createRouter } from '../../../foundation/http/router.ts';
import { answerCreated, answerDone } from '../../../foundation/http/write.ts';
import { addReceipt, listReceipts, readReceipt, removeReceipt } from './actions.ts';
import {
	addReceiptRoute,
	listReceiptsRoute,
	readReceiptRoute,
	receiptToWire,
	removeReceiptRoute,
} from './contract.ts';

export const receiptsRoutes = createRouter()
	.openapi(addReceiptRoute, async (c) => {
		const { expenseId } = c.req.valid('param');
		const { factsDiffer } = c.req.valid('query');
		const upload = c.var.upload as Upload;
		return answerCreated(
			c,
			(call) => addReceipt(call, c.env.RECEIPTS, expenseId, upload, factsDiffer === 'true'),
			receiptToWire,
			({ id }) => `/flex/expenses/${expenseId}/receipts/${id}`,
		);
	})
	.openapi(listReceiptsRoute, async (c) => {
		const receipts = await listReceipts(c.var.call, c.req.valid('param').expenseId);
		return answerWhole(c, c.req.valid('query'), receipts, ({ id }) => ({ at: 0, id }), receiptToWire);
	})
	.openapi(readReceiptRoute, async (c) => {
		const { expenseId, receiptId } = c.req.valid('param');
		const { receipt, content } = await readReceipt(c.var.call, c.env.RECEIPTS, expenseId, receiptId);
		return answerReceipt(c, receipt, content);
	})
	.openapi(removeReceiptRoute, (c) => {
		const { expenseId, receiptId } = c.req.valid('param');
		return answerDone(c, (call) => removeReceipt(call, expenseId, receiptId));
	});

/** Answers with the file of a receipt, or of a draft. */
export const answerReceipt = (
	c: Parameters<typeof answerFile>[0],
	{ id, mediaType }: { id: string; mediaType: string },
	content: ReadableStream,
) => answerFile(c, `receipt-${id}.${mediaType.split('/')[1]}`, mediaType, content);
