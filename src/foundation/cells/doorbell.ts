/** Events are announced after one second, because followers of several companies should learn of them within two. */
const RINGS_AFTER_MS = 1000;

/** Announces new events of a cell to the directory, all events of a second together. */
export class Doorbell {
	readonly #announce: (after: number) => Promise<number>;
	readonly #failed: (error: unknown) => void;
	/** The last event that the directory knows, as far as this object remembers. */
	#announced = 0;
	#isWaiting = false;

	constructor(announce: (after: number) => Promise<number>, failed: (error: unknown) => void) {
		this.#announce = announce;
		this.#failed = failed;
	}

	/** Announces after a second, together with later writes. */
	afterWrite(): void {
		if (this.#isWaiting) return;
		this.#isWaiting = true;
		setTimeout(() => {
			this.#isWaiting = false;
			void this.ring();
		}, RINGS_AFTER_MS);
	}

	/** Announces now. If this fails, the next write or run announces the events. */
	async ring(): Promise<void> {
		await this.#announce(this.#announced).then((last) => {
			this.#announced = Math.max(this.#announced, last);
		}, this.#failed);
	}
}
