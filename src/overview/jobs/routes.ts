import { createRouter } from '../../http/router.ts';
import { listJobs } from './actions.ts';
import { listJobsRoute, toWire } from './contract.ts';

export const jobsRoutes = createRouter().openapi(listJobsRoute, async (c) =>
	c.json({ jobs: (await listJobs(c.var.call)).map(toWire) }, 200),
);
