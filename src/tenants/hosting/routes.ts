import type { AppEnv } from '../../foundation/http/env.ts';
import { inOrderOfCreation } from '../../foundation/http/list-orders.ts';
import { logError } from '../../foundation/http/log.ts';
import { answerList, answerWhole } from '../../foundation/http/pagination.ts';
import { createRouter } from '../../foundation/http/router.ts';
import { answerChanged, answerCreated, answerRecord, refuseDryRun } from '../../foundation/http/write.ts';
import { toWire as companyToWire, createCompanyRoute } from '../companies/contract.ts';
import { backupsOf } from './backups/actions.ts';
import { backupToWire, listBackupsRoute } from './backups/contract.ts';
import { createCompanyWhere, listCells } from './cells/actions.ts';
import { cellToWire, listCellsRoute } from './cells/contract.ts';
import { driveMove, readMove, startMove } from './moves/actions.ts';
import { moveCompanyRoute, toWire as moveToWire, readMoveRoute } from './moves/contract.ts';
import { queryCompany } from './queries/actions.ts';
import { queryCompanyRoute, toWire as queryToWire } from './queries/contract.ts';
import { repairCells } from './repair/actions.ts';
import { repairCellsRoute, toWire as repairToWire } from './repair/contract.ts';
import { startRestore } from './restores/actions.ts';
import { restoreCompanyRoute, wantedOf } from './restores/contract.ts';

export const hostingRoutes = createRouter()
	.openapi(createCompanyRoute, (c) => {
		const fields = c.req.valid('json');
		return answerCreated(
			c,
			(call) => createCompanyWhere(c.env, call, fields),
			companyToWire,
			({ id }) => `/companies/${id}`,
		);
	})
	.openapi(listCellsRoute, (c) => {
		const pages = inOrderOfCreation((after, limit) => listCells(c.var.call, after, limit));
		return answerList(c, c.req.valid('query'), pages, cellToWire);
	})
	.openapi(moveCompanyRoute, async (c) => {
		const { companyId } = c.req.valid('param');
		const answer = await answerChanged(c, (call) => startMove(c.env, call, companyId), moveToWire);
		goOn(c, companyId);
		return answer;
	})
	.openapi(readMoveRoute, async (c) => {
		const move = await readMove(c.var.call, c.req.valid('param').companyId);
		if (move.dateEnded === null) goOn(c, move.companyId);
		return answerRecord(c, moveToWire(move));
	})
	.openapi(repairCellsRoute, async (c) => {
		const wanted = c.req.valid('json');
		return answerChanged(c, (call) => repairCells(c.env, call, wanted), repairToWire);
	})
	.openapi(queryCompanyRoute, async (c) => {
		refuseDryRun(c);
		const { companyId } = c.req.valid('param');
		return c.json(queryToWire(await queryCompany(c.env, c.var.call, companyId, c.req.valid('json'))), 200);
	})
	.openapi(listBackupsRoute, async (c) => {
		const backups = await backupsOf(c.var.call, c.env.BACKUPS, c.req.valid('param').companyId);
		return answerWhole(
			c,
			c.req.valid('query'),
			backups,
			({ date }) => ({ at: -date, id: '0' }),
			backupToWire,
		);
	})
	.openapi(restoreCompanyRoute, async (c) => {
		const [{ companyId }, wanted] = [c.req.valid('param'), wantedOf(c.req.valid('json'))];
		const answer = await answerChanged(c, (call) => startRestore(c.env, call, companyId, wanted), moveToWire);
		goOn(c, companyId);
		return answer;
	});

interface RequestContext {
	env: AppEnv['Bindings'];
	var: Pick<AppEnv['Variables'], 'now'>;
	executionCtx: Pick<ExecutionContext, 'waitUntil'>;
}

/** Continues a move after the response. If this fails, the new cell's alarm or the cron continues it. */
function goOn(c: RequestContext, companyId: string): void {
	const log = (error: unknown) => logError('move_not_driven', error, { companyId });
	c.executionCtx.waitUntil(driveMove(c.env, { companyId }, c.var.now).catch(log));
}
