import type { Upload } from '../../core/upload.ts';
import { answerFile } from '../../http/file.ts';
import { answerWhole } from '../../http/pagination.ts';
import { createRouter } from '../../http/router.ts';
import { answerCreated, answerDone } from '../../http/write.ts';
import { addReceipt, listReceipts, readReceipt, removeReceipt } from './actions.ts';
import {
	addReceiptRoute,
	listReceiptsRoute,
	readReceiptRoute,
	receiptToWire,
	removeReceiptRoute,
} from './contract.ts';

export const RECEIPTS_PATH = addReceiptRoute.getRoutingPath();

export const receiptRoutes = createRouter()
	.openapi(addReceiptRoute, async (c) => {
		const { expenseId } = c.req.valid('param');
		const upload = c.var.upload as Upload;
		return answerCreated(
			c,
			(call) => addReceipt(call, c.env.RECEIPTS, expenseId, upload),
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
		const extension = receipt.mediaType.split('/')[1];
		return answerFile(c, `receipt-${receipt.id}.${extension}`, receipt.mediaType, content);
	})
	.openapi(removeReceiptRoute, (c) => {
		const { expenseId, receiptId } = c.req.valid('param');
		return answerDone(c, (call) => removeReceipt(call, expenseId, receiptId));
	});
