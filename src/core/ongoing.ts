import type { Instant } from './instant.ts';

/** Work that goes on. */
interface Begun {
	/** Adds to its size. Returns false, and adds nothing, if that would be too much at once. */
	grow(size: number): boolean;
	end(): void;
}

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

	/** Begins work that has no size yet. */
	begin(now: Instant): Begun {
		for (const one of this.#all) if (one.began <= now - this.#forgottenAfterMs) this.#all.delete(one);
		const begun = { size: 0, began: now };
		this.#all.add(begun);
		return {
			grow: (size) => {
				const sum = [...this.#all].reduce((total, one) => total + one.size, size);
				if (sum <= this.#max) begun.size += size;
				return sum <= this.#max;
			},
			end: () => this.#all.delete(begun),
		};
	}

	get isIdle(): boolean {
		return this.#all.size === 0;
	}
}
