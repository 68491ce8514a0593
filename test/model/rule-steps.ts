import fc from 'fast-check';
import { dayOf, dayOfMonth, dayStart, iso, monthStart } from './calendar.ts';
import { employeeWire, hire } from './employees.ts';
import { submit } from './expenses.ts';
import { setAccess } from './flex.ts';
import { nameOf, someone } from './flex-steps.ts';
import { approve } from './payroll.ts';
import type { Purchase, Reference } from './reference.ts';
import { photograph, removeRule, setRule } from './rules.ts';
import { newTill, type Service } from './service.ts';
import { back, latest } from './spending-steps.ts';
import { ask, asking, moveClock, perform, type Step, step } from './step.ts';

const modules = fc.constantFrom('INTERNET', 'INTERNET', 'INTERNET', 'MOBILITY');
const path = (module: string) => `/companies/company/flex/approval-rules/${module}`;
const by = fc.constantFrom('admin', 'admin', 'admin', 'platform', 'verifier');

export const settingRule = asking(
	'set rule',
	fc.record({
		by,
		module: modules,
		value: fc.constantFrom(2000, 2000, 1000, 5000),
		samplePercent: fc.constantFrom(0, 0, 0, 100),
	}),
	(reference, { by, module, value, samplePercent }) => {
		const fields = { maxAmount: { value, currency: 'EUR_CENT' }, samplePercent };
		return ask(by, `PUT ${path(module)}`, fields, () => setRule(reference, by, module, fields));
	},
);

export const removingRule = asking('remove rule', fc.record({ by, module: modules }), (reference, given) =>
	ask(given.by, `DELETE ${path(given.module)}`, undefined, () =>
		removeRule(reference, given.by, given.module),
	),
);

/** The first one becomes known. */
const TILLS = [newTill(), newTill()];

function purchaseAt(till: number, date: number, value: number): Purchase {
	const time = date + 1000;
	const code = TILLS[till]?.((value / 100).toFixed(2), iso(time)) ?? '';
	return { till, code, time, date, amount: { value, currency: 'EUR_CENT' } };
}

/** A new purchase, or an earlier one that somebody has submitted. */
const receiptOf = (reference: Reference, till: number, date: number, value: number, isAgain: boolean) => {
	const earlier = reference.expenses.findLast(({ purchase }) => purchase !== null)?.purchase;
	return (isAgain ? earlier : null) ?? purchaseAt(till, date, value);
};

const submitting = asking(
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
	purchase: Purchase;
	factsDiffer: boolean;
	upTo: boolean;
}

function askToSubmit(reference: Reference, name: string, given: Submission) {
	const isPublicTransport = given.module === 'MOBILITY' ? true : null;
	const input = { ...given, days: null, mealPrice: null, isPublicTransport };
	const { purchase, ...sent } = input;
	const body = { ...sent, date: dayOf(given.date), machineReadable: purchase.code };
	const author = `user of ${name}`;
	const line = `POST /employees/${name}/flex/expenses`;
	return ask(author, line, body, () => submit(reference, author, name, input), 201);
}

/** A picture that no other expense has. */
const newPicture = () => new TextEncoder().encode(`%PDF-1.7 ${crypto.randomUUID()}`);

export const photographing = asking(
	'photograph',
	fc.record({ back, by: fc.constantFrom('self', 'self', 'self', 'self', 'admin', 'verifier') }),
	(reference, { back, by: who }) => {
		const waiting = reference.expenses.filter(
			({ state, pictures }) => state === 'SUBMITTED' && pictures.length === 0,
		);
		const { name = 'unknown', employee = 'employee-0' } =
			latest(waiting.length > 0 ? waiting : reference.expenses, back) ?? {};
		const by = who === 'self' ? `user of ${employee}` : who;
		const line = `POST /flex/expenses/${name}/receipts`;
		return ask(by, line, newPicture(), () => photograph(reference, by, name), 201);
	},
);

/** Mostly with its picture at once. */
export const submittingReceipt = fc
	.tuple(submitting, fc.option(photographing, { freq: 6 }))
	.map(([first, second]) => ({
		run: async (reference: Reference, service: Service) => {
			await first.run(reference, service);
			await second?.run(reference, service);
		},
		[fc.toStringMethod]: () => [first, second].map((one) => fc.stringify(one)).join(' and '),
	}));

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
