import type { Instant } from './instant.ts';

/** Work that goes on. */
interface Begun {
	/** Adds to its size. Returns false, and adds nothing, if that would be too much at once. */
	grow(size: number): boolean;
	end(): void;
}

/** The runtime may end work silently, so work that goes on for longer is no longer counted. */
export const FORGOTTEN_AFTER_MS = 10 * 60_000;

interface Limits {
	/** The most for everybody together. */
	max?: number;
	/** The most for all work of one owner. */
	maxOf: (owner: string) => number;
}

/** Bounds what goes on at the same time in this process. */
export class Ongoing {
	readonly #limits: Limits;
	readonly #all = new Set<{ owner: string; size: number; began: Instant }>();

	constructor(limits: Limits) {
		this.#limits = limits;
	}

	/** Begins work that has no size yet. */
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
