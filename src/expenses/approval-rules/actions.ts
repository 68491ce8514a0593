import { advanceCompany, companyIdInScope, loadCompany, loadInCompany } from '../../companies/store.ts';
import { aboutCompany, alteration, type Change, CRON, creation } from '../../core/history.ts';
import { newId, newIdIn } from '../../core/id.ts';
import { type Instant, startOfMonth } from '../../core/instant.ts';
import { MODULES } from '../../core/modules.ts';
import type { Money } from '../../core/money.ts';
import { authorize } from '../../core/policy.ts';
import { requireFound } from '../../core/refusals.ts';
import type { Vault } from '../../core/vault.ts';
import type { Call } from '../../db/call.ts';
import { commit, stale } from '../../db/commit.ts';
import { batch, type Db } from '../../db/database.ts';
import { identified, recordEvents } from '../../db/record-events.ts';
import { type CompanyJob, inSteps, type MayGoOn } from '../../db/steps.ts';
import { type Outcome, unrecorded } from '../../db/write.ts';
import { advanceRevisions } from '../../employees/store.ts';
import { type Case, caseQueries, type Standing, standingsOf } from '../circumstances/store.ts';
import { approveUnseen } from '../decisions/actions.ts';
import { findingsQueries, knownFrom } from '../review/actions.ts';
import { checksOf } from '../review/rules.ts';
import { aboutExpense } from '../store.ts';
import { tellExpense } from '../table.ts';
import { commitmentOf, isDrawn, isPermittedBy, newSeed, sealedForSample } from './rules.ts';
import {
	type ApprovalRule,
	type ApprovalSeed,
	type DecisionsOfModule,
	decisionsByModule,
	dueForRules,
	dueReveals,
	dueSeeds,
	idsForRules,
	insertRule,
	insertSeeds,
	markRuled,
	revealSeed,
	ruleOf,
	rulesFor,
	rulesPage,
	saveRule,
	seedOfMonth,
	seedsFor,
} from './store.ts';
import { tellRule, tellSeed } from './table.ts';

export async function listApprovalRules(
	call: Call,
	companyId: string,
	after: string,
	limit: number,
): Promise<ApprovalRule[]> {
	const scope = authorize(call.actor, 'listApprovalRules');
	const [rules] = await loadInCompany(call, scope, companyId, [
		rulesPage(call.db, companyIdInScope(call.db, scope, companyId), after, limit),
	]);
	return rules;
}

const NO_DECISIONS: Omit<DecisionsOfModule, 'module'> = {
	byRule: 0,
	byPeople: 0,
	approved: 0,
	approvedInPart: 0,
	rejected: 0,
	withdrawn: 0,
	waiting: 0,
};

/** Returns who decided on the expenses of a month, for each module. */
export async function readApprovalReport(
	call: Call,
	companyId: string,
	month: Instant,
): Promise<{ month: Instant; modules: DecisionsOfModule[] }> {
	const scope = authorize(call.actor, 'readApprovalReport');
	const [found] = await loadInCompany(call, scope, companyId, [
		decisionsByModule(call.db, companyIdInScope(call.db, scope, companyId), month),
	]);
	const decisions = new Map(found.map((one) => [one.module, one]));
	return { month, modules: MODULES.map((module) => ({ ...NO_DECISIONS, ...decisions.get(module), module })) };
}

interface RuleFields {
	maxAmount: Money;
	acceptsInvoices: boolean;
	samplePercent: number;
}

