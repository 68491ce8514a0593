import { env } from 'cloudflare:workers';
import type { Bindings } from '../../src/http/env.ts';
import { runDueJobs } from '../../src/jobs/schedule.ts';

/** What an operation answers, or the jobs of a cron run that failed. */
export interface Reply {
	status: number;
	body: unknown;
}

export type Operation<W> = (world: W, bindings: Bindings) => Promise<Reply>;
export type Operations<W> = Record<string, Operation<W>>;

/** Where operations race. Worlds of one stage are twins: equal but for ids and e-mails. */
export interface Stage<W> {
	build(): Promise<W>;
	/** Lets the clock stand when the operations begin. */
	setClock(): void;
	/** Operations that have something to do with each other, and so may get into each other's way. */
	subjects: Operations<W>[];
	/** Operations, by their names, that may lie behind. */
	histories: string[][];
	/** Everything that can be seen of the world. */
	observe(world: W): Promise<Record<string, unknown>>;
	/** What the ids and e-mails of the world stand for; of others only their being there is compared. */
	names(world: W): Record<string, string>;
}

/** A cron run at the start of the reference day's morrow, a second after the requests. */
const CRON = Date.parse('2023-03-08T00:00:00.000Z');

export const cron = async (bindings: Bindings = env): Promise<Reply> => {
	const { failed } = await runDueJobs(bindings, CRON);
	const failures = Object.entries(failed).map(([job, error]) => `${job}: ${error}`);
	return { status: failures.length === 0 ? 200 : 500, body: failures };
};
