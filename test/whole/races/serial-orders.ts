import type { Scheduling } from './interleaving.ts';

/** Indexes of works in the order in which they move; one that moves in several steps is named once a step. */
export type Order = readonly number[];

/** Every order of the works, the guess first. Works of one step move once, others as often as the guess says. */
export function* serialOrders(guess: Order): Generator<Order> {
	yield guess;
	for (const order of permutations(guess.toSorted((a, b) => a - b))) {
		if (order.join() !== guess.join()) yield order;
	}
}

function* permutations(sorted: Order): Generator<Order> {
	if (sorted.length === 0) yield [];
	for (const [position, first] of sorted.entries()) {
		if (first === sorted[position - 1]) continue;
		for (const rest of permutations(sorted.toSpliced(position, 1))) yield [first, ...rest];
	}
}

/** Lets works, each labelled with its index, go on in a given order, and what the order does not name in the end. */
export function inOrder(order: Order): Scheduling {
	const waiting = new Map<string, () => void>();
	const left = order.map(String);
	return {
		count: () => waiting.size,
		schedule: (_, label) => new Promise((resolve) => waiting.set(label, resolve)),
		async waitNext() {
			while (left[0] !== undefined && !waiting.has(left[0])) left.shift();
			const [first = ''] = waiting.keys();
			const next = left.shift() ?? first;
			const go = waiting.get(next);
			waiting.delete(next);
			go?.();
		},
	};
}
