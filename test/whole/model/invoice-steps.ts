import fc from 'fast-check';
import { dayOf, dayStart } from './calendar.ts';
import { nameOf, someone } from './flex-steps.ts';
import { type ReceiptFile, removeReceipt } from './receipts.ts';
import type { Expense, Purchase, Reference } from './reference.ts';
import {
	adding,
	askToAdd,
	askToSubmit,
	isBare,
	modules,
	photographing,
	settingSureRule,
	submitting,
	waits,
} from './rule-steps.ts';
import { newInvoice } from './service.ts';
import { back, latest } from './spending-steps.ts';
import { ask, asking, inSequence, type Step } from './step.ts';
import { lettingRulesLook } from './time-steps.ts';

/** The second seller has no VAT number. */
const SELLERS = [
	{ vatNumber: 'DE123456789', seller: 'Fit & Froh Sportstudio GmbH' },
	{ vatNumber: null, seller: 'Fit & Froh Sportstudio GmbH' },
];

/** Two spellings of the same number. Spaces and case do not count. */
const SPELLINGS = [(number: string) => number, (number: string) => number.toLowerCase().replace('-', ' - ')];

const kinds = {
	seller: fc.constantFrom(0, 0, 0, 1),
	spelling: fc.constantFrom(0, 0, 1),
	syntax: fc.constantFrom('cii' as const, 'ubl' as const, 'pdf' as const),
	/** An invoice, a corrected one, or a credit note. */
	type: fc.constantFrom<string[]>('380', '380', '380', '380', '380', '380', '384', '381'),
};
type Kinds = { [Key in keyof typeof kinds]: (typeof kinds)[Key] extends fc.Arbitrary<infer V> ? V : never };

function fileOf(number: string, date: number, amount: Purchase['amount'], kind: Kinds): ReceiptFile {
	const { vatNumber, seller } = SELLERS[kind.seller] ?? { vatNumber: null, seller: '' };
	const spelt = SPELLINGS[kind.spelling]?.(number) ?? number;
	const { syntax, type } = kind;
	const total = (amount.value / 100).toFixed(2);
	const bytes = newInvoice(syntax, { number: spelt, date: dayOf(date), type, total, vatNumber });
	const isCredit = type === '381';
	const shown = {
		source: 'E_INVOICE',
		issuer: vatNumber ?? seller,
		seller,
		number: spelt,
		counter: null,
		time: null,
		periodStart: '2023-02-01',
		periodEnd: '2023-02-28',
	};
	const key = `${number} of ${vatNumber ?? seller}`;
	const invoice = { key, till: null, date, amount, isCorrection: type === '384', shown };
	const content = JSON.stringify([syntax, spelt, dayOf(date), type, total, vatNumber]);
	const mediaType = syntax === 'pdf' ? 'application/pdf' : 'application/xml';
	return { content, bytes, mediaType, isCredit, invoice: isCredit ? null : invoice };
}

/** The number of a new invoice, or of the last one. */
const numberFor = (reference: Reference, isAgain: boolean): string =>
	`RE-${isAgain ? Math.max(0, reference.invoiceCount - 1) : reference.invoiceCount++}`;

/** The invoice that was added last. */
const lastInvoice = ({ expenses }: Reference): Purchase | null =>
	expenses
		.flatMap(({ receipts }) => receipts)
		.filter(({ invoice }) => invoice !== null)
		.sort((a, b) => a.dateAdded - b.dateAdded)
		.at(-1)?.invoice ?? null;

const addition = {
	...adding,
	...kinds,
	isAgain: fc.constantFrom(false, false, false, true),
	more: fc.constantFrom(0, 0, 0, 0, 0, 0, 1, -1),
	days: fc.constantFrom(0, 0, 0, 0, 0, 0, 1),
	factsDiffer: fc.constantFrom(undefined, undefined, undefined, false, true),
};

const addingInvoiceTo = (isWanted: (one: Expense) => boolean, given = addition) =>
	asking(
		'add invoice',
		fc.record(given),
		(reference, { isAgain, more, days, factsDiffer, back, by, ...kind }) => {
			const number = numberFor(reference, isAgain);
			const fileFor = ({ date, amount, requested }: Pick<Expense, 'date' | 'amount' | 'requested'>) => {
				const { value, currency } = requested ?? amount;
				return fileOf(number, dayStart(date, days), { value: Math.max(1, value + more), currency }, kind);
			};
			return askToAdd(reference, { back, by }, isWanted, fileFor, factsDiffer);
		},
	);

