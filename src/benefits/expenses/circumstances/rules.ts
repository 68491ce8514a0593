import { balancesOfYear, type Grant, type Spending } from '../../../foundation/core/balance.ts';
import {
	budgetAt,
	type MonthlyBudget,
	requireUnrestricted,
	requireWithinBudget,
	restrictionAt,
} from '../../../foundation/core/budget.ts';
import { type Employment, inForceOn, isPausedThroughout } from '../../../foundation/core/employment.ts';
import {
	endOfDay,
	type Instant,
	monthOf,
	monthsBetween,
	toIso,
	toYearMonth,
} from '../../../foundation/core/instant.ts';
import type { Module, TaxRule } from '../../../foundation/core/modules.ts';
import type { Currency, Money } from '../../../foundation/core/money.ts';
import { invalidField, Refusal, type RefusalCode } from '../../../foundation/core/refusals.ts';
import {
	type MealDays,
	type MealsLaw,
	mealDaysOf,
	type RecreationFor,
	requireMealsLaw,
	requireTaxRules,
} from '../rules.ts';

export const EXPENSE_REFUSALS = [
	'employee_terminated',
	'employee_paused',
	'no_flex_access',
	'module_not_allowed',
	'public_transport_only',
	'max_days_exceeded',
	'tax_budget_exceeded',
	'currency_mismatch',
	'budget_exceeded',
	'period_closed',
] as const satisfies RefusalCode[];

export interface ExpenseFacts {
	module: Module;
	amount: Money;
	/** The start of a UTC day. */
	date: Instant;
	days: number | null;
	isPublicTransport: boolean | null;
}

export interface NewExpense extends ExpenseFacts {
	note: string | null;
	/** The price of all meals on the receipt; null when nobody has entered it. */
	mealPrice: Money | null;
	/** Null when nobody is named. */
	recreationFor: RecreationFor | null;
	/** True when the expense may be reduced to what is left of the budgets. */
	upTo: boolean;
	/** The text of a till's code; null without one. */
	machineReadable: string | null;
	/** The draft whose file becomes the receipt; null without one. */
	draftId: string | null;
	/** True when the day or amount may differ from those on the receipt. */
	factsDiffer: boolean;
}

export interface Circumstances {
	now: Instant;
	employment: Employment;
	timeline: readonly (Grant & { allowedModules: Module[]; taxRuleTemplateId: string })[];
	templates: readonly { id: string; rules: TaxRule[] }[];
	/** The spending of the year, without the expense itself. */
	spendings: readonly (Spending & Pick<ExpenseFacts, 'module' | 'days'>)[];
	/** The facts with which a returned expense is counted until it is corrected; null for others. */
	counted: { module: Module; date: Instant; value: number; currency: Currency } | null;
	/** The monthly budgets of goodies, if they limit spending on other modules. */
	monthlyBudgets: readonly MonthlyBudget[];
	mealsLaw: MealsLaw;
	/** Null for an approval, because only the day of submission must be in time. */
	submission: SubmissionWindow | null;
	/** For an approval: true when the company demands a receipt and there is none. */
	lacksReceipt: boolean;
}

interface SubmissionWindow {
	/** The first instant of the earliest month that can still change. */
	earliestOpen: Instant;
	latestClosed: Instant | null;
}

/** Returns the largest part of an expense's amount that the rules permit. Refuses when anything else forbids it, or nothing is left. */
export function permittedPart(expense: ExpenseFacts, circumstances: Circumstances): Money {
	const kept = keptOf(expense, circumstances);
	for (let { amount } = expense; ; ) {
		try {
			requireAllowed({ ...expense, amount }, circumstances);
			return amount;
		} catch (error) {
			const value = error instanceof Refusal ? partOf(error, kept) : undefined;
			if (value === undefined || value <= 0 || value >= amount.value) throw error;
			amount = { ...amount, value };
		}
	}
}

/** Returns the amount that would be permitted after a refusal; undefined when no amount would help. */
function partOf({ code, extras: { left } }: Refusal, kept: number): number | undefined {
	if (code === 'tax_budget_exceeded') return left;
	return code === 'budget_exceeded' ? Math.max(left ?? 0, kept) : undefined;
}

/** Returns the amount that a corrected expense may always have. It is already counted, so changed budgets do not matter. */
function keptOf({ module, date, amount }: ExpenseFacts, { counted }: Circumstances): number {
	const isSame = counted?.module === module && counted.date === date && counted.currency === amount.currency;
	return isSame ? counted.value : 0;
}

/** Refuses an expense that any rule forbids now. Submission checks this, and approval checks it again. */
export function requireAllowed(expense: ExpenseFacts, circumstances: Circumstances): void {
	const [first] = refusalsOf(expense, circumstances);
	if (first !== undefined) throw first;
}

