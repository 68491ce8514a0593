/** The part of fast-check's scheduler that the works need. */
export interface Scheduling {
	count(): number;
	schedule(task: Promise<void>, label: string): Promise<void>;
	waitNext(count: number): Promise<void>;
}

/** Waits until the scheduler lets the work go on. */
export type Pass = (label: string) => Promise<void>;

const MAX_PASSES = 2000;
/** How long one work may take between two passes before it counts as stuck. */
const PATIENCE_MS = 60_000;

/**
 * Runs all works at once, but only one moves at a time. When it waits or ends, the scheduler selects the next. The scheduler's seed alone decides what machine speed or random delays would decide.
 */
export async function interleaved<T>(
	scheduler: Scheduling,
	works: readonly ((pass: Pass) => Promise<T>)[],
): Promise<T[]> {
	let rest = () => {};
	const pass = (label: string) => {
		rest();
		return scheduler.schedule(Promise.resolve(), label);
	};
	const move = async (start: () => unknown) => {
		const resting = Promise.withResolvers<void>();
		const stuck = () => resting.reject(new Error('A work neither waits nor ends'));
		const timer = setTimeout(stuck, PATIENCE_MS);
		rest = resting.resolve;
		await start();
		await resting.promise.finally(() => clearTimeout(timer));
	};

	const results: Promise<T>[] = [];
	for (const work of works) {
		await move(() => {
			const result = work(pass);
			result.then(
				() => rest(),
				() => rest(),
			);
			results.push(result);
		});
	}
	for (let passes = 0; scheduler.count() > 0; passes++) {
		if (passes === MAX_PASSES) throw new Error(`The works are not done after ${MAX_PASSES} passes`);
		await move(() => scheduler.waitNext(1));
	}
	return Promise.all(results);
}
