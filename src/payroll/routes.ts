import { createRouter } from '../http/router.ts';
import { correctionRoutes } from './corrections/routes.ts';
import { exportRoutes } from './export/routes.ts';
import { runRoutes } from './runs/routes.ts';
import { settingsRoutes } from './settings/routes.ts';
import { transactionRoutes } from './transactions/routes.ts';

export const payrollRoutes = createRouter()
	.route('/', transactionRoutes)
	.route('/', runRoutes)
	.route('/', correctionRoutes)
	.route('/', exportRoutes)
	.route('/', settingsRoutes);
