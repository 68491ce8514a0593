import { balancesOfYear } from '../../foundation/core/balance.ts';
import { restrictionsOfYear } from '../../foundation/core/budget.ts';
import type { Employment } from '../../foundation/core/employment.ts';
import { type Instant, monthsBetween, startOfYear, toYearMonth } from '../../foundation/core/instant.ts';
import { authorize, type Operation } from '../../foundation/core/policy.ts';
import type { Call } from '../../foundation/db/call.ts';
import type { EmployeeKey, NumberKey } from '../../foundation/db/scope.ts';
import { companyIdInScope, loadCompany } from '../../tenants/companies/store.ts';
import { idInScope, loadEmployee } from '../employees/store.ts';
import { periodsOf } from '../employees/timelines/store.ts';
import { spendingsOf } from '../expenses/rules.ts';
import type { FlexAccess } from '../flex/access/table.ts';
import { accessTimeline } from '../flex/access/table.ts';
import { isMonthlyBudget } from '../goodies/plans/rules.ts';
import type { PlannedVoucher } from '../goodies/plans/table.ts';
import { planTimeline } from '../goodies/plans/table.ts';
import { byEmployee, correctionsByMonth, type EmployeeMonth, type RestrictedYear } from './rules.ts';
import { balanceQueries, type CorrectedRow, correctedInYear, type TakenRow, takenInYear } from './store.ts';

/** Returns the balances from January to `month`. Each month is derived from the earlier ones. */
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
		periodsOf(db, accessTimeline, scope, employeeId),
		periodsOf(db, planTimeline, scope, employeeId),
		takenInYear(db, ownerId, anyInstant),
		correctedInYear(db, ownerId, anyInstant),
	]);
	const isRestricted = employee.monthlyBudgetRestrictsFlex;
	return yearOf(anyInstant, { employment: employee, isRestricted, accesses, plans, taken, corrected });
}

/** Lists the balances of one month of a company's employees, in the order of the key. */
export async function listBalancesOfCompany(
	call: Call,
	companyId: string,
	month: Instant,
	after: EmployeeKey | NumberKey,
	limit: number,
): Promise<EmployeeMonth[]> {
	const { db } = call;
	const scope = authorize(call.actor, 'listBalancesOfCompany');
	const ownerId = companyIdInScope(db, scope, companyId);
	const [company, page, accesses, plans, taken, corrected] = await loadCompany(
		call,
		scope,
		companyId,
		balanceQueries(db, ownerId, month, after, limit, call.statusAt),
	);
	const isRestricted = company.monthlyBudgetRestrictsFlex;
	const [accessesOf, budgetsOf] = [byEmployee(accesses), byEmployee(plans)];
	const [takenOf, correctedOf] = [byEmployee(taken), byEmployee(corrected)];
	return page.map((employment) => {
		const { id, position, person } = employment;
		const year = yearOf(month, {
			employment,
			isRestricted,
			accesses: accessesOf(id),
			plans: budgetsOf(id),
			taken: takenOf(id),
			corrected: correctedOf(id),
		});
		return {
			id,
			employeeId: id,
			position,
			person,
			...(year[monthsBetween(startOfYear(month), month)] ?? year[0]),
		};
	});
}

/** The data from which the balances of an employee's year are computed. */
export interface Grounds {
	employment: Employment;
	/** True when the company's monthly budget of goodies also limits other benefits. */
	isRestricted: boolean;
	accesses: readonly FlexAccess[];
	plans: readonly PlannedVoucher[];
	taken: readonly TakenRow[];
	corrected: readonly CorrectedRow[];
}

export function yearOf(anyInstant: Instant, grounds: Grounds): RestrictedYear {
	const { employment, isRestricted, accesses, plans, taken, corrected } = grounds;
	const spendings = spendingsOf(taken, corrected);
	const budgets = isRestricted ? plans.filter(isMonthlyBudget) : [];
	const restrictions = restrictionsOfYear(anyInstant, budgets, employment, spendings);
	const corrections = correctionsByMonth(corrected);
	return balancesOfYear(anyInstant, accesses, employment, spendings).map((balance, index) => ({
		...balance,
		restriction: restrictions[index] ?? null,
		corrections: corrections.get(balance.month) ?? [],
	})) as RestrictedYear;
}
