export const VOUCHER_TYPES = ['GENERIC', 'SPECIAL'] as const;
export type VoucherType = (typeof VOUCHER_TYPES)[number];

export const INTERVALS = ['ONCE', 'DAILY', 'WEEKLY', 'MONTHLY', 'YEARLY'] as const;
export type Interval = (typeof INTERVALS)[number];
