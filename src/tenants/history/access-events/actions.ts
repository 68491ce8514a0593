import { authorize, authorizeForAll } from '../../../foundation/core/policy.ts';
import type { Call } from '../../../foundation/db/call.ts';
import { batch } from '../../../foundation/db/database.ts';
import type { CompanyKey } from '../../../foundation/db/scope.ts';
import { companyIdInScope, loadInCompany } from '../../companies/store.ts';
import { listAcross } from '../../hosting/across/actions.ts';
import type { Databases } from '../../hosting/cells/actions.ts';
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

/** A place in the log of all databases: the company of a cell, or an empty text for D1, and the position there. */
interface LogPlace extends CompanyKey {
	position?: number | undefined;
}

/** Lists the events of all databases, beginning with D1. */
export const listAccessEventsAcross = (
	databases: Databases,
	call: Call,
	userId: string | undefined,
	after: LogPlace,
	limit: number,
) =>
	across(databases, call, after, limit, (there, { position = 0 }, count) =>
		listAccessEvents(there, userId, position, count),
	);

/** Reads the latest events of all databases, beginning with D1. In each database, the newest come first. */
export const readLatestAccess = (
	databases: Databases,
	call: Call,
	userId: string | undefined,
	after: LogPlace,
	limit: number,
) =>
	across(
		databases,
		call,
		after,
		limit,
		async ({ db, actor }, { position = Number.MAX_SAFE_INTEGER }, count) => {
			authorizeForAll(actor, 'listAccessEvents');
			const [rows] = await batch(db, [latestAccessEvents(db, undefined, userId, position, count)]);
			return rows;
		},
	);

/** Lists events of all databases. Here, events of D1 have no company, and events of a cell always have the cell's company. */
const across = <Event extends AccessEventRow>(
	databases: Databases,
	call: Call,
	after: LogPlace,
	limit: number,
	read: (there: Call, place: LogPlace, count: number) => Promise<Event[]>,
) =>
	listAcross(databases, call, { after, limit }, async (there, place: LogPlace, count) => {
		if (there.db.cell === undefined && place.companyId !== '') return [];
		const { companyId } = place;
		const events = await read(there, place, count);
		return events.map((event) => ({ companyId, id: event.id, position: event.position, event }));
	});

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

/** Reads the latest events, with names only of people of the company. */
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
