import { OpenAPIHono } from '@hono/zod-openapi';
import type { AppEnv } from './env.ts';
import { refuseInvalid } from './validation.ts';

/** The router of one feature. It checks every request against the contract of its route. */
export const createRouter = () => new OpenAPIHono<AppEnv>({ defaultHook: refuseInvalid });
