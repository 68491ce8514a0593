import { Hono, type MiddlewareHandler } from 'hono';
import { authorize } from '../../foundation/core/policy.ts';
import { notFound, Refusal } from '../../foundation/core/refusals.ts';
import type { AppEnv } from '../../foundation/http/env.ts';
import { answer, answerError, listOf, type ScimEnv } from './answer.ts';
import { resourceTypes, schemas, serviceProviderConfig } from './discovery.ts';
import { serveGroups } from './groups/routes.ts';
import { serveUsers } from './users/routes.ts';

/** SCIM 2.0 (RFC 7643 and 7644) for one company. */
export function scimRoutes(...guards: MiddlewareHandler<AppEnv>[]) {
	const app = new Hono<ScimEnv>();
	app.onError(answerError);
	for (const guard of guards) app.use(guard as unknown as MiddlewareHandler<ScimEnv>);
	app.use(ofOneCompany);
	app.get('/ServiceProviderConfig', (c) => answer(c, serviceProviderConfig));
	app.get('/ResourceTypes', (c) => answer(c, listOf(resourceTypes, resourceTypes.length, 0)));
	app.get('/ResourceTypes/:name', (c) => answer(c, oneOf(resourceTypes, c.req.param('name'))));
	app.get('/Schemas', (c) => answer(c, listOf(schemas, schemas.length, 0)));
	app.get('/Schemas/:id', (c) => answer(c, oneOf(schemas, c.req.param('id'))));
	serveUsers(app);
	serveGroups(app);
	app.all('*', () => {
		throw notFound('resource');
	});
	return app;
}

/** The right `provisionPeople` permits everything in SCIM, and the API key must belong to one company. */
const ofOneCompany: MiddlewareHandler<ScimEnv> = async (c, next) => {
	const { actor } = c.var.call;
	authorize(actor, 'provisionPeople');
	if (actor.soleCompanyId === null) throw new Refusal('forbidden', 'SCIM needs the API key of one company.');
	const permitted = {
		...actor,
		operations: null,
		...(actor.operations !== null && { isDirectory: true as const }),
	};
	c.set('call', { ...c.var.call, actor: permitted });
	c.set('companyId', actor.soleCompanyId);
	await next();
};

function oneOf<T extends { id: string }>(list: readonly T[], id: string): T {
	const found = list.find((one) => one.id === id);
	if (found === undefined) throw notFound('resource');
	return found;
}
