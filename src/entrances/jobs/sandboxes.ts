import { type Asker, answerOf, type Task } from '../../administration/sandboxes/actions.ts';
import { fill } from '../../administration/sandboxes/data/actions.ts';
import { reset } from '../../administration/sandboxes/reset/actions.ts';
import { advance, type Sandbox } from '../../administration/sandboxes/time/actions.ts';
import type { Alarmed } from '../../foundation/cells/alarm.ts';
import { openedOver } from '../../foundation/cells/places.ts';
import type { Instant } from '../../foundation/core/instant.ts';
import { isInRealTime, type Job } from '../../foundation/core/jobs.ts';
import type { MayGoOn } from '../../foundation/db/steps.ts';
import type { Bindings } from '../../foundation/http/env.ts';
import { logError } from '../../foundation/http/log.ts';
import { runJobs } from './schedule.ts';

/** Does a task of a request inside the cell of a sandbox, and returns the JSON of its result or refusal. */
export async function workInSandbox(
	cell: Alarmed,
	env: Bindings,
	now: Instant,
	text: string,
	mayGoOn: MayGoOn,
): Promise<string> {
	const { actor, requestId, author, ...task } = JSON.parse(text) as Asker & Task;
	const own = openedOver(env, cell.name, cell.send);
	return answerOf(own, async (clock) => {
		const asker = { actor, requestId, author };
		const run: Sandbox['run'] = async (db, may) => {
			const { failed } = await runJobs(env, db, now, may, { mayRun: (job) => !isInRealTime(job) });
			for (const [job, error] of Object.entries(failed))
				logError('job_failed', error, { cell: cell.name, job });
			return Object.keys(failed) as Job[];
		};
		const sandbox: Sandbox = { env, cell, own, clock, now, asker, mayGoOn, run };
		if (task.kind === 'advance') return advance(sandbox, task.to);
		return task.kind === 'reset' ? reset(sandbox) : fill(sandbox, task);
	});
}
