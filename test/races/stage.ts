import { env } from 'cloudflare:workers';
import type { Bindings } from '../../src/http/env.ts';
import { runDueJobs } from '../../src/jobs/schedule.ts';

/** The answer of an operation, or the jobs of a cron run that failed. */
export interface Reply {
	status: number;
	body: unknown;
}

export type Operation<W> = (world: W, bindings: Bindings) => Promise<Reply>;
export type Operations<W> = Record<string, Operation<W>>;

/** A world in which operations race. Worlds of one stage are twins: equal but for ids and e-mails. */
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
	/** Names for the ids and e-mail addresses of the world. For others only their presence is compared. */
	names(world: W): Record<string, string>;
}

/** A cron run at the start of the reference day's morrow, a second after the requests. */
const CRON = Date.parse('2023-03-08T00:00:00.000Z');

export const cron = async (bindings: Bindings = env): Promise<Reply> => {
	const { failed } = await runDueJobs(bindings, CRON);
	const failures = Object.entries(failed).map(([job, error]) => `${job}: ${error}`);
	return { status: failures.length === 0 ? 200 : 500, body: failures };
};
