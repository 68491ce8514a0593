import { originOf } from '../../foundation/core/mail-settings.ts';
import { limitBody } from '../../foundation/http/body.ts';
import type { AppEnv } from '../../foundation/http/env.ts';
import { inOrderOfCreation } from '../../foundation/http/list-orders.ts';
import { logInfo } from '../../foundation/http/log.ts';
import { wakeForMails } from '../../foundation/http/mail.ts';
import { answerList } from '../../foundation/http/pagination.ts';
import { createRouter } from '../../foundation/http/router.ts';
import { requireFreePlace } from '../../foundation/http/throttle.ts';
import {
	answerChanged,
	answerCreated,
	answerDone,
	answerRecord,
	refuseDryRun,
} from '../../foundation/http/write.ts';
import { login, logout, refresh } from './actions.ts';
import { confirmAddress, restoreAddress } from './addresses/actions.ts';
import { gates } from './bearer.ts';
import {
	beginningToWire,
	beginSignInRoute,
	changeOwnPasswordRoute,
	confirmAddressRoute,
	confirmResetRoute,
	exchangeCodeRoute,
	loginRoute,
	logoutRoute,
	refreshRoute,
	registerRoute,
	renewInvitationRoute,
	requestResetRoute,
	restoreAddressRoute,
	tokenToWire,
} from './contract.ts';
import { verifyDomain } from './domains/actions.ts';
import { type Gate, type Opened, tokenPair } from './gate.ts';
import { clientsRoutes, keysRoutes } from './keys/routes.ts';
import {
	changeOwnPassword,
	confirmReset,
	register,
	renewInvitation,
	requestReset,
} from './password/actions.ts';
import { readSingleSignOn, removeSingleSignOn, setSingleSignOn } from './providers/actions.ts';
import {
	domainToWire,
	previewToWire,
	readSingleSignOnRoute,
	removeSingleSignOnRoute,
	setSingleSignOnRoute,
	singleSignOnToWire,
	verifyDomainRoute,
} from './providers/contract.ts';
import {
	confirmOwnSecondFactor,
	finishLogin,
	readSecondFactor,
	removeOwnSecondFactor,
	renewRecoveryCodes,
	resetSecondFactor,
	setUpSecondFactor,
} from './second-factor/actions.ts';
import {
	codesToWire,
	confirmSecondFactorRoute,
	finishLoginRoute,
	readSecondFactorRoute,
	removeSecondFactorRoute,
	renewRecoveryCodesRoute,
	resetSecondFactorRoute,
	setUpSecondFactorRoute,
	setUpToWire,
	stateToWire,
} from './second-factor/contract.ts';
import { endOtherSessions, endOwnSession, endSessionsOfUser, listSessions } from './sessions/actions.ts';
import {
	endOtherSessionsRoute,
	endSessionRoute,
	endSessionsOfUserRoute,
	listSessionsRoute,
	sessionToWire,
} from './sessions/contract.ts';
import { beginSignIn, exchangeCode, finishSignIn, type SsoGate } from './sso/actions.ts';
import { CONSOLE_PATH, PAGE_PATH, SignInRefused, type SignInState } from './sso/rules.ts';
import type { Tokens } from './tokens/rules.ts';

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
	confirmAddressRoute,
	restoreAddressRoute,
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
		})
		.openapi(confirmAddressRoute, async (c) => {
			const gate = await admit(c, gateOf, 'address ');
			return mailed(c, await confirmAddress(gate, c.req.valid('json').token));
		})
		.openapi(restoreAddressRoute, async (c) => {
			const gate = await admit(c, gateOf, 'address ');
			return mailed(c, await restoreAddress(gate, c.req.valid('json').token));
		});
}

type GateOf = ReturnType<typeof gates>;
type Context = Parameters<GateOf>[0];

/** Limits attempts for each place and kind of request. */
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

const withoutCodes = () => ({ recoveryCodes: null });

