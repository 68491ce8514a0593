import { originOf } from '../../../foundation/core/mail-settings.ts';
import { logInfo } from '../../../foundation/http/log.ts';
import { wakeForMails } from '../../../foundation/http/mail.ts';
import { createRouter } from '../../../foundation/http/router.ts';
import { requireFreePlace } from '../../../foundation/http/throttle.ts';
import { admit, type GateOf } from '../bearer.ts';
import type { Gate } from '../gate.ts';
import { answerSignedIn } from '../sessions/routes.ts';
import { beginSignIn, exchangeCode, finishSignIn, type SsoGate } from './actions.ts';
import { beginningToWire, beginSignInRoute, exchangeCodeRoute } from './contract.ts';
import { CONSOLE_PATH, PAGE_PATH, SignInRefused, type SignInState } from './rules.ts';

type Context = Parameters<GateOf>[0];

/** Signing in with the identity provider of a company, without a bearer token. */
export const ssoRoutes = (gateOf: GateOf) =>
	createRouter()
		.openapi(beginSignInRoute, async (c) => {
			const gate = ssoGate(c, await admit(c, gateOf, 'sso begin '));
			return c.json(beginningToWire(await beginSignIn(gate, c.req.valid('json').email)), 200);
		})
		.openapi(exchangeCodeRoute, async (c) => {
			const gate = await admit(c, gateOf, 'sso token ');
			return answerSignedIn(c, gate, await exchangeCode(gate, c.req.valid('json')));
		});

/** Identity providers send people back to this address. They are redirected to a page with a code, or with one error for all causes. */
export const ssoCallback =
	(gateOf: GateOf) =>
	async (c: Context): Promise<Response> => {
		await requireFreePlace(c, 'sso callback ');
		const gate = ssoGate(c, await gateOf(c));
		const origin = originOf(c.env.PUBLIC_URL ?? '');
		try {
			const { code, begun, mails } = await finishSignIn(gate, new URL(c.req.url).search);
			wakeForMails(c, mails);
			const page = begun.kind === 'API' ? `${PAGE_PATH}#` : `${consolePage(begun)}&`;
			return c.redirect(`${origin}${page}code=${code}`, 303);
		} catch (error) {
			if (!(error instanceof SignInRefused)) throw error;
			const { reason, companyId, begun, message: detail } = error;
			logInfo('sign_in_refused', { requestId: gate.requestId, companyId, reason, detail });
			const page = begun?.kind === 'CONSOLE' ? consolePage(begun) : `${PAGE_PATH}#error=refused`;
			return c.redirect(origin + page, 303);
		}
	};

/** The address names the sign-in, because a browser may be in several at once. */
const consolePage = ({ transactionHash }: SignInState): string => `${CONSOLE_PATH}?of=${transactionHash}`;

const ssoGate = (c: Context, gate: Gate): SsoGate => ({ ...gate, settings: c.env });
