import { answerFile, streamOf } from '../../foundation/http/file.ts';
import { inOrderOfCreation } from '../../foundation/http/list-orders.ts';
import { answerList, answerWhole } from '../../foundation/http/pagination.ts';
import { createRouter } from '../../foundation/http/router.ts';
import { answerChanged, answerCreated, answerRecord } from '../../foundation/http/write.ts';
import { beginClosing } from './closing/actions.ts';
import { correctTransaction, listCorrections, readCorrection } from './corrections/actions.ts';
import {
	correctionToWire,
	correctTransactionRoute,
	listCorrectionsRoute,
	readCorrectionRoute,
} from './corrections/contract.ts';
import { exportPayrollRun, listPayrollFiles } from './export/actions.ts';
import { exportPayrollRunRoute, fileToWire, listPayrollFilesRoute } from './export/contract.ts';
import { heldOverToWire, listHeldOverRoute } from './obstacles/contract.ts';
import { previewPayrollRun, readOpenPayrollRun } from './open-run/actions.ts';
import { openRunToWire, previewToWire, readOpenPayrollRunRoute } from './open-run/contract.ts';
import { closePayrollRun, listHeldOver, listPayrollRuns, readPayrollRun } from './runs/actions.ts';
import {
	closePayrollRunRoute,
	listPayrollRunsRoute,
	readPayrollRunRoute,
	runToWire,
} from './runs/contract.ts';
import { readLugProfile, readPayrollSettings, updatePayrollSettings } from './settings/actions.ts';
import {
	readLugProfileRoute,
	readPayrollSettingsRoute,
	settingsToWire,
	updatePayrollSettingsRoute,
} from './settings/contract.ts';
import { listSettlements, readSettlement, settleTransaction } from './settlements/actions.ts';
import {
	listSettlementsRoute,
	readSettlementRoute,
	settlementToWire,
	settleTransactionRoute,
} from './settlements/contract.ts';

export const payrollRoutes = createRouter()
	// This comes before the routes of runs, because an id would match its path too.
	.openapi(readOpenPayrollRunRoute, async (c) =>
		answerRecord(c, openRunToWire(await readOpenPayrollRun(c.var.call, c.req.valid('param').companyId))),
	)
	.openapi(closePayrollRunRoute, (c) => {
		const [{ companyId }, { month, early }] = [c.req.valid('param'), c.req.valid('json')];
		return answerCreated(
			c,
			(call) => closePayrollRun(call, companyId, month, early),
			runToWire,
			({ id }) => `/companies/${companyId}/flex/payroll-runs/${id}`,
			{
				inSteps: {
					preview: async (call) => previewToWire(await previewPayrollRun(call, companyId, month, early)),
					begin: (call) => beginClosing(call, companyId, month, early),
				},
			},
		);
	})
	.openapi(listPayrollRunsRoute, (c) => {
		const { companyId } = c.req.valid('param');
		const pages = inOrderOfCreation((after, limit) => listPayrollRuns(c.var.call, companyId, after, limit));
		return answerList(c, c.req.valid('query'), pages, runToWire);
	})
	.openapi(readPayrollRunRoute, async (c) => {
		const { companyId, runId } = c.req.valid('param');
		return answerRecord(c, runToWire(await readPayrollRun(c.var.call, companyId, runId)));
	})
	.openapi(listHeldOverRoute, (c) => {
		const { companyId, runId } = c.req.valid('param');
		const pages = inOrderOfCreation((after, limit) =>
			listHeldOver(c.var.call, companyId, runId, { id: after }, limit),
		);
		return answerList(c, c.req.valid('query'), pages, heldOverToWire);
	})
	.openapi(correctTransactionRoute, (c) => {
		const { companyId, transactionId } = c.req.valid('param');
		const correction = c.req.valid('json');
		return answerCreated(
			c,
			(call) => correctTransaction(call, companyId, transactionId, correction),
			correctionToWire,
			({ id }) => `/companies/${companyId}/flex/payroll-corrections/${id}`,
		);
	})
	.openapi(listCorrectionsRoute, (c) => {
		const { companyId } = c.req.valid('param');
		const pages = inOrderOfCreation((after, limit) => listCorrections(c.var.call, companyId, after, limit));
		return answerList(c, c.req.valid('query'), pages, correctionToWire);
	})
	.openapi(readCorrectionRoute, async (c) => {
		const { companyId, correctionId } = c.req.valid('param');
		return answerRecord(c, correctionToWire(await readCorrection(c.var.call, companyId, correctionId)));
	})
	.openapi(settleTransactionRoute, (c) => {
		const { companyId, transactionId } = c.req.valid('param');
		const settlement = c.req.valid('json');
		return answerCreated(
			c,
			(call) => settleTransaction(call, companyId, transactionId, settlement),
			settlementToWire,
			({ id }) => `/companies/${companyId}/flex/payroll-transactions/${id}/settlement`,
		);
	})
	.openapi(readSettlementRoute, async (c) => {
		const { companyId, transactionId } = c.req.valid('param');
		return answerRecord(c, settlementToWire(await readSettlement(c.var.call, companyId, transactionId)));
	})
	.openapi(listSettlementsRoute, (c) => {
		const { companyId } = c.req.valid('param');
		const pages = inOrderOfCreation((after, limit) => listSettlements(c.var.call, companyId, after, limit));
		return answerList(c, c.req.valid('query'), pages, settlementToWire);
	})
	.openapi(exportPayrollRunRoute, async (c) => {
		const [{ companyId, runId }, { format, reissue, leaveOut, month = null }] = [
			c.req.valid('param'),
			c.req.valid('query'),
		];
		const wish = { format, reissue: reissue === 'true', leaveOut: leaveOut === 'true', part: month };
		const { name, mediaType, content } = await exportPayrollRun(c.var.call, companyId, runId, wish);
		return answerFile(c, name, mediaType, await streamOf(content));
	})
	.openapi(listPayrollFilesRoute, async (c) => {
		const { companyId, runId } = c.req.valid('param');
		const files = await listPayrollFiles(c.var.call, companyId, runId);
		return answerWhole(
			c,
			c.req.valid('query'),
			files,
			({ dateCreated, id }) => ({ at: dateCreated, id }),
			fileToWire,
		);
	})
	.openapi(readPayrollSettingsRoute, async (c) =>
		answerRecord(c, settingsToWire(await readPayrollSettings(c.var.call, c.req.valid('param').companyId))),
	)
	.openapi(updatePayrollSettingsRoute, (c) => {
		const [{ companyId }, settings] = [c.req.valid('param'), c.req.valid('json')];
		return answerChanged(c, (call) => updatePayrollSettings(call, companyId, settings), settingsToWire);
	})
	.openapi(readLugProfileRoute, async (c) => {
		const profile = await readLugProfile(c.var.call, c.req.valid('param').companyId);
		return answerFile(c, 'zubrot-lug.ini', 'application/octet-stream', profile);
	});
