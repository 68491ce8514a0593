import { DurableObject } from 'cloudflare:workers';
import { logError } from '../http/log.ts';
import { Alarm, type Alarmed } from './alarm.ts';
import { Departure } from './departure.ts';
import { Doorbell } from './doorbell.ts';
import {
	type Ask,
	MOVED,
	NONE,
	OLDER,
	type QueryResult,
	type Reply,
	type Send,
	UNRELEASED,
} from './interface.ts';
import { apply, isOlder, migrate, stayAt } from './migrate.ts';
import { isUnreleased, type Migration, SCHEMA, type SchemaBindings, UNKNOWN } from './schema.ts';
import { foundBy, replyTo } from './transaction.ts';

/** A database with a schema, and the methods for operators: reading rows, and going back to an earlier time. */
class Operated<E> extends DurableObject<E> {
	/** The name of the last applied migration; null while nobody has opened this cell. */
	protected schema: string | null = null;
	protected readonly migrated = (name: string): void => {
		this.schema = name;
	};

	/** Applies migrations of a caller that got `OLDER`. This code may be older than they are, and also works with their schema. */
	upgrade(steps: readonly Migration[]): void {
		const { schema } = this;
		if (schema === null) return;
		try {
			apply(this.ctx.storage, steps, schema, this.migrated);
		} catch (error) {
			stayBehind(this.ctx.storage.kv.get<string>('name') ?? '', schema)(error);
		}
	}

	/** Reads the first rows of a statement. Its writes are rolled back. */
	query(text: string, maxRows: number, maxBytes: number): QueryResult {
		const { to } = new Departure(this.ctx.storage);
		return to ? { moved: true } : foundBy(this.ctx.storage, text, maxRows, maxBytes);
	}

	/** Returns the bookmark for `turnBack` of an instant in the last 30 days. Local runtimes fail here. */
	async bookmarkAt(time: number): Promise<{ bookmark: string } | { failed: string }> {
		try {
			return { bookmark: await this.ctx.storage.getBookmarkForTime(time) };
		} catch (error) {
			return { failed: error instanceof Error ? error.message : String(error) };
		}
	}

	/** Restarts with the state of a bookmark. The caller always gets an error, because the object stops. */
	async turnBack(bookmark: string): Promise<void> {
		await this.ctx.storage.onNextSessionRestoreBookmark(bookmark);
		this.ctx.abort('The database goes back to an earlier time.');
	}
}

/**
 * Returns the class of cells: the database of one company, in a Durable Object of its own. It runs SQL and knows no rules of the product.
 * `runJobs` does what is due at an instant and returns when the next thing is due. `announce` sends the events after a position to the
 * directory, and returns the last one. `work` runs a task that needs the cell for itself. `clock` returns the present.
 */
