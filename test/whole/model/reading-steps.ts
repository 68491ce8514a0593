import fc from 'fast-check';
import { expect } from 'vitest';
import { monthsOfYear, monthWire, spendingsOf } from './balance.ts';
import { dayOf, dayStart, iso, monthOf, monthStart } from './calendar.ts';
import { expenseWire } from './expenses.ts';
import { accessesOn, accessesWire, earliestOpen } from './flex.ts';
import { nameOf, someone } from './flex-steps.ts';
import { firstOpen, lineWire, listed } from './lines.ts';
import { moments, resolve } from './moments.ts';
import { duplicatesOf } from './receipts.ts';
import { employeeNamed } from './reference.ts';
import { back, latest } from './spending-steps.ts';
import { ask, asking, step } from './step.ts';

const ofEmployee = fc.record({ employee: someone, moment: moments });

export const readingAccess = asking('read access', ofEmployee, (reference, { employee, moment }) => {
	const of = employeeNamed(reference, nameOf(reference, employee));
	const day = dayStart(resolve(moment, reference.now));
	return ask('verifier', `GET /employees/${of.name}/flex/access?date=${dayOf(day)}`, undefined, () =>
		accessesWire(of, accessesOn(of, day)),
	);
});

/** A balance names every month from which it follows. */
export const readingBalance = asking('read balance', ofEmployee, (reference, { employee, moment }) => {
	const of = employeeNamed(reference, nameOf(reference, employee));
	const month = monthOf(resolve(moment, reference.now));
	return ask(`user of ${of.name}`, `GET /employees/${of.name}/flex/balance?month=${month}`, undefined, () => {
		const spendings = spendingsOf(reference, of);
		const year = monthsOfYear(of, Date.parse(month), spendings).map((one) =>
			monthWire(reference, of, one, spendings),
		);
		const derivation = year.filter((one) => one.month <= month);
		const {
			flexAccessId,
			accumulateBudget,
			isPaused,
			carryOver,
			overdrawnElsewhere,
			corrections,
			...amounts
		} = derivation.at(-1) ?? {};
		return { ...amounts, derivation };
	});
});

export const readingDateWindows = asking('read date windows', someone, (reference, employee) => {
	const { now, referenceDay, submissionDay } = reference;
	const window = (start: number | null, end: number | null) => ({
		earliestStartDate: start === null ? null : iso(start),
		earliestEndDate: end === null ? null : iso(end),
	});
	const open = earliestOpen(reference);
	const day = submissionDay ?? referenceDay;
	const line = `GET /employees/${nameOf(reference, employee)}/date-windows`;
	return ask('admin', line, undefined, () => ({
		payrollReferenceDay: referenceDay,
		submissionDay: day,
		submitExpense: window(firstOpen({ ...reference, referenceDay: day }), null),
		setAccess: window(open, open - 1),
		revokeAccess: window(null, open - 1),
		setMonthlyBudget: window(dayStart(now), dayStart(now, 2) - 1),
		setDefaultAccess: window(monthStart(now, 1), null),
		revokePlannedVouchers: window(null, dayStart(now, 1)),
	}));
});

export const readingDuplicates = back.map((back) =>
	step('read duplicates', back, async (reference, service) => {
		const counted = reference.expenses.filter(({ state }) => !['REJECTED', 'WITHDRAWN'].includes(state));
		const own = latest(counted, back);
		if (own === undefined) return;
		const path = `/flex/expenses/${own.name}/duplicates`;
		const { body } = await service.send({ by: 'verifier', method: 'GET', path });
		const sorted = (lists: object) =>
			Object.fromEntries(Object.entries(lists).map(([kind, names]) => [kind, names.toSorted()]));
		const expected = duplicatesOf(reference, own);
		const named = Object.entries(expected).map(([kind, ones]) => [kind, ones.map(({ name }) => name)]);
		expect(sorted(service.named(body, null) as object), path).toEqual(sorted(Object.fromEntries(named)));
	}),
);

const modules = fc.constantFrom('MEALS', 'INTERNET', 'MOBILITY');

export const filteringExpenses = asking(
	'filter expenses',
	fc.record({
		employee: someone,
		module: modules,
		state: fc.constantFrom('SUBMITTED', 'APPROVED'),
		month: moments,
	}),
	(reference, { employee, module, state, ...given }) => {
		const name = nameOf(reference, employee);
		const month = monthOf(resolve(given.month, reference.now));
		const line = `GET /employees/${name}/flex/expenses?module=${module}&state=${state}&month=${month}`;
		return ask(`user of ${name}`, line, undefined, () =>
			reference.expenses
				.filter((one) => one.employee === name && one.module === module && one.state === state)
				.filter(({ date }) => monthOf(date) === month)
				.map((one) => expenseWire(reference, one)),
		);
	},
);

export const filteringTransactions = asking(
	'filter transactions',
	fc.oneof(
		fc.record({ module: modules }),
		fc.record({ kind: fc.constantFrom('EXPENSE', 'MEALS_FLAT_TAXED', 'MEALS_TAX_FREE', 'VOUCHER') }),
	),
	(reference, wanted) => {
		const query = Object.entries(wanted)
			.map((pair) => pair.join('='))
			.join('&');
		return ask('verifier', `GET /companies/company/flex/payroll-transactions?${query}`, undefined, () =>
			reference.lines
				.filter((line) => ('kind' in wanted ? line.kind === wanted.kind : line.module === wanted.module))
				.filter(listed)
				.map(lineWire),
		);
	},
);
