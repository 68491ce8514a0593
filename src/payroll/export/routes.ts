import { answerFile } from '../../http/file.ts';
import { createRouter } from '../../http/router.ts';
import { streamOf } from '../../http/stream.ts';
import { exportPayrollRun } from './actions.ts';
import { exportPayrollRunRoute } from './contract.ts';

export const exportRoutes = createRouter().openapi(exportPayrollRunRoute, async (c) => {
	const { companyId, runId } = c.req.valid('param');
	const { name, mediaType, content } = await exportPayrollRun(
		c.var.call,
		companyId,
		runId,
		c.req.valid('query').format,
	);
	return answerFile(c, name, mediaType, await streamOf(content));
});
