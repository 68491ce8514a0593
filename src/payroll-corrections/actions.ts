import { authorize } from '../auth/policy.ts';
import { companyIdInScope, companyInScope } from '../companies/store.ts';
import { DomainError, notFound } from '../core/domain-error.ts';
import { newId } from '../core/id.ts';
import { addMonths, type Instant } from '../core/instant.ts';
import type { Money } from '../core/money.ts';
import type { Call } from '../db/call.ts';
import { batch } from '../db/client.ts';
import { commit, serially } from '../db/commit.ts';
import { advanceRevision, employeeInScope } from '../employees/store.ts';
import { earliestAccessStart } from '../flex/rules.ts';
import { insertTransaction } from '../payroll/store.ts';
import { cutOff } from '../payroll-runs/rules.ts';
import { latestRun } from '../payroll-runs/store.ts';
import {
	type Correction,
	correctionsPage,
	employeeOfTransaction,
	insertCorrection,
	totalOfExpense,
	transactionOfCompany,
} from './store.ts';

interface NewCorrection {
	/** Positive or negative. */
	amount: Money;
	reason: string;
}

/** Corrects a committed transaction by a new line, which the next open run commits. */
export async function correctTransaction(
	call: Call,
	companyId: string,
	transactionId: string,
	{ amount, reason }: NewCorrection,
): Promise<Correction> {
	const { db, now, actor } = call;
	const scope = authorize(actor, 'correctTransaction');
	const company = companyIdInScope(db, scope, companyId);
	return serially(async () => {
		const [[employee], [corrected], [sum], [latest]] = await batch(db, [
			employeeInScope(db, scope, employeeOfTransaction(transactionId)),
			transactionOfCompany(db, company, transactionId),
			totalOfExpense(db, transactionId),
			latestRun(db, company),
		]);
		if (employee === undefined || corrected === undefined) throw notFound('payroll transaction');
		requireCorrectable(corrected, amount, sum?.total ?? 0);
		const correction: Correction = {
			...corrected,
			id: newId(now),
			dateCreated: now,
			dateModified: now,
			personnelNumber: employee.personnelNumber,
			costCenter: employee.costCenter,
			amountValue: amount.value,
			state: 'PENDING',
			payrollReferenceDate: nextCutOff(now, employee.payrollReferenceDay, latest?.month ?? null),
			submittedDate: now,
			runId: null,
			correctsId: corrected.id,
			authorId: actor.userId,
			reason,
		};
		const { correctsId, authorId, reason: _, ...line } = correction;
		await commit(db, [
			advanceRevision(db, employee),
			insertTransaction(db, line),
			insertCorrection(db, { transactionId: line.id, companyId, correctsId, authorId, reason }),
		]);
		return correction;
	});
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

function requireCorrectable(
	corrected: { state: string; amountCurrency: Money['currency'] },
	amount: Money,
	total: number,
): void {
	if (corrected.state !== 'COMMITTED') {
		throw new DomainError(
			'not_committed',
			'Only a COMMITTED transaction is corrected; a PENDING one can still change.',
		);
	}
	if (amount.currency !== corrected.amountCurrency) {
		throw new DomainError('currency_mismatch', `The transaction is in ${corrected.amountCurrency}.`);
	}
	if (total + amount.value < 0) {
		throw new DomainError(
			'correction_exceeds_transaction',
			`At most ${total} ${amount.currency} can be taken back.`,
			{
				limit: total,
			},
		);
	}
}

/** The cut-off of the earliest month that is still open and has no closed run. */
function nextCutOff(now: Instant, referenceDay: number, latestClosed: Instant | null): Instant {
	const open = earliestAccessStart(now, referenceDay);
	const month = latestClosed === null ? open : Math.max(open, addMonths(latestClosed, 1));
	return cutOff(month, referenceDay);
}
