import { createRouter } from '../http/router.ts';
import { correctionRoutes } from './corrections/routes.ts';
import { exportRoutes } from './export/routes.ts';
import { heldOverRoutes } from './held-over/routes.ts';
import { openRunRoutes } from './open-run/routes.ts';
import { runRoutes } from './runs/routes.ts';
import { settingsRoutes } from './settings/routes.ts';

export const payrollRoutes = createRouter()
	// Before the runs, whose ids would match its address.
	.route('/', openRunRoutes)
	.route('/', runRoutes)
	.route('/', heldOverRoutes)
	.route('/', correctionRoutes)
	.route('/', exportRoutes)
	.route('/', settingsRoutes);
