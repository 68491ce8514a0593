import type { Timeline } from './timeline.ts';

// The state of the service, with names instead of ids. Nothing of this folder's reference imports anything of `src`.

export interface Money {
	value: number;
	currency: string;
}

export interface Grant {
	budget: Money;
	accumulateBudget: boolean;
	allowedModules: readonly string[];
	flexTaxRuleTemplateId: string;
}

export const MONTHLY = { type: 'GENERIC', interval: 'MONTHLY' } as const;

export interface Plan {
	type: 'GENERIC' | 'SPECIAL';
	interval: 'ONCE' | 'DAILY' | 'WEEKLY' | 'MONTHLY' | 'YEARLY';
	amount: Money;
	/** Occurrences for which the cron has issued a voucher, or decided that there is none. */
	decided: Set<number>;
}

export interface Voucher extends Pick<Plan, 'type' | 'interval' | 'amount'> {
	name: string;
	plannedVoucherId: string;
	dueDate: number;
}

/** A pause includes both ends. */
export interface Pause {
	name: string;
	from: number;
	until: number | null;
}

export interface Employee {
	name: string;
	email: string;
	personnelNumber: string | null;
	costCenter: string | null;
	groups: readonly string[];
	/** In order. */
	pauses: Pause[];
	pauseCount: number;
	dateTerminated: number | null;
	/** Whether the cron has closed the account. Nothing here opens it again. */
	isClosed: boolean;
	accesses: Timeline<Grant>;
	/** The monthly budget. */
	plans: Timeline<Plan>;
	/** Each of the other planned vouchers by itself, since they may overlap. */
	others: Timeline<Plan>[];
	defaultAccesses: Timeline<object>;
	vouchers: Voucher[];
}

export interface Expense {
	name: string;
	employee: string;
	author: string;
	module: string;
	amount: Money;
	/** The start of its day. */
	date: number;
	days: number | null;
	/** The price of the meals together; null if nobody has named it. */
	mealPrice: Money | null;
	/** The approved days of meals, if fewer than submitted. */
	approvedDays: number | null;
	/** Whether the verifier confirmed a record of absences. */
	absencesRecorded: boolean;
	isPublicTransport: boolean | null;
	state: 'SUBMITTED' | 'NEEDS_CORRECTION' | 'APPROVED' | 'REJECTED' | 'WITHDRAWN';
	/** The requested amount, if less was accepted. */
	requested: Money | null;
	approved: Money | null;
	reasons: readonly string[];
	dateReturned: number | null;
	returner: string | null;
	dateSubmitted: number;
	dateDecided: number | null;
	decider: string | null;
	reason: string | null;
	/** The standing expense whose month it is. */
	standing: string | null;
	/** The purchase in the code of the receipt, or else in its first invoice; null without both. */
	purchase: Purchase | null;
	/** The receipt with that invoice; null for a code. */
	purchaseReceipt: string | null;
	receipts: Receipt[];
	/** Whether rules have looked at it, or a person has taken it over. */
	ruled: boolean;
	/** The rule that approved it. */
	rule: string | null;
	/** When it was drawn for the sample. */
	sampled: number | null;
}

/** A purchase that a till has signed, or that an invoice describes. */
export interface Purchase {
	/** Facts with the same key are of one purchase. For a till, the key is the text of the code. */
	key: string;
	/** The till; null for an invoice. */
	till: number | null;
	date: number;
	amount: Money;
	isCorrection: boolean;
	/** Further facts, as the service shows them. */
	shown: object;
}

/** A file of an expense. */
export interface Receipt {
	name: string;
	/** Files with the same content have the same bytes. */
	content: string;
	mediaType: string;
	/** The invoice in it; null for anything else. */
	invoice: Purchase | null;
	dateAdded: number;
}

/** Approves receipts of a module that nobody needs to look at. */
export interface Rule {
	name: string;
	module: string;
	maxAmount: Money;
	acceptsInvoices: boolean;
	samplePercent: number;
}

/** The draw of a receipt that a rule permits, at a share between 0 and 100 percent. */
interface Draw {
	expense: string;
	month: number;
	percent: number;
	isDrawn: boolean;
}

/** Things that few histories reach. A long run fails if it misses one of them. */
export const RARITIES = [
	'late renewal',
	'renewal before a late cron',
	'invoice approved by a rule',
	'invoice that a rule does not accept',
	'further invoice left to a person',
	'duplicate invoice left to a person',
	'corrected invoice left to a person',
	'draw by chance',
] as const;
export type Rarity = (typeof RARITIES)[number];

interface Proof {
	name: string;
	author: string;
	proofUntil: number;
	state: 'SUBMITTED' | 'APPROVED' | 'REJECTED';
	approved: Money | null;
	decider: string | null;
	dateDecided: number | null;
	reason: string | null;
}

