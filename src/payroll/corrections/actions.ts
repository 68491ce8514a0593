import { companyIdInScope, companyInScope } from '../../companies/store.ts';
import type { Scope } from '../../core/actor.ts';
import { DomainError, notFound } from '../../core/domain-error.ts';
import { refuseErased } from '../../core/employment.ts';
import { creation, ofEmployee } from '../../core/history.ts';
import { newId } from '../../core/id.ts';
import { addMonths, type Instant } from '../../core/instant.ts';
import type { Money } from '../../core/money.ts';
import { authorize } from '../../core/policy.ts';
import { type Call, load } from '../../db/call.ts';
import { batch } from '../../db/client.ts';
import { fieldsOf } from '../../db/history.ts';
import type { Write } from '../../db/write.ts';
import { advanceRevision, employeeInScope, idInScope } from '../../employees/store.ts';
import { type Expense, expenseOfTransaction } from '../../expenses/store.ts';
import { earliestAccessStart } from '../../flex/access/rules.ts';
import { accessTimeline } from '../../flex/access/store.ts';
import { correctedInYear, spendingsOf, takenInYear } from '../../flex/balance/store.ts';
import { cutOff } from '../runs/rules.ts';
import { latestRun } from '../runs/store.ts';
import { insertTransaction, type PayrollTransaction } from '../transactions/store.ts';
import { payrollTransactions } from '../transactions/table.ts';
import { requireCorrectable, requireRoom } from './rules.ts';
import {
	type Correction,
	correctionOfCompany,
	correctionsPage,
	insertCorrection,
	totalOfExpense,
	transactionOfCompany,
} from './store.ts';

interface NewCorrection {
	/** Positive or negative. */
	amount: Money;
	reason: string;
}

/** Corrects a committed transaction by a new line, which the next open run commits. Nobody corrects one's own. */
export function correctTransaction(
	call: Call,
	companyId: string,
	transactionId: string,
	{ amount, reason }: NewCorrection,
): Write<Correction> {
	const { db, now, actor } = call;
	const scope = authorize(actor, 'correctTransaction');
	const company = companyIdInScope(db, scope, companyId);
	const decide = async () => {
		const [[corrected], [expense]] = await load(call, [
			transactionOfCompany(db, company, transactionId),
			expenseOfTransaction(db, company, transactionId),
		]);
		if (corrected === undefined || expense === undefined) throw notFound('payroll transaction');
		if (expense.employeeId === actor.employeeId) {
			throw new DomainError('forbidden', 'Nobody corrects what was paid for oneself.');
		}
		const { employee, payrollReferenceDate } = await requireAllowed(
			call,
			scope,
			companyId,
			corrected,
			expense,
			amount,
		);
		const { personnelNumber, costCenter } = employee;
		const id = newId(now);
		const line = {
			...corrected,
			...{ id, dateCreated: now, dateModified: now, submittedDate: now },
			...{ personnelNumber, costCenter, payrollReferenceDate },
			amountValue: amount.value,
			state: 'PENDING' as const,
			runId: null,
		};
		const link = { correctsId: corrected.id, authorId: actor.userId, reason };
		const told = { ...fieldsOf(payrollTransactions, line), ...link };
		return {
			before: null,
			after: { ...line, ...link },
			statements: [
				advanceRevision(db, employee),
				insertTransaction(db, line),
				insertCorrection(db, { transactionId: id, companyId, ...link }),
			],
			events: [creation('payroll_correction.created', ofEmployee(employee, id), told)],
		};
	};
	return { call, decide };
}

/** Holds a correction against the rules, and answers the employee and the cut-off of the next open run. */
async function requireAllowed(
	{ db, now }: Call,
	scope: Scope,
	companyId: string,
	corrected: PayrollTransaction,
	{ id, employeeId, date }: Expense,
	amount: Money,
) {
	const owner = idInScope(db, scope, employeeId);
	const [[employee], timeline, taken, revised, [sum], [latest]] = await batch(db, [
		employeeInScope(db, scope, employeeId),
		accessTimeline(db, scope, employeeId),
		takenInYear(db, owner, date),
		correctedInYear(db, owner, date),
		totalOfExpense(db, id),
		latestRun(db, companyIdInScope(db, scope, companyId)),
	]);
	if (employee === undefined) throw notFound('payroll transaction');
	refuseErased(employee);
	requireCorrectable({ ...corrected, total: sum?.total ?? 0 }, amount);
	requireRoom(amount, date, timeline, employee, spendingsOf(taken, revised));
	const payrollReferenceDate = nextCutOff(now, employee.payrollReferenceDay, latest?.month ?? null);
	return { employee, payrollReferenceDate };
}

export async function readCorrection(
	call: Call,
	companyId: string,
	correctionId: string,
): Promise<Correction> {
	const scope = authorize(call.actor, 'readCorrection');
	const company = companyIdInScope(call.db, scope, companyId);
	const [[correction]] = await batch(call.db, [correctionOfCompany(call.db, company, correctionId)]);
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
	const [[company], corrections] = await batch(call.db, [
		companyInScope(call.db, scope, companyId),
		correctionsPage(call.db, companyIdInScope(call.db, scope, companyId), after, limit),
	]);
	if (company === undefined) throw notFound('company');
	return corrections;
}

/** The cut-off of the earliest month that is still open and has no closed run. */
function nextCutOff(now: Instant, referenceDay: number, latestClosed: Instant | null): Instant {
	const open = earliestAccessStart(now, referenceDay);
	const month = latestClosed === null ? open : Math.max(open, addMonths(latestClosed, 1));
	return cutOff(month, referenceDay);
}
