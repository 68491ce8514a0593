import type { Actor, Scope } from '../../../foundation/core/actor.ts';
import { creation } from '../../../foundation/core/history.ts';
import { newIdIn } from '../../../foundation/core/id.ts';
import type { Instant } from '../../../foundation/core/instant.ts';
import { authorize } from '../../../foundation/core/policy.ts';
import { requireFound } from '../../../foundation/core/refusals.ts';
import { type Call, concern, load } from '../../../foundation/db/call.ts';
import type { Outcome } from '../../../foundation/db/write.ts';
import { quotaViolations } from '../../../tenants/companies/store.ts';
import { advanceRevision, idInScope } from '../../employees/store.ts';
import { type NewExpense, permittedPart, requireAllowed } from '../circumstances/rules.ts';
import {
	type Case,
	caseQueries,
	circumstancesOf,
	type SpendingSituation,
	situationQueries,
	situationsOf,
} from '../circumstances/store.ts';
import { requireDraft } from '../drafts/rules.ts';
import { type Draft, draftQueries, useDraft, useViolations } from '../drafts/store.ts';
import { factsIn, type MachineFacts, requireAgreement } from '../facts/rules.ts';
import { receiptViolations } from '../receipts/store.ts';
import { tellReceipt } from '../receipts/table.ts';
import { requireAuthor, requireState } from '../rules.ts';
import { requireItsMonth } from '../standing/rules.ts';
import {
	aboutExpense,
	alterationOf,
	type Expense,
	employeeOf,
	idOfExpense,
	submissionOf,
	tillOf,
	UNDECIDED,
} from '../store.ts';

/** Submits an expense if all rules permit it now. Pending expenses count as taken. */
export async function submitExpense(
	call: Call,
	employeeId: string,
	input: NewExpense,
): Promise<Outcome<Expense>> {
	const { db, now, actor } = call;
	const scope = authorize(actor, 'submitExpense');
	const sent = await factsSent(input, now);
	const ofEmployee = idInScope(db, scope, employeeId);
	const queries = [
		tillOf(db, ofEmployee, sent),
		...draftQueries(db, idInScope(db, ofOneself(actor), employeeId), input.draftId),
		...situationQueries(db, ofEmployee, input.date),
	] as const;
	const [situation, isTillKnown, draft] = await load(call, queries, ([[till], [draft], used, ...results]) => {
		const found = requireFound(situationsOf(results).get(employeeId), 'employee');
		concern(call, employeeId);
		return [found, till?.isTillKnown ?? false, draftNamed(input, draft, used)] as const;
	});
	const machineFacts = sent ?? draft?.machineFacts ?? null;
	requireAgreement(machineFacts, input);
	const { companyId } = situation.employee;
	const id = newIdIn(companyId, now);
	const expense: Expense = {
		id,
		dateCreated: now,
		dateModified: now,
		employeeId,
		companyId,
		person: { ...situation.employee, personStatus: null },
		machineFacts,
		isTillKnown,
		authorId: actor.userId,
		...factsOf(
			input,
			situation,
			{ id, dateSubmitted: now, closedBefore: situation.employee.latestClosed },
			now,
		),
		...UNDECIDED,
		standingExpenseId: null,
	};
	const submission = submissionOf(db, expense);
	const owner = { companyIds: [companyId], employeeId };
	const violations = { ...submission.violations, ...quotaViolations(db, owner, now, ['expenses']) };
	return withRevision(call, situation, withDraft(call, { ...submission, violations }, draft));
}

/** Submits a returned expense again. It keeps the date of its first submission, which must have been in time. */
export async function mendExpense(
	call: Call,
	expenseId: string,
	input: NewExpense,
): Promise<Outcome<Expense>> {
	const { db, now } = call;
	const sent = await factsSent(input, now);
	const loaded = await loadOwn(call, 'mendExpense', expenseId, input, sent);
	const { expense, situation, draft } = loaded;
	requireState(expense.state, 'NEEDS_CORRECTION');
	requireItsMonth(expense, input.date);
	const machineFacts = sent ?? draft?.machineFacts ?? expense.machineFacts;
	requireAgreement(machineFacts, input);
	const candidate = {
		id: expenseId,
		dateSubmitted: expense.dateCreated,
		dateAccepted: expense.date,
		closedBefore: expense.closedBefore,
	};
	const fields = factsOf(input, situation, candidate, now);
	const mended = { ...fields, machineFacts, state: 'SUBMITTED' as const, dateModified: now };
	const { after, ...outcome } = alterationOf(db, expense, mended);
	const isTillKnown = machineFacts === expense.machineFacts ? expense.isTillKnown : loaded.isTillKnown;
	const corrected = { ...outcome, after: { ...after, isTillKnown } };
	return withRevision(call, situation, withDraft(call, corrected, draft));
}

