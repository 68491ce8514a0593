import { aboutCompany, alteration, creation } from '../../foundation/core/history.ts';
import { newId } from '../../foundation/core/id.ts';
import type { Instant } from '../../foundation/core/instant.ts';
import { type Patch, patched } from '../../foundation/core/patch.ts';
import { authorize, authorizeForAll } from '../../foundation/core/policy.ts';
import { type Call, load } from '../../foundation/db/call.ts';
import type { Db } from '../../foundation/db/database.ts';
import { clearInSteps } from '../../foundation/db/steps.ts';
import type { Outcome } from '../../foundation/db/write.ts';
import { requireVisible } from './branding/rules.ts';
import { QUOTAS, type Quota, requireOwnSettings, requireSameKind, requireSubmissionInTime } from './rules.ts';
import {
	type Company,
	companiesInCells,
	companiesPage,
	inOrder,
	insertClock,
	insertCompany,
	loadCompany,
	loadInCompany,
	removeOldUsage,
	saveCompany,
	usageOfCompany,
} from './store.ts';
import { tellCompany } from './table.ts';

type CompanyFields = Omit<Company, 'logo' | 'id' | 'dateCreated' | 'dateModified' | 'revision'>;
type Maximum = (typeof QUOTAS)[Quota]['setting'];
type NewCompany = Omit<CompanyFields, Maximum> & Patch<Pick<CompanyFields, Maximum>>;

const MAXIMA = Object.fromEntries(
	Object.values(QUOTAS).map(({ setting, default: unlessSet }) => [setting, unlessSet]),
) as Pick<CompanyFields, Maximum>;

export async function listCompanies(call: Call, after: string, limit: number): Promise<Company[]> {
	authorizeForAll(call.actor, 'listCompanies');
	const [own, inCells] = await load(call, [
		companiesPage(call.db, after, limit),
		companiesInCells(call.db, after, limit),
	]);
	return inOrder(
		own,
		inCells.map(({ company }) => company as unknown as Company),
		limit,
	);
}

export async function createCompany(call: Call, fields: NewCompany): Promise<Outcome<Company>> {
	authorizeForAll(call.actor, 'createCompany');
	requireSubmissionInTime(fields);
	requireVisible(fields.color);
	const { db, now } = call;
	const dates = { dateCreated: now, dateModified: now };
	const company = {
		id: newId(now),
		...dates,
		revision: 0,
		logo: null,
		...fields,
		...patched(MAXIMA, fields),
	};
	return {
		before: null,
		after: company,
		statements: [insertCompany(db, company), ...(company.sandbox ? [insertClock(db, company.id)] : [])],
		changes: [creation('company.created', aboutCompany(company.id), tellCompany(company))],
	};
}

export async function readCompany(call: Call, companyId: string): Promise<Company> {
	const scope = authorize(call.actor, 'readCompany');
	const [company] = await loadCompany(call, scope, companyId, []);
	return company;
}

export async function updateCompany(
	call: Call,
	companyId: string,
	patch: Patch<CompanyFields>,
): Promise<Outcome<Company>> {
	const { db, now } = call;
	const scope = authorize(call.actor, 'updateCompany');
	const [before] = await loadCompany(call, scope, companyId, []);
	requireSameKind(before, patch);
	const after = { ...patched<Company>(before, patch), dateModified: now, revision: before.revision + 1 };
	requireSubmissionInTime(after);
	requireVisible(after.color);
	const about = aboutCompany(companyId);
	const changes = alteration('company.updated', about, tellCompany(before), tellCompany(after));
	if (!scope.all) for (const { after: changed } of changes) requireOwnSettings(changed);
	if (changes.length === 0) return { before, after: before, statements: [], changes };
	return { before, after, statements: [saveCompany(db, after)], changes };
}

/** Returns how much of each permanent quota the company uses. Monthly quotas, which restart at zero, are not included. */
export async function readUsage(call: Call, companyId: string): Promise<Partial<Record<Quota, number>>> {
	const scope = authorize(call.actor, 'readCompany');
	const [rows] = await loadInCompany(call, scope, companyId, [usageOfCompany(call.db, companyId)]);
	return Object.fromEntries(rows.map(({ quota, used }) => [quota, used]));
}

const CLEAR_LIMIT = 5000;

export const clearOldUsage = (db: Db, now: Instant): Promise<number> =>
	clearInSteps(db, CLEAR_LIMIT, (limit) => [removeOldUsage(db, now, limit)]);
