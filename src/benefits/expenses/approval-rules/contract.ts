import { z } from '@hono/zod-openapi';
import { toDay, toYearMonth } from '../../../foundation/core/instant.ts';
import { MODULES } from '../../../foundation/core/modules.ts';
import { changedAnswer, jsonAnswer } from '../../../foundation/http/contract.ts';
import { yearMonth } from '../../../foundation/http/dates.ts';
import { integer, module, orElse, pathId, positiveMoney } from '../../../foundation/http/fields.ts';
import { listAnswer, pageQuery } from '../../../foundation/http/list-contract.ts';
import { operations } from '../../../foundation/http/operation.ts';
import {
	nullOr,
	success,
	wireBy,
	wireId,
	wireInstant,
	wireMoney,
	wireText,
	wireYearMonth,
} from '../../../foundation/http/wire.ts';
import { tags } from '../contract.ts';
import { DEFAULT_SAMPLE_PERCENT, type Trial } from './rules.ts';
import type { ApprovalReport, ApprovalRule } from './store.ts';

const acceptsInvoices = z.boolean().openapi({
	description: 'Whether the rule also approves e-invoices, which nobody signs',
	example: false,
});
const samplePercent = integer(0, 100).openapi({
	description: 'How many of a hundred receipts go to a verifier although the rule permits them',
	example: DEFAULT_SAMPLE_PERCENT,
});

const ruleSchema = z
	.strictObject({
		id: wireId(),
		dateCreated: wireInstant('2026-03-01T08:00:00.000Z'),
		dateModified: wireInstant('2026-03-01T08:00:00.000Z'),
		companyId: wireId('01890a5d-ac96-774b-bcce-b302099a8058'),
		module,
		maxAmount: wireMoney.openapi({ description: 'The most that the rule approves for one expense' }),
		acceptsInvoices,
		samplePercent,
	})
	.openapi('ApprovalRule');

export const ruleToWire = wireBy(ruleSchema, {
	maxAmount: ({ maxAmountValue: value, maxAmountCurrency: currency }: ApprovalRule) => ({ value, currency }),
});

const ruleBody = z
	.strictObject({
		maxAmount: positiveMoney.openapi({ example: { value: 5000, currency: 'EUR_CENT' } }),
		acceptsInvoices: orElse(acceptsInvoices, false).openapi({ default: false }),
		samplePercent: orElse(samplePercent, DEFAULT_SAMPLE_PERCENT).openapi({
			default: DEFAULT_SAMPLE_PERCENT,
		}),
	})
	.openapi('ApprovalRuleUpdate');

const count = (description: string, example: number) =>
	integer(0, Number.MAX_SAFE_INTEGER).openapi({ description, example });

const trial = z
	.strictObject({
		firstDay: z.iso.date().openapi({
			format: 'date',
			maxLength: 10,
			example: '2026-01-01',
			description: 'The first day of the purchases. The 90 days are fewer after more than 1,000 decisions',
		}),
		decided: count('Purchases of the module on which people or a rule decided', 530),
		permitted: count(
			'Those that the rule would have permitted. The sample would still send some to a person',
			412,
		),
		rejected: count('Permitted ones that people rejected', 2),
		approvedInPart: count('Permitted ones that people approved in part', 3),
		returned: count('Permitted ones that people approved after a correction', 1),
	})
	.openapi('ApprovalTrial', {
		description: 'What the rule would have done with the purchases of the last 90 days',
	});

const previewSchema = z.strictObject({ ...ruleSchema.shape, trial }).openapi('ApprovalRulePreview');

export const previewToWire = (
	rule: ApprovalRule,
	{ firstDay, ...counts }: Trial,
): z.infer<typeof previewSchema> => ({
	...ruleToWire(rule),
	trial: { firstDay: toDay(firstDay), ...counts },
});

const digits = (description: string) =>
	wireText('5f78c33274e43fa9de5659265c1d917e25c03722dcb0b8d27db8d5feaa813953').openapi({ description });

