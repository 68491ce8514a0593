import { monthStart } from './calendar.ts';
import { requireApprovable } from './expenses.ts';
import { cutOffOf } from './lines.ts';
import { payFor } from './payroll.ts';
import { duplicatesOf, haveCommonPurchase } from './receipts.ts';
import {
	type Expense,
	type Money,
	type Purchase,
	type Rarity,
	type Receipt,
	type Reference,
	Refused,
	type Rule,
	type Standing,
} from './reference.ts';

const MINUTES = 60_000;
/** In this time after the last picture, the author may add another one. */
const MOMENT = 5 * MINUTES;
/** This many other employees make a till known, by receipts that verifiers approved. */
const OTHERS = 3;

export function setRule(
	reference: Reference,
	by: string,
	module: string,
	fields: Pick<Rule, 'maxAmount' | 'acceptsInvoices' | 'samplePercent'>,
) {
	if (by === 'verifier') throw new Refused('forbidden');
	const before = reference.rules.find((one) => one.module === module);
	const rule: Rule = { name: before?.name ?? `rule-${reference.ruleCount++}`, module, ...fields };
	const isChanged = JSON.stringify(rule) !== JSON.stringify(before);
	if (before === undefined) reference.rules.push(rule);
	else reference.rules[reference.rules.indexOf(before)] = rule;
	if (isChanged) commitSeed(reference, reference.now);
	return ruleWire(rule);
}

export function removeRule(reference: Reference, by: string, module: string) {
	if (by === 'verifier') throw new Refused('forbidden');
	reference.rules = reference.rules.filter((one) => one.module !== module);
	return { success: true };
}

export const ruleWire = ({ name: id, ...fields }: Rule) => ({ id, companyId: 'company', ...fields });

/** The draw of a month needs a secret that was committed before, and that nobody has seen. */
function commitSeed({ seeds }: Reference, at: number): void {
	const month = monthStart(at);
	if (!seeds.has(month)) seeds.set(month, 'secret');
}

/** A run of the cron at that time: rules look once at each receipt whose author has had the time to add another picture. */
export function applyRules(reference: Reference, at: number): void {
	if (reference.rules.length > 0) commitSeed(reference, at);
	for (const expense of reference.expenses) {
		const rule = reference.rules.find(({ module }) => module === expense.module);
		if (rule === undefined || !isReady(expense, at)) continue;
		expense.ruled = true;
		if (!isPermitted(reference, rule, expense, at)) continue;
		if (isDrawn(reference, rule, expense)) {
			expense.sampled = at;
			continue;
		}
		if (expense.purchase?.till === null) reference.reached.add('invoice approved by a rule');
		Object.assign(expense, {
			state: 'APPROVED',
			approved: expense.amount,
			dateDecided: at,
			rule: rule.name,
		});
		payFor({ ...reference, now: at }, expense);
	}
	for (const month of reference.seeds.keys()) {
		if (!mayChange(reference, month, at)) reference.seeds.set(month, 'revealed');
	}
}

/** A share of 0 or 100 percent leaves nothing to chance. `checkDraws` checks the other draws once their seed is revealed. */
function isDrawn({ drawn, draws, reached }: Reference, rule: Rule, { name, date }: Expense): boolean {
	const { samplePercent: percent } = rule;
	if (percent === 0 || percent === 100) return percent === 100;
	reached.add('draw by chance');
	draws.push({ expense: name, month: monthStart(date), percent, isDrawn: drawn.has(name) });
	return drawn.has(name);
}

const isReady = ({ state, purchase, ruled, receipts, dateSubmitted }: Expense, at: number): boolean =>
	state === 'SUBMITTED' &&
	purchase !== null &&
	!ruled &&
	receipts.length > 0 &&
	[dateSubmitted, ...receipts.map(({ dateAdded }) => dateAdded)].every((instant) => instant + MOMENT <= at);

const mayChange = (reference: Reference, month: number, at: number): boolean =>
	at <= cutOffOf(reference, month) && !reference.runs.some((run) => run.month >= month && run.closedAt <= at);

/** True when nothing is left for a person to look at. */
function isPermitted(reference: Reference, rule: Rule, expense: Expense, at: number): boolean {
	const { purchase, amount, days } = expense;
	if (purchase === null) return false;
	const left = reasonForPerson(reference, rule, expense, purchase);
	if (left !== null) {
		if (left !== 'other') reference.reached.add(left);
		return false;
	}
	if (amount.currency !== rule.maxAmount.currency || amount.value > rule.maxAmount.value) return false;
	const month = monthStart(expense.date);
	if (reference.seeds.get(month) !== 'secret' || !mayChange(reference, month, at)) return false;
	try {
		requireApprovable({ ...reference, now: at }, expense, amount, days, false);
		return true;
	} catch (error) {
		if (error instanceof Refused) return false;
		throw error;
	}
}

/** Returns why a person has to look at the receipt; null if nobody has to. */
function reasonForPerson(
	reference: Reference,
	rule: Rule,
	expense: Expense,
	purchase: Purchase,
): Rarity | 'other' | null {
	const isInvoice = purchase.till === null;
	if (isInvoice && !rule.acceptsInvoices) return 'invoice that a rule does not accept';
	if (!isInvoice && !isKnown(reference, expense)) return 'other';
	if (purchase.isCorrection) return 'corrected invoice left to a person';
	if (differs(purchase, expense)) return 'other';
	// The form may agree with only one of the invoices, and a credit note may take it back.
	const isFurther = ({ name, invoice, mediaType }: Receipt) =>
		name !== expense.purchaseReceipt &&
		(invoice !== null || mediaType === 'application/xml' || (isInvoice && mediaType === 'application/pdf'));
	if (expense.receipts.some(isFurther)) return 'further invoice left to a person';
	const { samePurchase, ...others } = duplicatesOf(reference, expense);
	if (samePurchase.length > 0 && isInvoice) return 'duplicate invoice left to a person';
	// Nobody gets a second chance with a purchase that somebody refused, or that was left to somebody.
	const isRefused = (one: Expense) => one !== expense && (one.state === 'REJECTED' || one.ruled);
	if (reference.expenses.some((one) => isRefused(one) && haveCommonPurchase(one, expense))) return 'other';
	// A standing expense may have been for the same purchase, until the end of its last month.
	const isOpen = ({ state, dateEnded }: Standing) =>
		state === 'SUBMITTED' ||
		state === 'ACTIVE' ||
		(dateEnded !== null && dateEnded >= monthStart(expense.date));
	const isLike = ({ employee, module }: Standing) =>
		employee === expense.employee && module === expense.module;
	if (reference.standing.some((one) => isLike(one) && isOpen(one))) return 'other';
	return [samePurchase, ...Object.values(others)].some((ones) => ones.length > 0) ? 'other' : null;
}

const isEqual = (one: Money, other: Money): boolean =>
	one.value === other.value && one.currency === other.currency;

/** A corrected invoice always has to be confirmed, because the earlier one may have been submitted. */
export const differs = (purchase: Purchase, { date, amount }: Pick<Expense, 'date' | 'amount'>): boolean =>
	purchase.isCorrection || purchase.date !== date || !isEqual(purchase.amount, amount);

/** A till becomes known neither by approvals of rules nor by a person's own receipts. */
export function isKnown({ expenses }: Reference, { purchase, employee }: Expense): boolean {
	const others = expenses.filter(
		(one) =>
			one.purchase?.till === purchase?.till &&
			one.employee !== employee &&
			one.state === 'APPROVED' &&
			one.decider !== null,
	);
	return new Set(others.map((one) => one.employee)).size >= OTHERS;
}
