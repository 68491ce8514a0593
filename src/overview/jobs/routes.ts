import { createRouter } from '../../http/router.ts';
import { listJobs } from './actions.ts';
import { jobToWire, listJobsRoute } from './contract.ts';

export const jobsRoutes = createRouter().openapi(listJobsRoute, async (c) =>
	c.json({ jobs: (await listJobs(c.var.call)).map(jobToWire) }, 200),
);
