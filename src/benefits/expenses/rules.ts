import { type Actor, personBehind } from '../../foundation/core/actor.ts';
import type { Country } from '../../foundation/core/countries.ts';
import { dayOfMonth, endOfMonth, type Instant, toIso, toYearMonth } from '../../foundation/core/instant.ts';
import { mealDaysPerMonth, mealValuesOn, mostForMeals } from '../../foundation/core/meals.ts';
import type { Module, TaxRule } from '../../foundation/core/modules.ts';
import type { Currency } from '../../foundation/core/money.ts';
import { Refusal } from '../../foundation/core/refusals.ts';
import type { ExpenseFacts } from './circumstances/rules.ts';

/** The answers of an expense that one module demands, or permits if they are not required. Every other module refuses them. */
export const ANSWERS = {
	days: { only: 'MEALS', isRequired: true },
	isPublicTransport: { only: 'MOBILITY', isRequired: true },
	mealPrice: { only: 'MEALS', isRequired: false },
	recreationFor: { only: 'HOLIDAY', isRequired: false },
} as const satisfies Record<string, { only: Module; isRequired: boolean }>;
export type Answer = keyof typeof ANSWERS;
export const ANSWER_NAMES = Object.keys(ANSWERS) as Answer[];

/** True if the answer belongs to the module. */
export const belongsTo = (answer: Answer, module: string | null | undefined): boolean =>
	ANSWERS[answer].only === module;

/** NEEDS_CORRECTION means that a verifier has returned the expense. Like SUBMITTED, it counts as taken. */
export const EXPENSE_STATES = ['SUBMITTED', 'NEEDS_CORRECTION', 'APPROVED', 'REJECTED', 'WITHDRAWN'] as const;
export type ExpenseState = (typeof EXPENSE_STATES)[number];

/** The time to correct a returned expense before the cron rejects it. */
export const MENDABLE_MS = 30 * 86_400_000;

interface Ownership {
	authorId: string;
	employeeId: string;
}

/** Refuses a decision on an expense that the actor submitted, or that benefits the actor. */
export function refuseOwn(actor: Actor, expense: Ownership): void {
	const { userId, employeeId } = personBehind(actor);
	if ([actor.userId, userId].includes(expense.authorId) || expense.employeeId === employeeId) {
		throw new Refusal('forbidden', 'You cannot decide on your own expense.');
	}
}

export function requireAuthor({ userId }: Actor, { authorId }: Ownership): void {
	if (authorId !== userId) {
		throw new Refusal('forbidden', 'Only the user who submitted the expense can do this.');
	}
}

export function requireState(state: ExpenseState, ...allowed: readonly ExpenseState[]): void {
	if (allowed.includes(state)) return;
	if (state === 'NEEDS_CORRECTION') {
		throw new Refusal(
			'needs_correction',
			'The expense was returned for correction. Its author must correct it first, or you can reject it.',
		);
	}
	if (state === 'SUBMITTED') {
		throw new Refusal('not_returned', 'Only an expense that was returned for correction can be changed.');
	}
	throw alreadyDecided();
}

export const alreadyDecided = (): Refusal =>
	new Refusal('already_decided', 'The expense is no longer SUBMITTED.');

export const decisionData = (decided: {
	module: string;
	amountValue: number;
	approvedAmountValue: number | null;
	amountCurrency: string;
	date: Instant;
	reasons: readonly string[];
	rejectionReason: string | null;
}): Record<string, string> => ({
	module: decided.module,
	amount: String(decided.approvedAmountValue ?? decided.amountValue),
	asked: String(decided.amountValue),
	reasons: decided.reasons.join(' '),
	currency: decided.amountCurrency,
	date: toIso(decided.date).slice(0, 10),
	...(decided.rejectionReason !== null && { reason: decided.rejectionReason }),
});

type Taken = Pick<ExpenseFacts, 'amount' | 'days'>;

/** Refuses an expense that the tax rules of the accesses forbid, given the month's other expenses. */
export function requireTaxRules(
	expense: ExpenseFacts,
	rules: readonly TaxRule[],
	takenByAll: readonly (Taken & Pick<ExpenseFacts, 'module'>)[],
): void {
	for (const rule of rules) {
		if (rule.module !== undefined && rule.module !== expense.module) continue;
		const taken = takenByAll.filter(({ module }) => rule.module === undefined || module === rule.module);
		if (rule.isOnlyPublicTransportAllowed && expense.isPublicTransport === false) {
			throw new Refusal('public_transport_only', 'The tax rules permit MOBILITY by public transport only.');
		}
		if (rule.maxDaysPerMonth !== null) {
			const wanted = expense.days ?? 0;
			requireWithin(
				'max_days_exceeded',
				'days of MEALS a month',
				rule.maxDaysPerMonth,
				daysOf(taken),
				wanted,
			);
		}
		const { value, currency } = expense.amount;
		const used = taken.reduce(
			(sum, { amount }) => sum + (amount.currency === currency ? amount.value : 0),
			0,
		);
		for (const { budget } of rule.budgets) {
			if (budget.currency !== currency) continue;
			requireWithin(
				'tax_budget_exceeded',
				`${currency} a month under the tax rules`,
				budget.value,
				used,
				value,
			);
		}
	}
}

