import type { Upload } from '../../../foundation/core/upload.ts';
import { answerFile } from '../../../foundation/http/file.ts';
import { languageOf } from '../../../foundation/http/headers.ts';
import { createRouter } from '../../../foundation/http/router.ts';
import { answerChanged, answerCreated } from '../../../foundation/http/write.ts';
import { proofToWire, standingToWire } from '../standing/contract.ts';
import { addProof, readProof, verifyStanding } from './actions.ts';
import { addProofRoute, approveStandingRoute, readProofRoute, rejectStandingRoute } from './contract.ts';

export const standingProofsRoutes = createRouter()
	.openapi(addProofRoute, async (c) => {
		const { standingExpenseId: id } = c.req.valid('param');
		const { proofUntil = null } = c.req.valid('query');
		const upload = c.var.upload as Upload;
		return answerCreated(
			c,
			(call) => addProof(call, c.env.RECEIPTS, id, { proofUntil, upload }),
			(proof) => proofToWire(proof, languageOf(c)),
			(proof) => `/flex/standing-expenses/${id}/proofs/${proof.id}`,
		);
	})
	.openapi(readProofRoute, async (c) => {
		const { standingExpenseId, proofId } = c.req.valid('param');
		const { proof, content } = await readProof(c.var.call, c.env.RECEIPTS, standingExpenseId, proofId);
		return answerFile(c, `proof-${proof.id}.${proof.mediaType.split('/')[1]}`, proof.mediaType, content);
	})
	.openapi(approveStandingRoute, (c) => {
		const { standingExpenseId } = c.req.valid('param');
		// Without a body, the parsed body is undefined.
		const { amount = null, reasons = [], reason: words = null } = c.req.valid('json') ?? {};
		const verification = { state: 'APPROVED' as const, amount, reasons, words };
		return answerChanged(
			c,
			(call) => verifyStanding(call, 'approveStandingExpense', standingExpenseId, verification),
			standingToWire(c),
		);
	})
	.openapi(rejectStandingRoute, (c) => {
		const { standingExpenseId } = c.req.valid('param');
		const { reasons, reason: words } = c.req.valid('json');
		const verification = { state: 'REJECTED' as const, amount: null, reasons, words };
		return answerChanged(
			c,
			(call) => verifyStanding(call, 'rejectStandingExpense', standingExpenseId, verification),
			standingToWire(c),
		);
	});