/** Sets the rule of a module. The first rule of a company commits the seed of the present month. */
export async function setApprovalRule(
	call: Call,
	companyId: string,
	moduleName: string,
	{ maxAmount, ...fields }: RuleFields,
): Promise<Outcome<ApprovalRule>> {
	const { db, now } = call;
	const { company, module, before, hasSeed } = await loadRule(call, 'setApprovalRule', companyId, moduleName);
	const after: ApprovalRule = {
		id: before?.id ?? newId(now),
		dateCreated: before?.dateCreated ?? now,
		dateModified: now,
		companyId,
		module,
		maxAmountValue: maxAmount.value,
		maxAmountCurrency: maxAmount.currency,
		...fields,
		dateDeleted: null,
	};
	const about = aboutCompany(companyId, after.id);
	const changes =
		before === null
			? [creation('approval_rule.set', about, tellRule(after))]
			: alteration('approval_rule.set', about, tellRule(before), tellRule(after), { module });
	if (before !== null && changes.length === 0) return { before, after: before, statements: [], changes };
	const seeds = hasSeed ? [] : [await seedOf(companyId, now, call.vault)];
	return {
		before,
		after,
		statements: [
			advanceCompany(db, company),
			before === null ? insertRule(db, after) : saveRule(db, after),
			...insertSeeds(db, seeds),
		],
		changes: [...changes, ...seeds.map(commitmentTold)],
	};
}

export async function removeApprovalRule(
	call: Call,
	companyId: string,
	moduleName: string,
): Promise<Outcome<null>> {
	const { db, now } = call;
	const { company, module, before } = await loadRule(call, 'removeApprovalRule', companyId, moduleName);
	if (before === null) return unrecorded();
	const after = { ...before, dateModified: now, dateDeleted: now };
	const about = aboutCompany(companyId, before.id);
	return {
		before: null,
		after: null,
		statements: [advanceCompany(db, company), saveRule(db, after)],
		changes: alteration('approval_rule.removed', about, tellRule(before), tellRule(after), { module }),
	};
}

async function loadRule(
	call: Call,
	operation: 'setApprovalRule' | 'removeApprovalRule',
	companyId: string,
	moduleName: string,
) {
	const { db, now } = call;
	const scope = authorize(call.actor, operation);
	const module = requireFound(
		MODULES.find((one) => one === moduleName),
		'module',
	);
	const reached = companyIdInScope(db, scope, companyId);
	const [company, [rule], seeds] = await loadCompany(call, scope, companyId, [
		ruleOf(db, reached, module),
		seedOfMonth(db, reached, startOfMonth(now)),
	]);
	return { company, module, before: rule ?? null, hasSeed: seeds.length > 0 };
}

async function seedOf(companyId: string, now: Instant, vault: Vault): Promise<ApprovalSeed> {
	const [id, seed] = [newIdIn(companyId, now), newSeed()];
	return {
		id,
		dateCreated: now,
		companyId,
		month: startOfMonth(now),
		commitment: commitmentOf(seed),
		sealed: await vault.seal(seed, sealedForSample(id)),
		seed: null,
		dateRevealed: null,
	};
}

const commitmentTold = (seed: ApprovalSeed): Change =>
	creation('approval_seed.committed', aboutCompany(seed.companyId, seed.id), tellSeed(seed));

const STEP = 100;

/** Commits the seeds of a month, has the rules look at receipts, and reveals the seeds of months that are over. */
export const applyApprovalRules: CompanyJob = async (db, now, mayGoOn, companyId, vault) => {
	if (vault === undefined) throw new Error('Without a vault, no seed can be sealed.');
	const job = { db, now, mayGoOn, companyId, vault };
	const [uncommitted, unruled, unrevealed] = await batch(db, [
		dueSeeds(db, now, 1, companyId),
		dueForRules(db, now, 1, companyId),
		dueReveals(db, now, 1, companyId),
	]);
	let handled = 0;
	if (uncommitted.length > 0) handled += await commitSeeds(job);
	if (unruled.length > 0) handled += await applyRules(job);
	if (unrevealed.length > 0) handled += await revealSeeds(job);
	return handled;
};

interface Running {
	db: Db;
	now: Instant;
	mayGoOn: MayGoOn;
	companyId: string | undefined;
	vault: Vault;
}

const commitSeeds = ({ db, now, mayGoOn, companyId, vault }: Running): Promise<number> =>
	inSteps(mayGoOn, STEP, async (size) => {
		const [due] = await batch(db, [dueSeeds(db, now, size, companyId)]);
		if (due.length === 0) return 0;
		const seeds = await Promise.all(due.map((one) => seedOf(one.companyId, now, vault)));
		const events = recordEvents(db, CRON, now, identified(seeds.map(commitmentTold), now));
		await commit(db, [...insertSeeds(db, seeds), ...events], {
			// Somebody has set the first rule in the meantime.
			'approval_seeds.month': stale,
		});
		return seeds.length;
	});

