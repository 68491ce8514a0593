import { z } from '@hono/zod-openapi';
import type { Context } from 'hono';
import { toIso } from '../../foundation/core/instant.ts';
import type { Language } from '../../foundation/core/language.ts';
import type { Module } from '../../foundation/core/modules.ts';
import { REASONS, textOfReason } from '../../foundation/core/reasons.ts';
import { NULL, noneOf, recordAnswers } from '../../foundation/http/contract.ts';
import { yearMonth } from '../../foundation/http/dates.ts';
import type { AppEnv } from '../../foundation/http/env.ts';
import { days, integer, module } from '../../foundation/http/fields.ts';
import { languageOf } from '../../foundation/http/headers.ts';
import { listAnswer, modifiedSince, pageQuery } from '../../foundation/http/list-contract.ts';
import { operations } from '../../foundation/http/operation.ts';
import {
	amountOf,
	GROWING,
	nullOr,
	wireBy,
	wireId,
	wireInstant,
	wireMoney,
	wireText,
} from '../../foundation/http/wire.ts';
import { FACT_SOURCES, type MachineFacts, VERDICTS, verdictOf } from './facts/rules.ts';
import { ANSWERS, type Answer, belongsTo, EXPENSE_STATES, MENDABLE_MS } from './rules.ts';
import type { Expense } from './store.ts';

export const reason = z.enum(REASONS).openapi('ExpenseReason', { example: 'unreadable' });
export const state = z.enum(EXPENSE_STATES).openapi('ExpenseState', { example: 'SUBMITTED' });

export const recreationFor = z
	.strictObject({ spouse: z.boolean(), children: integer(0, 20).openapi({ example: 2 }) })
	.openapi('RecreationFor', {
		description:
			'Whether a recreation was also for the spouse, and for how many children. They raise the legal limit of the year',
		example: { spouse: true, children: 2 },
	});

/** Refuses a body that lacks an answer which its module demands, or has one that belongs to another module. */
export const requireAnswers =
	<A extends Answer>(names: readonly A[]) =>
	(body: { module: Module } & Record<A, unknown>, context: z.core.$RefinementCtx): void => {
		for (const name of names) {
			const { only, isRequired } = ANSWERS[name];
			const [isOwn, isGiven] = [belongsTo(name, body.module), body[name] !== null];
			if (isOwn ? isGiven || !isRequired : !isGiven) continue;
			const message = `${isRequired ? 'Required' : 'Allowed'} for ${only}, and for no other module`;
			const code = isOwn ? 'required' : 'unexpected';
			context.addIssue({ code: 'custom', path: [name], params: { code }, message });
		}
	};

/** Describes the bodies that `requireAnswers` accepts. */
export const withAnswers = (names: readonly Answer[]) =>
	noneOf(
		...names.flatMap((name) => {
			const { only, isRequired } = ANSWERS[name];
			return [
				...(isRequired ? [{ properties: { module: { const: only }, [name]: NULL } }] : []),
				{ properties: { module: { not: { const: only } }, [name]: { not: NULL } }, required: [name] },
			];
		}),
	);

const servicePeriod = (which: string) =>
	z.iso
		.date()
		.nullable()
		.openapi({
			description: `The ${which} day of the service, if an invoice names it`,
			format: 'date',
			maxLength: 10,
			example: null,
		});

