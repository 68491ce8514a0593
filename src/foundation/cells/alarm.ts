import type { Send } from './interface.ts';

/** The part of a cell that a run of its jobs needs. */
export interface Alarmed {
	name: string;
	/** The name of the last migration that the cell has applied. */
	schema: string;
	bytes: number;
	/** Sends a batch to its database from inside. Requests of the company run between these batches. */
	send: Send;
	/** Sets its alarm to this time at the latest, so that an interrupted run continues. */
	wakeBy(time: number): void;
}

const AN_HOUR_MS = 3_600_000;
/** Alarms are spread over this time after a full hour, because each cell reports to the directory. */
const SPREAD_MS = 10 * 60_000;

/** The alarm of a cell. It rings after a write at the next full hour, and otherwise when the next thing is due. */
export class Alarm {
	readonly #storage: DurableObjectStorage;
	readonly name: string;
	/** How long after a full hour the alarm rings. Each cell has its own delay. */
	readonly #delay: number;
	#time: number | null = null;
	/** True when a request has written since the last run began. */
	#hasWritten = false;
	/** The present run. A second one joins it. */
	#run: Promise<void> | null = null;
	/** True while a task runs, or waits for the present run to end. */
	#isTaken = false;

	constructor(storage: DurableObjectStorage, name: string) {
		this.#storage = storage;
		this.name = name;
		this.#delay = [...name].reduce((sum, letter) => (sum * 31 + letter.charCodeAt(0)) % SPREAD_MS, 0);
	}

	/** Reads the time of the alarm. Needed once after the object has started. */
	async read(): Promise<void> {
		this.#time = await this.#storage.getAlarm();
	}

	rings(): void {
		this.#time = null;
	}

	/** Sets the alarm to the next full hour. This costs at most one write an hour. */
	afterWrite(now: number): void {
		this.#hasWritten = true;
		this.#setBy(this.#nextHour(now));
	}

	wakeBy(time: number): void {
		this.#setBy(time);
	}

	/** Runs the due jobs. `run` returns when the next one is due, or null if it failed. */
	async run(now: number, run: () => Promise<number | null>): Promise<void> {
		this.#run ??= this.#runOnce(now, run).finally(() => {
			this.#run = null;
		});
		await this.#run;
	}

	/** Runs a task while no jobs run. Returns null if another task is running. */
	async alone<T>(now: number, task: () => Promise<T>): Promise<T | null> {
		if (this.#isTaken) return null;
		this.#isTaken = true;
		try {
			while (this.#run !== null) await this.#run;
			const done = task();
			this.#run = done
				.then(
					() => {},
					() => {},
				)
				.finally(() => {
					this.#run = null;
					this.afterWrite(now);
				});
			return await done;
		} finally {
			this.#isTaken = false;
		}
	}

	async #runOnce(now: number, run: () => Promise<number | null>): Promise<void> {
		this.#hasWritten = false;
		// A lost or failed run is repeated within the hour.
		const hour = this.#nextHour(now);
		this.#setBy(hour);
		const next = (await run()) ?? hour;
		const due = next % AN_HOUR_MS === 0 ? next + this.#delay : next;
		if (this.#hasWritten) this.#setBy(Math.min(hour, due));
		else this.#set(due);
	}

	#nextHour(now: number): number {
		return now - (now % AN_HOUR_MS) + AN_HOUR_MS + this.#delay;
	}

	#setBy(time: number): void {
		if (this.#time === null || time < this.#time) this.#set(time);
	}

	#set(time: number): void {
		if (this.#time === time) return;
		this.#time = time;
		void this.#storage.setAlarm(time);
	}
}
