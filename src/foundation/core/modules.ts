import type { Money } from './money.ts';

/** The flex modules, in the order of the specification (section 1). */
export const MODULES = ['MEALS', 'HEALTH', 'INTERNET', 'HOLIDAY', 'KITA', 'MOBILITY', 'SPORTS'] as const;
export type Module = (typeof MODULES)[number];

/** The id of the built-in template. A migration creates it, so it always exists. It is the only template without companies. */
export const DEFAULT_TEMPLATE_ID = 'default';

/** One rule of a tax rule template (specification, section 2.6). */
export interface TaxRule {
	budgets: { budget: Money }[];
	/** 1 to 31 days; null means no limit. */
	maxDaysPerMonth: number | null;
	isOnlyPublicTransportAllowed: boolean;
	/** The only module to which the rule applies. If missing, it applies to all modules. */
	module?: Module | undefined;
}
