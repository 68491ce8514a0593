import { z } from '@hono/zod-openapi';
import { employeesPageQuery, listAnswer, pageQuery } from '../../../foundation/http/list-contract.ts';
import { operations } from '../../../foundation/http/operation.ts';
import { amountOf, wireBy, wireId, wireInstant, wireMoney } from '../../../foundation/http/wire.ts';
import { voucherType } from '../plans/contract.ts';

const issuedSchema = z
	.strictObject({
		id: wireId(),
		dateCreated: wireInstant('2026-04-01T00:00:00.000Z'),
		employeeId: wireId(),
		plannedVoucherId: wireId(),
		goodiesVoucherType: voucherType,
		amount: wireMoney,
		dueDate: wireInstant('2026-04-01T00:00:00.000Z'),
	})
	.openapi('IssuedVoucher');

export const voucherToWire = wireBy(issuedSchema, { amount: amountOf });

const { list } = operations(['Goodies', 'Extension']);

export const listIssuedVouchersRoute = list(
	'listIssuedVouchers',
	'/employees/{employeeId}/goodies/vouchers',
	{
		summary: 'List issued vouchers',
		query: pageQuery,
		responses: { 200: listAnswer(issuedSchema, 'The issued vouchers, in order of creation') },
	},
);

export const listVouchersOfCompanyRoute = list(
	'listVouchersOfCompany',
	'/companies/{companyId}/goodies/vouchers',
	{
		summary: 'List the vouchers of a company in a month',
		description: 'Ordered by the creation of the employees.',
		query: employeesPageQuery,
		responses: { 200: listAnswer(issuedSchema, 'The issued vouchers due in the month') },
	},
);
