import { z } from '@hono/zod-openapi';
import {
	COMPANY_NUMBERS,
	COMPANY_SWITCHES,
	OWN_DECLARED_SETTINGS,
} from '../../foundation/core/company-settings.ts';
import { derived } from '../../foundation/core/derived.ts';
import { LIMITED_MODULES } from '../../foundation/core/legal-limits.ts';
import { MODULES } from '../../foundation/core/modules.ts';
import { changedAnswer, createdAnswer, recordAnswers } from '../../foundation/http/contract.ts';
import {
	country,
	integer,
	language,
	module,
	orElse,
	orNull,
	orReset,
	setOf,
	text,
} from '../../foundation/http/fields.ts';
import { listAnswer, pageQuery } from '../../foundation/http/list-contract.ts';
import { operations } from '../../foundation/http/operation.ts';
import { wireBy, wireId, wireInstant, wireText } from '../../foundation/http/wire.ts';
import { QUOTAS, type Quota } from './rules.ts';
import type { Company } from './store.ts';

const DEFAULT_REFERENCE_DAY = 7;
const referenceDay = integer(1, 28).openapi({
	description: 'The last UTC day of a month on which the previous month may change.',
	example: DEFAULT_REFERENCE_DAY,
});

const submissionDay = integer(1, 28).openapi({
	description: `The last UTC day of a month to submit expenses of the previous month. It must not be after
\`payrollReferenceDay\`, the last day to decide them in time. null means that day`,
	example: 5,
});

const receiptRequiredModules = setOf(module, 0, MODULES.length).openapi({
	description: 'The modules that need a receipt for an approval',
	example: ['MEALS'],
});

const observedLimits = setOf(z.enum(LIMITED_MODULES), 0, LIMITED_MODULES.length).openapi({
	description:
		'The modules whose legal limits cause warnings, never refusals. Limits are known for DE. SPORTS counts together with GENERIC vouchers',
	example: ['INTERNET'],
});

