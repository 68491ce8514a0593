import type { Money } from './money.ts';

/** Always present, the only template without companies. Created by the first migration. */
export const DEFAULT_TEMPLATE_ID = 'default';

/** One rule of a tax rule template (specification, section 2.6). */
export interface TaxRule {
	budgets: { budget: Money }[];
	/** 1 to 31; null for no limit. */
	maxDaysPerMonth: number | null;
	isOnlyPublicTransportAllowed: boolean;
}
