import type { Upload } from '../../../foundation/core/upload.ts';
import { answerFile } from '../../../foundation/http/file.ts';
import { languageOf } from '../../../foundation/http/headers.ts';
import type { Key } from '../../../foundation/http/list-contract.ts';
import { inOrderOfCreation } from '../../../foundation/http/list-orders.ts';
import { answerList } from '../../../foundation/http/pagination.ts';
import { createRouter } from '../../../foundation/http/router.ts';
import { answerChanged, answerCreated, answerRecord } from '../../../foundation/http/write.ts';
import { addProof, readProof, verifyStanding } from '../standing-proofs/actions.ts';
import {
	endStanding,
	listStandingOfCompany,
	listStandingOfEmployee,
	readStanding,
	submitStanding,
} from './actions.ts';
import {
	addProofRoute,
	approveStandingRoute,
	endStandingRoute,
	listStandingOfCompanyRoute,
	listStandingOfEmployeeRoute,
	proofToWire,
	readProofRoute,
	readStandingRoute,
	rejectStandingRoute,
	standingToWire,
	submitStandingRoute,
} from './contract.ts';
import { rankOf } from './rules.ts';

export const standingRoutes = createRouter()
	.openapi(submitStandingRoute, (c) => {
		const [{ employeeId }, input] = [c.req.valid('param'), c.req.valid('json')];
		return answerCreated(
			c,
			(call) => submitStanding(call, employeeId, input),
			standingToWire(c),
			({ id }) => `/flex/standing-expenses/${id}`,
		);
	})
	.openapi(listStandingOfEmployeeRoute, (c) => {
		const { employeeId } = c.req.valid('param');
		const pages = inOrderOfCreation((after, limit) =>
			listStandingOfEmployee(c.var.call, employeeId, after, limit),
		);
		return answerList(c, c.req.valid('query'), pages, standingToWire(c));
	})
	.openapi(listStandingOfCompanyRoute, (c) => {
		const { companyId } = c.req.valid('param');
		const source = {
			load: ({ after, limit }: { after: Key<number> | null; limit: number }) =>
				listStandingOfCompany(c.var.call, companyId, { rank: after?.at ?? 0, id: after?.id ?? '' }, limit),
			key: (row: Awaited<ReturnType<typeof listStandingOfCompany>>[number]) => ({
				at: rankOf(row),
				id: row.id,
			}),
		};
		return answerList(c, c.req.valid('query'), source, standingToWire(c));
	})
	.openapi(readStandingRoute, async (c) =>
		answerRecord(
			c,
			standingToWire(c)(await readStanding(c.var.call, c.req.valid('param').standingExpenseId)),
		),
	)
	.openapi(endStandingRoute, (c) => {
		const { standingExpenseId } = c.req.valid('param');
		return answerChanged(c, (call) => endStanding(call, standingExpenseId), standingToWire(c));
	})
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
		// Without a body nothing is parsed.
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

export const PROOFS_PATH = addProofRoute.getRoutingPath();
