import type { Alarmed } from '../cells/alarm.ts';
import { openedOver } from '../cells/places.ts';
import type { Instant } from '../core/instant.ts';
import { isInRealTime, type Job } from '../core/jobs.ts';
import type { MayGoOn } from '../db/steps.ts';
import type { Bindings } from '../http/env.ts';
import { logError } from '../http/log.ts';
import { type Asker, answerOf, type Task } from '../sandboxes/actions.ts';
import { fill } from '../sandboxes/data/actions.ts';
import { reset } from '../sandboxes/reset/actions.ts';
import { advance, type Sandbox } from '../sandboxes/time/actions.ts';
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
