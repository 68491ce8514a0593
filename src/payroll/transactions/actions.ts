import { companyIdInScope, companyInScope } from '../../companies/store.ts';
import { notFound } from '../../core/domain-error.ts';
import type { Module } from '../../core/modules.ts';
import { authorize } from '../../core/policy.ts';
import type { Call } from '../../db/call.ts';
import { batch } from '../../db/client.ts';
import { type PayrollTransaction, transactionsPage } from './store.ts';

export async function listPayrollTransactions(
	call: Call,
	companyId: string,
	module: Module | undefined,
	after: string,
	limit: number,
): Promise<PayrollTransaction[]> {
	const scope = authorize(call.actor, 'listPayrollTransactions');
	const [[company], rows] = await batch(call.db, [
		companyInScope(call.db, scope, companyId),
		transactionsPage(call.db, companyIdInScope(call.db, scope, companyId), module, after, limit),
	]);
	if (company === undefined) throw notFound('company');
	return rows;
}
