import { balancesOfYear, type MonthBalance } from '../../core/balance.ts';
import { type Instant, toYearMonth } from '../../core/instant.ts';
import { authorize, type Operation } from '../../core/policy.ts';
import { restrictionAt } from '../../core/restriction.ts';
import type { Call } from '../../db/call.ts';
import { idInScope, loadEmployee } from '../../employees/store.ts';
import { isMonthlyBudget } from '../../goodies/plans/rules.ts';
import { plansOf } from '../../goodies/plans/store.ts';
import { accessesOf } from '../access/store.ts';
import type { FlexAccess } from '../access/table.ts';
import { correctionsOf, type RestrictedMonth, type RestrictedYear } from './rules.ts';
import { correctedInYear, spendingsOf, takenInYear } from './store.ts';

/** The balances from January to `month`, which comes last. Each month is derived from those before it. */
export async function readBalance(call: Call, employeeId: string, month: Instant): Promise<RestrictedYear> {
	const [january, ...later] = await balancesAround(call, 'readBalance', employeeId, month);
	return [january, ...later.filter((balance) => balance.month <= toYearMonth(month))];
}

export const readBalancesOfYear = (
	call: Call,
	employeeId: string,
	anyInstant: Instant,
): Promise<RestrictedYear> => balancesAround(call, 'readBalancesOfYear', employeeId, anyInstant);

async function balancesAround(
	call: Call,
	operation: Operation,
	employeeId: string,
	anyInstant: Instant,
): Promise<RestrictedYear> {
	const { db } = call;
	const scope = authorize(call.actor, operation);
	const ownerId = idInScope(db, scope, employeeId);
	const [employee, accesses, plans, taken, corrected] = await loadEmployee(call, scope, employeeId, [
		accessesOf(db, scope, employeeId),
		plansOf(db, scope, employeeId),
		takenInYear(db, ownerId, anyInstant),
		correctedInYear(db, ownerId, anyInstant),
	]);
	const spendings = spendingsOf(taken, corrected);
	const budgets = employee.monthlyBudgetRestrictsFlex ? plans.filter(isMonthlyBudget) : [];
	const [january, ...others] = balancesOfYear(anyInstant, accesses, employee, spendings);
	const restricted = (balance: MonthBalance<FlexAccess>): RestrictedMonth => ({
		...balance,
		restriction: restrictionAt(Date.parse(balance.month), budgets, employee, spendings),
		corrections: correctionsOf(balance.month, corrected),
	});
	return [restricted(january), ...others.map(restricted)];
}
