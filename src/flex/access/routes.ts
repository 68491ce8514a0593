import { endDateOf } from '../../http/contract.ts';
import { answerList, answerTimeline, inOrderOfEmployee } from '../../http/pagination.ts';
import { createRouter } from '../../http/router.ts';
import { answerChanged, answerRevoked } from '../../http/write.ts';
import { listAccessesOfCompany, readAccess, revokeAccess, setAccess } from './actions.ts';
import {
	accessesToWire,
	accessToWire,
	listAccessesOfCompanyRoute,
	readAccessRoute,
	revokeAccessRoute,
	setAccessRoute,
} from './contract.ts';

export const accessRoutes = createRouter()
	.openapi(setAccessRoute, (c) => {
		const [{ employeeId }, setting] = [c.req.valid('param'), c.req.valid('json')];
		return answerChanged(c, (call) => setAccess(call, employeeId, setting), accessesToWire, { dryRun: true });
	})
	.openapi(readAccessRoute, async (c) => {
		const { date, ...page } = c.req.valid('query');
		const accesses = await readAccess(c.var.call, c.req.valid('param').employeeId, date);
		return answerTimeline(c, page, accesses, accessToWire);
	})
	.openapi(listAccessesOfCompanyRoute, (c) => {
		const { companyId } = c.req.valid('param');
		const { month = c.var.now, ...page } = c.req.valid('query');
		const pages = inOrderOfEmployee(
			(after, limit) => listAccessesOfCompany(c.var.call, companyId, month, after, limit),
			({ validFrom }) => String(validFrom),
		);
		return answerList(c, page, pages, accessToWire);
	})
	.openapi(revokeAccessRoute, (c) => {
		const { employeeId } = c.req.valid('param');
		const endDate = endDateOf(c.req.valid('json'), c.req.valid('query'));
		return answerRevoked(c, (call) => revokeAccess(call, employeeId, endDate), accessesToWire);
	});
