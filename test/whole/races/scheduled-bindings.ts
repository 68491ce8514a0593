import { env } from 'cloudflare:workers';
import type { Bindings } from '../../../src/foundation/http/env.ts';
import { databaseOver } from '../../harness/database.ts';

/** The facts about a round trip for the function that may halt it. */
export interface Trip {
	/** Whether it could change what is stored. */
	isWrite: boolean;
	/** Before it takes effect, or after it did: then its answer may be lost. */
	moment: 'before' | 'after' | 'lost';
	label: string;
}

const WRITES = /^\s*(insert|update|delete)\b/i;
const LOST = 'D1_ERROR: Network connection lost.';

/**
 * The bindings, on which every round trip to D1, cells and R2 waits for `halt` before it takes effect and after it did. `isLost` decides
 * for each batch that wrote to a database whether its answer is lost. Only the race runs the jobs of cells.
 */
export function halting(halt: (trip: Trip) => Promise<void>, isLost: () => boolean): Bindings {
	const halted = async <T>(isWrite: boolean, label: string, run: () => Promise<T>): Promise<T> => {
		await halt({ isWrite, moment: 'before', label });
		let moment: Trip['moment'] = 'after';
		try {
			const result = await run();
			if (label !== 'write' || !isLost()) return result;
			moment = 'lost';
			throw new Error(LOST);
		} finally {
			await halt({ isWrite, moment, label });
		}
	};
	// One caller's round trips come one after the other.
	let turn: Promise<unknown> = Promise.resolve();
	const around: typeof halted = (...given) => {
		const mine = turn.then(() => halted(...given));
		turn = mine.catch(() => {});
		return mine;
	};
	const DB = databaseOver((statements, queries) => {
		const isWrite = queries.some((query) => WRITES.test(query));
		return around(isWrite, isWrite ? 'write' : 'read', () => env.DB.batch(statements));
	});
	const RECEIPTS = {
		put: (...args: Parameters<R2Bucket['put']>) => around(true, 'put', () => env.RECEIPTS.put(...args)),
		get: (key: string) => around(false, 'get', () => env.RECEIPTS.get(key)),
		delete: (keys: string | string[]) => around(true, 'delete', () => env.RECEIPTS.delete(keys)),
	};
	const get = (id: DurableObjectId) => {
		const object = env.CELLS.get(id);
		return {
			open: (name: string) => object.open(name),
			batch: (needed: string, asked: Parameters<typeof object.batch>[1]) => {
				const isWrite = asked.some(([query]) => WRITES.test(String(query)));
				return around(isWrite, isWrite ? 'write' : 'read', async () => object.batch(needed, asked));
			},
			close: (...given: Parameters<typeof object.close>) =>
				around(true, 'close', async () => object.close(...given)),
			reopen: () => around(true, 'reopen', async () => object.reopen()),
			clear: () => around(true, 'clear', async () => object.clear()),
			run: async () => {},
		};
	};
	const CELLS = { idFromName: (name: string) => env.CELLS.idFromName(name), get };
	return { ...env, DB, RECEIPTS: RECEIPTS as unknown as R2Bucket, CELLS: CELLS as never };
}
