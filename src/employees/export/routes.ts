import type { Context } from 'hono';
import type { AppEnv } from '../../http/env.ts';
import { createRouter } from '../../http/router.ts';
import { answerZip } from '../../http/zip.ts';
import { exportCompany, exportEmployee } from './actions.ts';
import { exportCompanyRoute, exportEmployeeRoute } from './contract.ts';

const bucketsOf = ({ env }: Context<AppEnv>) => ({ receipts: env.RECEIPTS, history: env.HISTORY });

export const exportRoutes = createRouter()
	.openapi(exportEmployeeRoute, async (c) => {
		const { employeeId } = c.req.valid('param');
		const files = await exportEmployee(c.var.call, bucketsOf(c), employeeId);
		return answerZip(c, `employee-${employeeId}.zip`, files);
	})
	.openapi(exportCompanyRoute, async (c) => {
		const { companyId } = c.req.valid('param');
		const files = await exportCompany(c.var.call, bucketsOf(c), companyId);
		return answerZip(c, `company-${companyId}.zip`, files);
	});
