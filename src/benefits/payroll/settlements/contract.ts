import { z } from '@hono/zod-openapi';
import { toIso } from '../../../foundation/core/instant.ts';
import { createdAnswer, recordAnswers } from '../../../foundation/http/contract.ts';
import { day } from '../../../foundation/http/dates.ts';
import { text } from '../../../foundation/http/fields.ts';
import { listAnswer, pageQuery } from '../../../foundation/http/list-contract.ts';
import { operations } from '../../../foundation/http/operation.ts';
import {
	amountOf,
	wireBy,
	wireId,
	wireInstant,
	wireMoney,
	wireMoneySum,
	wireText,
} from '../../../foundation/http/wire.ts';
import { payrollModule, transactionKind } from '../../ledger/contract.ts';
import type { Settlement } from './store.ts';

const settlementSchema = z
	.strictObject({
		transactionId: wireId(),
		dateCreated: wireInstant('2026-03-10T10:00:00.000Z'),
		authorId: wireId(),
		date: z.iso.date().openapi({
			format: 'date',
			maxLength: 10,
			example: '2026-03-09',
			description: 'The day on which the money was paid',
		}),
		reason: wireText('Paid by bank transfer'),
		flexDataId: wireId(),
		module: payrollModule,
		kind: transactionKind,
		personnelNumber: wireText('00017').nullable(),
		amount: wireMoney,
		takenBack: wireMoneySum.openapi({
			description: 'The part that corrections have taken back. A later run pays it',
			example: { value: 0, currency: 'EUR_CENT' },
		}),
	})
	.openapi('PayrollSettlement');

export const settlementToWire = wireBy(settlementSchema, {
	transactionId: ({ id }: Settlement) => id,
	date: ({ date }: Settlement) => toIso(date).slice(0, 10),
	amount: amountOf,
	takenBack: ({ takenBackValue: value, amountCurrency: currency }: Settlement) => ({ value, currency }),
});

const settleBody = z
	.strictObject({ reason: text('Paid by bank transfer'), date: day('2026-03-09') })
	.openapi('PayrollSettlementRequest');

const { list, read, write } = operations(['Payroll', 'Extension'], { dryRuns: true });

const PATH = '/companies/{companyId}/flex/payroll-transactions/{transactionId}/settlement';

export const settleTransactionRoute = write.post('settleTransaction', PATH, {
	summary: 'Settle a waiting transaction outside payroll',
	description: `Takes a PENDING transaction out of every later run, because the money was paid in another way. It
leaves the list of transactions, and balances do not change. A correction of the transaction takes the settlement back.
Nobody can settle a payment to themselves.`,
	body: settleBody,
	responses: { 201: createdAnswer(settlementSchema, 'The settlement') },
	refusals: ['line_committed', 'line_settled'],
});

export const readSettlementRoute = read('readSettlement', PATH, {
	summary: 'Read the settlement of a transaction',
	responses: recordAnswers(settlementSchema, 'The settlement'),
});

export const listSettlementsRoute = list(
	'listSettlements',
	'/companies/{companyId}/flex/payroll-settlements',
	{
		summary: 'List the settlements of a company',
		query: pageQuery,
		responses: {
			200: listAnswer(settlementSchema, 'The settlements, by the creation of their transactions'),
		},
	},
);
