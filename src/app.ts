import type { Handler, Hono } from 'hono';
import { methodNotAllowed } from 'hono/method-not-allowed';
import { requestId } from 'hono/request-id';
import { accountsRoutes } from './administration/accounts/routes.ts';
import { causesRoutes, openAuthRoutes } from './administration/causes/routes.ts';
import { countMeasured, monitoringRoutes } from './administration/monitoring/routes.ts';
import { calendarFileRoutes, overviewRoutes } from './administration/overview/routes.ts';
import { reconciliationRoutes } from './administration/privacy/reconciliation/routes.ts';
import { privacyRoutes } from './administration/privacy/routes.ts';
import { proposalsRoutes } from './administration/proposals/routes.ts';
import { sandboxesRoutes } from './administration/sandboxes/routes.ts';
import { webhooksRoutes } from './administration/webhooks/routes.ts';
import { balancesRoutes } from './benefits/balances/routes.ts';
import { employeesRoutes } from './benefits/employees/routes.ts';
import { employmentRoutes } from './benefits/employment/routes.ts';
import { isRead } from './benefits/expenses/facts/rules.ts';
import { MAX_RECEIPT_BYTES, RECEIPT_TYPES } from './benefits/expenses/receipts/rules.ts';
import { BODY_LIMITS, expensesRoutes, FACTS, FILE_PATHS } from './benefits/expenses/routes.ts';
import { flexRoutes } from './benefits/flex/routes.ts';
import { goodiesRoutes } from './benefits/goodies/routes.ts';
import { ledgerRoutes } from './benefits/ledger/routes.ts';
import { IMPORT_PATH, onboardingRoutes } from './benefits/onboarding/routes.ts';
import { MAX_FILE_BYTES } from './benefits/onboarding/rows/rules.ts';
import { payrollRoutes } from './benefits/payroll/routes.ts';
import { serveAssistant } from './entrances/mcp/serve.ts';
import {
	MAX_BYTES as MAX_SCIM_BYTES,
	BASE as SCIM_BASE,
	JSON_TYPE as SCIM_JSON,
} from './entrances/scim/resource.ts';
import { scimRoutes } from './entrances/scim/routes.ts';
import { databaseOf } from './foundation/cells/places.ts';
import { RequestClient } from './foundation/core/client.ts';
import { addMonths, type Instant, startOfMonth, toIso } from './foundation/core/instant.ts';
import { Refusal } from './foundation/core/refusals.ts';
import { originsOf } from './foundation/core/settings.ts';
import { vaultOf } from './foundation/core/vault.ts';
import { over } from './foundation/db/database.ts';
import {
	acceptFile,
	acceptFileOrJson,
	allowBody,
	discardUnread,
	limitBody,
	NO_JSON,
} from './foundation/http/body.ts';
import { announceDeprecation } from './foundation/http/deprecation.ts';
import type { AppEnv } from './foundation/http/env.ts';
import { acceptKey, checkHeaders } from './foundation/http/headers.ts';
import { measured } from './foundation/http/measure.ts';
import { forward, keptByPrograms, markWrites, readNear } from './foundation/http/near.ts';
import { answerFailure, migrated } from './foundation/http/problem.ts';
import { createRouter, OperationRouter } from './foundation/http/router.ts';
import { crossOrigin, secured } from './foundation/http/security.ts';
import { throttle } from './foundation/http/throttle.ts';
import { DOCUMENT_PATH, refuseVersion, serveDocument } from './foundation/http/versions.ts';
import { sendingBy } from './foundation/http/webhooks.ts';
import { ASSISTANTS_PATH, bearer, chooseDatabase, gates } from './tenants/auth/bearer.ts';
import { authRoutes } from './tenants/auth/routes.ts';
import { ssoCallback } from './tenants/auth/sso/routes.ts';
import { CALLBACK_PATH } from './tenants/auth/sso/rules.ts';
import { rememberedTokens } from './tenants/auth/tokens/rules.ts';
import { MAX_LOGO_BYTES } from './tenants/companies/branding/rules.ts';
import { companiesRoutes, LOGO_PATH } from './tenants/companies/routes.ts';
import { historyRoutes } from './tenants/history/routes.ts';
import { operatorRoutes } from './tenants/hosting/disaster-recovery/routes.ts';
import { hostingRoutes } from './tenants/hosting/routes.ts';
import { bounceRoutes, mailRoutes } from './tenants/mail/routes.ts';

const BASE = '/api/v2';

/** The document of the API lists operations in this order, and a changed order would look like a change to clients. */
const ROOMS = [
	companiesRoutes,
	hostingRoutes,
	mailRoutes,
	authRoutes,
	historyRoutes,
	webhooksRoutes,
	employeesRoutes,
	ledgerRoutes,
	goodiesRoutes,
	flexRoutes,
	expensesRoutes,
	balancesRoutes,
	payrollRoutes,
	employmentRoutes,
	onboardingRoutes,
	accountsRoutes,
	causesRoutes,
	overviewRoutes,
	proposalsRoutes,
	privacyRoutes,
	sandboxesRoutes,
];

