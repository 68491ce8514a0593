import { limitBody } from '../../http/body.ts';
import { wakeForMails } from '../../http/mail.ts';
import { createRouter } from '../../http/router.ts';
import { requireFreePlace } from '../../http/throttle.ts';
import { answerDone, refuseDryRun } from '../../http/write.ts';
import type { gates } from '../bearer.ts';
import { changeOwnPassword, confirmReset, requestReset } from './actions.ts';
import { changeOwnPasswordRoute, confirmResetRoute, requestResetRoute } from './contract.ts';

/** They need no bearer token. */
export function passwordResetRoutes(gateOf: ReturnType<typeof gates>) {
	const routes = createRouter();
	for (const { path } of [requestResetRoute, confirmResetRoute]) routes.use(path, limitBody);
	return routes
		.openapi(requestResetRoute, async (c) => {
			refuseDryRun(c);
			await requireFreePlace(c, 'reset ');
			wakeForMails(c, await requestReset(await gateOf(c), c.req.valid('json').email));
			return c.json({ success: true as const }, 200);
		})
		.openapi(confirmResetRoute, async (c) => {
			refuseDryRun(c);
			await requireFreePlace(c, 'reset ');
			wakeForMails(c, await confirmReset(await gateOf(c), c.req.valid('json')));
			return c.json({ success: true as const }, 200);
		});
}

export const ownPasswordRoutes = createRouter().openapi(changeOwnPasswordRoute, (c) => {
	const change = c.req.valid('json');
	return answerDone(c, (call) => changeOwnPassword(call, change));
});
