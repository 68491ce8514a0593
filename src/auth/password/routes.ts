import { limitBody } from '../../http/body.ts';
import { wakeForMails } from '../../http/mail.ts';
import { createRouter } from '../../http/router.ts';
import { requireFreePlace } from '../../http/throttle.ts';
import { answerDone, refuseDryRun } from '../../http/write.ts';
import type { gates } from '../bearer.ts';
import { tokenToWire } from '../contract.ts';
import { tokenPair } from '../gate.ts';
import { changeOwnPassword, confirmReset, register, renewInvitation, requestReset } from './actions.ts';
import {
	changeOwnPasswordRoute,
	confirmResetRoute,
	registerRoute,
	renewInvitationRoute,
	requestResetRoute,
} from './contract.ts';

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

/** They need no bearer token. */
export function registrationRoutes(gateOf: ReturnType<typeof gates>) {
	const routes = createRouter();
	for (const { path } of [registerRoute, renewInvitationRoute]) routes.use(path, limitBody);
	return routes
		.openapi(registerRoute, async (c) => {
			refuseDryRun(c);
			await requireFreePlace(c, 'registration ');
			const gate = await gateOf(c);
			const opened = await register(gate, c.req.valid('json'));
			wakeForMails(c, opened.mails);
			return c.json(tokenToWire(await tokenPair(gate, opened, opened.secret)), 200);
		})
		.openapi(renewInvitationRoute, async (c) => {
			refuseDryRun(c);
			await requireFreePlace(c, 'registration ');
			wakeForMails(c, await renewInvitation(await gateOf(c), c.req.valid('json').token));
			return c.json({ success: true as const }, 200);
		});
}
