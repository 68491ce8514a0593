import { answerList, inOrderOfCreation, inOrderOfEmployee } from '../../http/pagination.ts';
import { createRouter } from '../../http/router.ts';
import { listIssuedVouchers, listVouchersOfCompany } from './actions.ts';
import { listIssuedVouchersRoute, listVouchersOfCompanyRoute, voucherToWire } from './contract.ts';

export const voucherRoutes = createRouter()
	.openapi(listIssuedVouchersRoute, (c) => {
		const { employeeId } = c.req.valid('param');
		const pages = inOrderOfCreation((after, limit) =>
			listIssuedVouchers(c.var.call, employeeId, after, limit),
		);
		return answerList(c, c.req.valid('query'), pages, voucherToWire);
	})
	.openapi(listVouchersOfCompanyRoute, (c) => {
		const { companyId } = c.req.valid('param');
		const { month = c.var.now, ...page } = c.req.valid('query');
		const pages = inOrderOfEmployee(
			(after, limit) => listVouchersOfCompany(c.var.call, companyId, month, after, limit),
			({ id }) => id,
		);
		return answerList(c, page, pages, voucherToWire);
	});
