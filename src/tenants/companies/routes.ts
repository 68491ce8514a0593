import { answerFile } from '../../foundation/http/file.ts';
import { inOrderOfCreation } from '../../foundation/http/list-orders.ts';
import { answerList } from '../../foundation/http/pagination.ts';
import { createRouter } from '../../foundation/http/router.ts';
import { answerChanged, answerDone, answerRecord } from '../../foundation/http/write.ts';
import { listCompanies, readCompany, updateCompany } from './actions.ts';
import { readLogo, removeLogo, setLogo } from './branding/actions.ts';
import { logoToWire, readLogoRoute, removeLogoRoute, setLogoRoute } from './branding/contract.ts';
import { listCompaniesRoute, readCompanyRoute, toWire, updateCompanyRoute } from './contract.ts';

export const companiesRoutes = createRouter()
	.openapi(listCompaniesRoute, (c) => {
		const pages = inOrderOfCreation((after, limit) => listCompanies(c.var.call, after, limit));
		return answerList(c, c.req.valid('query'), pages, toWire);
	})
	.openapi(readCompanyRoute, async (c) =>
		answerRecord(c, toWire(await readCompany(c.var.call, c.req.valid('param').companyId))),
	)
	.openapi(updateCompanyRoute, (c) => {
		const [{ companyId }, patch] = [c.req.valid('param'), c.req.valid('json')];
		return answerChanged(c, (call) => updateCompany(call, companyId, patch), toWire);
	})
	.openapi(setLogoRoute, async (c) => {
		const { companyId } = c.req.valid('param');
		const bytes = new Uint8Array(await c.req.arrayBuffer());
		return answerChanged(c, (call) => setLogo(call, companyId, bytes), logoToWire);
	})
	.openapi(readLogoRoute, async (c) => {
		const { mediaType, content } = await readLogo(c.var.call, c.req.valid('param').companyId);
		return answerFile(c, `logo.${mediaType.slice('image/'.length)}`, mediaType, content);
	})
	.openapi(removeLogoRoute, (c) => {
		const { companyId } = c.req.valid('param');
		return answerDone(c, (call) => removeLogo(call, companyId));
	});

export const LOGO_PATH = setLogoRoute.getRoutingPath();
