import { z } from '@hono/zod-openapi';
import { toIso } from '../../core/instant.ts';
import { MAX_MONEY_VALUE } from '../../core/money.ts';
import { createdAnswer, recordAnswers } from '../../http/contract.ts';
import { currency, integer, pathId, text } from '../../http/fields.ts';
import { listAnswer, pageQuery } from '../../http/list-contract.ts';
import { operations } from '../../http/operation.ts';
import { wireId, wireInstant, wireMoney, wireText } from '../../http/wire.ts';
import { transactionState } from '../../ledger/contract.ts';
import type { Correction } from './store.ts';

const correctionSchema = z
	.strictObject({
		id: wireId().openapi({ description: 'The id of the correcting payroll transaction' }),
		dateCreated: wireInstant('2026-03-10T10:00:00.000Z'),
		correctsId: wireId().openapi({
			description: 'The id of the committed payroll transaction that is corrected',
		}),
		authorId: wireId(),
		reason: wireText('The receipt was counted twice'),
		amount: wireMoney.openapi({ example: { value: -290, currency: 'EUR_CENT' } }),
		state: transactionState,
		payrollReferenceDate: wireInstant('2026-04-07T23:59:59.999Z'),
	})
	.openapi('PayrollCorrection');

export const correctionToWire = (correction: Correction): z.infer<typeof correctionSchema> => ({
	id: correction.id,
	dateCreated: toIso(correction.dateCreated),
	correctsId: correction.correctsId,
	authorId: correction.authorId,
	reason: correction.reason,
	amount: { value: correction.amountValue, currency: correction.amountCurrency },
	state: correction.state,
	payrollReferenceDate: toIso(correction.payrollReferenceDate),
});

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

const { list, read, write } = operations(['Payroll', 'Extension']);

export const correctTransactionRoute = write.post(
	'correctTransaction',
	'/companies/{companyId}/flex/payroll-transactions/{transactionId}/corrections',
	{
		summary: 'Correct a committed transaction',
		description:
			'Creates a PENDING transaction for the next open run. It counts in the balance of the expense’s month.',
		params: z.object({ companyId: pathId('companyId'), transactionId: pathId('transactionId') }),
		body: correctBody,
		responses: { 201: createdAnswer(correctionSchema, 'The correction') },
		refusals: [
			'not_found',
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
		params: z.object({ companyId: pathId('companyId') }),
		query: pageQuery,
		responses: { 200: listAnswer(correctionSchema, 'The corrections, in order of creation') },
		refusals: ['not_found'],
	},
);

export const readCorrectionRoute = read(
	'readCorrection',
	'/companies/{companyId}/flex/payroll-corrections/{correctionId}',
	{
		summary: 'Read a correction',
		params: z.object({ companyId: pathId('companyId'), correctionId: pathId('correctionId') }),
		responses: recordAnswers(correctionSchema, 'The correction'),
		refusals: ['not_found'],
	},
);