/** The relatives who took part in a recreation. */
export interface RecreationFor {
	spouse: boolean;
	children: number;
}

export interface MealsLaw {
	/** Null when the company has not chosen its country's limits. */
	country: Country | null;
	/** True when a record of absences proves the days. Then only the days of the month limit them. */
	areAbsencesRecorded: boolean;
}

/** How many days of meals a month has taken, and how many are allowed so far. */
export interface MealDays {
	used: number;
	limit: number;
}

/** Returns the days of meals that the country's law counts; null for other modules, and for countries without such a law. */
export function mealDaysOf(
	{ module, date, days }: ExpenseFacts,
	{ country, areAbsencesRecorded }: MealsLaw,
	taken: readonly Taken[],
	now: Instant,
): MealDays | null {
	const lawful = mealDaysPerMonth(country, date);
	if (module !== 'MEALS' || days === null || lawful === null) return null;
	const isOver = toYearMonth(date) !== toYearMonth(now);
	const daysSoFar = dayOfMonth(isOver ? endOfMonth(date) : now);
	return { used: daysOf(taken), limit: areAbsencesRecorded ? daysSoFar : Math.min(lawful, daysSoFar) };
}

/** Refuses meals beyond the law: more days than the law allows or than have passed, or a higher amount for each day. */
export function requireMealsLaw(
	expense: ExpenseFacts,
	law: MealsLaw,
	taken: readonly Taken[],
	now: Instant,
): void {
	const { amount, date, days } = expense;
	const { country } = law;
	const counted = mealDaysOf(expense, law, taken, now);
	if (counted === null || days === null) return;
	const values = mealValuesOn(country, date);
	if (values !== null && amount.currency !== values.currency) {
		throw new Refusal(
			'currency_mismatch',
			`Statutory values for meals in ${country} are in ${values.currency}.`,
		);
	}
	const { used, limit } = counted;
	requireWithin('max_days_exceeded', 'days of MEALS in this month so far', limit, used, days);
	if (values === null) return;
	const most = mostForMeals(values, days);
	const unit = `${amount.currency} for ${days} ${days === 1 ? 'day' : 'days'} of MEALS under the law of ${country}`;
	requireWithin('tax_budget_exceeded', unit, most, 0, amount.value);
}

const daysOf = (taken: readonly Taken[]): number => taken.reduce((sum, { days }) => sum + (days ?? 0), 0);

/** Refuses `wanted` when it exceeds what is left of `limit`. The refusal contains limit, used and left. */
function requireWithin(
	code: 'max_days_exceeded' | 'tax_budget_exceeded',
	unit: string,
	limit: number,
	used: number,
	wanted: number,
): void {
	const left = Math.max(0, limit - used);
	if (wanted <= left) return;
	throw new Refusal(code, `At most ${limit} ${unit}; ${used} are used and ${left} are left.`, {
		limit,
		used,
		left,
	});
}

/** Another expense that may be for the same purchase: its owner, and when it was submitted. */
export interface Duplicate {
	id: string;
	dateCreated: Instant;
	firstName: string | null;
	lastName: string | null;
	personnelNumber: string | null;
}

export interface Duplicates {
	sameReceipt: Duplicate[];
	samePurchase: Duplicate[];
	sameDayAndAmount: Duplicate[];
}

export const MAX_DUPLICATES = 20;

interface SpentRow {
	module: Module;
	value: number;
	currency: Currency;
	date: Instant;
}

interface TakenRow extends SpentRow {
	days: number | null;
	state: ExpenseState;
}

/** Returns expenses and their corrections as one list. Corrections are never pending and have no days. */
export const spendingsOf = (taken: readonly TakenRow[], corrected: readonly SpentRow[]) => [
	...taken.map((row) => spending(row, row.days, row.state !== 'APPROVED')),
	...corrected.map((row) => spending(row, null, false)),
];

function spending({ module, value, currency, date }: SpentRow, days: number | null, isPending: boolean) {
	return { module, amount: { value, currency }, date, days, isPending };
}
