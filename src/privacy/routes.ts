import { createRouter } from '../http/router.ts';
import { erasureRoutes, userErasureRoutes } from './erasure/routes.ts';
import { exportRoutes } from './export/routes.ts';

export const privacyRoutes = createRouter()
	.route('/', erasureRoutes)
	.route('/', userErasureRoutes)
	.route('/', exportRoutes);
