import { companyIdInScope, loadCompany } from '../../companies/store.ts';
import { authorize, authorizeForAll } from '../../core/policy.ts';
import type { Call } from '../../db/call.ts';
import { batch } from '../../db/client.ts';
import { type AccessEventRow, accessEventsPage } from './store.ts';

export async function listAccessEvents(
	{ db, actor }: Call,
	userId: string | undefined,
	after: number,
	limit: number,
): Promise<AccessEventRow[]> {
	authorizeForAll(actor, 'listAccessEvents');
	const [rows] = await batch(db, [accessEventsPage(db, undefined, userId, after, limit)]);
	return rows;
}

export async function listAccessEventsOfCompany(
	call: Call,
	companyId: string,
	userId: string | undefined,
	after: number,
	limit: number,
): Promise<AccessEventRow[]> {
	const { db, actor } = call;
	const scope = authorize(actor, 'listAccessEventsOfCompany');
	const company = companyIdInScope(db, scope, companyId);
	const [, rows] = await loadCompany(call, scope, companyId, [
		accessEventsPage(db, company, userId, after, limit),
	]);
	return rows;
}
