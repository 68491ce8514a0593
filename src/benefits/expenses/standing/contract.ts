import { z } from '@hono/zod-openapi';
import type { Context } from 'hono';
import { toDay, toIsoOrNull } from '../../../foundation/core/instant.ts';
import type { Language } from '../../../foundation/core/language.ts';
import { textOfReason } from '../../../foundation/core/reasons.ts';
import { changedAnswer, createdAnswer, recordAnswers } from '../../../foundation/http/contract.ts';
import { day } from '../../../foundation/http/dates.ts';
import type { AppEnv } from '../../../foundation/http/env.ts';
import { integer, orElse, orNull, positiveMoney, text } from '../../../foundation/http/fields.ts';
import { languageOf } from '../../../foundation/http/headers.ts';
import { listAnswer, pageQuery } from '../../../foundation/http/list-contract.ts';
import { operations } from '../../../foundation/http/operation.ts';
import {
	amountOf,
	GROWING,
	nullOr,
	wireBy,
	wireFileSha256,
	wireId,
	wireInstant,
	wireMoney,
	wireText,
} from '../../../foundation/http/wire.ts';
import { EXPENSE_REFUSALS } from '../circumstances/rules.ts';
import { expenseSchema, requireAnswers, tags, withAnswers } from '../contract.ts';
import { MAX_RECEIPT_BYTES, RECEIPT_TYPES } from '../receipts/rules.ts';
import { ANSWERS } from '../rules.ts';
import {
	MAX_DAY_OF_MONTH,
	MAX_PROOFS,
	MAX_SKIPPED,
	nextOf,
	PROOF_STATES,
	STANDING_MODULES,
	STANDING_STATES,
} from './rules.ts';
import type { Proof, StandingExpense } from './store.ts';

const standingModule = z.enum(STANDING_MODULES).openapi('StandingModule', { example: 'MOBILITY' });

const wireDay = (example: string) => z.iso.date().openapi({ format: 'date', maxLength: 10, example });

const dayOfMonth = integer(1, MAX_DAY_OF_MONTH).openapi({
	description: 'The day of each month whose expense is submitted',
	example: 1,
});

export const proofSchema = z
	.strictObject({
		id: wireId(),
		dateCreated: wireInstant('2026-03-02T18:00:00.000Z'),
		authorId: wireId().openapi({ description: 'The user who added it' }),
		mediaType: z.enum(RECEIPT_TYPES).openapi('ReceiptType', { example: 'application/pdf' }),
		size: integer(1, MAX_RECEIPT_BYTES).openapi({ description: 'In bytes', example: 48213 }),
		sha256: wireFileSha256,
		proofUntil: wireDay('2027-02-28').openapi({ description: 'The last day that it covers' }),
		state: z.enum(PROOF_STATES).openapi('StandingProofState', { example: 'SUBMITTED' }),
		approvedAmount: nullOr(wireMoney).openapi({ description: 'What each month may have', example: null }),
		dateDecided: wireInstant('2026-03-03T10:00:00.000Z').nullable().openapi({ example: null }),
		deciderId: wireId().nullable().openapi({ example: null }),
		reasons: expenseSchema.shape.reasons,
		rejectionReason: wireText('The name is missing')
			.nullable()
			.openapi({ description: 'The verifier’s own words', example: null }),
	})
	.openapi('StandingProof');

export const standingSchema = z
	.strictObject({
		id: wireId(),
		dateCreated: wireInstant('2026-03-02T18:00:00.000Z'),
		dateModified: wireInstant('2026-03-02T18:00:00.000Z'),
		employeeId: wireId(),
		companyId: wireId(),
		employee: expenseSchema.shape.employee,
		authorId: wireId().openapi({ description: 'The user who submitted it' }),
		module: standingModule,
		amount: wireMoney.openapi({ description: 'The requested amount of each month' }),
		approvedAmount: nullOr(wireMoney).openapi({
			description: 'The most that each month may have, as a verifier approved it',
			example: null,
		}),
		dayOfMonth,
		startDate: wireDay('2026-03-01'),
		endDate: wireDay('2027-02-28').nullable().openapi({ example: null }),
		proofUntil: wireDay('2027-02-28').openapi({
			description: 'The last day that the verified proof covers. No month is submitted after it',
		}),
		nextDate: wireDay('2026-04-01').nullable().openapi({
			description: 'The day of the next expense, if it has been verified and a month is left',
			example: null,
		}),
		skippedMonths: z
			.array(
				z.strictObject({
					date: wireDay('2026-03-01').openapi({ description: 'The day of the expense' }),
					code: z.enum(EXPENSE_REFUSALS).openapi({ ...GROWING, example: 'budget_exceeded' }),
				}),
			)
			.max(MAX_SKIPPED)
			.openapi({
				description: 'The latest months without an expense, each with the reason, the newest first',
			}),
		isPublicTransport: z.boolean().nullable().openapi({ example: true }),
		note: wireText('Monthly ticket').nullable(),
		upTo: z.boolean().openapi({ example: false }),
		state: z.enum(STANDING_STATES).openapi('StandingExpenseState', { example: 'SUBMITTED' }),
		waitingSince: wireInstant('2026-03-02T18:00:00.000Z').nullable().openapi({
			description: 'The time since which a proof waits for its verification',
			example: null,
		}),
		dateEnded: wireInstant('2026-05-02T18:00:00.000Z').nullable().openapi({ example: null }),
		enderId: wireId().nullable().openapi({
			description: 'The user who ended it, or `null` for a termination',
			example: null,
		}),
		proofs: z
			.array(proofSchema)
			.max(MAX_PROOFS)
			.openapi({ description: 'The latest proofs, the newest first' }),
	})
	.openapi('StandingExpense');

