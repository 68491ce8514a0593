import { askAll, structureOf } from '../../../foundation/cells/move/pages.ts';
import { databaseOf } from '../../../foundation/cells/places.ts';
import { toIso } from '../../../foundation/core/instant.ts';
import type { SandboxState } from '../rules.ts';
import { nowOf, saveClock } from '../store.ts';
import { recorded, type Sandbox } from '../time/actions.ts';
import { emptying, filesOf, freeAddresses } from './store.ts';

/**
 * Deletes everything but the company's settings and the people and keys that manage it. Sets the clock to the real time. This is one
 * transaction. If the rest is interrupted, the next reset frees the addresses.
 */
export async function reset(sandbox: Sandbox): Promise<SandboxState> {
	const { env, cell, own, clock, now } = sandbox;
	const structure = await structureOf(own.$client);
	const { receipts, archives } = await filesOf(own);
	const before = { now: toIso(nowOf(clock, now)) };
	const statements = [
		saveClock(own, { ahead: 0, isBehind: false, filling: null }),
		...recorded(sandbox, 'sandbox.reset', before, { now: toIso(now) }, now),
	];
	await askAll(own.$client, emptying(structure, now, statements));
	await freeAddresses(own, databaseOf(env, null), cell.name);
	await discard(env.RECEIPTS, receipts);
	await discard(env.HISTORY, archives);
	// The next run soon reports to the directory how many people are left.
	cell.wakeBy(now);
	return { companyId: clock.companyId, now, aheadSeconds: 0 };
}

/** The most files that R2 deletes in one call. */
const MAX_DELETED = 1000;

async function discard(bucket: R2Bucket, keys: readonly string[]): Promise<void> {
	for (let from = 0; from < keys.length; from += MAX_DELETED) {
		await bucket.delete(keys.slice(from, from + MAX_DELETED));
	}
}
