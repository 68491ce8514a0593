import { END_OF_TIME, iso } from './calendar.ts';

/** The last value for an instant holds; no value means that nothing holds. */
interface Write<V> {
	from: number;
	until: number | null;
	value: V | null;
}

/** The visible result of a write: consecutive instants without a later value. */
export interface Piece<V> {
	/** Its write and where it begins: a piece that is cut at its end stays itself, a remainder does not. */
	key: string;
	/** The start of its write. */
	anchor: number;
	from: number;
	until: number | null;
	value: V;
}

/** A timeline without an algorithm: it remembers every write and asks them for each stretch between two borders. */
export class Timeline<V> {
	readonly #name: string;
	readonly #writes: Write<V>[] = [];

	constructor(name: string) {
		this.#name = name;
	}

	lay(from: number, until: number | null, value: V): void {
		this.#writes.push({ from, until, value });
	}

	/** Nothing holds after `at`, nor at it in a piece that begins there. With a key it concerns that piece only. */
	end(at: number, key?: string): void {
		for (const piece of this.pieces()) {
			if (key !== undefined && piece.key !== key) continue;
			const from = piece.from >= at ? piece.from : at + 1;
			if (from <= last(piece)) this.#writes.push({ from, until: piece.until, value: null });
		}
	}

	/** True when the whole span holds the same, by what `isSame` says of a value and of the start of its write. */
	holds(from: number, until: number | null, isSame: (value: V, anchor: number) => boolean): boolean {
		const final = until ?? END_OF_TIME;
		const same = this.pieces().filter(({ value, anchor }) => isSame(value, anchor));
		return [from, ...same.map((piece) => last(piece) + 1)]
			.filter((at) => at >= from && at <= final)
			.every((at) => same.some((piece) => touches(piece, at, at)));
	}

	pieces(): Piece<V>[] {
		const borders = new Set(this.#writes.flatMap((write) => [write.from, last(write) + 1]));
		const stretches = [...borders].sort((a, b) => a - b);
		const pieces: Piece<V>[] = [];
		let before = -1;
		for (const [index, from] of stretches.entries()) {
			const owner = this.#writes.findLastIndex((write) => write.from <= from && from <= last(write));
			const write = this.#writes[owner];
			const end = (stretches[index + 1] ?? 0) - 1;
			if (write !== undefined && write.value !== null) {
				const until = write.until === null && end === END_OF_TIME ? null : end;
				const piece = pieces.at(-1);
				if (owner === before && piece !== undefined) piece.until = until;
				else {
					const key = `${this.#name} #${owner} @${iso(from)}`;
					pieces.push({ key, anchor: write.from, from, until, value: write.value });
				}
			}
			before = owner;
		}
		return pieces;
	}
}

/** The pieces as a termination shows them. */
export function endedAt<V>(pieces: Piece<V>[], at: number | null): Piece<V>[] {
	if (at === null) return pieces;
	return pieces
		.filter((piece) => piece.from < at)
		.map((piece) => ({ ...piece, until: Math.min(last(piece), at) }));
}

export const touches = (piece: Piece<unknown>, first: number, final: number): boolean =>
	piece.from <= final && last(piece) >= first;

const last = ({ until }: { until: number | null }): number => until ?? END_OF_TIME;