type Money = Pick<Proof, 'approvedAmountValue' | 'amountCurrency'>;

const approvedOf = ({ approvedAmountValue: value, amountCurrency: currency }: Money) =>
	value === null ? null : { value, currency };

const personToWire = wireBy(standingSchema.shape.employee);

type ToldProof = Proof & { language: Language };

const proofIn = wireBy(proofSchema, {
	proofUntil: ({ proofUntil }: ToldProof) => toDay(proofUntil),
	approvedAmount: approvedOf,
	reasons: ({ reasons, rejectionReason, language }: ToldProof) =>
		reasons.map((code) => ({ code, text: textOfReason(code, rejectionReason, language) })),
});

export const proofToWire = (proof: Proof, language: Language): z.infer<typeof proofSchema> =>
	proofIn({ ...proof, language });

type Told = StandingExpense & { language: Language };

const wireIn = wireBy(standingSchema, {
	employee: ({ person }: Told) => personToWire(person),
	amount: amountOf,
	approvedAmount: approvedOf,
	startDate: ({ startDate }: Told) => toDay(startDate),
	endDate: ({ endDate }: Told) => (endDate === null ? null : toDay(endDate)),
	proofUntil: ({ proofUntil }: Told) => toDay(proofUntil),
	nextDate: (standing: Told) => {
		const next = nextOf(standing);
		return next === null ? null : toDay(next);
	},
	skippedMonths: ({ skipped }: Told) =>
		skipped.toReversed().map(({ date, code }) => ({ date: toDay(date), code })),
	waitingSince: ({ waitingSince }: Told) => toIsoOrNull(waitingSince),
	proofs: ({ proofs, language }: Told) => proofs.map((proof) => proofToWire(proof, language)),
});

export const toWire = (standing: StandingExpense, language: Language): z.infer<typeof standingSchema> =>
	wireIn({ ...standing, language });

/** Returns a function that converts standing expenses in the caller's language. */
export function standingToWire(c: Context<AppEnv>) {
	const language = languageOf(c);
	return (standing: StandingExpense) => toWire(standing, language);
}

/** The answers that the modules of standing expenses can demand. */
const ANSWERED = ['isPublicTransport'] as const;

const submission = z
	.strictObject({
		module: standingModule,
		amount: positiveMoney,
		dayOfMonth,
		startDate: day('2026-03-01').openapi({
			description: 'The first day. Months that are closed already are left out',
		}),
		endDate: orNull(day('2027-02-28')).openapi({ description: 'The last day', example: '2027-02-28' }),
		proofUntil: day('2027-02-28').openapi({ description: 'The last day that the proof covers' }),
		isPublicTransport: orNull(z.boolean()).openapi({
			description: `Only for ${ANSWERS.isPublicTransport.only}: whether by public transport`,
			example: true,
		}),
		note: orNull(text('Monthly ticket')),
		upTo: orElse(z.boolean(), false).openapi({
			description: 'Takes what is left in a month whose budgets have less than the amount',
			example: false,
		}),
	})
	.superRefine(requireAnswers(ANSWERED))
	.refine(({ startDate, endDate }) => endDate === null || endDate >= startDate, {
		path: ['endDate'],
		params: { code: 'end_not_after_start' },
		error: 'Must not be before startDate',
	})
	.openapi('StandingExpenseSubmission', withAnswers(ANSWERED));

const { list, read, write, change } = operations(tags, { dryRuns: true });
export const STANDING_PATH = '/flex/standing-expenses/{standingExpenseId}';

export const submitStandingRoute = write.post(
	'submitStandingExpense',
	'/employees/{employeeId}/flex/standing-expenses',
	{
		summary: 'Submit a standing expense',
		description: `Spending that recurs each month, such as a monthly ticket. Add its proof next. After a verifier has approved the
proof once, the cron submits and approves an expense for each month, under the rules of expenses.`,
		body: submission,
		responses: { 201: createdAnswer(standingSchema, 'The standing expense') },
		refusals: ['employee_terminated', 'employee_erased', 'period_closed', 'quota_reached'],
	},
);

export const listStandingOfEmployeeRoute = list(
	'listStandingExpensesOfEmployee',
	'/employees/{employeeId}/flex/standing-expenses',
	{
		summary: 'List the standing expenses of an employee',
		query: pageQuery,
		responses: { 200: listAnswer(standingSchema, 'The standing expenses, in order of creation') },
	},
);

export const listStandingOfCompanyRoute = list(
	'listStandingExpensesOfCompany',
	'/companies/{companyId}/flex/standing-expenses',
	{
		summary: 'List the standing expenses of a company',
		query: pageQuery,
		responses: { 200: listAnswer(standingSchema, 'First those whose proof waits for its verification') },
	},
);

export const readStandingRoute = read('readStandingExpense', STANDING_PATH, {
	summary: 'Read a standing expense',
	responses: recordAnswers(standingSchema, 'The standing expense'),
});

export const endStandingRoute = change.post('endStandingExpense', `${STANDING_PATH}/withdrawal`, {
	summary: 'End a standing expense',
	description: 'No further month is submitted. Expenses of earlier months stay as they are.',
	responses: { 200: changedAnswer(standingSchema, 'The standing expense, which has ended') },
	refusals: ['standing_expense_ended', 'already_decided'],
});