const revealSeeds = ({ db, now, mayGoOn, companyId, vault }: Running): Promise<number> =>
	inSteps(mayGoOn, STEP, async (size) => {
		const [due] = await batch(db, [dueReveals(db, now, size, companyId)]);
		if (due.length === 0) return 0;
		const revealed = await Promise.all(
			due.map(async ({ sealed, ...one }) => ({
				...one,
				sealed: null,
				seed: await vault.open(sealed, sealedForSample(one.id)),
				dateRevealed: now,
			})),
		);
		const changes = due.flatMap((before, place) =>
			alteration(
				'approval_seed.revealed',
				aboutCompany(before.companyId, before.id),
				tellSeed({ ...before, seed: null, dateRevealed: null }),
				tellSeed(revealed[place] ?? before),
				{ month: tellSeed(before).month },
			),
		);
		await commit(db, [
			...revealed.map((seed) => revealSeed(db, seed)),
			...recordEvents(db, CRON, now, identified(changes, now)),
		]);
		return due.length;
	});

/** The service itself looks for duplicates, in all of the company. */
const EVERYTHING = { all: true, managerId: null, employeeId: null };

/** Each step looks at one expense of an employee, so that each approval counts for the next one. */
const applyRules = ({ db, now, mayGoOn, companyId, vault }: Running): Promise<number> =>
	inSteps(mayGoOn, STEP, async (size) => {
		const ids = idsForRules(db, now, size, companyId);
		const [rules, seeds, receipts, duplicates, warnings, cases, ...found] = await batch(db, [
			rulesFor(db, ids),
			seedsFor(db, ids),
			...findingsQueries(db, EVERYTHING, ids),
			...caseQueries(db, ids),
		]);
		const standings = standingsOf(found);
		const knownOf = knownFrom([receipts, duplicates, warnings], now);
		const looked = [...new Map(cases.toReversed().map((one) => [one.employeeId, one])).values()];
		if (looked.length === 0) return 0;
		const opened = new Map(
			await Promise.all(
				seeds.map(
					async ({ id, companyId, month, sealed }) =>
						[`${companyId} ${month}`, await vault.open(sealed ?? '', sealedForSample(id))] as const,
				),
			),
		);
		const sampled = new Set<string>();
		const groundOf = (expense: Case, standing: Standing) => {
			const rule = rules.find((one) => one.companyId === expense.companyId && one.module === expense.module);
			const seed = opened.get(`${expense.companyId} ${startOfMonth(expense.date)}`);
			if (rule === undefined || seed === undefined || expense.machineFacts === null) return null;
			if (!isPermittedBy(rule, expense, checksOf(knownOf(expense, standing), now))) return null;
			if (isDrawn(seed, expense.machineFacts, rule.samplePercent)) {
				sampled.add(expense.id);
				return null;
			}
			const { maxAmount } = tellRule(rule);
			return { deciderId: null, approvalRuleId: rule.id, told: { module: rule.module, maxAmount } };
		};
		const { approved, statements } = approveUnseen(db, looked, standings, groundOf, now);
		const done = new Set(approved.map(({ id }) => id));
		const waiting = looked
			.filter(({ id }) => !done.has(id))
			.map((expense) => ({ ...expense, dateSampled: sampled.has(expense.id) ? now : null }));
		const drawn = waiting.filter(({ dateSampled }) => dateSampled !== null);
		const owners = drawn.map(
			({ employeeId }) => requireFound(standings.get(employeeId), 'employee').employee,
		);
		const told = drawn.flatMap((after) =>
			alteration(
				'expense.sampled',
				aboutExpense(after),
				tellExpense({ ...after, dateSampled: null }),
				tellExpense(after),
			),
		);
		await commit(db, [
			...statements,
			...(drawn.length === 0 ? [] : [advanceRevisions(db, owners)]),
			markRuled(db, waiting, now),
			...recordEvents(db, CRON, now, identified(told, now)),
		]);
		return looked.length;
	});