const SENDER_NAME = 'The sender’s name of mails on behalf of the company; null means the name of the service';
const color = z
	.string()
	.regex(/^#[0-9a-f]{6}$/, 'Must be a colour such as #3273c9')
	.max(7)
	.openapi({
		description: `Shown on the pages of the company’s people, never behind or as text. It needs a contrast of 3 : 1 on light and
dark pages. The refusal of another colour names the nearest one that would do. null means none`,
		example: '#3273c9',
	});

const senderName = text('Demo Benefits').openapi({ description: SENDER_NAME });

const SANDBOX = 'Whether it is for rehearsals only, with a clock of its own. This never changes';
const sandbox = z.boolean().openapi({ description: SANDBOX, example: false });

const numbers = derived(COMPANY_NUMBERS, (_, { max, description, default: unlessSet }) => ({
	schema: integer(0, max).openapi({ description, example: unlessSet }),
	unlessSet,
}));

const switches = derived(COMPANY_SWITCHES, (_, { description }) =>
	z.boolean().openapi({ description, example: false }),
);

type QuotaOf = (typeof QUOTAS)[Quota];

/** Each setting limits the company. Beyond it, a write is refused with 409 `quota_reached`. */
const maximum = ({ default: unlessSet, unit }: QuotaOf) =>
	integer(0, Number.MAX_SAFE_INTEGER).openapi({ description: `Most ${unit}.`, example: unlessSet });

const maxima = {
	maxExpensesPerMonth: maximum(QUOTAS.expenses),
	maxReceiptBytesPerMonth: maximum(QUOTAS.receipt_bytes),
	maxEmployees: maximum(QUOTAS.employees),
	maxTemplates: maximum(QUOTAS.templates),
	maxStoredBytes: maximum(QUOTAS.stored_bytes),
};

const orDefault = (quota: QuotaOf) => orReset(maximum(quota), quota.default);

const maximaInput = {
	maxExpensesPerMonth: orDefault(QUOTAS.expenses),
	maxReceiptBytesPerMonth: orDefault(QUOTAS.receipt_bytes),
	maxEmployees: orDefault(QUOTAS.employees),
	maxTemplates: orDefault(QUOTAS.templates),
	maxStoredBytes: orDefault(QUOTAS.stored_bytes),
};

const companySchema = z
	.strictObject({
		id: wireId(),
		dateCreated: wireInstant('2026-01-05T08:00:00.000Z'),
		dateModified: wireInstant('2026-01-05T08:00:00.000Z'),
		name: wireText('Demo GmbH'),
		payrollReferenceDay: referenceDay,
		submissionDay: submissionDay.nullable(),
		receiptRequiredModules: z
			.array(module)
			.max(MODULES.length)
			.openapi({ example: ['MEALS'] }),
		observedLimits: z
			.array(z.enum(LIMITED_MODULES))
			.max(LIMITED_MODULES.length)
			.openapi({ example: ['INTERNET'] }),
		senderName: wireText('Demo Benefits').nullable().openapi({ description: SENDER_NAME }),
		color: color.nullable(),
		language: language.nullable(),
		taxAffiliation: country,
		...derived(numbers, (_, { schema }) => schema),
		...switches,
		sandbox,
		...maxima,
	})
	.openapi('Company');

export const toWire: (company: Company) => z.infer<typeof companySchema> = wireBy(companySchema);

const createBody = z
	.strictObject({
		name: text('Demo GmbH'),
		payrollReferenceDay: orElse(referenceDay, DEFAULT_REFERENCE_DAY),
		submissionDay: orNull(submissionDay),
		receiptRequiredModules: orElse(receiptRequiredModules, []),
		observedLimits: orElse(observedLimits, []),
		senderName: orNull(senderName),
		color: orNull(color),
		language: orNull(language),
		taxAffiliation: country,
		...derived(numbers, (_, { schema, unlessSet }) => orElse(schema, unlessSet)),
		...derived(switches, (_, schema) => orElse(schema, false).openapi({ default: false })),
		sandbox: orElse(sandbox, false).openapi({ default: false }),
		...maximaInput,
	})
	.openapi('CompanyCreation');

const updateBody = z
	.strictObject({
		name: text('Demo GmbH').optional(),
		payrollReferenceDay: orReset(referenceDay, DEFAULT_REFERENCE_DAY),
		submissionDay: submissionDay.nullish(),
		receiptRequiredModules: orReset(receiptRequiredModules, []),
		observedLimits: orReset(observedLimits, []),
		senderName: senderName.nullish(),
		color: color.nullish(),
		language: language.nullish(),
		taxAffiliation: country.optional(),
		...derived(numbers, (_, { schema, unlessSet }) => orReset(schema, unlessSet)),
		...derived(switches, (_, schema) => orReset(schema, false)),
		sandbox: sandbox.optional(),
		...maximaInput,
	})
	.openapi('CompanyUpdate');

const OWN = OWN_DECLARED_SETTINGS.map((name) => `\`${name}\``);

const { list, read, write, change } = operations(['Companies', 'Extension']);

export const listCompaniesRoute = list('listCompanies', '/companies', {
	summary: 'List companies',
	query: pageQuery,
	responses: { 200: listAnswer(companySchema, 'All companies, in order of creation') },
});

export const createCompanyRoute = write.post('createCompany', '/companies', {
	summary: 'Create a company',
	body: createBody,
	responses: { 201: createdAnswer(companySchema, 'The new company') },
});

export const readCompanyRoute = read('readCompany', '/companies/{companyId}', {
	summary: 'Read a company',
	responses: recordAnswers(companySchema, 'The company'),
});

export const updateCompanyRoute = change.put('updateCompany', '/companies/{companyId}', {
	summary: 'Change a company',
	description: `An omitted field keeps its value. Administrators of the company can change \`name\`,
\`payrollReferenceDay\`, \`submissionDay\`, \`receiptRequiredModules\`, \`observedLimits\`, \`senderName\`, \`color\`, \`language\`,
${OWN.slice(0, -1).join(', ')} and ${OWN.at(-1)}. Only the platform can change the others.`,
	body: updateBody,
	responses: { 200: changedAnswer(companySchema, 'The changed company') },
});
