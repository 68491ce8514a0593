import { dryRun } from '../../db/write.ts';
import { answerFile } from '../../http/file.ts';
import { createRouter } from '../../http/router.ts';
import { answerChanged } from '../../http/write.ts';
import { importEmployees, readImportTemplate } from './actions.ts';
import { importEmployeesRoute, previewToWire, readImportTemplateRoute, reportToWire } from './contract.ts';
import { refusedFile, rowsOf, templateFile } from './file.ts';

export const IMPORT_PATH = importEmployeesRoute.getRoutingPath();

const CSV = 'text/csv; charset=utf-8';

export const importRoutes = createRouter()
	.openapi(importEmployeesRoute, async (c) => {
		const { companyId } = c.req.valid('param');
		const query = c.req.valid('query');
		const rows = rowsOf(c.req.header('Content-Type') ?? '', new Uint8Array(await c.req.arrayBuffer()));
		const isDryRun = query.dryRun === 'true';
		if (isDryRun && /\btext\/csv\b/i.test(c.req.header('Accept') ?? '')) {
			const { call } = c.var;
			const attempt = () => importEmployees(call, companyId, rows, true);
			const { after } = await dryRun(call, attempt);
			return answerFile(c, 'refused-rows.csv', CSV, refusedFile(after));
		}
		const isPartial = isDryRun || query.partial === 'true';
		return answerChanged(c, (call) => importEmployees(call, companyId, rows, isPartial), reportToWire, {
			dryRun: previewToWire,
		});
	})
	.openapi(readImportTemplateRoute, async (c) => {
		await readImportTemplate(c.var.call, c.req.valid('param').companyId);
		const { language = 'en' } = c.req.valid('query');
		return answerFile(c, `employees-${language}.csv`, CSV, templateFile(language));
	});
