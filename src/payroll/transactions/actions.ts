import { companyIdInScope, loadCompany } from '../../companies/store.ts';
import type { Module } from '../../core/modules.ts';
import { authorize } from '../../core/policy.ts';
import type { Call } from '../../db/call.ts';
import { type PayrollTransaction, transactionsPage } from './store.ts';

export async function listPayrollTransactions(
	call: Call,
	companyId: string,
	module: Module | undefined,
	after: string,
	limit: number,
): Promise<PayrollTransaction[]> {
	const scope = authorize(call.actor, 'listPayrollTransactions');
	const ownerId = companyIdInScope(call.db, scope, companyId);
	const [, transactions] = await loadCompany(call, scope, companyId, [
		transactionsPage(call.db, ownerId, module, after, limit),
	]);
	return transactions;
}
