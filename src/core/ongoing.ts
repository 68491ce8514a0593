import type { Instant } from './instant.ts';

/** Bounds what goes on at the same time in this process. */
export class Ongoing {
	readonly #max: number;
	readonly #forgottenAfterMs: number;
	readonly #all = new Set<{ size: number; began: Instant }>();

	/** The runtime may end work without a word, so what has not ended is not counted after `forgottenAfterMs`. */
	constructor(max: number, forgottenAfterMs: number) {
		this.#max = max;
		this.#forgottenAfterMs = forgottenAfterMs;
	}

	/** Counts work of this size until the returned function is called. Returns null if that would be too much at once. */
	begin(size: number, now: Instant): (() => void) | null {
		let sum = size;
		for (const one of this.#all) {
			if (one.began <= now - this.#forgottenAfterMs) this.#all.delete(one);
			else sum += one.size;
		}
		if (sum > this.#max) return null;
		const begun = { size, began: now };
		this.#all.add(begun);
		return () => this.#all.delete(begun);
	}

	get isIdle(): boolean {
		return this.#all.size === 0;
	}
}
