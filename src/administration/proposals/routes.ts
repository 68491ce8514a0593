import { inOrderOfCreation } from '../../foundation/http/list-orders.ts';
import { answerList } from '../../foundation/http/pagination.ts';
import { createRouter } from '../../foundation/http/router.ts';
import { answerChanged, answerCreated, answerRecord, takenBy } from '../../foundation/http/write.ts';
import { declineProposal, listProposals, proposeChange, readProposal, releaseProposal } from './actions.ts';
import {
	declineProposalRoute,
	listProposalsRoute,
	proposeChangeRoute,
	readProposalRoute,
	releaseProposalRoute,
	toWire,
} from './contract.ts';

export const proposalsRoutes = createRouter()
	.openapi(listProposalsRoute, (c) => {
		const { companyId } = c.req.valid('param');
		const { state, ...page } = c.req.valid('query');
		const pages = inOrderOfCreation(
			async (after, limit) => (await listProposals(c.var.call, companyId, state, { after, limit })).proposals,
		);
		return answerList(c, page, pages, toWire);
	})
	.openapi(proposeChangeRoute, (c) => {
		const [{ companyId }, proposed] = [c.req.valid('param'), c.req.valid('json')];
		return answerCreated(
			c,
			(call, isFirst) => proposeChange(call, companyId, proposed, takenBy(c), isFirst),
			toWire,
			({ id }) => `/companies/${companyId}/proposals/${id}`,
		);
	})
	.openapi(readProposalRoute, async (c) => {
		const { companyId, proposalId } = c.req.valid('param');
		return answerRecord(c, toWire(await readProposal(c.var.call, companyId, proposalId)));
	})
	.openapi(releaseProposalRoute, (c) => {
		const { companyId, proposalId } = c.req.valid('param');
		return answerChanged(
			c,
			(call, isFirst) => releaseProposal(call, companyId, proposalId, takenBy(c), isFirst),
			toWire,
		);
	})
	.openapi(declineProposalRoute, (c) => {
		const { companyId, proposalId } = c.req.valid('param');
		const { reason } = c.req.valid('json');
		return answerChanged(c, (call) => declineProposal(call, companyId, proposalId, reason), toWire);
	});