/** The operations on one's own sign-in, and those of administrators on the sign-in of others. */
export const authRoutes = createRouter()
	.openapi(logoutRoute, async (c) => {
		const answer = await answerDone(c, logout);
		c.set('forgetsToken', true);
		return answer;
	})
	.openapi(changeOwnPasswordRoute, (c) => {
		const change = c.req.valid('json');
		return answerDone(c, (call) => changeOwnPassword(call, change));
	})
	.openapi(listSessionsRoute, (c) => {
		const { call } = c.var;
		const pages = inOrderOfCreation((after, limit) => listSessions(call, after, limit));
		return answerList(c, c.req.valid('query'), pages, sessionToWire(call.actor.sessionId));
	})
	.openapi(endSessionRoute, async (c) => {
		const { sessionId } = c.req.valid('param');
		const answer = await answerDone(c, (call) => endOwnSession(call, sessionId));
		if (sessionId === c.var.call.actor.sessionId) c.set('forgetsToken', true);
		return answer;
	})
	.openapi(endOtherSessionsRoute, (c) => answerDone(c, endOtherSessions))
	.openapi(endSessionsOfUserRoute, (c) => {
		const { userId } = c.req.valid('param');
		return answerDone(c, (call) => endSessionsOfUser(call, userId));
	})
	.openapi(readSecondFactorRoute, async (c) =>
		answerRecord(c, stateToWire(await readSecondFactor(c.var.call))),
	)
	.openapi(setUpSecondFactorRoute, (c) => {
		const { password } = c.req.valid('json');
		return answerCreated(
			c,
			(call) => setUpSecondFactor(call, password),
			setUpToWire,
			() => '/auth/me/second-factor',
			{ shownOnce: () => ({ secret: null, uri: null }) },
		);
	})
	.openapi(confirmSecondFactorRoute, async (c) => {
		const { code } = c.req.valid('json');
		const answer = await answerChanged(c, (call) => confirmOwnSecondFactor(call, code), codesToWire, {
			shownOnce: withoutCodes,
		});
		// Requests that lacked the second factor are now allowed.
		c.set('forgetsToken', true);
		return answer;
	})
	.openapi(renewRecoveryCodesRoute, (c) => {
		const proof = c.req.valid('json');
		return answerChanged(c, (call) => renewRecoveryCodes(call, proof), codesToWire, {
			shownOnce: withoutCodes,
		});
	})
	.openapi(removeSecondFactorRoute, (c) => {
		const proof = c.req.valid('json');
		return answerDone(c, (call) => removeOwnSecondFactor(call, proof));
	})
	.openapi(resetSecondFactorRoute, (c) => {
		const { userId } = c.req.valid('param');
		return answerDone(c, (call) => resetSecondFactor(call, userId));
	})
	.route('/', keysRoutes)
	.openapi(readSingleSignOnRoute, async (c) =>
		answerRecord(c, singleSignOnToWire(await readSingleSignOn(c.var.call, c.req.valid('param').companyId))),
	)
	.openapi(setSingleSignOnRoute, (c) => {
		const [{ companyId }, settings] = [c.req.valid('param'), c.req.valid('json')];
		const isLocal = c.env.LOCAL_IDENTITY_PROVIDERS === 'true';
		return answerChanged(
			c,
			(call) => setSingleSignOn(call, companyId, settings, isLocal),
			singleSignOnToWire,
			{ preview: previewToWire },
		);
	})
	.openapi(removeSingleSignOnRoute, (c) =>
		answerDone(c, (call) => removeSingleSignOn(call, c.req.valid('param').companyId)),
	)
	.openapi(verifyDomainRoute, (c) => {
		const { companyId, domainName } = c.req.valid('param');
		const { DNS_RESOLVER } = c.env;
		return answerChanged(c, (call) => verifyDomain(call, companyId, domainName, DNS_RESOLVER), domainToWire);
	});
