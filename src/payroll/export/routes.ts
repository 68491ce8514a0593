import { answerFile, streamOf } from '../../http/file.ts';
import { answerWhole } from '../../http/pagination.ts';
import { createRouter } from '../../http/router.ts';
import { exportPayrollRun, listPayrollFiles } from './actions.ts';
import { exportPayrollRunRoute, fileToWire, listPayrollFilesRoute } from './contract.ts';

export const exportRoutes = createRouter()
	.openapi(exportPayrollRunRoute, async (c) => {
		const [{ companyId, runId }, { format, reissue, leaveOut }] = [
			c.req.valid('param'),
			c.req.valid('query'),
		];
		const wish = { format, reissue: reissue === 'true', leaveOut: leaveOut === 'true' };
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
	});
