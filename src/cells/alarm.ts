import type { Send } from './interface.ts';

/** The part of a cell that a run of its jobs needs. */
export interface Alarmed {
	name: string;
	/** The name of its last applied migration. */
	schema: string;
	bytes: number;
	/** The way to its database from inside. Requests of the company take their turns between the batches. */
	send: Send;
	/** Has its alarm ring by then, even if the run is interrupted. */
	wakeBy(time: number): void;
}

const AN_HOUR_MS = 3_600_000;
/** Cells do not all run in the same second of an hour, because each of them reports to the directory. */
const SPREAD_MS = 10 * 60_000;

/** The alarm of a cell. It rings after a write at the next full hour, and otherwise when the next thing is due. */
export class Alarm {
	readonly #storage: DurableObjectStorage;
	/** The name of the cell. A cell that is opened again keeps its alarm, which knows of the present run. */
	readonly name: string;
	/** How long after a full hour it rings. */
	readonly #delay: number;
	/** When it rings; null while it is not set. */
	#time: number | null = null;
	/** Whether a request has written since the last run began. */
	#hasWritten = false;
	/** The present run. A second one joins it. */
	#run: Promise<void> | null = null;

	constructor(storage: DurableObjectStorage, name: string) {
		this.#storage = storage;
		this.name = name;
		this.#delay = [...name].reduce((sum, letter) => (sum * 31 + letter.charCodeAt(0)) % SPREAD_MS, 0);
	}

	/** Reads when it rings, after the object has started. */
	async read(): Promise<void> {
		this.#time = await this.#storage.getAlarm();
	}

	rings(): void {
		this.#time = null;
	}

	/** Has it ring at the next full hour. This costs at most one write in an hour. */
	afterWrite(now: number): void {
		this.#hasWritten = true;
		this.#setBy(this.#nextHour(now));
	}

	wakeBy(time: number): void {
		this.#setBy(time);
	}

	/** Does what is due. `run` returns when the next thing is due, or null if it failed. */
	async run(now: number, run: () => Promise<number | null>): Promise<void> {
		this.#run ??= this.#runOnce(now, run).finally(() => {
			this.#run = null;
		});
		await this.#run;
	}

	async #runOnce(now: number, run: () => Promise<number | null>): Promise<void> {
		this.#hasWritten = false;
		// A run that is lost is repeated within the hour, and so is one that fails.
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
