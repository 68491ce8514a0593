import type { Upload } from '../../../foundation/core/upload.ts';
import { answerWhole } from '../../../foundation/http/pagination.ts';
import { createRouter } from '../../../foundation/http/router.ts';
import { answerCreated, answerDone } from '../../../foundation/http/write.ts';
import { answerReceipt } from '../receipts/routes.ts';
import { addReceiptDraft, listReceiptDrafts, readReceiptDraft, removeReceiptDraft } from './actions.ts';
import {
	addReceiptDraftRoute,
	draftToWire,
	listReceiptDraftsRoute,
	readReceiptDraftRoute,
	removeReceiptDraftRoute,
} from './contract.ts';

export const draftsRoutes = createRouter()
	.openapi(addReceiptDraftRoute, (c) => {
		const { employeeId } = c.req.valid('param');
		const upload = c.var.upload as Upload;
		return answerCreated(
			c,
			(call) => addReceiptDraft(call, c.env.RECEIPTS, employeeId, upload),
			draftToWire,
			({ id }) => `/employees/${employeeId}/flex/receipt-drafts/${id}`,
		);
	})
	.openapi(listReceiptDraftsRoute, async (c) => {
		const drafts = await listReceiptDrafts(c.var.call, c.req.valid('param').employeeId);
		return answerWhole(c, c.req.valid('query'), drafts, ({ id }) => ({ at: 0, id }), draftToWire);
	})
	.openapi(readReceiptDraftRoute, async (c) => {
		const { employeeId, draftId } = c.req.valid('param');
		const { draft, content } = await readReceiptDraft(c.var.call, c.env.RECEIPTS, employeeId, draftId);
		return answerReceipt(c, draft, content);
	})
	.openapi(removeReceiptDraftRoute, (c) => {
		const { employeeId, draftId } = c.req.valid('param');
		return answerDone(c, (call) => removeReceiptDraft(call, employeeId, draftId));
	});
