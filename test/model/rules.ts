import { dayOf, monthStart } from './calendar.ts';
import { isoOrNull } from './employees.ts';
import { requireApprovable } from './expenses.ts';
import { cutOffOf } from './lines.ts';
import { payFor } from './payroll.ts';
import { type Expense, type Money, type Purchase, type Reference, Refused, type Rule } from './reference.ts';

const MINUTES = 60_000;
/** In this time after the last picture, the author may add another one. */
const MOMENT = 5 * MINUTES;
/** So many other employees make a till known, by receipts that verifiers approved. */
const OTHERS = 3;

export function setRule(
	reference: Reference,
	by: string,
	module: string,
	fields: Pick<Rule, 'maxAmount' | 'samplePercent'>,
) {
	if (by === 'verifier') throw new Refused('forbidden');
	const before = reference.rules.find((one) => one.module === module);
	const rule: Rule = { name: before?.name ?? `rule-${reference.ruleCount++}`, module, ...fields };
	const isChanged = JSON.stringify(rule) !== JSON.stringify(before);
	reference.rules = [...reference.rules.filter((one) => one !== before), rule];
	if (isChanged) commitSeed(reference, reference.now);
	return ruleWire(rule);
}

export function removeRule(reference: Reference, by: string, module: string) {
	if (by === 'verifier') throw new Refused('forbidden');
	reference.rules = reference.rules.filter((one) => one.module !== module);
	return { success: true };
}

export const ruleWire = ({ name, module, maxAmount, samplePercent }: Rule) => ({
	id: name,
	companyId: 'company',
	module,
	maxAmount,
	acceptsInvoices: false,
	samplePercent,
});

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
		// A share of none or all leaves nothing to chance.
		if (rule.samplePercent === 100) {
			expense.sampled = at;
			continue;
		}
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

const isReady = ({ state, purchase, ruled, pictures, dateSubmitted }: Expense, at: number): boolean =>
	state === 'SUBMITTED' &&
	purchase !== null &&
	!ruled &&
	pictures.length > 0 &&
	[dateSubmitted, ...pictures].every((instant) => instant + MOMENT <= at);

const mayChange = (reference: Reference, month: number, at: number): boolean =>
	at <= cutOffOf(reference, month) && !reference.runs.some((run) => run.month >= month && run.closedAt <= at);

/** Nothing is left for a person to look at. */
function isPermitted(reference: Reference, rule: Rule, expense: Expense, at: number): boolean {
	const { purchase, amount, days } = expense;
	if (purchase === null || differs(purchase, expense) || !isKnown(reference, expense)) return false;
	if (amount.currency !== rule.maxAmount.currency || amount.value > rule.maxAmount.value) return false;
	const month = monthStart(expense.date);
	if (reference.seeds.get(month) !== 'secret' || !mayChange(reference, month, at)) return false;
	if (reference.expenses.some((other) => other !== expense && isAlike(other, expense))) return false;
	try {
		requireApprovable({ ...reference, now: at }, expense, amount, days, false);
		return true;
	} catch (error) {
		if (error instanceof Refused) return false;
		throw error;
	}
}

/** One purchase twice, or equal amounts of one person for one module on one day. */
function isAlike(other: Expense, expense: Expense): boolean {
	if (other.state === 'REJECTED' || other.state === 'WITHDRAWN') return false;
	if (other.purchase !== null && other.purchase.code === expense.purchase?.code) return true;
	return (
		other.employee === expense.employee &&
		other.module === expense.module &&
		other.date === expense.date &&
		isEqual(other.amount, expense.amount)
	);
}

const isEqual = (one: Money, other: Money): boolean =>
	one.value === other.value && one.currency === other.currency;

export const differs = (purchase: Purchase, { date, amount }: Pick<Expense, 'date' | 'amount'>): boolean =>
	purchase.date !== date || !isEqual(purchase.amount, amount);

/** Rules do not make a till known, and nobody's own receipts do. */
function isKnown({ expenses }: Reference, { purchase, employee }: Expense): boolean {
	const others = expenses.filter(
		(one) =>
			one.purchase?.till === purchase?.till &&
			one.employee !== employee &&
			one.state === 'APPROVED' &&
			one.decider !== null,
	);
	return new Set(others.map((one) => one.employee)).size >= OTHERS;
}

/** Adds a picture of the receipt. */
export function photograph(reference: Reference, by: string, name: string): void {
	const expense = reference.expenses.find((one) => one.name === name);
	if (by === 'verifier') throw new Refused('forbidden');
	if (expense === undefined) throw new Refused('not_found');
	const { state, pictures, employee } = expense;
	if (by !== 'admin' && by !== `user of ${employee}`) throw new Refused('not_found');
	if (state !== 'SUBMITTED' && state !== 'NEEDS_CORRECTION') throw new Refused('already_decided');
	if (pictures.length === 5) throw new Refused('too_many_receipts');
	pictures.push(reference.now);
}

export function purchaseWire(reference: Reference, expense: Expense) {
	const { purchase } = expense;
	if (purchase === null) return null;
	const [, issuer, , , number, counter] = purchase.code.split(';');
	return {
		source: 'KASSENSICHV',
		issuer,
		seller: null,
		number,
		counter: Number(counter),
		time: isoOrNull(purchase.time),
		date: dayOf(purchase.date),
		periodStart: null,
		periodEnd: null,
		amount: purchase.amount,
		isCorrection: false,
		receiptId: null,
		verdict: isKnown(reference, expense) ? 'KNOWN_TILL' : 'UNKNOWN_ISSUER',
	};
}
