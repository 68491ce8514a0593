import {
	type Company,
	companiesInCells,
	type InCell,
	inOrder,
	loadInCompany,
} from '../../companies/store.ts';
import { authorize, authorizeForAll } from '../../core/policy.ts';
import { requireFound } from '../../core/refusals.ts';
import { type Call, load } from '../../db/call.ts';
import type { Setup } from './rules.ts';
import {
	formerAdministrators,
	managersOf,
	type Overview,
	overviewOf,
	overviewPage,
	setupOf,
	troubledCompanies,
} from './store.ts';

/** Most people of a company that are shown as its managers. */
const MOST_MANAGERS = 100;

/** All companies with their size and what decides their state. */
export async function listOverviews(call: Call, after: string, limit: number) {
	authorizeForAll(call.actor, 'listCompanies');
	const [own, inCells] = await load(call, [
		overviewPage(call.db, after, limit),
		companiesInCells(call.db, after, limit),
	]);
	return inOrder<Overview>(own, inCells.map(ofCell), limit);
}

/** A company likewise, with those who manage it. */
export async function readOverview(call: Call, companyId: string) {
	authorizeForAll(call.actor, 'readCompany');
	const [[found], managers] = await load(call, [
		overviewOf(call.db, companyId),
		managersOf(call.db, companyId, MOST_MANAGERS),
	]);
	return { ...requireFound(found, 'company'), managers };
}

/** The directory does not know who administers a company that has a database of its own. */
const ofCell = ({ company, people }: InCell): Overview => {
	const { id, name, dateCreated } = company as unknown as Company;
	return { id, name, dateCreated, people, administrators: 0, registered: 0, hasLeft: false, isInCell: true };
};

/** Returns the steps that a company has done, and whether it has closed a payroll run. */
export async function readSetup(call: Call, companyId: string): Promise<Setup & { hasRun: boolean }> {
	const scope = authorize(call.actor, 'readCompany');
	const [[found]] = await loadInCompany(call, scope, companyId, [setupOf(call.db, companyId)]);
	return requireFound(found, 'company');
}

/** Most companies that are shown at once because their only administrator has left. */
const MOST_COMPANIES = 50;

/** Returns the former employees who are the only administrators of companies, up to 50. */
export async function listFormerAdministrators(call: Call) {
	const scope = authorize(call.actor, 'listUsers');
	const [found] = await load(call, [formerAdministrators(call.db, scope, MOST_COMPANIES, call.statusAt)]);
	return found;
}

/** Returns the companies that lack an administrator, or whose mails do not arrive, up to 50. */
export async function listTroubledCompanies(call: Call) {
	authorizeForAll(call.actor, 'listCompanies');
	const [found] = await load(call, [troubledCompanies(call.db, MOST_COMPANIES)]);
	return found;
}

/** Returns the former employee who is the only administrator of a company; null if there is none. */
export async function readFormerAdministrator(call: Call, companyId: string) {
	const scope = authorize(call.actor, 'listUsers');
	const [[found = null]] = await loadInCompany(call, scope, companyId, [
		formerAdministrators(call.db, scope, 1, call.statusAt, companyId),
	]);
	return found;
}