/** Spending that recurs each month. Its days are the starts of days. */
export interface Standing {
	name: string;
	employee: string;
	author: string;
	module: string;
	amount: Money;
	/** The most that a month may have. */
	approved: Money | null;
	dayOfMonth: number;
	startDate: number;
	endDate: number | null;
	proofUntil: number;
	/** The day of the first month that is not decided yet. */
	next: number;
	isPublicTransport: boolean | null;
	upTo: boolean;
	state: 'SUBMITTED' | 'ACTIVE' | 'REJECTED' | 'ENDED';
	waitingSince: number | null;
	dateEnded: number | null;
	ender: string | null;
	/** The latest months without an expense, the newest first. */
	skipped: { date: number; code: string }[];
	/** The newest first. */
	proofs: Proof[];
}

export type Kind = 'EXPENSE' | 'MEALS_FLAT_TAXED' | 'MEALS_TAX_FREE' | 'VOUCHER';

/** A payroll transaction; `corrects` names the one that it corrects. */
export interface Line {
	name: string;
	/** The content: the whole expense, a part of one for meals, or a voucher. */
	kind: Kind;
	paid: Expense | Voucher;
	employee: string;
	module: string;
	personnelNumber: string | null;
	amount: Money;
	/** The month, as its first instant, and its cut-off. */
	month: number;
	cutOff: number;
	submitted: number;
	/** Only a PENDING line can become another one. */
	state: 'PENDING' | 'COMMITTED' | 'SETTLED' | 'WITHDRAWN';
	run: Run | null;
	/** How it was paid outside payroll. */
	settlement: { author: string; date: number; reason: string } | null;
	/** Whether it is for meals of a year whose official value nobody knows, so that no run commits it. */
	awaitsValue: boolean;
	correction: { corrects: string; author: string; reason: string } | null;
}

export interface Run {
	month: number;
	closedBy: string | null;
	closedAt: number;
	/** As the settings had it when the run was closed. */
	bookingMonth: 'RUN' | 'FOLLOWING';
	heldOver: number;
}

export interface TaxRule {
	budgets: { budget: Money }[];
	maxDaysPerMonth: number | null;
	isOnlyPublicTransportAllowed: boolean;
}

export interface Reference {
	now: number;
	referenceDay: number;
	/** The last day to submit expenses of the month before; the reference day unless set. */
	submissionDay: number | null;
	/** Whether the monthly budget is also the most that may be spent a month on all modules but SPORTS. */
	isRestricted: boolean;
	/** Whether meals are bounded and split as the law has them. */
	splitsMeals: boolean;
	/** Whether a record of absences may prove more days of meals. */
	recordsAbsences: boolean;
	/** Whether vouchers become payroll transactions. */
	booksVouchers: boolean;
	/** The month in which the office books a run that is closed now. */
	bookingMonth: 'RUN' | 'FOLLOWING';
	employees: Employee[];
	expenses: Expense[];
	standing: Standing[];
	proofCount: number;
	lines: Line[];
	runs: Run[];
	/** The rules in force. */
	rules: Rule[];
	ruleCount: number;
	/** The seeds of the sample, by the first instant of their month. */
	seeds: Map<number, 'secret' | 'revealed'>;
	/** Expenses that the service says it drew. Nobody can check that before it reveals the seed. */
	drawn: Set<string>;
	draws: Draw[];
	receiptCount: number;
	invoiceCount: number;
	/** The rare things that this history has reached. */
	reached: Set<Rarity>;
	templates: Record<string, TaxRule[]>;
	planCount: number;
	/** Planned vouchers that somebody has seen; nobody else can know their ids. */
	seenPlans: Set<string>;
}

export const newReference = (
	now: number,
	referenceDay: number,
	templates: Record<string, TaxRule[]>,
): Reference => ({
	now,
	referenceDay,
	submissionDay: null,
	isRestricted: false,
	splitsMeals: false,
	recordsAbsences: false,
	booksVouchers: false,
	bookingMonth: 'RUN',
	employees: [],
	expenses: [],
	standing: [],
	proofCount: 0,
	lines: [],
	runs: [],
	rules: [],
	ruleCount: 0,
	seeds: new Map(),
	drawn: new Set(),
	draws: [],
	receiptCount: 0,
	invoiceCount: 0,
	reached: new Set(),
	planCount: 0,
	templates: { default: [], ...templates },
	seenPlans: new Set(),
});

/** A refusal by the reference, with the code that the service uses. */
export class Refused extends Error {
	readonly answer: object;

	constructor(code: string, extras: object = {}) {
		super(code);
		this.answer = { status: STATUS[code] ?? 409, code, ...extras };
	}
}

const STATUS: Record<string, number> = {
	validation_failed: 400,
	unauthenticated: 401,
	date_out_of_window: 400,
	unknown_tax_rule_template: 400,
	forbidden: 403,
	not_found: 404,
};

export function employeeNamed(reference: Reference, name: string): Employee {
	const employee = reference.employees.find((one) => one.name === name);
	if (employee === undefined) throw new Refused('not_found');
	return employee;
}
