import { invalidField, Refusal } from '../../core/refusals.ts';
import type { Call } from '../../db/call.ts';
import { readExpense } from '../../expenses/actions.ts';
import { decideExpenses } from '../../expenses/decisions/actions.ts';
import {
	approveExpenseRoute,
	rejectExpenseRoute,
	returnExpenseRoute,
} from '../../expenses/decisions/contract.ts';
import { DECISIONS, type Decision } from '../../expenses/decisions/rules.ts';
import { readQueue } from '../../expenses/review/actions.ts';
import type { Expense } from '../../expenses/store.ts';
import type { Context } from '../env.ts';
import type { Answered } from '../many/lines.tsx';
import { page } from '../page.tsx';
import { checked, isPreview, previewed, reported, requirePreviewed, submitted } from '../submit.ts';
import { chosenIn, textIn, textOrNull } from '../typed.ts';
import { reading } from '../visit.ts';
import { DonePage, ManyPage, wireOf } from './many-page.tsx';
import { MANY_WORDS } from './many-words.ts';
import { listAddress, type Place } from './place.ts';

/** A page of the list has as many. */
const MAX_CHOSEN = 50;

/** The result for one selected expense. */
export interface Line extends Answered {
	/** The amount in the preview; a save that would decide on another amount is refused. */
	amount: number | null;
}

/** Returns the ids of the selected expenses: selected one by one, or named together by a button. */
const idsIn = (c: Context): string[] => [
	...new Set(
		[...(c.req.queries('id') ?? []), ...(c.req.query('ids') ?? '').split(',')]
			.map((id) => id.slice(0, 36).toLowerCase())
			.filter((id) => id !== ''),
	),
];

/** One decision on many expenses: a preview of all, and a report in which each is answered by itself. */
export const decideMany = (c: Context, place: Place): Promise<Response> =>
	submitted(
		c,
		() => (isPreview(c.var.typed) ? preview(c, place) : save(c, place)),
		() => (c.var.sent?.refusal?.code === 'precondition_failed' ? preview(c, place) : showMany(c, place)),
	);

function attemptOf(c: Context, { companyId }: Place) {
	const ids = idsIn(c);
	if (ids.length === 0) throw invalidField('expenses', 'none', 'Nothing is chosen.');
	if (ids.length > MAX_CHOSEN) throw invalidField('expenses', 'too_big', 'Too many are chosen.');
	const decision = decisionIn(c.var.typed);
	return async (call: Call) => {
		const outcome = await decideExpenses(
			call,
			companyId,
			ids.map((expenseId) => ({ expenseId, ...decision })),
		);
		const lines = outcome.after.map(({ expenseId: id, expense, refusal }): Line => {
			if (refusal === null) return { id, result: 'DONE', amount: expense.amountValue };
			return { id, result: 'REFUSED', code: refusal.code, extras: refusal.extras, amount: null };
		});
		return { ...outcome, before: null, after: { decision, lines } };
	};
}

/** Reads the decision, and checks it by the contract of a single decision of its kind. */
function decisionIn(typed: FormData): Decision {
	const wanted = textIn(typed, 'decision');
	const state = DECISIONS.find((one) => one === wanted);
	if (state === undefined) throw invalidField('decision', 'required', 'Choose a decision.');
	const route = {
		APPROVED: approveExpenseRoute,
		REJECTED: rejectExpenseRoute,
		NEEDS_CORRECTION: returnExpenseRoute,
	}[state];
	const why = { reasons: chosenIn(typed, 'reasons'), reason: textOrNull(typed, 'reason') };
	const { reasons, reason } = checked(route, why);
	return { state, amount: null, reasons, words: reason };
}

/** Shows what would follow. A save that would do something else than its preview keeps its refusal. */
async function preview(c: Context, place: Place): Promise<Response> {
	c.set('sent', { status: 200, ...c.var.sent, after: await previewed(c, attemptOf(c, place)) });
	return showMany(c, place);
}

export async function showMany(c: Context, place: Place): Promise<Response> {
	const call = reading(c);
	const [expenses] = await Promise.all([
		expensesOf(call, idsIn(c).slice(0, MAX_CHOSEN)),
		readQueue(call, place.companyId),
	]);
	const title = MANY_WORDS[c.var.language].many;
	return page(c, { title }, <ManyPage place={place} expenses={expenses} />);
}

/** Decides exactly what the preview showed, and reports it. A repeated form gets the same report. */
async function save(c: Context, place: Place): Promise<Response> {
	const attempt = attemptOf(c, place);
	const kept = await reported(c, {
		attempt: async (call) => {
			const outcome = await attempt(call);
			requirePreviewed(c, wireOf(outcome.after));
			return outcome;
		},
		to: () => listAddress(place),
		report: ({ decision: { state }, lines }) => ({ state, lines }),
	});
	const { state, lines } = kept as { state: Decision['state']; lines: Line[] };
	const expenses = await expensesOf(
		reading(c),
		lines.map(({ id }) => id),
	);
	const title = MANY_WORDS[c.var.language].many;
	return page(c, { title }, <DonePage place={place} state={state} expenses={expenses} lines={lines} />);
}

/** Reads those of the expenses that the reader may see. */
async function expensesOf(call: Call, ids: readonly string[]): Promise<Expense[]> {
	const found = await Promise.all(ids.map((id) => readExpense(call, id).catch(noneIfNotFound)));
	return found.filter((one) => one !== null);
}

function noneIfNotFound(error: unknown): null {
	if (error instanceof Refusal && error.code === 'not_found') return null;
	throw error;
}
