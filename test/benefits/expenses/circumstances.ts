import {
	type Circumstances,
	type ExpenseFacts,
	requireAllowed,
} from '../../../src/benefits/expenses/circumstances/rules.ts';
import type { TaxRule } from '../../../src/foundation/core/modules.ts';
import type { Currency } from '../../../src/foundation/core/money.ts';
import { earliestOpen } from '../../../src/foundation/core/months.ts';
import { employed, utc } from '../../harness/grants.ts';

type Access = Circumstances['timeline'][number];
type Taken = Circumstances['spendings'][number];

/** 1000 cents a month for two modules, accumulated, all year. */
export const access = (fields: Partial<Access> = {}): Access => ({
	id: 'access',
	validFrom: utc('2023-01-01'),
	validUntil: null,
	budgetValue: 1000,
	budgetCurrency: 'EUR_CENT',
	accumulateBudget: true,
	allowedModules: ['MEALS', 'MOBILITY'],
	taxRuleTemplateId: 'default',
	...fields,
});

export const rule = (fields: Partial<TaxRule>): TaxRule => ({
	budgets: [],
	maxDaysPerMonth: null,
	isOnlyPublicTransportAllowed: false,
	...fields,
});

export const template = (fields: Partial<TaxRule>, id = 'default') => ({ id, rules: [rule(fields)] });

export const cap = (value: number, currency: Currency = 'EUR_CENT') => ({
	budgets: [{ budget: { value, currency } }],
});

export const meals = (fields: Partial<ExpenseFacts> = {}): ExpenseFacts => ({
	module: 'MEALS',
	amount: { value: 100, currency: 'EUR_CENT' },
	date: utc('2023-03-03'),
	days: 1,
	isPublicTransport: null,
	...fields,
});

export const ride = (isPublicTransport: boolean): ExpenseFacts =>
	meals({ module: 'MOBILITY', days: null, isPublicTransport });

export const taken = (day: string, value: number, fields: Partial<Taken> = {}): Taken => ({
	date: utc(day),
	amount: { value, currency: 'EUR_CENT' },
	isPending: false,
	module: 'MEALS',
	days: 1,
	...fields,
});

export type Given = Partial<Circumstances> & { latestClosed?: number | null };

/** An employee in the middle of March, with the reference day 7. */
export function circumstances({ latestClosed = null, ...fields }: Given = {}): Circumstances {
	const now = fields.now ?? utc('2023-03-15T12:00:00.000Z');
	return {
		now,
		employment: employed,
		timeline: [access()],
		templates: [{ id: 'default', rules: [] }],
		spendings: [],
		counted: null,
		monthlyBudgets: [],
		mealsLaw: { country: null, areAbsencesRecorded: false },
		submission: { earliestOpen: earliestOpen(now, 7), latestClosed },
		lacksReceipt: false,
		...fields,
	};
}

export const allowed = 'allowed';

/** Returns `allowed`, or the code of the refusal for an expense. */
export function verdict(expense: ExpenseFacts, fields: Given = {}): string {
	const refused = refusal(expense, fields);
	return refused === null ? allowed : refused.code;
}

/** The refusal's code with its numbers, and null when there is none. */
export function refusal(
	expense: ExpenseFacts,
	fields: Given = {},
): { code: string; limit?: number; used?: number; left?: number } | null {
	try {
		requireAllowed(expense, circumstances(fields));
		return null;
	} catch (error) {
		const { code, extras } = error as { code: string; extras: object };
		return { code, ...extras };
	}
}
