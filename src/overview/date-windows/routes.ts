import { createRouter } from '../../http/router.ts';
import { readDateWindows } from './actions.ts';
import { readDateWindowsRoute, windowsToWire } from './contract.ts';

export const dateWindowRoutes = createRouter().openapi(readDateWindowsRoute, async (c) =>
	c.json(windowsToWire(await readDateWindows(c.var.call, c.req.valid('param').employeeId)), 200),
);
