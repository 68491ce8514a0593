import { originOf } from '../../core/mail-settings.ts';
import { limitBody } from '../../http/body.ts';
import { logInfo } from '../../http/log.ts';
import { wakeForMails } from '../../http/mail.ts';
import { createRouter } from '../../http/router.ts';
import { requireFreePlace } from '../../http/throttle.ts';
import { refuseDryRun } from '../../http/write.ts';
import type { gates } from '../bearer.ts';
import { tokenToWire } from '../contract.ts';
import { tokenPair } from '../gate.ts';
import { beginSignIn, exchangeCode, finishSignIn, type SsoGate } from './actions.ts';
import { beginningToWire, beginSignInRoute, exchangeCodeRoute } from './contract.ts';
import { CONSOLE_PATH, PAGE_PATH, SignInRefused } from './rules.ts';

type GateOf = ReturnType<typeof gates>;
type Context = Parameters<GateOf>[0];

/** They need no bearer token. */
export function ssoRoutes(gateOf: GateOf) {
	const routes = createRouter();
	for (const { path } of [beginSignInRoute, exchangeCodeRoute]) routes.use(path, limitBody);
	return routes
		.openapi(beginSignInRoute, async (c) => {
			refuseDryRun(c);
			await requireFreePlace(c, 'sso begin ');
			const { email } = c.req.valid('json');
			return c.json(beginningToWire(await beginSignIn(await ssoGate(c, gateOf), email)), 200);
		})
		.openapi(exchangeCodeRoute, async (c) => {
			refuseDryRun(c);
			await requireFreePlace(c, 'sso token ');
			const gate = await gateOf(c);
			const opened = await exchangeCode(gate, c.req.valid('json'));
			wakeForMails(c, opened.mails);
			return c.json(tokenToWire(await tokenPair(gate, opened, opened.secret)), 200);
		});
}

/** Where a provider sends people back to. Sends them on to the page, with a code or the same word for whatever went wrong. */
export const ssoCallback =
	(gateOf: GateOf) =>
	async (c: Context): Promise<Response> => {
		await requireFreePlace(c, 'sso callback ');
		const gate = await ssoGate(c, gateOf);
		const origin = originOf(c.env.PUBLIC_URL ?? '');
		try {
			const { code, kind } = await finishSignIn(gate, new URL(c.req.url).search);
			const page = kind === 'API' ? `${PAGE_PATH}#code=` : `${CONSOLE_PATH}?code=`;
			return c.redirect(origin + page + code, 303);
		} catch (error) {
			if (!(error instanceof SignInRefused)) throw error;
			const { reason, companyId, kind, message: detail } = error;
			logInfo('sign_in_refused', { requestId: gate.requestId, companyId, reason, detail });
			return c.redirect(origin + (kind === 'API' ? `${PAGE_PATH}#error=refused` : CONSOLE_PATH), 303);
		}
	};

const ssoGate = async (c: Context, gateOf: GateOf): Promise<SsoGate> => ({
	...(await gateOf(c)),
	settings: c.env,
});