/** Returns a refusal for each rule that forbids an expense now. Budgets and tax rules are checked only if an access permits the module. */
export function refusalsOf(expense: ExpenseFacts, circumstances: Circumstances): Refusal[] {
	const { now, employment, timeline, templates, spendings, submission } = circumstances;
	const { date, module, amount } = expense;
	const refusals: Refusal[] = [];
	const hold = <T>(check: () => T) => holdAgainst(refusals, check);

	hold(() => requireExpenseDay(date, employment, now));
	if (submission !== null) hold(() => requireOpenMonth(date, submission));
	if (circumstances.lacksReceipt) refusals.push(receiptMissing(module));
	const accesses = hold(() => requirePermitted(module, inForceOn(timeline, employment, date)));
	if (accesses === undefined) return refusals;

	const templateIds = accesses.map(({ taxRuleTemplateId }) => taxRuleTemplateId);
	const rules = templates.filter(({ id }) => templateIds.includes(id)).flatMap((template) => template.rules);
	const ofMonth = inMonthOf(date, spendings);
	hold(() => requireTaxRules(expense, rules, ofMonth));
	hold(() => requireMealsLaw(expense, circumstances.mealsLaw, ofMonth, now));
	const { restriction, budget } = budgetsAt(date, circumstances);
	const kept = keptOf(expense, circumstances);
	hold(() => requireUnrestricted(amount, module, restriction, kept));
	hold(() => requireWithinBudget(amount, budget, kept));
	return refusals;
}

/** The rest of the month's budgets, as if the expense did not exist. */
export interface Room {
	/** The rest for the module; null when no access is in force in the month. */
	left: Money | null;
	mealDays: MealDays | null;
}

export function roomFor(expense: ExpenseFacts, circumstances: Circumstances): Room {
	const { date, module } = expense;
	const { now, mealsLaw, spendings } = circumstances;
	const { restriction, budget } = budgetsAt(date, circumstances);
	const { currency } = budget;
	const isRestricted = restriction !== null && module !== 'SPORTS' && restriction.currency === currency;
	const value = isRestricted ? Math.min(budget.left, restriction.left) : budget.left;
	return {
		left: currency === null ? null : { value, currency },
		mealDays: mealDaysOf(expense, mealsLaw, inMonthOf(date, spendings), now),
	};
}

function inMonthOf(date: Instant, spendings: Circumstances['spendings']) {
	const { first, last } = monthOf(date);
	return spendings.filter((spending) => spending.date >= first && spending.date <= last);
}

const budgetsAt = (date: Instant, { timeline, employment, spendings, monthlyBudgets }: Circumstances) => ({
	restriction: restrictionAt(date, monthlyBudgets, employment, spendings),
	budget: budgetAt(balancesOfYear(date, timeline, employment, spendings), date),
});

/** Returns the result of a check. If the check refuses, the refusal is added to the others. */
function holdAgainst<T>(refusals: Refusal[], check: () => T): T | undefined {
	try {
		return check();
	} catch (error) {
		if (!(error instanceof Refusal)) throw error;
		refusals.push(error);
		return undefined;
	}
}

const receiptMissing = (module: Module): Refusal =>
	new Refusal(
		'receipt_missing',
		`The company approves ${module} only with a receipt, and this expense has none.`,
	);

/** Refuses a day in the future, at or after the termination, or in a pause. */
function requireExpenseDay(date: Instant, employment: Employment, now: Instant): void {
	if (date > now) throw invalidField('date', 'in_future', 'date must not be in the future.');
	const { dateTerminated } = employment;
	if (dateTerminated !== null && date >= dateTerminated) {
		throw new Refusal('employee_terminated', `The employee left on ${toIso(dateTerminated)}.`);
	}
	if (isPausedThroughout(employment, date, endOfDay(date))) {
		throw new Refusal('employee_paused', 'The employee is paused on this day.');
	}
}

/** Refuses a month that can no longer change, because its reference day has passed or its run is closed. */
function requireOpenMonth(date: Instant, { earliestOpen: earliest, latestClosed }: SubmissionWindow): void {
	const isRunClosed = latestClosed !== null && monthsBetween(latestClosed, date) <= 0;
	if (date >= earliest && !isRunClosed) return;
	throw new Refusal(
		'period_closed',
		isRunClosed
			? `The payroll run of ${toYearMonth(date)} is closed.`
			: `${toYearMonth(date)} is closed; expenses are accepted from ${toIso(earliest).slice(0, 10)} on.`,
	);
}

/** True when an access in force on the day permits the module. */
export const isPermitted = (
	{ module, date }: Pick<ExpenseFacts, 'module' | 'date'>,
	timeline: Circumstances['timeline'],
	employment: Employment,
): boolean =>
	inForceOn(timeline, employment, date).some(({ allowedModules }) => allowedModules.includes(module));

/** Refuses a module that no access in force on the day permits. Returns the accesses that permit it. */
function requirePermitted<A extends { allowedModules: Module[] }>(
	module: Module,
	accesses: readonly A[],
): A[] {
	if (accesses.length === 0) {
		throw new Refusal('no_flex_access', 'No flex access is in force on this day.');
	}
	const permitting = accesses.filter(({ allowedModules }) => allowedModules.includes(module));
	if (permitting.length === 0) {
		throw new Refusal('module_not_allowed', `The flex access of this day does not permit ${module}.`);
	}
	return permitting;
}
