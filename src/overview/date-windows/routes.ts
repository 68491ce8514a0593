import { createRouter } from '../../http/router.ts';
import { readDateWindows } from './actions.ts';
import { readDateWindowsRoute, toWire } from './contract.ts';

export const dateWindowRoutes = createRouter().openapi(readDateWindowsRoute, async (c) =>
	c.json(toWire(await readDateWindows(c.var.call, c.req.valid('param').employeeId)), 200),
);
