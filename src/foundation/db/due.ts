import { type SQL, sql } from 'drizzle-orm';
import { AT_EACH_RUN } from '../core/jobs.ts';

/** Returns SQL of the earliest of several times. Each of them can be null. */
export function earliest<Time = unknown>(...times: SQL[]): SQL<Time | null> {
	const listed = sql.join(
		times.map((time) => sql`(${time})`),
		sql`, `,
	);
	return sql<Time | null>`SELECT min(value) FROM json_each(json_array(${listed}))`;
}

/** Returns SQL of the time of a job that looks for work in each run while there are such rows. */
export const ifAny = (rows: SQL): SQL => sql`SELECT ${AT_EACH_RUN} WHERE EXISTS (SELECT 1 ${rows})`;
