import { createRoute, z } from '@hono/zod-openapi';
import { COUNTRIES } from '../core/countries.ts';
import { toIso } from '../core/instant.ts';
import { createdAnswer, jsonAnswer, jsonBody } from '../http/contract.ts';
import { pathId, text, wireId, wireInstant } from '../http/fields.ts';
import { listAnswer, pageQuery } from '../http/pagination.ts';
import { BODY_REFUSALS, guarded } from '../http/problem.ts';
import type { Company } from './store.ts';

const DEFAULT_REFERENCE_DAY = 7;

const country = z
	.string()
	.refine((code) => COUNTRIES.has(code), 'Must be an ISO 3166-1 alpha-2 country code such as DE')
	.openapi({ pattern: '^[A-Z]{2}$', example: 'DE' });

const referenceDay = z.int().min(1).max(28).openapi({
	description: 'The last UTC day of a month on which the month before may still change.',
	example: DEFAULT_REFERENCE_DAY,
});

const companySchema = z
	.strictObject({
		id: wireId(),
		dateCreated: wireInstant('2026-01-05T08:00:00.000Z'),
		dateModified: wireInstant('2026-01-05T08:00:00.000Z'),
		name: z.string().openapi({ example: 'Demo GmbH' }),
		payrollReferenceDay: referenceDay,
		taxAffiliation: z.string().openapi({ example: 'DE' }),
	})
	.openapi('Company');

export const toWire = (company: Company): z.infer<typeof companySchema> => ({
	id: company.id,
	dateCreated: toIso(company.dateCreated),
	dateModified: toIso(company.dateModified),
	name: company.name,
	payrollReferenceDay: company.payrollReferenceDay,
	taxAffiliation: company.taxAffiliation,
});

const createBody = z
	.strictObject({
		name: text('Demo GmbH'),
		payrollReferenceDay: referenceDay.nullish().transform((value) => value ?? DEFAULT_REFERENCE_DAY),
		taxAffiliation: country,
	})
	.openapi('CompanyCreation');

const updateBody = z
	.strictObject({
		name: text('Demo GmbH').optional(),
		payrollReferenceDay: referenceDay
			.nullish()
			.transform((day) => (day === null ? DEFAULT_REFERENCE_DAY : day)),
		taxAffiliation: country.optional(),
	})
	.openapi('CompanyUpdate');

const tags = ['Companies', 'Extension'];
const params = z.object({ companyId: pathId('companyId') });

export const listCompaniesRoute = createRoute({
	method: 'get',
	path: '/companies',
	operationId: 'listCompanies',
	tags,
	summary: 'List companies',
	request: { query: pageQuery },
	responses: {
		200: listAnswer(companySchema, 'All companies, in order of creation'),
		...guarded('validation_failed'),
	},
});

export const createCompanyRoute = createRoute({
	method: 'post',
	path: '/companies',
	operationId: 'createCompany',
	tags,
	summary: 'Create a company',
	request: { body: jsonBody(createBody) },
	responses: { 201: createdAnswer(companySchema, 'The new company'), ...guarded(...BODY_REFUSALS) },
});

export const readCompanyRoute = createRoute({
	method: 'get',
	path: '/companies/{companyId}',
	operationId: 'readCompany',
	tags,
	summary: 'Read a company',
	request: { params },
	responses: { 200: jsonAnswer(companySchema, 'The company'), ...guarded('not_found') },
});

export const updateCompanyRoute = createRoute({
	method: 'put',
	path: '/companies/{companyId}',
	operationId: 'updateCompany',
	tags,
	summary: 'Change a company',
	description: 'An omitted field keeps its value.',
	request: { params, body: jsonBody(updateBody) },
	responses: {
		200: jsonAnswer(companySchema, 'The changed company'),
		...guarded(...BODY_REFUSALS, 'not_found'),
	},
});
