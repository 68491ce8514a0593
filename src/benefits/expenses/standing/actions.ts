import { alteration, creation } from '../../../foundation/core/history.ts';
import { newId, newIdIn } from '../../../foundation/core/id.ts';
import { type Instant, toIso } from '../../../foundation/core/instant.ts';
import { earliestOpen } from '../../../foundation/core/months.ts';
import { authorize } from '../../../foundation/core/policy.ts';
import { Refusal, requireFound } from '../../../foundation/core/refusals.ts';
import { type Call, concern, load } from '../../../foundation/db/call.ts';
import type { Outcome } from '../../../foundation/db/write.ts';
import { companyIdInScope, loadInCompany, quotaViolations } from '../../../tenants/companies/store.ts';
import { insertNotices, type NewNotice } from '../../../tenants/mail/notices/store.ts';
import { advanceRevision, idInScope, loadEmployee } from '../../employees/store.ts';
import { type SpendingEmployee, spendingEmployees } from '../circumstances/store.ts';
import { firstDate, mailData, type NewStanding, requireGoingOn } from './rules.ts';
import {
	aboutStanding,
	employeeOfStanding,
	endedFields,
	endStandingOf,
	insertStanding,
	type StandingExpense,
	type StandingKey,
	standingInScope,
	standingOfCompany,
	standingOfEmployee,
	standingViolations,
	waitingOfCompany,
} from './store.ts';
import { tellStanding } from './table.ts';

export async function listStandingOfEmployee(
	call: Call,
	employeeId: string,
	after: string,
	limit: number,
): Promise<StandingExpense[]> {
	const scope = authorize(call.actor, 'listStandingExpensesOfEmployee');
	const [, found] = await loadEmployee(call, scope, employeeId, [
		standingOfEmployee(call.db, idInScope(call.db, scope, employeeId), after, limit, call.statusAt),
	]);
	return found;
}

export async function listStandingOfCompany(
	call: Call,
	companyId: string,
	after: StandingKey,
	limit: number,
): Promise<StandingExpense[]> {
	const scope = authorize(call.actor, 'listStandingExpensesOfCompany');
	const [found] = await loadInCompany(call, scope, companyId, [
		standingOfCompany(call.db, companyIdInScope(call.db, scope, companyId), after, limit, call.statusAt),
	]);
	return found;
}

export async function countStandingWaiting(call: Call, companyId: string): Promise<number> {
	const scope = authorize(call.actor, 'listStandingExpensesOfCompany');
	const [found] = await loadInCompany(call, scope, companyId, [
		waitingOfCompany(call.db, companyIdInScope(call.db, scope, companyId)),
	]);
	return found[0]?.count ?? 0;
}

export async function readStanding(call: Call, id: string): Promise<StandingExpense> {
	const scope = authorize(call.actor, 'readStandingExpense');
	const [[found]] = await load(call, [standingInScope(call.db, scope, id, call.statusAt)]);
	return requireFound(found, 'standing expense');
}

/** Submits a standing expense. Its months begin with the first open one. A proof must follow, which a verifier approves. */
export async function submitStanding(
	call: Call,
	employeeId: string,
	input: NewStanding,
): Promise<Outcome<StandingExpense>> {
	const { db, now, actor } = call;
	const scope = authorize(actor, 'submitStandingExpense');
	const owner = await load(call, [spendingEmployees(db, idInScope(db, scope, employeeId))], ([[found]]) => {
		concern(call, employeeId);
		return requireFound(found, 'employee');
	});
	const nextDate = firstDate(input, earliestOpenOf(owner, now));
	const { companyId, dateTerminated } = owner;
	if (dateTerminated !== null && (dateTerminated <= now || dateTerminated <= nextDate)) {
		throw new Refusal('employee_terminated', `The employee left on ${toIso(dateTerminated)}.`);
	}
	const { amount, ...fields } = input;
	const after: StandingExpense = {
		...fields,
		id: newIdIn(companyId, now),
		dateCreated: now,
		dateModified: now,
		employeeId,
		companyId,
		person: { ...owner, personStatus: null },
		authorId: actor.userId,
		amountValue: amount.value,
		amountCurrency: amount.currency,
		state: 'SUBMITTED',
		approvedAmountValue: null,
		nextDate,
		dateTerminated,
		skipped: [],
		waitingSince: null,
		dateEnded: null,
		enderId: null,
		proofs: [],
	};
	return {
		before: null,
		after,
		statements: [advanceRevision(db, owner), insertStanding(db, after)],
		changes: [creation('standing_expense.submitted', aboutStanding(after), tellStanding(after))],
		violations: {
			...standingViolations,
			...quotaViolations(db, { companyIds: [companyId], employeeId }, now, ['expenses']),
		},
	};
}

/** Ends a standing expense permanently. Expenses of its months stay. The employee gets a mail if somebody else ends it. */
export async function endStanding(call: Call, id: string): Promise<Outcome<StandingExpense>> {
	const { db, now, actor } = call;
	const { standing, owner } = await loadForChange(call, 'endStandingExpense', id);
	requireGoingOn(standing.state);
	const after = { ...standing, ...endedFields(actor.userId, now) };
	const notice: NewNotice = {
		id: newId(now),
		kind: 'standing_expense_ended',
		userId: owner.userId,
		companyId: standing.companyId,
		data: mailData(standing, standing.approvedAmountValue ?? standing.amountValue, {}),
		dateCreated: now,
	};
	const notices = actor.userId === owner.userId ? [] : [notice];
	return {
		before: standing,
		after,
		statements: [
			advanceRevision(db, owner),
			...endStandingOf(db, [id], actor.userId, now),
			...insertNotices(db, notices),
		],
		changes: alteration(
			'standing_expense.ended',
			aboutStanding(standing),
			tellStanding(standing),
			tellStanding(after),
		),
		mails: notices.map((one) => one.id),
		violations: standingViolations,
	};
}

export async function loadForChange(
	call: Call,
	operation: 'approveStandingExpense' | 'rejectStandingExpense' | 'endStandingExpense',
	id: string,
) {
	const { db } = call;
	const scope = authorize(call.actor, operation);
	const queries = [
		standingInScope(db, scope, id),
		spendingEmployees(db, employeeOfStanding(db, scope, id)),
	] as const;
	return load(call, queries, ([[found], [owner]]) => {
		const standing = requireFound(found, 'standing expense');
		concern(call, standing.employeeId);
		return { standing, owner: requireFound(owner, 'standing expense') };
	});
}

/** Returns the first day of the earliest month that takes expenses of the company now. */
export const earliestOpenOf = (
	{ submissionDay, payrollReferenceDay, latestClosed }: SpendingEmployee,
	now: Instant,
): Instant => earliestOpen(now, submissionDay ?? payrollReferenceDay, latestClosed);
