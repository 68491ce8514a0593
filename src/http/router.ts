import { OpenAPIHono } from '@hono/zod-openapi';
import type { Context } from 'hono';
import { matchedRoutes } from 'hono/route';
import type { AppEnv } from './env.ts';
import { refuseInvalid } from './validation.ts';

/** The router of one feature. It checks every request against the contract of its route. */
export const createRouter = () => new OpenAPIHono<AppEnv>({ defaultHook: refuseInvalid });

/** Whether something answers at the request's address, by its method; otherwise only middleware sees it. */
export const isOperation = (c: Context<AppEnv>): boolean =>
	matchedRoutes(c).some(({ method }) => method !== 'ALL');
