import { answerList, inOrderOfCreation } from '../../http/pagination.ts';
import { createRouter } from '../../http/router.ts';
import { listIssuedVouchers } from './actions.ts';
import { listIssuedVouchersRoute, toWire } from './contract.ts';

export const voucherRoutes = createRouter().openapi(listIssuedVouchersRoute, (c) => {
	const { employeeId } = c.req.valid('param');
	const pages = inOrderOfCreation((after, limit) => listIssuedVouchers(c.var.call, employeeId, after, limit));
	return answerList(c, c.req.valid('query'), pages, toWire);
});
