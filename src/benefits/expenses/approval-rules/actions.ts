import { aboutCompany, alteration, creation } from '../../../foundation/core/history.ts';
import { newId } from '../../../foundation/core/id.ts';
import { type Instant, startOfMonth } from '../../../foundation/core/instant.ts';
import { MODULES } from '../../../foundation/core/modules.ts';
import type { Money } from '../../../foundation/core/money.ts';
import { authorize } from '../../../foundation/core/policy.ts';
import { requireFound } from '../../../foundation/core/refusals.ts';
import type { Call } from '../../../foundation/db/call.ts';
import { type Outcome, unrecorded } from '../../../foundation/db/write.ts';
import {
	advanceCompany,
	companyIdInScope,
	loadCompany,
	loadInCompany,
} from '../../../tenants/companies/store.ts';
import { commitmentTold, seedOf } from '../approval-samples/actions.ts';
import { openSeed } from '../approval-samples/rules.ts';
import { insertSeeds, seedOfMonth } from '../approval-samples/store.ts';
import {
	type ApprovalReport,
	type ApprovalRule,
	type DecisionsOfModule,
	decisionsByModule,
	insertRule,
	ruleOf,
	rulesPage,
	saveRule,
} from './store.ts';
import { tellRule } from './table.ts';

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

export async function readApprovalReport(
	call: Call,
	companyId: string,
	month: Instant,
): Promise<ApprovalReport> {
	const scope = authorize(call.actor, 'readApprovalReport');
	const reached = companyIdInScope(call.db, scope, companyId);
	const [found, [seed]] = await loadInCompany(call, scope, companyId, [
		decisionsByModule(call.db, reached, month),
		seedOfMonth(call.db, reached, month),
	]);
	const decisions = new Map(found.map((one) => [one.module, one]));
	const modules = MODULES.map((module) => ({ ...NO_DECISIONS, ...decisions.get(module), module }));
	if (seed === undefined) return { month, modules, seed: null };
	const { sealed, commitment, seed: revealed, dateRevealed } = seed;
	const isLost = sealed !== null && (await openSeed(call.vault, { ...seed, sealed })) === null;
	return { month, modules, seed: { commitment, seed: revealed, dateRevealed, isLost } };
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