export const cellClass = <E extends SchemaBindings>(
	clock: () => number,
	runJobs: (cell: Alarmed, env: E, now: number) => Promise<number>,
	announce: (cell: Pick<Alarmed, 'name' | 'send'>, env: E, after: number, now: number) => Promise<number>,
	work: (cell: Alarmed, env: E, now: number, task: string) => Promise<string>,
) =>
	class Cell extends Operated<E> {
		#alarm: Alarm;
		#doorbell: Doorbell;
		#departure = new Departure(this.ctx.storage);

		constructor(ctx: DurableObjectState, env: E) {
			super(ctx, env);
			this.#alarm = new Alarm(ctx.storage, this.#name());
			this.#doorbell = new Doorbell(
				(after) => announce({ name: this.#name(), send: this.#send }, env, after, clock()),
				(error) => logError('events_not_announced', error, { cell: this.#name() }),
			);
			void ctx.blockConcurrencyWhile(async () => {
				await this.#alarm.read();
				this.schema = ctx.storage.kv.get<string>('schema') ?? null;
				if (isOlder(this.schema))
					await migrate(this.ctx.storage, env, this.schema, this.migrated).catch(
						stayBehind(this.#name(), this.schema),
					);
			});
		}

		/**
		 * Creates the database if there is none yet, and migrates it to the present schema. With the name of an older schema, it stays there until
		 * it is opened without one. A backup can then load its rows.
		 */
		async open(name: string, schema?: string): Promise<void> {
			this.ctx.storage.kv.put('name', name);
			stayAt(this.ctx.storage, schema);
			if (this.#alarm.name !== name) this.#alarm = new Alarm(this.ctx.storage, name);
			await this.#alarm.read();
			await migrate(this.ctx.storage, this.env, this.schema, this.migrated);
		}

		/**
		 * Runs the statements in one transaction, for a caller that needs the schema with this name. During a gradual deployment, a cell may run
		 * older code than its caller for hours. A cell that nobody has opened appears empty, so an invented cell name gets the same answer as an
		 * invented secret.
		 */
		batch(needed: string, asked: readonly Ask[]): Reply {
			if (this.#departure.to) return { failed: MOVED + this.#departure.to };
			if (this.schema === null) return { told: asked.map(() => NONE) };
			if (isUnreleased(this.schema)) return { failed: UNRELEASED };
			if (SCHEMA < needed && this.schema < needed) return { failed: OLDER };
			const reply = replyTo(this.ctx.storage, asked, this.#departure.to === null);
			if ('failed' in reply)
				return this.schema < needed && UNKNOWN.test(reply.failed) ? { failed: OLDER } : reply;
			if (reply.told.some(({ rowsWritten }) => rowsWritten > 0)) {
				this.#alarm.afterWrite(clock());
				this.#doorbell.afterWrite();
			}
			return reply;
		}

		close(to: string, asked: readonly Ask[]): Reply {
			return this.#departure.close(to, asked);
		}

		reopen(): void {
			if (this.#departure.reopen()) this.#alarm.afterWrite(clock());
		}

		async clear(): Promise<void> {
			this.schema = null;
			await this.#departure.clear();
		}

		override async alarm(info?: AlarmInvocationInfo): Promise<void> {
			this.#alarm.rings();
			await this.run(info?.scheduledTime ?? clock());
		}

		/** Runs the due jobs. It throws no errors, because the platform stops an alarm after six failures. */
		async run(now: number): Promise<void> {
			const cell = this.#alarmed();
			if (cell === null) return;
			await this.#alarm.run(now, () => runJobs(cell, this.env, now).catch(failedRunOf(cell.name)));
			await this.#doorbell.ring();
		}

		/** Runs a task while no jobs run, and returns its result. Returns null if another task is running, or the company is leaving. */
		async work(now: number, task: string): Promise<string | null> {
			const cell = this.#alarmed();
			const done = cell && this.#alarm.alone(now, () => work(cell, this.env, now, task));
			return (await done?.finally(() => this.#doorbell.ring())) ?? null;
		}

		#alarmed = () => alarmedOf(this.ctx.storage, this.schema, this.#departure, this.#alarm, this.#send);

		/** Sends a batch from inside the object. Requests of the company can run between these batches. */
		#send: Send = async (asked) => {
			await scheduler.wait(0);
			return replyTo(this.ctx.storage, asked, this.#departure.to === null);
		};

		#name = (): string => this.ctx.storage.kv.get<string>('name') ?? '';
	};

/** Returns a cell as its jobs see it; null if nobody has opened it, its company is leaving, or no migration fits it. */
function alarmedOf(
	{ sql }: DurableObjectStorage,
	schema: string | null,
	{ to }: Departure,
	alarm: Alarm,
	send: Send,
): Alarmed | null {
	if (schema === null || isUnreleased(schema) || to !== null) return null;
	const wakeBy = (time: number) => alarm.wakeBy(time);
	return { name: alarm.name, schema, bytes: sql.databaseSize, send, wakeBy };
}

const failedRunOf = (cell: string) => (error: unknown) => {
	logError('cell_run_failed', error, { cell });
	return null;
};

/** A cell that cannot migrate keeps serving with its old schema. It tries again at its next start. */
const stayBehind = (cell: string, schema: string) => (error: unknown) =>
	logError('cell_migration_failed', error, { cell, schema });
