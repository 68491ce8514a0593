import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { stale } from '../../../src/foundation/db/commit.ts';
import { inSteps } from '../../../src/foundation/db/steps.ts';

/** A job with so many records left, and the sizes of the steps that it was asked to make. */
function jobOf(left: number, isLost: (step: number) => boolean = () => false) {
	const sizes: number[] = [];
	const step = async (size: number) => {
		sizes.push(size);
		if (isLost(sizes.length)) throw stale();
		const handled = Math.min(size, left);
		left -= handled;
		return handled;
	};
	return { sizes, step };
}

// A step that came too late waits for a random time, which is none here.
beforeAll(() => {
	vi.spyOn(Math, 'random').mockReturnValue(0);
});
afterAll(() => vi.restoreAllMocks());

describe('a job', () => {
	test('goes on in the same run until nothing is left', async () => {
		const { sizes, step } = jobOf(25);
		expect(await inSteps(() => true, 10, step)).toBe(25);
		expect(sizes).toHaveLength(4);
	});

	test('makes its first step when the run has no time left, and no second one', async () => {
		const { sizes, step } = jobOf(25);
		expect(await inSteps(() => false, 10, step)).toBe(10);
		expect(sizes).toEqual([10]);
	});

	test('stops between two steps when the time is over', async () => {
		let asked = 0;
		expect(await inSteps(() => ++asked < 2, 10, jobOf(25).step)).toBe(20);
	});

	test('repeats a step that came too late with fewer records, and grows again', async () => {
		const { sizes, step } = jobOf(25, (count) => count <= 2);
		expect(await inSteps(() => true, 16, step)).toBe(25);
		expect(sizes).toEqual([16, 4, 1, 2, 4, 8, 16, 16]);
	});

	test('fails when it always comes too late, and at once on any other error', async () => {
		await expect(inSteps(() => true, 4, jobOf(1, () => true).step)).rejects.toThrow('stale_revision');
		const broken = async () => Promise.reject(new Error('out of order'));
		await expect(inSteps(() => true, 4, broken)).rejects.toThrow('out of order');
	});
});
