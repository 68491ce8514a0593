import { OpenAPIHono } from '@hono/zod-openapi';
import type { AppEnv } from './env.ts';
import { refuseInvalid } from './validation.ts';

/** A feature's sub-application: declared routes whose requests are checked against their contracts. */
export const createRouter = () => new OpenAPIHono<AppEnv>({ defaultHook: refuseInvalid });
