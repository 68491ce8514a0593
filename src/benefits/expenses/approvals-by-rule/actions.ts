import { alteration, CRON } from '../../../foundation/core/history.ts';
import { startOfMonth } from '../../../foundation/core/instant.ts';
import { requireFound } from '../../../foundation/core/refusals.ts';
import { commit } from '../../../foundation/db/commit.ts';
import { batch } from '../../../foundation/db/database.ts';
import { identified, recordEvents } from '../../../foundation/db/record-events.ts';
import { type CompanyJob, inSteps } from '../../../foundation/db/steps.ts';
import { advanceRevisions } from '../../employees/store.ts';
import { isPermittedBy } from '../approval-rules/rules.ts';
import { reservedForPeople } from '../approval-rules/store.ts';
import { tellRule } from '../approval-rules/table.ts';
import {
	commitSeeds,
	opened,
	type Running,
	requireAllOpened,
	revealSeeds,
} from '../approval-samples/actions.ts';
import { isDrawn } from '../approval-samples/rules.ts';
import { dueReveals, dueSeeds, seedsFor } from '../approval-samples/store.ts';
import { type Case, caseQueries, type SpendingSituation, situationsOf } from '../circumstances/store.ts';
import { approveUnseen } from '../decisions/actions.ts';
import { findingsQueries, knownFrom } from '../review/actions.ts';
import { checksOf } from '../review/rules.ts';
import { aboutExpense } from '../store.ts';
import { tellExpense } from '../table.ts';
import { dueForRules, idsForRules, markRuled, newsViolations, requireNoNews, rulesFor } from './store.ts';

/**
 * Commits the seeds of the month, applies the rules to receipts, and reveals the seeds of past months. If a seed cannot be decrypted, people
 * decide on the receipts of its month, and the job fails at the end.
 */
export const applyApprovalRules: CompanyJob = async (db, now, mayGoOn, companyId, vault) => {
	if (vault === undefined) throw new Error('Without a vault, no seed can be sealed.');
	const job: Running = { db, now, mayGoOn, companyId, vault, lost: new Map() };
	const [uncommitted, unruled, unrevealed] = await batch(db, [
		dueSeeds(db, now, 1, companyId),
		dueForRules(db, now, 1, companyId),
		dueReveals(db, now, 1, companyId),
	]);
	let handled = 0;
	if (uncommitted.length > 0) handled += await commitSeeds(job);
	if (unruled.length > 0) handled += await applyRules(job);
	if (unrevealed.length > 0) handled += await revealSeeds(job);
	requireAllOpened(job);
	return handled;
};

const STEP = 100;

/** The scope of the service itself, which looks for duplicates in the whole company. */
const EVERYTHING = { all: true, managerId: null, employeeId: null };

/** Each step decides one expense of each employee, so that an approval counts for the next expense. */
const applyRules = (job: Running): Promise<number> =>
	inSteps(job.mayGoOn, STEP, async (size) => {
		const { db, now, companyId } = job;
		const ids = idsForRules(db, now, size, companyId);
		const [rules, seeds, reserved, receipts, duplicates, warnings, cases, ...found] = await batch(db, [
			rulesFor(db, ids),
			seedsFor(db, ids),
			reservedForPeople(db, ids, 'all'),
			...findingsQueries(db, EVERYTHING, ids),
			...caseQueries(db, ids),
		]);
		const situations = situationsOf(found);
		const knownOf = knownFrom([receipts, duplicates, warnings], now);
		const looked = [...new Map(cases.toReversed().map((one) => [one.employeeId, one])).values()];
		if (looked.length === 0) return 0;
		const texts = await Promise.all(
			seeds.map(async (one) => [`${one.companyId} ${one.month}`, await opened(job, one)] as const),
		);
		const seedOf = new Map(texts);
		const sampled = new Set<string>();
		const groundOf = (expense: Case, situation: SpendingSituation) => {
			const rule = rules.find((one) => one.companyId === expense.companyId && one.module === expense.module);
			const seed = seedOf.get(`${expense.companyId} ${startOfMonth(expense.date)}`) ?? null;
			if (rule === undefined || seed === null || expense.machineFacts === null) return null;
			if (reserved.some(({ id }) => id === expense.id)) return null;
			const known = knownOf(expense, situation);
			if (!isPermittedBy(rule, expense, known.receipts, checksOf(known, now))) return null;
			if (isDrawn(seed, expense.machineFacts, rule.samplePercent)) {
				sampled.add(expense.id);
				return null;
			}
			const { maxAmount } = tellRule(rule);
			return { deciderId: null, approvalRuleId: rule.id, told: { module: rule.module, maxAmount } };
		};
		const { approved, statements } = approveUnseen(db, looked, situations, groundOf, now);
		const done = new Set(approved.map(({ id }) => id));
		const waiting = looked.filter(({ id }) => !done.has(id));
		const unread = done.size === 0 ? [] : [requireNoNews(db, [...done], now)];
		await commit(
			db,
			[...unread, ...statements, ...leaving(job, waiting, sampled, situations)],
			newsViolations,
		);
		return looked.length;
	});

/** Returns statements that leave expenses to people, and record which of them were drawn for the sample. */
function leaving(
	{ db, now }: Running,
	waiting: readonly Case[],
	sampled: ReadonlySet<string>,
	situations: Map<string, SpendingSituation>,
) {
	const left = waiting.map((one) => ({ ...one, dateSampled: sampled.has(one.id) ? now : null }));
	const drawn = left.filter(({ dateSampled }) => dateSampled !== null);
	const owners = drawn.map(({ employeeId }) => requireFound(situations.get(employeeId), 'employee').employee);
	const told = drawn.flatMap((after) =>
		alteration(
			'expense.sampled',
			aboutExpense(after),
			tellExpense({ ...after, dateSampled: null }),
			tellExpense(after),
		),
	);
	return [
		...(drawn.length === 0 ? [] : [advanceRevisions(db, owners)]),
		markRuled(db, left, now),
		...recordEvents(db, CRON, now, identified(told, now)),
	];
}