// biome-ignore lint/suspicious/noExplicitAny: an entrance knows more of a request than the API does
type Entrance = (tokensOf: ReturnType<typeof rememberedTokens>) => Hono<any, any, any>;

/**
 * Builds the whole service. `clock` returns the present instant. A request keeps the instant of its beginning, and reads the clock again to
 * measure its time. The web console is passed in, because Node writes the API's document and cannot read JSX.
 */
export function createApp(clock: () => Instant, webConsole?: Entrance) {
	const tokensOf = rememberedTokens();
	const app = createRouter(new OperationRouter());
	app.onError(answerFailure);
	app.notFound((c) => answerFailure(new Refusal('not_found', 'There is nothing at this address.'), c));

	app.get(DOCUMENT_PATH, serveDocument);
	app.use(forward, requestId(), measured(clock, countMeasured), secured, discardUnread);
	app.use(`${BASE}/*`, crossOrigin(), announceDeprecation);
	app.use(async (c, next) => {
		c.set('now', clock());
		const d1 = databaseOf(c.env, null);
		c.set('db', over(d1, d1.$client, { ...sendingBy(c, null), meter: c.var.meter }));
		c.set('client', new RequestClient(c.req.raw));
		c.set('vault', vaultOf(c.env));
		const tokens = await tokensOf(c.env);
		c.set('seal', tokens.seal);
		c.set('serve', (request) => app.fetch(request, c.env, c.executionCtx));
		await next();
	});
	app.use(
		methodNotAllowed({
			app,
			onMethodNotAllowed: (c, allow) =>
				answerFailure(new Refusal('method_not_allowed', `Use ${allow.join(', ')} here.`, { allow }), c),
		}),
	);

	app.get('/', leadOn);
	app.get('/health', health);
	app.get(DOCUMENT_PATH, refuseVersion);
	app.get('/.well-known/security.txt', securityContact);
	app.route('/', monitoringRoutes);
	if (webConsole !== undefined) app.route('/', webConsole(tokensOf));
	app.use(migrated);
	app.route('/', calendarFileRoutes);
	app.get(CALLBACK_PATH, ssoCallback(gates(tokensOf)));
	app.route('/', bounceRoutes);
	app.route('/', operatorRoutes);
	app.route('/', reconciliationRoutes);

	app.use(`${BASE}/*`, markWrites(keptByPrograms), readNear(keptByPrograms));
	app.route(BASE, openAuthRoutes(tokensOf));
	const guards = [bearer(tokensOf), throttle] as const;
	app.route(SCIM_BASE, scimRoutes(...guards, allowBody(MAX_SCIM_BYTES, SCIM_JSON), limitBody));
	app.use(`${BASE}/*`, ...guards);
	app.post(ASSISTANTS_PATH, ...guards, limitBody, serveAssistant);
	app.use(BASE + IMPORT_PATH, allowBody(MAX_FILE_BYTES));
	app.use(BASE + LOGO_PATH, allowBody(MAX_LOGO_BYTES, NO_JSON));
	for (const path of FILE_PATHS) app.use(BASE + path, acceptFile(MAX_RECEIPT_BYTES, isRead));
	app.use(BASE + FACTS, acceptFileOrJson(MAX_RECEIPT_BYTES, isRead, RECEIPT_TYPES[0]));
	for (const [path, bytes] of BODY_LIMITS) app.use(BASE + path, allowBody(bytes));
	app.use(`${BASE}/*`, limitBody);
	app.use(`${BASE}/*`, checkHeaders, acceptKey);
	app.use(`${BASE}/*`, chooseDatabase);
	for (const routes of ROOMS) app.route(BASE, routes);
	return app;
}

/** Responds if the process runs and is configured. It does not use the database. */
const health: Handler<AppEnv> = (c) => {
	originsOf(c.env.CORS_ORIGINS);
	return c.json({ status: 'ok' });
};

/** Responds with the contact for vulnerabilities (RFC 9116): `SECURITY_CONTACT`, or the host's usual mailbox (RFC 2142). */
const securityContact: Handler<AppEnv> = (c) => {
	const contact = c.env.SECURITY_CONTACT ?? `mailto:security@${new URL(c.req.url).hostname}`;
	const expires = toIso(addMonths(startOfMonth(c.var.now), 12));
	return c.text(`Contact: ${contact}\nExpires: ${expires}\nPreferred-Languages: en, de\n`);
};

/** Redirects people to the console, and programs to the reference of the API. */
const leadOn: Handler<AppEnv> = (c) =>
	c.redirect(/\btext\/html\b/.test(c.req.header('Accept') ?? '') ? '/console' : '/reference', 303);
