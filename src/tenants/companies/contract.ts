import { z } from '@hono/zod-openapi';
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
import {
	DEFAULT_LEAVER_ACCESS_DAYS,
	DEFAULT_RETENTION_MONTHS,
	MAX_LEAVER_ACCESS_DAYS,
	MAX_RETENTION_MONTHS,
	QUOTAS,
	type Quota,
} from './rules.ts';
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

const retentionMonths = integer(0, MAX_RETENTION_MONTHS).openapi({
	description: 'Months after a termination until the employee’s personal data may be erased.',
	example: DEFAULT_RETENTION_MONTHS,
});

const leaverAccessDays = integer(0, MAX_LEAVER_ACCESS_DAYS).openapi({
	description: 'Days after a termination until the employee’s user is closed.',
	example: DEFAULT_LEAVER_ACCESS_DAYS,
});

/** A setting that is off by default. */
const setting = (description: string) => z.boolean().openapi({ description, example: false });

const secondFactorRequired = setting(
	'Whether its administrators and verifiers need a second factor. They must set one up before they can do anything else.',
);

const monthlyBudgetRestrictsFlex = setting(
	'Whether the monthly goodies budget also limits an employee’s spending in a month on all modules except SPORTS',
);

const ownBenefitsAllowed = setting(
	'Whether an administrator who is an employee may set their own access, budgets, pause and termination.',
);

const inviteFromDirectory = setting(
	'Whether new people from the company’s directory (SCIM) are invited at once. Otherwise invite them later.',
);

const assistants = setting('Whether assistants may read at `/mcp`, and changes may be proposed.');

const proposalsNeedSecondPerson = setting(
	'Whether nobody may release their own proposal. The creator of an API key counts as its author.',
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
		retentionMonths,
		leaverAccessDays,
		secondFactorRequired,
		monthlyBudgetRestrictsFlex,
		ownBenefitsAllowed,
		inviteFromDirectory,
		assistants,
		proposalsNeedSecondPerson,
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
		retentionMonths: orElse(retentionMonths, DEFAULT_RETENTION_MONTHS),
		leaverAccessDays: orElse(leaverAccessDays, DEFAULT_LEAVER_ACCESS_DAYS),
		secondFactorRequired: orElse(secondFactorRequired, false).openapi({ default: false }),
		monthlyBudgetRestrictsFlex: orElse(monthlyBudgetRestrictsFlex, false).openapi({ default: false }),
		ownBenefitsAllowed: orElse(ownBenefitsAllowed, false).openapi({ default: false }),
		inviteFromDirectory: orElse(inviteFromDirectory, false).openapi({ default: false }),
		assistants: orElse(assistants, false).openapi({ default: false }),
		proposalsNeedSecondPerson: orElse(proposalsNeedSecondPerson, false).openapi({ default: false }),
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
		retentionMonths: orReset(retentionMonths, DEFAULT_RETENTION_MONTHS),
		leaverAccessDays: orReset(leaverAccessDays, DEFAULT_LEAVER_ACCESS_DAYS),
		secondFactorRequired: orReset(secondFactorRequired, false),
		monthlyBudgetRestrictsFlex: orReset(monthlyBudgetRestrictsFlex, false),
		ownBenefitsAllowed: orReset(ownBenefitsAllowed, false),
		inviteFromDirectory: orReset(inviteFromDirectory, false),
		assistants: orReset(assistants, false),
		proposalsNeedSecondPerson: orReset(proposalsNeedSecondPerson, false),
		sandbox: sandbox.optional(),
		...maximaInput,
	})
	.openapi('CompanyUpdate');

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
\`leaverAccessDays\`, \`secondFactorRequired\`, \`inviteFromDirectory\`, \`assistants\` and \`proposalsNeedSecondPerson\`. Only the platform can change the others.`,
	body: updateBody,
	responses: { 200: changedAnswer(companySchema, 'The changed company') },
});