const seedSchema = z
	.strictObject({
		commitment: digits('The SHA-256 of the seed, which the history has since before the first draw'),
		seed: digits('The seed in hexadecimal digits. `null` until the month is closed').nullable(),
		dateRevealed: wireInstant('2026-04-07T00:30:00.000Z')
			.nullable()
			.openapi({ description: 'When the seed was revealed' }),
		isLost: z.boolean().openapi({
			description:
				'Whether the secret seed cannot be decrypted, for example because an encryption key is missing. Rules then approve no receipts of the month',
			example: false,
		}),
	})
	.openapi('ApprovalSeed');

const reportSchema = z
	.strictObject({
		month: wireYearMonth('2026-03'),
		modules: z
			.array(
				z.strictObject({
					module,
					byRule: count('Expenses that a rule approved', 412),
					byPeople: count('Expenses that people approved or rejected', 118),
					sample: z
						.strictObject({
							drawn: count('Expenses that a rule permits and a verifier gets all the same', 21),
							approved: count('Those that were approved in full', 19),
							approvedInPart: count('Those that were approved in part', 1),
							rejected: count('Those that were rejected', 0),
							withdrawn: count('Those that their authors withdrew', 0),
							waiting: count('Those that wait for a verifier, or for a correction', 1),
						})
						.openapi({ description: 'What verifiers found in the sample' }),
				}),
			)
			.max(MODULES.length)
			.openapi({ description: 'The seven modules, also those without a rule' }),
		seed: nullOr(seedSchema).openapi({
			description: 'The secret by which the sample of the month was drawn. `null` if there was no rule',
		}),
	})
	.openapi('ApprovalReport');

const seedToWire = wireBy(seedSchema);

export const reportToWire = ({ month, modules, seed }: ApprovalReport): z.infer<typeof reportSchema> => ({
	month: toYearMonth(month),
	modules: modules.map(({ module, byRule, byPeople, ...found }) => ({
		module,
		byRule,
		byPeople,
		sample: { drawn: Object.values(found).reduce((sum, one) => sum + one, 0), ...found },
	})),
	seed: seed && seedToWire(seed),
});

const { list, write } = operations(tags);
const PATH = '/companies/{companyId}/flex/approval-rules';
const RULE = `${PATH}/{module}` as const;
/** Any text is accepted. One that is not a module's name gets the response 404. */
const params = z.object({
	companyId: pathId('companyId'),
	module: z.string().openapi({
		param: { name: 'module', in: 'path' },
		maxLength: 20,
		pattern: '^[A-Z]+$',
		example: 'INTERNET',
	}),
});

export const listApprovalRulesRoute = list('listApprovalRules', PATH, {
	summary: 'List the approval rules of a company',
	query: pageQuery,
	responses: { 200: listAnswer(ruleSchema, 'The rules in force, at most one for each module') },
});

export const setApprovalRuleRoute = write.put('setApprovalRule', RULE, {
	summary: 'Set the approval rule of a module',
	description: `Receipts of the module are then approved without a person, within an hour, if every check is fine. The code on the receipt
must be signed by a known till and agree with the day and the amount. The expense needs a picture. It must be no duplicate, and exceed no
rule or legal limit. A random share still goes to a verifier. Everything else waits for a verifier as before.
A dry run also tries the rule on the decided purchases of the last 90 days, with the tills that are known now.`,
	dryRun: true,
	preview: previewSchema,
	params,
	body: ruleBody,
	responses: { 200: changedAnswer(ruleSchema, 'The rule') },
});

export const removeApprovalRuleRoute = write.delete('removeApprovalRule', RULE, {
	summary: 'Remove the approval rule of a module',
	description: 'Expenses that it approved stay approved. From then on, verifiers decide on all of them.',
	params,
	responses: { 200: jsonAnswer(success, 'The rule is removed') },
});

export const readApprovalReportRoute = list(
	'readApprovalReport',
	'/companies/{companyId}/flex/approval-report',
	{
		summary: 'Read what approval rules and people decided in a month',
		description: `The month is that of the purchase. Each module says how many expenses a rule approved, how many people decided on,
and what verifiers found in the sample. Expenses of a standing expense were verified with it, so neither number has them.`,
		query: z.object({ month: yearMonth('2026-03') }),
		responses: { 200: jsonAnswer(reportSchema, 'The report') },
	},
);
