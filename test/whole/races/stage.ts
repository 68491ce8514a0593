import { env } from 'cloudflare:workers';
import { runDueJobs, runJobs } from '../../../src/entrances/jobs/schedule.ts';
import { databaseOf } from '../../../src/foundation/cells/places.ts';
import type { Bindings } from '../../../src/foundation/http/env.ts';
import { cellOfCompany } from '../../harness/moving.ts';

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
	/** Sets the clock to the time at which the operations begin. */
	setClock(): void;
	/** Operations that have something to do with each other, and so may get into each other's way. */
	subjects: Operations<W>[];
	/** The names of operations that may have run before. */
	histories: string[][];
	/** Everything that can be seen of the world. */
	observe(world: W): Promise<Record<string, unknown>>;
	/** The company, in a stage whose company may move meanwhile. */
	companyOf?(world: W): string;
	/** Names for the ids and e-mail addresses of the world. For others only their presence is compared. */
	names(world: W): Record<string, string>;
}

/** A cron run at the start of the day after the reference day, a second after the requests. */
const CRON = Date.parse('2023-03-08T00:00:00.000Z');

export const cron = async (bindings: Bindings = env, companyId?: string): Promise<Reply> => {
	const failed = Object.entries((await runDueJobs(bindings, CRON)).failed);
	const cell = companyId && (await cellOfCompany(companyId));
	if (cell) {
		const inCell = await runJobs(bindings, databaseOf(bindings, cell), CRON, () => true);
		failed.push(...Object.entries(inCell.failed));
	}
	// The next run does what a move has stopped.
	const failures = failed.filter(([, error]) => !isMoving(error)).map(([job, error]) => `${job}: ${error}`);
	return { status: failures.length === 0 ? 200 : 500, body: failures };
};

/** True for a refusal, or the body of one, because the company is moving. */
export const isMoving = (refusal: unknown): boolean => Object(refusal).code === 'company_moving';

/** The operation that moves the company of a stage. */
export const MOVE = 'move the company';
