import { z } from '@hono/zod-openapi';
import { MAX_MONEY_VALUE } from '../../../foundation/core/money.ts';
import { createdAnswer, recordAnswers } from '../../../foundation/http/contract.ts';
import { currency, integer, text } from '../../../foundation/http/fields.ts';
import { listAnswer, pageQuery } from '../../../foundation/http/list-contract.ts';
import { operations } from '../../../foundation/http/operation.ts';
import { amountOf, wireBy, wireId, wireInstant, wireMoney, wireText } from '../../../foundation/http/wire.ts';
import { CORRECTION_STATES } from '../../ledger/rules.ts';

const correctionSchema = z
	.strictObject({
		id: wireId().openapi({ description: 'The id of the correcting payroll transaction' }),
		dateCreated: wireInstant('2026-03-10T10:00:00.000Z'),
		correctsId: wireId().openapi({
			description: 'The id of the committed or settled payroll transaction that is corrected',
		}),
		authorId: wireId(),
		reason: wireText('The receipt was counted twice'),
		amount: wireMoney.openapi({ example: { value: -290, currency: 'EUR_CENT' } }),
		state: z.enum(CORRECTION_STATES).openapi('CorrectionState', { example: 'PENDING' }),
		payrollReferenceDate: wireInstant('2026-04-07T23:59:59.999Z'),
	})
	.openapi('PayrollCorrection');

export const correctionToWire = wireBy(correctionSchema, { amount: amountOf });

const correctBody = z
	.strictObject({
		amount: z
			.strictObject({
				value: integer(-MAX_MONEY_VALUE, MAX_MONEY_VALUE)
					.refine((value) => value !== 0, 'Must not be 0')
					.openapi({ example: -290, not: { const: 0 } }),
				currency,
			})
			.openapi('CorrectingAmount', { description: 'An amount that is not 0' }),
		reason: text('The receipt was counted twice'),
	})
	.openapi('PayrollCorrectionRequest');

const { list, read, write } = operations(['Payroll', 'Extension'], { dryRuns: true });

export const correctTransactionRoute = write.post(
	'correctTransaction',
	'/companies/{companyId}/flex/payroll-transactions/{transactionId}/corrections',
	{
		summary: 'Correct a committed transaction, or take a settlement back',
		description: `Creates a PENDING transaction for the next open run. It counts in the balance of the expense’s month. A
correction of a settled transaction takes all or a part of the settlement back, with the sign of the settled amount. The next run
pays that amount, and no balance changes.`,
		body: correctBody,
		responses: { 201: createdAnswer(correctionSchema, 'The correction') },
		refusals: [
			'employee_erased',
			'not_committed',
			'currency_mismatch',
			'correction_exceeds_transaction',
			'budget_exceeded',
			'tax_budget_exceeded',
		],
	},
);

export const listCorrectionsRoute = list(
	'listCorrections',
	'/companies/{companyId}/flex/payroll-corrections',
	{
		summary: 'List the corrections of a company',
		query: pageQuery,
		responses: { 200: listAnswer(correctionSchema, 'The corrections, in order of creation') },
	},
);

export const readCorrectionRoute = read(
	'readCorrection',
	'/companies/{companyId}/flex/payroll-corrections/{correctionId}',
	{
		summary: 'Read a correction',
		responses: recordAnswers(correctionSchema, 'The correction'),
	},
);
