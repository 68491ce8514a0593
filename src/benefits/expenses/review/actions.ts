import type { Summary } from '../../../foundation/cells/table.ts';
import { isOfSeveral, type Scope } from '../../../foundation/core/actor.ts';
import type { Instant } from '../../../foundation/core/instant.ts';
import { changeableUntil } from '../../../foundation/core/months.ts';
import { authorize } from '../../../foundation/core/policy.ts';
import { Refusal, requireFound } from '../../../foundation/core/refusals.ts';
import { type Call, load } from '../../../foundation/db/call.ts';
import { batch, type Db } from '../../../foundation/db/database.ts';
import { companyIdInScope, loadInCompany } from '../../../tenants/companies/store.ts';
import { type Databases, isSecondFactorDemanded, reachOf } from '../../../tenants/hosting/cells/actions.ts';
import { refusalsOf, roomFor } from '../circumstances/rules.ts';
import {
	type Case,
	caseQueries,
	circumstancesOfApproval,
	type SpendingSituation,
	situationsOf,
} from '../circumstances/store.ts';
import { areDifferent, verdictOf } from '../facts/rules.ts';
import { exceedingExpenses } from '../limits/store.ts';
import { receiptsOfMany } from '../receipts/store.ts';
import { type Duplicates, refuseOwn } from '../rules.ts';
import { idOfExpense, idsOfCompany } from '../store.ts';
import {
	duplicatesOf,
	type Queued,
	type QueueFilter,
	type QueueKey,
	queueCounts,
	queuedIds,
	queuesInCells,
	queuesPage,
} from './store.ts';

/** Lists the next expenses to decide on, in the order of their deadlines. */
export async function listExpenseQueue(
	call: Call,
	companyId: string,
	filter: QueueFilter,
	after: QueueKey,
	limit: number,
): Promise<Queued[]> {
	const scope = authorize(call.actor, 'listExpenseQueue');
	const ofCompany = companyIdInScope(call.db, scope, companyId);
	return known(call, scope, companyId, queuedIds(ofCompany, filter, after, limit));
}

/** Returns those of the expenses that still wait for a decision, in the order of the queue. */
export async function readQueued(call: Call, companyId: string, ids: readonly string[]): Promise<Queued[]> {
	const scope = authorize(call.actor, 'listExpenseQueue');
	const ofCompany = companyIdInScope(call.db, scope, companyId);
	const found = await known(call, scope, companyId, idsOfCompany(ofCompany, ids));
	return found.filter(({ expense }) => expense.state === 'SUBMITTED');
}

/** Returns the findings about expenses of the company, in the order of the queue. */
async function known(
	call: Call,
	scope: Scope,
	companyId: string,
	ids: ReturnType<typeof queuedIds>,
): Promise<Queued[]> {
	const { db, now, actor } = call;
	const [receipts, duplicates, warnings, cases, ...found] = await loadInCompany(call, scope, companyId, [
		...findingsQueries(db, scope, ids),
		...caseQueries(db, ids, undefined, call.statusAt),
	]);
	const situations = situationsOf(found);
	const knownOf = knownFrom([receipts, duplicates, warnings], now);
	return cases.toSorted(inOrder).map((expense) => {
		const own = refusalOf(() => refuseOwn(actor, expense));
		return knownOf(expense, requireFound(situations.get(expense.employeeId), 'expense'), own);
	});
}

/** Returns queries of the findings about expenses, besides their own fields and their employees' situations. */
export const findingsQueries = (db: Db, scope: Scope, ids: ReturnType<typeof queuedIds>) =>
	[receiptsOfMany(db, ids), duplicatesOf(db, scope, ids), exceedingExpenses(db, ids)] as const;

type Findings = [
	Awaited<ReturnType<typeof receiptsOfMany>>,
	Awaited<ReturnType<typeof duplicatesOf>>,
	Awaited<ReturnType<typeof exceedingExpenses>>,
];

/** Returns a function that combines the findings about an expense. `own` returns the refusal for people who may not decide on it. */
export function knownFrom(
	[receipts, duplicates, warnings]: Findings,
	now: Instant,
): (expense: Case, situation: SpendingSituation, own?: Refusal | null) => Queued {
	const receiptsOf = Map.groupBy(receipts, ({ expenseId }) => expenseId);
	const duplicatesById = new Map(duplicates.map((one) => [one.expenseId, one]));
	return (expense, situation, own = null) => ({
		expense,
		deadline: changeableUntil(expense.date, situation.employee.payrollReferenceDay, expense.dateMonthClosed),
		receipts: (receiptsOf.get(expense.id) ?? []).toSorted((a, b) => (a.id < b.id ? -1 : 1)),
		...judged(own, expense, situation, now),
		duplicates: requireFound(duplicatesById.get(expense.id), 'expense'),
		warnings: warnings.filter(({ expenseId }) => expenseId === expense.id),
	});
}

