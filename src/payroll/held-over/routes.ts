import { answerList, inOrderOfCreation } from '../../http/pagination.ts';
import { createRouter } from '../../http/router.ts';
import { listHeldOver } from './actions.ts';
import { heldOverToWire, listHeldOverRoute } from './contract.ts';

export const heldOverRoutes = createRouter().openapi(listHeldOverRoute, (c) => {
	const { companyId, runId } = c.req.valid('param');
	const pages = inOrderOfCreation((after, limit) => listHeldOver(c.var.call, companyId, runId, after, limit));
	return answerList(c, c.req.valid('query'), pages, heldOverToWire);
});
