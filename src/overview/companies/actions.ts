import { authorizeForAll } from '../../core/policy.ts';
import { requireFound } from '../../core/refusals.ts';
import { type Call, load } from '../../db/call.ts';
import { managersOf, overviewOf, overviewPage } from './store.ts';

/** Most people of a company that are shown as its managers. */
const MOST_MANAGERS = 100;

export type CompanyOverview = Awaited<ReturnType<typeof listOverviews>>[number];

/** All companies with their size and what decides their state. */
export async function listOverviews(call: Call, after: string, limit: number) {
	authorizeForAll(call.actor, 'listCompanies');
	const [rows] = await load(call, [overviewPage(call.db, after, limit)]);
	return rows;
}

/** A company likewise, with those who manage it. */
export async function readOverview(call: Call, companyId: string) {
	authorizeForAll(call.actor, 'readCompany');
	const [[company], managers] = await load(call, [
		overviewOf(call.db, companyId),
		managersOf(call.db, companyId, MOST_MANAGERS),
	]);
	return { ...requireFound(company, 'company'), managers };
}
