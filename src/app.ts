import { except } from 'hono/combine';
import { methodNotAllowed } from 'hono/method-not-allowed';
import { requestId } from 'hono/request-id';
import { bearer } from './auth/bearer.ts';
import { authRoutes, publicAuthRoutes } from './auth/routes.ts';
import { createTokens, type Tokens } from './auth/tokens.ts';
import { companyRoutes } from './companies/routes.ts';
import { DomainError } from './core/domain-error.ts';
import { MAX_RECEIPT_BYTES } from './core/expenses.ts';
import type { Instant } from './core/instant.ts';
import { connect } from './db/client.ts';
import { dateWindowRoutes } from './employees/date-windows/routes.ts';
import { erasureRoutes } from './employees/erasure/routes.ts';
import { employeeRoutes } from './employees/routes.ts';
import { RECEIPTS_PATH, receiptRoutes } from './expenses/receipts/routes.ts';
import { expenseRoutes } from './expenses/routes.ts';
import { flexRoutes } from './flex/access/routes.ts';
import { balanceRoutes } from './flex/balance/routes.ts';
import { taxRuleRoutes } from './flex/tax-rules/routes.ts';
import { defaultAccessRoutes } from './goodies/default-access/routes.ts';
import { goodiesRoutes } from './goodies/plans/routes.ts';
import { voucherRoutes } from './goodies/vouchers/routes.ts';
import { eventRoutes } from './history/routes.ts';
import { discardUnread, limitBody, MAX_JSON_BYTES } from './http/body.ts';
import { withSharedHeaders } from './http/document.ts';
import type { Bindings } from './http/env.ts';
import { answerFailure } from './http/failure.ts';
import { acceptKey } from './http/idempotency.ts';
import { apiReference } from './http/reference.ts';
import { createRouter } from './http/router.ts';
import { crossOrigin, secured } from './http/security.ts';
import { throttleWrites } from './http/throttle.ts';
import { payrollCorrectionRoutes } from './payroll/corrections/routes.ts';
import { payrollExportRoutes } from './payroll/export/routes.ts';
import { payrollRunRoutes } from './payroll/runs/routes.ts';
import { payrollSettingsRoutes } from './payroll/settings/routes.ts';
import { payrollRoutes } from './payroll/transactions/routes.ts';
import { userRoutes } from './users/routes.ts';

const BASE = '/api/v2';

/** The whole service. `clock` answers the present instant, once a request. */
export function createApp(clock: () => Instant) {
	const tokensOf = memoizedTokens();
	const app = createRouter();
	app.onError(answerFailure);
	app.notFound((c) => answerFailure(new DomainError('not_found', 'There is nothing at this address.'), c));

	app.use(requestId(), secured, discardUnread);
	app.use(`${BASE}/*`, crossOrigin);
	app.use(async (c, next) => {
		c.set('now', clock());
		c.set('db', connect(c.env.DB));
		await tokensOf(c.env);
		await next();
	});
	app.use(
		methodNotAllowed({
			app,
			onMethodNotAllowed: (c, allow) =>
				answerFailure(new DomainError('method_not_allowed', `Use ${allow.join(', ')} here.`, { allow }), c),
		}),
	);

	app.get('/', apiReference);
	app.openAPIRegistry.registerComponent('securitySchemes', 'bearer', {
		type: 'http',
		scheme: 'bearer',
		bearerFormat: 'JWT',
		description:
			'The `idToken` of `POST /api/v2/auth`: a JWT of one hour, signed with HS256 and checked as RFC8725 asks.',
	});
	app.get('/openapi.json', (c) => c.json(withSharedHeaders(app.getOpenAPI31Document(DOCUMENT))));

	app.route(BASE, publicAuthRoutes(tokensOf));
	app.use(`${BASE}/*`, bearer(tokensOf), throttleWrites);
	app.use(BASE + RECEIPTS_PATH, limitBody(MAX_RECEIPT_BYTES));
	app.use(`${BASE}/*`, except(BASE + RECEIPTS_PATH, limitBody(MAX_JSON_BYTES)));
	app.use(
		`${BASE}/*`,
		acceptKey(async (env, content) => (await tokensOf(env)).seal(content)),
	);
	for (const routes of [
		authRoutes,
		companyRoutes,
		userRoutes,
		employeeRoutes,
		erasureRoutes,
		eventRoutes,
		dateWindowRoutes,
		flexRoutes,
		taxRuleRoutes,
		balanceRoutes,
		expenseRoutes,
		receiptRoutes,
		payrollRoutes,
		payrollRunRoutes,
		payrollCorrectionRoutes,
		payrollExportRoutes,
		payrollSettingsRoutes,
		goodiesRoutes,
		voucherRoutes,
		defaultAccessRoutes,
	]) {
		app.route(BASE, routes);
	}
	return app;
}

const DOCUMENT = {
	openapi: '3.1.0',
	info: {
		title: 'Zubrot',
		version: '1.0',
		description: `Employee-benefits administration: employees, monthly flex budgets, goodies vouchers, payroll transactions.

Log in with \`POST /api/v2/auth\` and send \`idToken\` as the bearer token. Lists without \`limit\` are complete; with it, the \`Link\`
header names the next page. Fields of answers are always there, \`null\` when unset; instants are in UTC. Every error is an RFC 9457
problem document with a stable \`code\`. Operations tagged \`Extension\` go beyond the specified interface.`,
		license: { name: 'MIT', identifier: 'MIT' },
	},
	servers: [
		{ url: '/', description: 'Where this document is served, local or production', 'x-internal': false },
	],
	security: [{ bearer: [] }],
	tags: [
		{ name: 'Authentication', description: 'Tokens and the requesting user' },
		{ name: 'Employees', description: 'Employees, their pauses and terminations' },
		{ name: 'Flex', description: 'Monthly flex budgets and their tax rule templates' },
		{ name: 'Expenses', description: 'What employees spend, and its receipts' },
		{ name: 'Goodies', description: 'Monthly vouchers' },
		{ name: 'Payroll', description: 'What goes to the payroll office' },
		{ name: 'History', description: 'Who changed what, and when' },
		{ name: 'Companies', description: 'For platform administrators' },
		{ name: 'Users', description: 'For platform administrators' },
		{ name: 'Extension', description: 'Beyond the specified interface' },
	],
};

/** Imports the signing secrets once, and anew when they change. */
function memoizedTokens() {
	let key: string | undefined;
	let tokens: Promise<Tokens> | undefined;
	return ({ JWT_SECRET, JWT_SECRET_PREVIOUS }: Bindings): Promise<Tokens> => {
		const wanted = `${JWT_SECRET}\n${JWT_SECRET_PREVIOUS}`;
		if (tokens === undefined || key !== wanted) {
			key = wanted;
			tokens = createTokens(JWT_SECRET, JWT_SECRET_PREVIOUS);
		}
		return tokens;
	};
}
