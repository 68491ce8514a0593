import { createRouter } from '../http/router.ts';
import { calendarRoutes } from './calendar/routes.ts';
import { dateWindowRoutes } from './date-windows/routes.ts';
import { jobsRoutes } from './jobs/routes.ts';

export const overviewRoutes = createRouter()
	.route('/', calendarRoutes)
	.route('/', dateWindowRoutes)
	.route('/', jobsRoutes);
