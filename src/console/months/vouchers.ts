import { listVouchersOfCompany } from '../../goodies/vouchers/actions.ts';
import type { NamedVoucher } from '../../goodies/vouchers/store.ts';
import { type Listing, partsOf } from './listing.ts';

/** The vouchers that were due in a month. */
export const vouchers: Listing<NamedVoucher> = {
	name: 'vouchers',
	operation: 'listVouchersOfCompany',
	load(call, { companyId, month }, after, limit) {
		const [employeeId, id] = partsOf(after);
		return listVouchersOfCompany(call, companyId, month, { employeeId, id }, limit);
	},
	cursorOf: ({ employeeId, id }) => `${employeeId} ${id}`,
	currencyOf: ({ amountCurrency }) => amountCurrency,
	columns: [
		{ title: 'due', of: ({ dueDate }) => ({ day: dueDate }) },
		{
			title: 'kind',
			of: ({ goodiesVoucherType, interval }, words) =>
				`${words.voucherTypes[goodiesVoucherType]}, ${words.intervals[interval]}`,
		},
		{ title: 'amount', of: ({ amountValue }) => ({ amount: amountValue }), isNumeric: true },
	],
};