export const machineFacts = z
	.strictObject({
		source: z.enum(FACT_SOURCES).openapi({
			...GROWING,
			description:
				'KASSENSICHV is the code of German receipts, RKSV that of Austrian ones. E_INVOICE is an invoice by EN 16931 (ZUGFeRD, Factur-X, XRechnung)',
			example: 'KASSENSICHV',
		}),
		issuer: wireText('955002-00').openapi({
			description: 'The serial number of the till, or the VAT number of the seller (else the name)',
		}),
		seller: wireText('Sportstudio GmbH')
			.nullable()
			.openapi({ description: 'The seller of an invoice. `null` for a till', example: null }),
		number: wireText('18').openapi({ description: 'The number of the transaction or of the invoice' }),
		counter: integer(0, Number.MAX_SAFE_INTEGER)
			.nullable()
			.openapi({ description: 'The signature counter. `null` unless KASSENSICHV', example: 112 }),
		time: wireInstant('2026-03-01T11:41:04.000Z')
			.nullable()
			.openapi({ description: 'The time of the purchase. `null` for an invoice' }),
		date: z.iso.date().openapi({
			description: 'The day at the place of the purchase, or of the invoice',
			format: 'date',
			maxLength: 10,
			example: '2026-03-01',
		}),
		periodStart: servicePeriod('first'),
		periodEnd: servicePeriod('last'),
		amount: wireMoney.openapi({ description: 'The total with VAT' }),
		isCorrection: z
			.boolean()
			.openapi({ description: 'Whether the invoice corrects an earlier one', example: false }),
		receiptId: wireId()
			.nullable()
			.openapi({ description: 'The receipt whose file is the invoice. `null` for a code', example: null }),
		verdict: z.enum(VERDICTS).openapi({
			...GROWING,
			description: `How far the code can be trusted. KNOWN_TILL: the signature is valid. An operator has imported the
certificate of its key, or verifiers have approved receipts of three other employees with it. UNKNOWN_ISSUER: it is valid, but anybody can
make a key. MISMATCH: it does not belong to the code. UNSIGNED: there is none that can be verified. Invoices have none`,
			example: 'UNKNOWN_ISSUER',
		}),
	})
	.openapi('MachineFacts');

export const expenseSchema = z
	.strictObject({
		id: wireId(),
		dateCreated: wireInstant('2026-03-02T18:00:00.000Z'),
		dateModified: wireInstant('2026-03-02T18:00:00.000Z'),
		employeeId: wireId(),
		companyId: wireId(),
		employee: z
			.strictObject({
				firstName: wireText('Erika').nullable(),
				lastName: wireText('Mustermann').nullable(),
				personnelNumber: wireText('00017').nullable(),
			})
			.openapi({ description: 'The employee’s current name and number' }),
		authorId: wireId().openapi({ description: 'The user who submitted it' }),
		module,
		amount: wireMoney.openapi({ description: 'The amount that counts as spent until the decision' }),
		requestedAmount: nullOr(wireMoney).openapi({
			description: 'The requested amount, if `upTo` accepted only what was left',
			example: null,
		}),
		approvedAmount: nullOr(wireMoney).openapi({
			description: 'The approved amount: all of `amount` or a part',
			example: null,
		}),
		date: z.iso.date().openapi({ format: 'date', maxLength: 10, example: '2026-03-01' }),
		days: days.nullable().openapi({ example: 1 }),
		approvedDays: days.nullable().openapi({
			description:
				'The approved days of MEALS, if they are fewer than `days`. The others are available again',
			example: null,
		}),
		absencesRecorded: z.boolean().openapi({
			description: 'Whether the verifier confirmed that a record of absences proves the days of MEALS',
			example: false,
		}),
		mealPrice: nullOr(wireMoney).openapi({
			description: 'What the meals of the receipt cost together, if the author named it',
			example: null,
		}),
		recreationFor: nullOr(recreationFor).openapi({
			description: 'The relatives that a HOLIDAY was also for, if the author named any',
			example: null,
		}),
		machineFacts: nullOr(machineFacts).openapi({
			description: 'What the code of the receipt or the invoice says',
			example: null,
		}),
		isPublicTransport: z.boolean().nullable().openapi({ example: null }),
		note: wireText('Lunch with the team').nullable(),
		state,
		dateDecided: wireInstant('2026-03-03T10:00:00.000Z').nullable().openapi({ example: null }),
		deciderId: wireId().nullable().openapi({
			description:
				'The user who approved, rejected or withdrew it. Also `null` if a rule approved it, or if it was rejected because nobody corrected it',
			example: null,
		}),
		approvalRuleId: wireId().nullable().openapi({
			description: 'The approval rule that approved it, so that nobody had to decide',
			example: null,
		}),
		dateSampled: wireInstant('2026-03-02T19:00:00.000Z').nullable().openapi({
			description:
				'When it was drawn for the sample that a person decides on, although a rule would approve it',
			example: null,
		}),
		standingExpenseId: wireId().nullable().openapi({
			description: 'The standing expense for which it was submitted. Its proof is the receipt',
			example: null,
		}),
		reasons: z
			.array(
				z
					.strictObject({ code: reason, text: wireText('The receipt cannot be read.') })
					.openapi('ExpenseReasonText'),
			)
			.max(REASONS.length)
			.openapi({
				description:
					'The reasons why a verifier approved a part, rejected it or returned it. `text` is English or German, by `Accept-Language`',
				example: [],
			}),
		rejectionReason: wireText('The address is missing')
			.nullable()
			.openapi({ description: 'The verifier’s own words', example: null }),
		dateReturned: wireInstant('2026-03-03T10:00:00.000Z')
			.nullable()
			.openapi({ description: 'The time when a verifier last returned it', example: null }),
		mendUntil: wireInstant('2026-04-02T10:00:00.000Z').nullable().openapi({
			description: 'The time until which it can be corrected, in NEEDS_CORRECTION',
			example: null,
		}),
	})
	.openapi('Expense');

