import { authorize } from '../../foundation/core/policy.ts';
import type { Call } from '../../foundation/db/call.ts';
import { companyIdInScope, loadInCompany } from '../../tenants/companies/store.ts';
import { type PayrollTransaction, type TransactionFilter, transactionsPage } from './store.ts';

export async function listPayrollTransactions(
	call: Call,
	companyId: string,
	filter: TransactionFilter,
	after: string,
	limit: number,
): Promise<PayrollTransaction[]> {
	const scope = authorize(call.actor, 'listPayrollTransactions');
	const ownerId = companyIdInScope(call.db, scope, companyId);
	const [transactions] = await loadInCompany(call, scope, companyId, [
		transactionsPage(call.db, ownerId, filter, after, limit),
	]);
	return transactions;
}