export const addingInvoice = addingInvoiceTo(waits);

const form = {
	employee: someone,
	module: modules,
	value: fc.oneof(fc.constantFrom(1, 2000, 2001), fc.integer({ min: 1, max: 800 })),
	daysAgo: fc.nat(20),
	isAgain: fc.constantFrom(false, false, true),
	upTo: fc.constantFrom(false, false, false, true),
};

/** Submits an expense without a code. Its amount is new, or that of the last invoice, perhaps of a colleague. */
const submittingFormOf = (given: typeof form) =>
	asking(
		'submit for an invoice',
		fc.record(given),
		(reference, { employee, module, value, daysAgo, isAgain, upTo }) => {
			const last = isAgain ? lastInvoice(reference) : null;
			const { date, amount } = last ?? {
				date: dayStart(reference.now, -(daysAgo % new Date(reference.now).getUTCDate())),
				amount: { value, currency: 'EUR_CENT' },
			};
			const given = { module, amount, date, purchase: null, factsDiffer: false, upTo };
			return askToSubmit(reference, nameOf(reference, employee), given);
		},
	);

const submittingForm = submittingFormOf(form);

/** Mostly submits one invoice alone. Sometimes the expense has a second invoice, or the code of a till. */
export const submittingInvoice = fc.oneof(
	{ weight: 5, arbitrary: inSequence(submittingForm, addingInvoiceTo(isBare)) },
	{ weight: 1, arbitrary: inSequence(submittingForm, addingInvoiceTo(isBare), addingInvoiceTo(waits)) },
	{ weight: 1, arbitrary: inSequence(submitting, photographing, addingInvoiceTo(waits)) },
);

const agreeing = (type: string, isAgain = false): typeof addition => ({
	...addition,
	back: fc.constant(0),
	by: fc.constant('self'),
	seller: fc.constant(0),
	type: fc.constant(type),
	isAgain: fc.constant(isAgain),
	more: fc.constant(0),
	days: fc.constant(0),
	factsDiffer: fc.constant(type === '384' ? true : undefined),
});

/** Submits an invoice that agrees with its form, so that only the rule, or one more fact, decides about it. */
const judging = (
	rule: Parameters<typeof settingSureRule>[0],
	isAgain: boolean,
	...added: fc.Arbitrary<Step>[]
) =>
	inSequence(
		settingSureRule(rule),
		submittingFormOf({
			...form,
			module: fc.constant('INTERNET'),
			value: fc.integer({ min: 1, max: 800 }),
			daysAgo: fc.constant(0),
			isAgain: fc.constant(isAgain),
			upTo: fc.constant(false),
		}),
		...added,
		lettingRulesLook,
	);

const first = addingInvoiceTo(isBare, agreeing('380'));

export const judgingInvoice = fc.oneof(
	judging({ samplePercent: 0 }, false, first),
	judging({ samplePercent: 50 }, false, first),
	judging({ acceptsInvoices: false }, false, first),
	judging({}, false, addingInvoiceTo(isBare, agreeing('384'))),
	judging({}, false, first, addingInvoiceTo(waits, agreeing('380'))),
	judging({}, true, addingInvoiceTo(isBare, agreeing('380', true))),
);

export const removingReceipt = asking(
	'remove receipt',
	fc.record({
		back,
		which: fc.nat(4),
		who: fc.constantFrom('author', 'author', 'author', 'admin', 'verifier'),
	}),
	(reference, { back, which, who }) => {
		const full = reference.expenses.filter(({ receipts }) => receipts.length > 0);
		const returned = full.filter(({ state }) => state === 'NEEDS_CORRECTION');
		const expense = latest(returned.length > 0 ? returned : full, back);
		const { name = 'unknown', author = 'admin', receipts = [] } = expense ?? {};
		const receipt = receipts[which % (receipts.length || 1)]?.name ?? 'unknown';
		const by = who === 'author' ? author : who;
		return ask(by, `DELETE /flex/expenses/${name}/receipts/${receipt}`, undefined, () =>
			removeReceipt(reference, by, name, receipt),
		);
	},
);
