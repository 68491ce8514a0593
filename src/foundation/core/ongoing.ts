import type { Instant } from './instant.ts';

interface Begun {
	/** Adds to the size of the work. Returns false and adds nothing if a limit would be exceeded. */
	grow(size: number): boolean;
	end(): void;
}

/** Work that takes longer is no longer counted, because the runtime may have ended it without a message. */
export const FORGOTTEN_AFTER_MS = 10 * 60_000;

interface Limits {
	/** The most for all owners together. */
	max?: number;
	maxOf: (owner: string) => number;
}

/** Limits how much work runs at the same time in this process. */
export class Ongoing {
	readonly #limits: Limits;
	readonly #all = new Set<{ owner: string; size: number; began: Instant }>();

	constructor(limits: Limits) {
		this.#limits = limits;
	}

	begin(now: Instant, owner: string): Begun {
		const { max = Number.POSITIVE_INFINITY, maxOf } = this.#limits;
		for (const one of this.#all) if (one.began <= now - FORGOTTEN_AFTER_MS) this.#all.delete(one);
		const begun = { owner, size: 0, began: now };
		this.#all.add(begun);
		return {
			grow: (size) => {
				let [all, own] = [size, size];
				for (const one of this.#all) {
					all += one.size;
					if (one.owner === owner) own += one.size;
				}
				const isWithin = all <= max && own <= maxOf(owner);
				if (isWithin) begun.size += size;
				return isWithin;
			},
			end: () => this.#all.delete(begun),
		};
	}
}
