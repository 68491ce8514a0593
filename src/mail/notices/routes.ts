import { answerRecord } from '../../http/conditional.ts';
import { createRouter } from '../../http/router.ts';
import { answerChanged } from '../../http/write.ts';
import { readNotices, updateNotices } from './actions.ts';
import { readNoticesRoute, toWire, updateNoticesRoute } from './contract.ts';

export const noticeRoutes = createRouter()
	.openapi(readNoticesRoute, async (c) => answerRecord(c, toWire(await readNotices(c.var.call))))
	.openapi(updateNoticesRoute, (c) => {
		const patch = c.req.valid('json');
		return answerChanged(c, (call) => updateNotices(call, patch), toWire);
	});
