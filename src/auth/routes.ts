import { originOf } from '../core/mail-settings.ts';
import { limitBody } from '../http/body.ts';
import type { AppEnv } from '../http/env.ts';
import { logInfo } from '../http/log.ts';
import { wakeForMails } from '../http/mail.ts';
import { createRouter } from '../http/router.ts';
import { requireFreePlace } from '../http/throttle.ts';
import { refuseDryRun } from '../http/write.ts';
import { login, refresh } from './actions.ts';
import { gates } from './bearer.ts';
import { loginRoute, refreshRoute, tokenToWire } from './contract.ts';
import { type Gate, type Opened, tokenPair } from './gate.ts';
import { clientsRoutes, keysRoutes } from './keys/routes.ts';
import { confirmReset, register, renewInvitation, requestReset } from './password/actions.ts';
import {
	confirmResetRoute,
	registerRoute,
	renewInvitationRoute,
	requestResetRoute,
} from './password/contract.ts';
import { singleSignOnRoutes } from './providers/routes.ts';
import { finishLogin } from './second-factor/actions.ts';
import { finishLoginRoute } from './second-factor/contract.ts';
import { secondFactorRoutes } from './second-factor/routes.ts';
import { sessionsRoutes } from './sessions/routes.ts';
import { beginSignIn, exchangeCode, finishSignIn, type SsoGate } from './sso/actions.ts';
import { beginningToWire, beginSignInRoute, exchangeCodeRoute } from './sso/contract.ts';
import { CONSOLE_PATH, PAGE_PATH, SignInRefused } from './sso/rules.ts';
import type { Tokens } from './tokens.ts';

const PUBLIC = [
	loginRoute,
	finishLoginRoute,
	refreshRoute,
	beginSignInRoute,
	exchangeCodeRoute,
	registerRoute,
	renewInvitationRoute,
	requestResetRoute,
	confirmResetRoute,
];

/** The operations that need no bearer token. */
export function publicAuthRoutes(tokensOf: (env: AppEnv['Bindings']) => Promise<Tokens>) {
	const gateOf = gates(tokensOf);
	const routes = createRouter();
	for (const { path } of PUBLIC) routes.use(path, limitBody);
	return routes
		.route('/', clientsRoutes(tokensOf))
		.openapi(loginRoute, async (c) => {
			const gate = await admit(c, gateOf, '');
			return signedIn(c, gate, await login(gate, c.req.valid('json')));
		})
		.openapi(finishLoginRoute, async (c) => {
			const gate = await admit(c, gateOf, '');
			const { challenge, code } = c.req.valid('json');
			return signedIn(c, gate, await finishLogin(gate, challenge, code));
		})
		.openapi(refreshRoute, async (c) => {
			const gate = await admit(c, gateOf, 'refresh ');
			return c.json(tokenToWire(await refresh(gate, c.req.valid('json').refreshToken)), 200);
		})
		.openapi(beginSignInRoute, async (c) => {
			const gate = ssoGate(c, await admit(c, gateOf, 'sso begin '));
			return c.json(beginningToWire(await beginSignIn(gate, c.req.valid('json').email)), 200);
		})
		.openapi(exchangeCodeRoute, async (c) => {
			const gate = await admit(c, gateOf, 'sso token ');
			return signedIn(c, gate, await exchangeCode(gate, c.req.valid('json')));
		})
		.openapi(registerRoute, async (c) => {
			const gate = await admit(c, gateOf, 'registration ');
			return signedIn(c, gate, await register(gate, c.req.valid('json')));
		})
		.openapi(renewInvitationRoute, async (c) => {
			const gate = await admit(c, gateOf, 'registration ');
			return mailed(c, await renewInvitation(gate, c.req.valid('json').token));
		})
		.openapi(requestResetRoute, async (c) => {
			const gate = await admit(c, gateOf, 'reset ');
			return mailed(c, await requestReset(gate, c.req.valid('json').email));
		})
		.openapi(confirmResetRoute, async (c) => {
			const gate = await admit(c, gateOf, 'reset ');
			return mailed(c, await confirmReset(gate, c.req.valid('json')));
		});
}

type GateOf = ReturnType<typeof gates>;
type Context = Parameters<GateOf>[0];

/** Attempts are limited for each place and kind of request. */
async function admit(c: Context, gateOf: GateOf, kind: string): Promise<Gate> {
	refuseDryRun(c);
	await requireFreePlace(c, kind);
	return gateOf(c);
}

async function signedIn(c: Context, gate: Gate, opened: Opened) {
	wakeForMails(c, opened.mails);
	return c.json(tokenToWire(await tokenPair(gate, opened, opened.secret)), 200);
}

function mailed(c: Context, mails: readonly string[]) {
	wakeForMails(c, mails);
	return c.json({ success: true as const }, 200);
}

const ssoGate = (c: Context, gate: Gate): SsoGate => ({ ...gate, settings: c.env });

/** Identity providers send people back here. They go on to a page with a code, or with one error for every cause. */
export const ssoCallback =
	(gateOf: GateOf) =>
	async (c: Context): Promise<Response> => {
		await requireFreePlace(c, 'sso callback ');
		const gate = ssoGate(c, await gateOf(c));
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

export const authRoutes = createRouter()
	.route('/', sessionsRoutes)
	.route('/', secondFactorRoutes)
	.route('/', keysRoutes)
	.route('/', singleSignOnRoutes);
