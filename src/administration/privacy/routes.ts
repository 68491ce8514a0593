import { answerZip } from '../../foundation/http/file.ts';
import { createRouter } from '../../foundation/http/router.ts';
import { answerChanged } from '../../foundation/http/write.ts';
import { eraseEmployee, eraseUser } from './erasure/actions.ts';
import { eraseEmployeeRoute, eraseUserRoute, toWire, userErasureToWire } from './erasure/contract.ts';
import { exportCompany, exportEmployee } from './export/actions.ts';
import { exportCompanyRoute, exportEmployeeRoute } from './export/contract.ts';

export const privacyRoutes = createRouter()
	.openapi(eraseEmployeeRoute, (c) => {
		const { id } = c.req.valid('param');
		return answerChanged(c, (call) => eraseEmployee(call, id), toWire);
	})
	.openapi(eraseUserRoute, (c) => {
		const { userId } = c.req.valid('param');
		return answerChanged(c, (call) => eraseUser(call, userId), userErasureToWire);
	})
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

const bucketsOf = (env: { RECEIPTS: R2Bucket; HISTORY: R2Bucket }) => ({
	receipts: env.RECEIPTS,
	history: env.HISTORY,
});