export function factsToWire(
	{ issuerMark: _, mark, signature, ...facts }: MachineFacts,
	isTillKnown: boolean,
) {
	return { ...facts, verdict: verdictOf({ signature }, isTillKnown) };
}

const moneyOrNull = (value: number | null, { amountCurrency }: Expense) =>
	value === null ? null : { value, currency: amountCurrency };

export const approvedAmountOf = (expense: Expense) => moneyOrNull(expense.approvedAmountValue, expense);

const personToWire = wireBy(expenseSchema.shape.employee);

const wireIn = wireBy(expenseSchema, {
	employee: ({ person }: Expense) => personToWire(person),
	amount: amountOf,
	requestedAmount: (expense: Expense) => moneyOrNull(expense.requestedAmountValue, expense),
	approvedAmount: approvedAmountOf,
	mealPrice: (expense: Expense) => moneyOrNull(expense.mealPriceValue, expense),
	date: ({ date }: Expense) => toIso(date).slice(0, 10),
	reasons: ({ reasons, rejectionReason, language }: Expense & { language: Language }) =>
		reasons.map((code) => ({ code, text: textOfReason(code, rejectionReason, language) })),
	machineFacts: ({ machineFacts: facts, isTillKnown }: Expense) =>
		facts === null ? null : factsToWire(facts, isTillKnown),
	mendUntil: ({ state, dateReturned }: Expense) =>
		state === 'NEEDS_CORRECTION' && dateReturned !== null ? toIso(dateReturned + MENDABLE_MS) : null,
});

export const toWire = (expense: Expense, language: Language) => wireIn({ ...expense, language });

/** Returns a function that converts expenses in the caller's language. */
export function inLanguage(c: Context<AppEnv>): (expense: Expense) => z.infer<typeof expenseSchema> {
	const language = languageOf(c);
	return (expense) => toWire(expense, language);
}

const filterQuery = pageQuery.extend({
	state: state.optional().openapi({ description: 'Only expenses in this state' }),
	module: module.optional().openapi({ description: 'Only expenses of this module' }),
	month: yearMonth('2026-03').optional().openapi({ description: 'Only expenses dated in this month' }),
	modifiedSince,
});

export const tags = ['Expenses', 'Extension'];
const { list, read } = operations(tags);

const LIST = {
	query: filterQuery,
	responses: {
		200: listAnswer(
			expenseSchema,
			'The expenses, in order of creation or, with `modifiedSince`, of modification',
		),
	},
} as const;

export const listExpensesOfEmployeeRoute = list(
	'listExpensesOfEmployee',
	'/employees/{employeeId}/flex/expenses',
	{ ...LIST, summary: 'List the expenses of an employee' },
);

export const listExpensesOfCompanyRoute = list(
	'listExpensesOfCompany',
	'/companies/{companyId}/flex/expenses',
	{
		...LIST,
		summary: 'List the expenses of a company',
	},
);

export const readExpenseRoute = read('readExpense', '/flex/expenses/{expenseId}', {
	summary: 'Read an expense',
	responses: recordAnswers(expenseSchema, 'The expense'),
});
