import { companyIdInScope, loadInCompany } from '../../companies/store.ts';
import { authorize, authorizeForAll } from '../../core/policy.ts';
import type { Call } from '../../db/call.ts';
import { batch } from '../../db/database.ts';
import { type AccessEventRow, accessEventsPage, latestAccessEvents, type NamedAccessEvent } from './store.ts';

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
	const [rows] = await loadInCompany(call, scope, companyId, [
		accessEventsPage(db, company, userId, after, limit),
	]);
	return rows;
}

export async function readLatestAccess(
	{ db, actor }: Call,
	userId: string | undefined,
	before: number,
	limit: number,
): Promise<NamedAccessEvent[]> {
	authorizeForAll(actor, 'listAccessEvents');
	const [rows] = await batch(db, [latestAccessEvents(db, undefined, userId, before, limit)]);
	return rows;
}

/** Names only people of the company. */
export async function readLatestAccessOfCompany(
	call: Call,
	companyId: string,
	userId: string | undefined,
	before: number,
	limit: number,
): Promise<NamedAccessEvent[]> {
	const { db, actor } = call;
	const scope = authorize(actor, 'listAccessEventsOfCompany');
	const company = companyIdInScope(db, scope, companyId);
	const [rows] = await loadInCompany(call, scope, companyId, [
		latestAccessEvents(db, company, userId, before, limit),
	]);
	return rows;
}