export async function countQueue(call: Call, companyId: string, filter: QueueFilter, upTo: QueueKey) {
	const scope = authorize(call.actor, 'listExpenseQueue');
	const [[counts]] = await load(call, [
		queueCounts(call.db, companyIdInScope(call.db, scope, companyId), filter, upTo),
	]);
	return requireFound(counts, 'company');
}

/** The expenses of a company that wait for a decision, and the deadline for paying the oldest one in its own month. */
export interface Queue {
	companyId: string;
	name: string;
	waiting: number;
	/** Null when no expense waits. */
	deadline: Instant | null;
}

/**
 * Lists the queues of the companies that the actor reaches, ordered by id, after one of them. Cells have reported theirs to the directory.
 * The figures are null before a cell's first report. They are also null for a guest who lacks the second factor that the company demands.
 */
export async function listQueues(databases: Databases, call: Call, after: string, limit: number) {
	const { actor, db } = call;
	const scope = authorize(actor, 'listExpenseQueue');
	if (!isOfSeveral(actor)) return (await load(call, [queuesPage(db, scope, after, limit)]))[0].map(queueOf);
	const reach = await reachOf(databases, call);
	const d1 = db.cell === undefined ? db : databases.d1;
	const [own, inCells] = await batch(d1, [
		queuesPage(d1, scope, after, limit),
		queuesInCells(d1, reach, after, limit),
	]);
	const isDemanded = isSecondFactorDemanded(actor);
	return [...own.map((row) => ({ ...row, summary: row })), ...inCells]
		.sort((one, other) => (one.companyId < other.companyId ? -1 : 1))
		.slice(0, limit)
		.map(({ companyId, name, summary }) => ({
			companyId,
			name,
			...(summary === null || (isDemanded && summary.secondFactorRequired)
				? { waiting: null, deadline: null }
				: figuresOf(summary)),
		}));
}

export async function readQueue(call: Call, companyId: string): Promise<Queue> {
	const scope = authorize(call.actor, 'listExpenseQueue');
	const [[found]] = await load(call, [queuesPage(call.db, scope, '', 1, companyId)]);
	return queueOf(requireFound(found, 'company'));
}

const queueOf = ({ companyId, name, ...stored }: Awaited<ReturnType<typeof queuesPage>>[number]): Queue => ({
	companyId,
	name,
	...figuresOf(stored),
});

const figuresOf = ({
	waiting,
	oldest,
	referenceDay,
	dateClosed,
}: Pick<Summary, 'waiting' | 'oldest' | 'referenceDay' | 'dateClosed'>) => ({
	waiting,
	deadline: oldest === null ? null : changeableUntil(oldest, referenceDay, dateClosed),
});

const inOrder = (a: QueueKey, b: QueueKey): number => a.date - b.date || (a.id < b.id ? -1 : 1);

/** Returns why an approval would be refused, and what is left of the month's budgets. */
function judged(
	own: Refusal | null,
	expense: Case,
	situation: SpendingSituation,
	now: Instant,
): Pick<Queued, 'refusals' | 'room' | 'isProvable' | 'machine'> {
	const facts = { ...expense, amount: { value: expense.amountValue, currency: expense.amountCurrency } };
	const circumstances = circumstancesOfApproval(situation, expense, false, now);
	const refusals = [...(own === null ? [] : [own]), ...refusalsOf(facts, circumstances)];
	const { recordsAbsences: isProvable } = situation.employee;
	const { machineFacts, isTillKnown } = expense;
	const machine = machineFacts && {
		verdict: verdictOf(machineFacts, isTillKnown),
		isDifferent: areDifferent(machineFacts, facts),
	};
	return { refusals, room: roomFor(facts, circumstances), isProvable, machine };
}

function refusalOf(check: () => void): Refusal | null {
	try {
		check();
		return null;
	} catch (error) {
		if (error instanceof Refusal) return error;
		throw error;
	}
}

/** Lists duplicates. Verifiers see all duplicates in the company, and employees only their own. */
export async function readDuplicates(call: Call, expenseId: string): Promise<Duplicates> {
	const scope = authorize(call.actor, 'readDuplicates');
	const [[found]] = await load(call, [duplicatesOf(call.db, scope, idOfExpense(call.db, scope, expenseId))]);
	return requireFound(found, 'expense');
}
