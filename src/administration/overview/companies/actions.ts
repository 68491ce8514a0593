import { queuesPage } from '../../../benefits/expenses/review/store.ts';
import { type Latest, newestEvent } from '../../../foundation/cells/announcements.ts';
import type { Trouble } from '../../../foundation/cells/table.ts';
import { isOfSeveral } from '../../../foundation/core/actor.ts';
import { authorize, authorizeForAll } from '../../../foundation/core/policy.ts';
import { requireFound } from '../../../foundation/core/refusals.ts';
import { type Call, load } from '../../../foundation/db/call.ts';
import { batch, type Db } from '../../../foundation/db/database.ts';
import {
	type Company,
	companiesInCells,
	type InCell,
	inOrder,
	loadInCompany,
} from '../../../tenants/companies/store.ts';
import { type Databases, reachOf } from '../../../tenants/hosting/cells/actions.ts';
import type { Setup } from './rules.ts';
import {
	formerAdministrators,
	formersInCells,
	managersOf,
	type Overview,
	overviewOf,
	overviewPage,
	setupOf,
	troubledCompanies,
	troubledInCells,
} from './store.ts';

const MOST_MANAGERS = 100;

export async function listOverviews(call: Call, after: string, limit: number) {
	authorizeForAll(call.actor, 'listCompanies');
	const [own, inCells] = await load(call, [
		overviewPage(call.db, after, limit),
		companiesInCells(call.db, after, limit),
	]);
	return inOrder<Overview>(own, inCells.map(ofCell), limit);
}

export async function readOverview(call: Call, companyId: string) {
	authorizeForAll(call.actor, 'readCompany');
	const [[found], managers] = await load(call, [
		overviewOf(call.db, companyId),
		managersOf(call.db, companyId, MOST_MANAGERS),
	]);
	return { ...requireFound(found, 'company'), managers };
}

const ofCell = ({ company, people, summary }: InCell): Overview => {
	const { id, name, dateCreated, sandbox } = company as unknown as Company;
	const { administrators, registered, hasLeft } = summary ?? UNTOLD;
	const told = { id, name, dateCreated, sandbox, people, administrators, registered, hasLeft };
	return summary === null ? { ...told, isUnknown: true } : told;
};

const UNTOLD = { administrators: 0, registered: 0, hasLeft: false };

export async function readSetup(call: Call, companyId: string): Promise<Setup & { hasRun: boolean }> {
	const scope = authorize(call.actor, 'readCompany');
	const [[found]] = await loadInCompany(call, scope, companyId, [setupOf(call.db, companyId)]);
	return requireFound(found, 'company');
}

const MOST_COMPANIES = 50;

/** Returns up to 50 former employees who are the only administrators of a company. Cells have reported theirs with their last runs. */
export async function listFormerAdministrators(databases: Databases, call: Call) {
	const { actor, db, statusAt } = call;
	const scope = authorize(actor, 'listUsers');
	const here = (one: Db) => formerAdministrators(one, scope, MOST_COMPANIES, statusAt);
	if (!isOfSeveral(actor)) return (await load(call, [here(db)]))[0];
	const d1 = db.cell === undefined ? db : databases.d1;
	// If a company demands a second factor that a guest lacks, the guest must not learn the names of its people.
	const isAsked = db.cell !== undefined && !actor.lacksSecondFactor;
	const [[own], [inCells], [inD1]] = await Promise.all([
		load(call, [here(db)]),
		reachOf(databases, call).then((reach) => batch(d1, [formersInCells(d1, reach, MOST_COMPANIES)])),
		isAsked ? batch(d1, [here(d1)]) : [[]],
	]);
	const known = [...own, ...inD1];
	const others = inCells.filter(({ companyId }) => known.every((one) => one.companyId !== companyId));
	return [...known, ...others].slice(0, MOST_COMPANIES);
}

/** Returns up to 50 companies that lack an administrator, or whose mails do not arrive. Cells have reported theirs. */
export async function listTroubledCompanies(call: Call) {
	authorizeForAll(call.actor, 'listCompanies');
	const [own, inCells] = await load(call, [
		troubledCompanies(call.db, MOST_COMPANIES),
		troubledInCells(call.db, MOST_COMPANIES),
	]);
	return inOrder(own, inCells, MOST_COMPANIES);
}

export const troubleIn = (db: Db) => [troubledCompanies(db, 1), formerAdministrators(db, OF_ALL, 1)] as const;

const OF_ALL = { all: true, managerId: null, employeeId: null };

export const troubleOf = (
	troubled: { lacksAdministrator: boolean; failing: number } | undefined,
	former: { employeeId: string } | undefined,
): Trouble | null =>
	troubled === undefined && former === undefined
		? null
		: {
				lacksAdministrator: troubled?.lacksAdministrator ?? false,
				failing: troubled?.failing ?? 0,
				formerId: former?.employeeId ?? null,
			};

export const latestIn = (db: Db) =>
	[newestEvent(db), overviewPage(db, '', 1), queuesPage(db, OF_ALL, '', 1)] as const;

export function latestOf(
	[newest]: { position: number | null }[],
	[overview]: Overview[],
	[queue]: Awaited<ReturnType<typeof queuesPage>>,
): Latest {
	if (overview === undefined || queue === undefined)
		return { position: newest?.position ?? 0, summary: null };
	const { administrators, registered, hasLeft } = overview;
	const { companyId: _, name: __, ...waiting } = queue;
	return { position: newest?.position ?? 0, summary: { administrators, registered, hasLeft, ...waiting } };
}

export const readLatest = async (db: Db): Promise<Latest> => latestOf(...(await batch(db, latestIn(db))));

/** Returns the former employee who is a company's only administrator; null if there is none. */
export async function readFormerAdministrator(call: Call, companyId: string) {
	const scope = authorize(call.actor, 'listUsers');
	const [[found = null]] = await loadInCompany(call, scope, companyId, [
		formerAdministrators(call.db, scope, 1, call.statusAt, companyId),
	]);
	return found;
}
