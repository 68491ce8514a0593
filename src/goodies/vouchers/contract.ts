import { z } from '@hono/zod-openapi';
import { toIso } from '../../core/instant.ts';
import { pathId } from '../../http/fields.ts';
import { employeesPageQuery, listAnswer, pageQuery } from '../../http/list-contract.ts';
import { operations } from '../../http/operation.ts';
import { wireId, wireInstant, wireMoney } from '../../http/wire.ts';
import { voucherType } from '../plans/contract.ts';
import type { IssuedVoucher } from './store.ts';

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

export const voucherToWire = (voucher: IssuedVoucher): z.infer<typeof issuedSchema> => ({
	id: voucher.id,
	dateCreated: toIso(voucher.dateCreated),
	employeeId: voucher.employeeId,
	plannedVoucherId: voucher.plannedVoucherId,
	goodiesVoucherType: voucher.goodiesVoucherType,
	amount: { value: voucher.amountValue, currency: voucher.amountCurrency },
	dueDate: toIso(voucher.dueDate),
});

const { list } = operations(['Goodies', 'Extension']);

export const listIssuedVouchersRoute = list(
	'listIssuedVouchers',
	'/employees/{employeeId}/goodies/vouchers',
	{
		summary: 'List issued vouchers',
		params: z.object({ employeeId: pathId('employeeId') }),
		query: pageQuery,
		responses: { 200: listAnswer(issuedSchema, 'The issued vouchers, in order of creation') },
		refusals: ['not_found'],
	},
);

export const listVouchersOfCompanyRoute = list(
	'listVouchersOfCompany',
	'/companies/{companyId}/goodies/vouchers',
	{
		summary: 'List the vouchers of a company in a month',
		description: 'Ordered by the creation of the employees.',
		params: z.object({ companyId: pathId('companyId') }),
		query: employeesPageQuery,
		responses: { 200: listAnswer(issuedSchema, 'The issued vouchers due in the month') },
		refusals: ['not_found'],
	},
);
