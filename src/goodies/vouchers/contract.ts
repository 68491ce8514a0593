import { createRoute, z } from '@hono/zod-openapi';
import { toIso } from '../../core/instant.ts';
import { pathId } from '../../http/fields.ts';
import { employeesPageQuery, listAnswer, pageQuery } from '../../http/list-contract.ts';
import { guarded } from '../../http/problem.ts';
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

export const listIssuedVouchersRoute = createRoute({
	method: 'get',
	path: '/employees/{employeeId}/goodies/vouchers',
	operationId: 'listIssuedVouchers',
	tags: ['Goodies', 'Extension'],
	summary: 'List issued vouchers',
	request: { params: z.object({ employeeId: pathId('employeeId') }), query: pageQuery },
	responses: {
		200: listAnswer(issuedSchema, 'The issued vouchers, in order of creation'),
		...guarded('validation_failed', 'not_found'),
	},
});

export const listVouchersOfCompanyRoute = createRoute({
	method: 'get',
	path: '/companies/{companyId}/goodies/vouchers',
	operationId: 'listVouchersOfCompany',
	tags: ['Goodies', 'Extension'],
	summary: 'List the vouchers of a company in a month',
	description: 'Ordered by the creation of the employees.',
	request: { params: z.object({ companyId: pathId('companyId') }), query: employeesPageQuery },
	responses: {
		200: listAnswer(issuedSchema, 'The issued vouchers due in the month'),
		...guarded('validation_failed', 'not_found'),
	},
});