/** Withdraws an expense. Only the user who submitted it may do so. */
export async function withdrawExpense(call: Call, expenseId: string): Promise<Outcome<Expense>> {
	const { db, now, actor } = call;
	const { expense, situation } = await loadOwn(call, 'withdrawExpense', expenseId);
	requireState(expense.state, 'SUBMITTED', 'NEEDS_CORRECTION');
	const decided = { state: 'WITHDRAWN' as const, dateModified: now, dateDecided: now };
	return withRevision(call, situation, alterationOf(db, expense, { ...decided, deciderId: actor.userId }));
}

/**
 * Reads an expense for a change by its author, with the data for checking it in the year of a day. It also reads whether the till of another
 * receipt is known.
 */
async function loadOwn(
	call: Call,
	operation: 'mendExpense' | 'withdrawExpense',
	expenseId: string,
	input: Pick<NewExpense, 'draftId'> & Partial<Pick<NewExpense, 'date'>> = { draftId: null },
	sent: MachineFacts | null = null,
) {
	const { db, actor } = call;
	const id = idOfExpense(db, authorize(actor, operation), expenseId);
	const owner = employeeOf(id);
	const queries = [
		tillOf(db, owner, sent),
		...draftQueries(db, employeeOf(idOfExpense(db, ofOneself(actor), expenseId)), input.draftId),
		...caseQueries(db, id, input.date),
	] as const;
	return load(call, queries, ([[known], [named], used, [found], ...situations]) => {
		const expense = requireFound(found, 'expense');
		concern(call, expense.employeeId);
		requireAuthor(actor, expense);
		const situation = requireFound(situationsOf(situations).get(expense.employeeId), 'expense');
		const draft = draftNamed(input, named, used);
		return { expense, situation, draft, isTillKnown: known?.isTillKnown ?? false };
	});
}

/** Only the owner uses a draft, even when somebody else may submit for the employee. */
const ofOneself = ({ employeeId }: Actor): Scope => ({ all: false, managerId: null, employeeId });

const draftNamed = (
	{ draftId }: Pick<NewExpense, 'draftId'>,
	draft: Draft | undefined,
	used: readonly unknown[],
): Draft | null => (draftId === null ? null : requireDraft(draft, used.length > 0));

/** Makes the file of a draft a receipt of the submitted expense. */
function withDraft({ db, now }: Call, outcome: Outcome<Expense>, draft: Draft | null): Outcome<Expense> {
	if (draft === null) return outcome;
	const { after: expense, statements, changes, violations } = outcome;
	const receipt = { ...draft, expenseId: expense.id };
	const owner = { companyIds: [expense.companyId], employeeId: expense.employeeId };
	return {
		...outcome,
		statements: [...statements, ...useDraft(db, draft, expense.id)],
		changes: [
			...changes,
			creation('receipt.added', { ...aboutExpense(expense), recordId: draft.id }, tellReceipt(receipt)),
		],
		violations: {
			...violations,
			...receiptViolations,
			...useViolations,
			...quotaViolations(db, owner, now, ['receipt_bytes', 'stored_bytes']),
		},
	};
}

/** Reads the facts of the code that the author sends; null without a code. */
const factsSent = async ({ machineReadable }: NewExpense, now: Instant): Promise<MachineFacts | null> =>
	machineReadable === null ? null : factsIn(machineReadable, now);

/** Returns the fields of an expense that its author enters. Refuses what any rule forbids. `upTo` reduces the amount to what is left. */
function factsOf(
	{ amount: requested, upTo, mealPrice, machineReadable: _, draftId: __, factsDiffer, ...fields }: NewExpense,
	situation: SpendingSituation,
	candidate: Pick<Case, 'closedBefore'> & { id: string; dateSubmitted: Instant; dateAccepted?: Instant },
	now: Instant,
) {
	const { recordsAbsences: areAbsencesRecorded } = situation.employee;
	const circumstances = circumstancesOf(
		situation,
		{ ...candidate, isBehindPending: true, areAbsencesRecorded },
		now,
	);
	const facts = { ...fields, amount: requested };
	if (!upTo) requireAllowed(facts, circumstances);
	const amount = upTo ? permittedPart(facts, circumstances) : requested;
	return {
		...fields,
		amountValue: amount.value,
		amountCurrency: amount.currency,
		mealPriceValue: mealPrice?.value ?? null,
		requestedAmountValue: amount.value < requested.value ? requested.value : null,
	};
}

/** Makes the outcome fail when data of the employee changes meanwhile. */
const withRevision = (
	{ db }: Call,
	{ employee }: SpendingSituation,
	outcome: Outcome<Expense>,
): Outcome<Expense> => ({
	...outcome,
	statements: [advanceRevision(db, employee), ...outcome.statements],
});
