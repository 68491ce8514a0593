import { answerZip } from '../../http/file.ts';
import { createRouter } from '../../http/router.ts';
import { exportCompany, exportEmployee } from './actions.ts';
import { exportCompanyRoute, exportEmployeeRoute } from './contract.ts';

const bucketsOf = (env: { RECEIPTS: R2Bucket; HISTORY: R2Bucket }) => ({
	receipts: env.RECEIPTS,
	history: env.HISTORY,
});

export const exportRoutes = createRouter()
	.openapi(exportEmployeeRoute, async (c) => {
		const { employeeId } = c.req.valid('param');
		const files = await exportEmployee(c.var.call, bucketsOf(c.env), employeeId);
		return answerZip(c, `employee-${employeeId}.zip`, files);
	})
	.openapi(exportCompanyRoute, async (c) => {
		const { companyId } = c.req.valid('param');
		const files = await exportCompany(c.var.call, bucketsOf(c.env), companyId);
		return answerZip(c, `company-${companyId}.zip`, files);
	});
