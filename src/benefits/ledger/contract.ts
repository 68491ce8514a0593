import { z } from '@hono/zod-openapi';
import { module } from '../../foundation/http/fields.ts';
import { listAnswer, pageQuery } from '../../foundation/http/list-contract.ts';
import { operations } from '../../foundation/http/operation.ts';
import {
	amountOf,
	wireBy,
	wireDateDeleted,
	wireId,
	wireInstant,
	wireMoney,
	wireText,
} from '../../foundation/http/wire.ts';
import { LISTED_STATES, PAYROLL_MODULES, TRANSACTION_KINDS } from './rules.ts';
import type { PayrollTransaction } from './store.ts';

const transactionState = z.enum(LISTED_STATES).openapi('TransactionState', {
	description: 'A payroll run makes it COMMITTED, which is final',
	example: 'PENDING',
});

export const transactionKind = z.enum(TRANSACTION_KINDS).openapi('TransactionKind', {
	description:
		'The content: a whole expense, the flat-taxed or tax-free part of meals, or an issued voucher. For a voucher, `flexDataId` is its id',
	example: 'EXPENSE',
});

export const payrollModule = z.enum(PAYROLL_MODULES).openapi('PayrollModule', {
	description: 'A flex module, or GOODIES for vouchers',
	example: 'MEALS',
});

const transactionSchema = z
	.strictObject({
		id: wireId(),
		dateCreated: wireInstant('2026-03-03T10:00:00.000Z'),
		dateModified: wireInstant('2026-03-03T10:00:00.000Z'),
		dateDeleted: wireDateDeleted,
		flexDataId: wireId(),
		companyId: wireId('01890a5d-ac96-774b-bcce-b302099a8058'),
		personnelNumber: wireText('00017').nullable(),
		amount: wireMoney,
		state: transactionState,
		payrollReferenceDate: wireInstant('2026-03-07T23:59:59.999Z'),
		submittedDate: wireInstant('2026-03-02T18:00:00.000Z'),
	})
	.openapi('PayrollTransaction');

export const transactionToWire = wireBy(transactionSchema, {
	amount: amountOf,
	state: ({ state }: PayrollTransaction) => (state === 'COMMITTED' ? state : 'PENDING'),
});

export const listPayrollTransactionsRoute = operations().list(
	'listPayrollTransactions',
	'/companies/{companyId}/flex/payroll-transactions',
	{
		tags: ['Payroll'],
		summary: 'List the flex payroll transactions of a company',
		query: pageQuery.extend({
			module: module.optional().openapi({ description: 'Only transactions of this module' }),
			kind: transactionKind.optional().openapi({ description: 'Only transactions of this kind' }),
		}),
		responses: { 200: listAnswer(transactionSchema, 'The transactions, in order of creation') },
	},
);
