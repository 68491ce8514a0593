import fc from 'fast-check';
import { dayOf, dayOfMonth, dayStart, iso, monthStart } from './calendar.ts';
import { employeeWire, hire } from './employees.ts';
import { submit } from './expenses.ts';
import { setAccess } from './flex.ts';
import { nameOf, someone } from './flex-steps.ts';
import { approve } from './payroll.ts';
import { addReceipt, type ReceiptFile } from './receipts.ts';
import type { Expense, Purchase, Reference } from './reference.ts';
import { removeRule, setRule } from './rules.ts';
import { newTill } from './service.ts';
import { back, latest } from './spending-steps.ts';
import { ask, asking, inSequence, moveClock, perform, type Step, step } from './step.ts';

export const modules = fc.constantFrom('INTERNET', 'INTERNET', 'INTERNET', 'MOBILITY');
const path = (module: string) => `/companies/company/flex/approval-rules/${module}`;
const by = fc.constantFrom('admin', 'admin', 'admin', 'platform', 'verifier');

const rule = {
	by,
	module: modules,
	value: fc.constantFrom(2000, 2000, 1000, 5000),
	acceptsInvoices: fc.constantFrom(true, true, false),
	samplePercent: fc.constantFrom<number[]>(0, 0, 30, 50, 100),
};

const settingRuleAs = (given: typeof rule) =>
	asking('set rule', fc.record(given), (reference, { by, module, value, ...others }) => {
		const fields = { maxAmount: { value, currency: 'EUR_CENT' }, ...others };
		return ask(by, `PUT ${path(module)}`, fields, () => setRule(reference, by, module, fields));
	});

export const settingRule = settingRuleAs(rule);
/** Sets a rule that approves most invoices, unless the parameters say otherwise. */
export const settingSureRule = ({ acceptsInvoices = true, samplePercent = 0 }) =>
	settingRuleAs({
		by: fc.constant('admin'),
		module: fc.constant('INTERNET'),
		value: fc.constant(2000),
		acceptsInvoices: fc.constant(acceptsInvoices),
		samplePercent: fc.constant(samplePercent),
	});

export const removingRule = asking('remove rule', fc.record({ by, module: modules }), (reference, given) =>
	ask(given.by, `DELETE ${path(given.module)}`, undefined, () =>
		removeRule(reference, given.by, given.module),
	),
);

/** The first one becomes known. */
const TILLS = [newTill(), newTill()];

function purchaseAt(till: number, date: number, value: number): Purchase {
	const time = iso(date + 1000);
	const key = TILLS[till]?.((value / 100).toFixed(2), time) ?? '';
	const [, issuer, , , number, counter] = key.split(';');
	const shown = {
		source: 'KASSENSICHV',
		issuer,
		seller: null,
		number,
		counter: Number(counter),
		time,
		periodStart: null,
		periodEnd: null,
	};
	return { key, till, date, amount: { value, currency: 'EUR_CENT' }, isCorrection: false, shown };
}

/** A new purchase, or an earlier one that somebody has submitted. */
const receiptOf = (reference: Reference, till: number, date: number, value: number, isAgain: boolean) => {
	const earlier = reference.expenses.findLast(({ purchase }) => purchase?.till != null)?.purchase;
	return (isAgain ? earlier : null) ?? purchaseAt(till, date, value);
};

export const submitting = asking(
	'submit receipt',
	fc.record({
		employee: someone,
		module: modules,
		value: fc.oneof(fc.constantFrom(1000, 1001, 2000, 2001), fc.integer({ min: 1, max: 2500 })),
		more: fc.constantFrom(0, 0, 0, 0, 0, 1, -1),
		daysAgo: fc.nat(40),
		isThisMonth: fc.constantFrom(true, true, true, false),
		till: fc.constantFrom(0, 0, 0, 0, 1),
		isAgain: fc.constantFrom(false, false, false, false, true),
		factsDiffer: fc.boolean(),
		upTo: fc.constantFrom(false, false, true),
	}),
	(reference, { employee, module, value, more, daysAgo, isThisMonth, till, isAgain, factsDiffer, upTo }) => {
		const name = nameOf(reference, employee);
		const day = dayStart(reference.now, -(isThisMonth ? daysAgo % dayOfMonth(reference.now) : daysAgo));
		const purchase = receiptOf(reference, till, day, value, isAgain);
		return askToSubmit(reference, name, {
			module,
			amount: { ...purchase.amount, value: Math.max(1, purchase.amount.value + more) },
			date: purchase.date,
			purchase,
			factsDiffer,
			upTo,
		});
	},
);

