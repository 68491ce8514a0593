import { notFound } from '../core/domain-error.ts';
import { alteration, creation, ofCompany } from '../core/history.ts';
import { newId } from '../core/id.ts';
import { type Change, patched } from '../core/patch.ts';
import { authorize } from '../core/policy.ts';
import { type Call, load } from '../db/call.ts';
import { batch } from '../db/client.ts';
import { fieldsOf } from '../db/history.ts';
import type { Write } from '../db/write.ts';
import { type Company, companiesPage, companyInScope, insertCompany, saveCompany } from './store.ts';
import { companies } from './table.ts';

type CompanyFields = Pick<Company, 'name' | 'payrollReferenceDay' | 'taxAffiliation' | 'retentionMonths'>;

export async function listCompanies(call: Call, after: string, limit: number): Promise<Company[]> {
	authorize(call.actor, 'listCompanies');
	const [rows] = await batch(call.db, [companiesPage(call.db, after, limit)]);
	return rows;
}

export function createCompany(call: Call, fields: CompanyFields): Write<Company> {
	authorize(call.actor, 'createCompany');
	const { db, now } = call;
	const decide = async () => {
		const company = { id: newId(now), dateCreated: now, dateModified: now, revision: 0, ...fields };
		const event = creation('company.created', ofCompany(company.id), fieldsOf(companies, company));
		return { before: null, after: company, statements: [insertCompany(db, company)], events: [event] };
	};
	return { call, decide };
}

export async function readCompany(call: Call, companyId: string): Promise<Company> {
	const scope = authorize(call.actor, 'readCompany');
	const [[company]] = await batch(call.db, [companyInScope(call.db, scope, companyId)]);
	if (company === undefined) throw notFound('company');
	return company;
}

export function updateCompany(call: Call, companyId: string, change: Change<CompanyFields>): Write<Company> {
	const { db, now } = call;
	const scope = authorize(call.actor, 'updateCompany');
	const decide = async () => {
		const [[before]] = await load(call, [companyInScope(db, scope, companyId)]);
		if (before === undefined) throw notFound('company');
		const after = { ...patched<Company>(before, change), dateModified: now, revision: before.revision + 1 };
		const [old, fresh] = [fieldsOf(companies, before), fieldsOf(companies, after)];
		const events = alteration('company.updated', ofCompany(companyId), old, fresh);
		if (events.length === 0) return { before, after: before, statements: [], events };
		return { before, after, statements: [saveCompany(db, after)], events };
	};
	return { call, decide };
}
