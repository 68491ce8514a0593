import { OpenAPIHono } from '@hono/zod-openapi';
import type { Context } from 'hono';
import { matchedRoutes } from 'hono/route';
import { METHOD_NAME_ALL } from 'hono/router';
import type { AppEnv } from './env.ts';
import type { OperationRouter } from './operation-router.ts';
import { refuseInvalid } from './validation.ts';

/** The router of one feature, or of all with what finds their operations. It checks every request against the contract of its route. */
export const createRouter = (router?: OperationRouter) =>
	new OpenAPIHono<AppEnv>({ defaultHook: refuseInvalid, ...(router && { router }) });

/** Whether something answers at the request's address, by its method; otherwise only middleware sees it. */
export const isOperation = (c: Context<AppEnv>): boolean =>
	matchedRoutes(c).some(({ method }) => method !== METHOD_NAME_ALL);