interface Submission {
	module: string;
	amount: Purchase['amount'];
	date: number;
	/** The purchase in its code; null without one. */
	purchase: Purchase | null;
	factsDiffer: boolean;
	upTo: boolean;
}

export function askToSubmit(reference: Reference, name: string, given: Submission) {
	const isPublicTransport = given.module === 'MOBILITY' ? true : null;
	const input = { ...given, days: null, mealPrice: null, isPublicTransport };
	const { purchase, ...sent } = input;
	const body = { ...sent, date: dayOf(given.date), machineReadable: purchase?.key ?? null };
	const author = `user of ${name}`;
	const line = `POST /employees/${name}/flex/expenses`;
	return ask(author, line, body, () => submit(reference, author, name, input), 201);
}

/** A picture that no other expense has. */
function newPicture(): ReceiptFile {
	const content = `%PDF-1.7 ${crypto.randomUUID()}`;
	const bytes = new Uint8Array(Buffer.from(content));
	return { content, bytes, mediaType: 'application/pdf', invoice: null, isCredit: false };
}

export const waits = ({ state }: Expense): boolean => state === 'SUBMITTED';
export const isBare = (expense: Expense): boolean => waits(expense) && expense.receipts.length === 0;

/** Adds a file to one of the wanted expenses, or to any other if there are none. */
export function askToAdd(
	reference: Reference,
	{ back, by: who }: { back: number; by: string },
	isWanted: (one: Expense) => boolean,
	fileFor: (expense: Pick<Expense, 'date' | 'amount' | 'requested'>) => ReceiptFile,
	factsDiffer?: boolean,
) {
	const wanted = reference.expenses.filter(isWanted);
	const expense = latest(wanted.length > 0 ? wanted : reference.expenses, back);
	const { name = 'unknown', employee = 'employee-0' } = expense ?? {};
	const by = who === 'self' ? `user of ${employee}` : who;
	const amount = { value: 1000, currency: 'EUR_CENT' };
	const file = fileFor(expense ?? { date: dayStart(reference.now), amount, requested: null });
	const query = factsDiffer === undefined ? '' : `?factsDiffer=${factsDiffer}`;
	const line = `POST /flex/expenses/${name}/receipts${query}`;
	return ask(by, line, file.bytes, () => addReceipt(reference, by, name, file, factsDiffer), 201);
}

export const adding = { back, by: fc.constantFrom('self', 'self', 'self', 'self', 'admin', 'verifier') };

export const photographing = asking('photograph', fc.record(adding), (reference, choice) =>
	askToAdd(reference, choice, isBare, newPicture),
);

/** Submits a receipt, mostly with its picture at once. */
export const submittingReceipt = inSequence(submitting, fc.option(photographing, { freq: 6 }));

/** A verifier approves receipts of three colleagues, so that the first till is known to everybody else. */
export const makingTillKnown: Step = step('make a till known', null, async (reference, service) => {
	for (const person of ['person-3', 'person-4', 'person-5']) {
		const fields = { personnelNumber: null, costCenter: null, groups: null };
		const name = `employee-${reference.employees.length}`;
		const start = monthStart(reference.now);
		const grant = {
			budget: { value: 5000, currency: 'EUR_CENT' },
			accumulateBudget: true,
			allowedModules: ['INTERNET', 'MOBILITY'],
			flexTaxRuleTemplateId: 'default',
		};
		const date = dayStart(reference.now);
		const given = { module: 'INTERNET', date, factsDiffer: false, upTo: false };
		const expense = () => reference.expenses.at(-1)?.name ?? '';
		for (const toAsk of [
			() =>
				ask(
					'admin',
					'POST /employees',
					{ email: person, companyId: 'company', ...fields },
					() => employeeWire(reference, hire(reference, person, fields)),
					201,
				),
			() =>
				ask(
					'admin',
					`PUT /employees/${name}/flex/access`,
					{ ...grant, startDate: iso(start), endDate: null },
					() => setAccess(reference, name, { ...grant, start, end: null }),
				),
			() => {
				const purchase = purchaseAt(0, date, 100);
				return askToSubmit(reference, name, { ...given, purchase, amount: purchase.amount });
			},
			() =>
				ask('verifier', `POST /flex/expenses/${expense()}/approval`, undefined, () =>
					approve(reference, 'verifier', expense()),
				),
		]) {
			await perform('make a till known', toAsk(), reference, service);
			moveClock(reference, service, reference.now + 1);
		}
	}
});
