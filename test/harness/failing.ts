import { env } from 'cloudflare:workers';
import type { Bindings } from '../../src/foundation/http/env.ts';
import { databaseOver } from './database.ts';

const LOST = 'D1_ERROR: Network connection lost.';
const OVERLOADED = 'D1_ERROR: D1 DB is overloaded. Requests queued for too long.';

/**
 * One fault of an enumeration, read as "the `call`-th call of a storage fails, `moment` it takes effect, and …":
 * - `lost`: its connection is lost once; D1 is asked again at once;
 * - `failed`: the storage will not have it; later calls succeed;
 * - `dead`: the worker has died, so that every later call fails as well.
 */
export interface Fault {
	call: number;
	moment: 'before' | 'after';
	kind: 'lost' | 'failed' | 'dead';
}

const KINDS = ['lost', 'failed', 'dead'] as const;
const MOMENTS = ['before', 'after'] as const;

/**
 * Returns every fault that can happen to this many calls. Only before the first call can the worker die. Before a later one, that leaves
 * the same behind as a death after the call before.
 */
export const faultsOf = (calls: number): Fault[] =>
	Array.from({ length: calls }, (_, index) =>
		MOMENTS.flatMap((moment) => KINDS.map((kind) => ({ call: index + 1, moment, kind }))),
	)
		.flat()
		.filter(({ call, moment, kind }) => kind !== 'dead' || moment === 'after' || call === 1);

export const nameOf = ({ call, moment, kind }: Fault, calls: readonly string[]): string =>
	`call ${call} of ${calls.length} (${calls[call - 1]}) ${kind} ${moment} it took effect`;

/**
 * The real database and buckets, with one fault or none; `calls` tells what was asked of them, in this order. Without backups, unless a
 * test is about them.
 */
export function failing(fault: Fault | null, hasBackups = false): { bindings: Bindings; calls: string[] } {
	const calls: string[] = [];
	const asked = async <T>(name: string, run: () => Promise<T>): Promise<T> => {
		const number = calls.push(name);
		const isStruck = number === fault?.call;
		const isDead = fault?.kind === 'dead' && number > fault.call;
		const error = new Error(fault?.kind === 'lost' ? LOST : OVERLOADED);
		if (isDead || (isStruck && fault.moment === 'before')) throw error;
		const result = await run();
		if (isStruck) throw error;
		return result;
	};
	const { RECEIPTS, HISTORY, BACKUPS, JOBS_QUEUE: _, ...others } = env;
	const DB = databaseOver((statements) => asked('D1 batch', () => env.DB.batch(statements)));
	const bucketOver = (bucket: R2Bucket) =>
		({
			get: (key: string) => asked('R2 get', () => bucket.get(key)),
			put: (key: string, value: Uint8Array, options: R2PutOptions) =>
				asked('R2 put', () => bucket.put(key, value, options)),
			delete: (keys: string[]) => asked('R2 delete', () => bucket.delete(keys)),
			list: (options: R2ListOptions) => asked('R2 list', () => bucket.list(options)),
		}) as unknown as R2Bucket;
	const buckets = {
		RECEIPTS: bucketOver(RECEIPTS),
		HISTORY: bucketOver(HISTORY),
		...(hasBackups && { BACKUPS: bucketOver(BACKUPS) }),
	};
	return { bindings: { ...others, DB, ...buckets }, calls };
}
