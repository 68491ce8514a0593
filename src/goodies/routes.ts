import { createRouter } from '../http/router.ts';
import { defaultAccessRoutes } from './default-access/routes.ts';
import { planRoutes } from './plans/routes.ts';
import { voucherRoutes } from './vouchers/routes.ts';

export const goodiesRoutes = createRouter()
	.route('/', planRoutes)
	.route('/', voucherRoutes)
	.route('/', defaultAccessRoutes);
