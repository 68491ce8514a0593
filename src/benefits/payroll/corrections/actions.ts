import type { Scope } from '../../../foundation/core/actor.ts';
import { aboutEmployee, creation } from '../../../foundation/core/history.ts';
import { newId } from '../../../foundation/core/id.ts';
import { mealsOf, mealValuesOn } from '../../../foundation/core/meals.ts';
import type { Money } from '../../../foundation/core/money.ts';
import { nextCutOff } from '../../../foundation/core/months.ts';
import { authorize } from '../../../foundation/core/policy.ts';
import { notFound, requireFound } from '../../../foundation/core/refusals.ts';
import { type Call, load } from '../../../foundation/db/call.ts';
import type { Outcome } from '../../../foundation/db/write.ts';
import { companyIdInScope, loadInCompany } from '../../../tenants/companies/store.ts';
import { correctedInYear, takenInYear } from '../../balances/store.ts';
import { refuseErased } from '../../employees/rules.ts';
import { advanceRevision, idInScope, loadEmployee } from '../../employees/store.ts';
import { periodsOf } from '../../employees/timelines/store.ts';
import { spendingsOf } from '../../expenses/rules.ts';
import { type ExpenseRow, expenseOfTransaction } from '../../expenses/store.ts';
import { accessTimeline } from '../../flex/access/table.ts';
import { isMonthlyBudget } from '../../goodies/plans/rules.ts';
import { planTimeline } from '../../goodies/plans/table.ts';
import type { TransactionKind } from '../../ledger/rules.ts';
import { insertTransaction, type PayrollTransaction } from '../../ledger/store.ts';
import { tellTransaction } from '../../ledger/table.ts';
import { latestRun } from '../runs/store.ts';
import {
	payeeOf,
	refuseOwn,
	requireCorrectable,
	requireLawfulParts,
	requireRoom,
	requireSettled,
	requireVoucherAmount,
} from './rules.ts';
import {
	type Correction,
	correctedOf,
	correctionOfCompany,
	correctionsPage,
	insertCorrection,
	totalsOfExpense,
	transactionOfCompany,
	voucherOfTransaction,
} from './store.ts';

interface NewCorrection {
	amount: Money;
	reason: string;
}

type Paid = Pick<ExpenseRow, 'id' | 'employeeId' | 'date'>;

/** Corrects a committed or settled transaction with a new one, which the next open run commits. */
export async function correctTransaction(
	call: Call,
	companyId: string,
	transactionId: string,
	{ amount, reason }: NewCorrection,
): Promise<Outcome<Correction>> {
	const { db, now, actor } = call;
	const scope = authorize(actor, 'correctTransaction');
	const ownerId = companyIdInScope(db, scope, companyId);
	const wanted = [
		transactionOfCompany(db, ownerId, transactionId),
		expenseOfTransaction(db, ownerId, transactionId),
		voucherOfTransaction(db, ownerId, transactionId),
	] as const;
	const [corrected, expense, voucher] = await load(call, wanted, ([[line], [expense], [voucher]]) => {
		requireFound(expense ?? voucher, 'payroll transaction');
		return [requireFound(line, 'payroll transaction'), expense, voucher] as const;
	});
	const paid = requireFound(expense ?? voucher, 'payroll transaction');
	refuseOwn(actor, paid);
	const circumstances = await loadCircumstances(call, scope, paid, corrected);
	const { employee, correctedBefore, latestClosed } = circumstances;
	refuseErased(employee);
	if (corrected.state === 'SETTLED') requireSettled(corrected, correctedBefore, amount);
	else requireLawful(corrected, amount, { expense, voucher }, circumstances);
	const id = newId(now);
	const line = {
		...corrected,
		id,
		dateCreated: now,
		dateModified: now,
		dateDeleted: null,
		submittedDate: now,
		...payeeOf(corrected, amount, employee),
		payrollReferenceDate: nextCutOff(now, employee.payrollReferenceDay, latestClosed),
		amountValue: amount.value,
		state: 'PENDING' as const,
		runId: null,
	};
	const link = { correctsId: corrected.id, authorId: actor.userId, reason };
	const told = { ...tellTransaction(line), ...link };
	return {
		before: null,
		after: { ...line, ...link },
		statements: [
			advanceRevision(db, employee),
			insertTransaction(db, line),
			insertCorrection(db, { transactionId: id, companyId, ...link }),
		],
		changes: [creation('payroll_correction.created', aboutEmployee(employee, id), told)],
	};
}

/** Refuses a correction of a committed line after which its expense or voucher would break a rule about payments. */
function requireLawful(
	corrected: PayrollTransaction,
	amount: Money,
	{ expense, voucher }: { expense: ExpenseRow | undefined; voucher: { amountValue: number } | undefined },
	{ employee, room, totalOf }: Circumstances,
): void {
	requireCorrectable({ ...corrected, total: totalOf(corrected.kind) }, amount);
	if (voucher !== undefined) requireVoucherAmount(amount, totalOf('VOUCHER'), voucher);
	if (expense === undefined) return;
	const parts = { flatTaxed: totalOf('MEALS_FLAT_TAXED'), taxFree: totalOf('MEALS_TAX_FREE') };
	const values = mealValuesOn(employee.taxAffiliation, expense.date);
	requireLawfulParts(corrected.kind, amount, parts, { meals: mealsOf(expense), values });
	requireRoom(amount, expense, room);
}

type Circumstances = Awaited<ReturnType<typeof loadCircumstances>>;

/** Reads the employee of an expense or voucher, and the data for checking its correction. */
async function loadCircumstances(
	call: Call,
	scope: Scope,
	{ id, employeeId, date }: Paid,
	corrected: PayrollTransaction,
) {
	const { db } = call;
	const ownerId = idInScope(db, scope, employeeId);
	const [employee, timeline, plans, taken, revised, totals, [latest], [before]] = await loadEmployee(
		call,
		scope,
		employeeId,
		[
			periodsOf(db, accessTimeline, scope, employeeId),
			periodsOf(db, planTimeline, scope, employeeId),
			takenInYear(db, ownerId, date),
			correctedInYear(db, ownerId, date),
			totalsOfExpense(db, id),
			latestRun(db, companyIdInScope(db, scope, corrected.companyId)),
			correctedOf(db, corrected.id),
		],
		'payroll transaction',
	);
	return {
		employee,
		room: {
			timeline,
			employment: employee,
			spendings: spendingsOf(taken, revised),
			monthlyBudgets: employee.monthlyBudgetRestrictsFlex ? plans.filter(isMonthlyBudget) : [],
		},
		totalOf: (kind: TransactionKind) => totals.find((one) => one.kind === kind)?.total ?? 0,
		latestClosed: latest?.month ?? null,
		correctedBefore: before?.value ?? 0,
	};
}

export async function readCorrection(
	call: Call,
	companyId: string,
	correctionId: string,
): Promise<Correction> {
	const scope = authorize(call.actor, 'readCorrection');
	const ownerId = companyIdInScope(call.db, scope, companyId);
	const [[correction]] = await load(call, [correctionOfCompany(call.db, ownerId, correctionId)]);
	if (correction === undefined) throw notFound('payroll correction');
	return correction;
}

export async function listCorrections(
	call: Call,
	companyId: string,
	after: string,
	limit: number,
): Promise<Correction[]> {
	const scope = authorize(call.actor, 'listCorrections');
	const ownerId = companyIdInScope(call.db, scope, companyId);
	const [corrections] = await loadInCompany(call, scope, companyId, [
		correctionsPage(call.db, ownerId, after, limit),
	]);
	return corrections;
}
