import { authorize } from '../auth/policy.ts';
import { notFound } from '../core/domain-error.ts';
import { newId } from '../core/id.ts';
import type { Change } from '../core/patch.ts';
import type { Call } from '../db/call.ts';
import { batch } from '../db/client.ts';
import { commit } from '../db/commit.ts';
import {
	type Company,
	companiesPage,
	companyInScope,
	insertCompany,
	updateCompany as update,
} from './store.ts';

type CompanyFields = Pick<Company, 'name' | 'payrollReferenceDay' | 'taxAffiliation'>;

export async function listCompanies(call: Call, after: string, limit: number): Promise<Company[]> {
	authorize(call.actor, 'listCompanies');
	const [rows] = await batch(call.db, [companiesPage(call.db, after, limit)]);
	return rows;
}

export async function createCompany(call: Call, fields: CompanyFields): Promise<Company> {
	authorize(call.actor, 'createCompany');
	const company = { id: newId(call.now), dateCreated: call.now, dateModified: call.now, ...fields };
	await commit(call.db, [insertCompany(call.db, company)]);
	return company;
}

export async function readCompany(call: Call, companyId: string): Promise<Company> {
	const scope = authorize(call.actor, 'readCompany');
	const [[company]] = await batch(call.db, [companyInScope(call.db, scope, companyId)]);
	if (company === undefined) throw notFound('company');
	return company;
}

export async function updateCompany(
	call: Call,
	companyId: string,
	change: Change<CompanyFields>,
): Promise<Company> {
	authorize(call.actor, 'updateCompany');
	const values = { ...change, dateModified: call.now };
	const [[company]] = await batch(call.db, [update(call.db, companyId, values)]);
	if (company === undefined) throw notFound('company');
	return company;
}
