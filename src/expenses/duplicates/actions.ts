import { authorize } from '../../core/policy.ts';
import { requireFound } from '../../core/refusals.ts';
import { type Call, load } from '../../db/call.ts';
import { idOfExpense } from '../store.ts';
import type { Duplicates } from './rules.ts';
import { duplicatesOf } from './store.ts';

/** A verifier is told of every duplicate in the company, somebody who submits only of those of one's own. */
export async function readDuplicates(call: Call, expenseId: string): Promise<Duplicates> {
	const scope = authorize(call.actor, 'readDuplicates');
	const [[found]] = await load(call, [duplicatesOf(call.db, scope, idOfExpense(call.db, scope, expenseId))]);
	return requireFound(found, 'expense');
}
