import fc from 'fast-check';
import { dayOf, dayOfMonth, dayStart, monthOf, monthStart } from './calendar.ts';
import { decline, mend, sendBack, submit } from './expenses.ts';
import { currencies, nameOf, someone } from './flex-steps.ts';
import { approve, closeEarly, correct } from './payroll.ts';
import type { Expense, Line, Reference } from './reference.ts';
import { ask, asking } from './step.ts';

/** Prefers the latest of several records. */
export const back = fc.oneof({ weight: 3, arbitrary: fc.constant(0) }, { weight: 2, arbitrary: fc.nat(6) });
export const latest = <T>(records: T[], back: number): T | undefined =>
	records.at(-1 - (back % (records.length || 1)));

/** Mostly one that can still be decided, or corrected. */
const choice = { back, isOpen: fc.constantFrom(true, true, true, false) };
type Choice = { back: number; isOpen: boolean };

function chosenExpense({ expenses }: Reference, { back, isOpen }: Choice): Expense | undefined {
	const open = expenses.filter(({ state }) => state === 'SUBMITTED');
	return latest(isOpen && open.length > 0 ? open : expenses, back);
}

function chosenLine({ lines }: Reference, { back, isOpen }: Choice): Line | undefined {
	const committed = lines.filter(({ state }) => state === 'COMMITTED' || state === 'SETTLED');
	return latest(isOpen && committed.length > 0 ? committed : lines, back);
}

const submission = {
	employee: someone,
	by: fc.oneof(
		{ weight: 6, arbitrary: fc.constant('self') },
		{ weight: 2, arbitrary: fc.constant('admin') },
		{ weight: 1, arbitrary: fc.constantFrom('colleague', 'verifier') },
	),
	module: fc.oneof(
		{ weight: 8, arbitrary: fc.constantFrom('MEALS', 'INTERNET', 'MOBILITY', 'SPORTS') },
		{ weight: 1, arbitrary: fc.constant('KITA') },
	),
	value: fc.oneof(fc.constantFrom(1, 1000, 2500, 5000, 5001), fc.integer({ min: 1, max: 7000 })),
	currency: currencies,
	daysAgo: fc.integer({ min: -1, max: 70 }),
	isThisMonth: fc.constantFrom(true, true, true, true, true, false),
	meals: fc.oneof(
		{ weight: 9, arbitrary: fc.integer({ min: 1, max: 5 }) },
		{ weight: 1, arbitrary: fc.integer({ min: 10, max: 20 }) },
	),
	/** How much the meals cost beyond the amount; null if it is not named. */
	ownShare: fc.option(fc.integer({ min: 0, max: 1500 })),
	isPublicTransport: fc.boolean(),
	upTo: fc.constantFrom(false, false, true),
};

interface Submission {
	employee: number;
	by: string;
	module: string;
	value: number;
	currency: string;
	/** How long ago, or the rest of it when it has to lie in this month. */
	daysAgo: number;
	isThisMonth: boolean;
	meals: number;
	ownShare: number | null;
	isPublicTransport: boolean;
	upTo: boolean;
}

/** The fields of the submission, on its day. */
function inputOf({ now }: Reference, given: Omit<Submission, 'employee' | 'by'>) {
	const { module, value, currency, meals, ownShare, isPublicTransport, upTo } = given;
	const isPriced = module === 'MEALS' && ownShare !== null;
	const daysAgo = given.isThisMonth ? given.daysAgo % dayOfMonth(now) : given.daysAgo;
	return {
		module,
		amount: { value, currency },
		date: dayStart(now, -daysAgo),
		days: module === 'MEALS' ? meals : null,
		mealPrice: isPriced ? { value: value + ownShare, currency } : null,
		isPublicTransport: module === 'MOBILITY' ? isPublicTransport : null,
		upTo,
	};
}

const submittingAny = (given: fc.Arbitrary<Submission>) =>
	asking('submit expense', given, (reference, { employee, by, ...submission }) => {
		const name = nameOf(reference, employee);
		const colleague = nameOf(reference, employee + 1);
		const author = by === 'self' ? `user of ${name}` : by === 'colleague' ? `user of ${colleague}` : by;
		const input = inputOf(reference, submission);
		const body = { ...input, date: dayOf(input.date) };
		const line = `POST /employees/${name}/flex/expenses`;
		return ask(author, line, body, () => submit(reference, author, name, input), 201);
	});

export const submitting = submittingAny(fc.record(submission));

const approvingBy = (by: fc.Arbitrary<string>) =>
	asking('approve expense', fc.record({ ...choice, by }), (reference, { by, ...choice }) => {
		const name = chosenExpense(reference, choice)?.name ?? 'unknown';
		return ask(by, `POST /flex/expenses/${name}/approval`, undefined, () => approve(reference, by, name));
	});

export const approvingPart = asking(
	'approve a part',
	fc.record({
		...choice,
		share: fc.integer({ min: 1, max: 110 }),
		currency: currencies,
		approvedDays: fc.option(fc.integer({ min: 1, max: 5 })),
		absencesRecorded: fc.constantFrom(false, false, true),
	}),
	(reference, { share, currency, approvedDays, absencesRecorded, ...choice }) => {
		const { name = 'unknown', amount, days: submitted = null } = chosenExpense(reference, choice) ?? {};
		const part = { value: Math.ceil(((amount?.value ?? 1) * share) / 100), currency };
		const days = submitted === null ? null : approvedDays;
		const body = { amount: part, days, absencesRecorded, reasons: ['no_items'] };
		return ask('verifier', `POST /flex/expenses/${name}/approval`, body, () =>
			approve(reference, 'verifier', name, part, ['no_items'], days, absencesRecorded),
		);
	},
);

export const sendingBack = asking(
	'send expense back',
	fc.record({ ...choice, by: fc.constantFrom('verifier', 'verifier', 'verifier', 'admin') }),
	(reference, { by, ...choice }) => {
		const name = chosenExpense(reference, choice)?.name ?? 'unknown';
		const reasons = ['no_date'];
		return ask(by, `POST /flex/expenses/${name}/return`, { reasons }, () =>
			sendBack(reference, by, name, reasons),
		);
	},
);

const { employee: _, by: __, ...mended } = { ...submission, factsDiffer: fc.boolean() };

export const mending = asking(
	'mend expense',
	fc.record({ ...mended, back, who: fc.constantFrom('author', 'author', 'author', 'admin', 'verifier') }),
	(reference, { back, who, ...given }) => {
		const returned = reference.expenses.filter(({ state }) => state === 'NEEDS_CORRECTION');
		const { name = 'unknown', author = 'admin' } =
			latest(returned.length > 0 ? returned : reference.expenses, back) ?? {};
		const by = who === 'author' ? author : who;
		const input = { ...inputOf(reference, given), factsDiffer: given.factsDiffer };
		const body = { ...input, date: dayOf(input.date) };
		return ask(by, `PUT /flex/expenses/${name}`, body, () => mend(reference, by, name, input));
	},
);

export const approving = approvingBy(
	fc.constantFrom('verifier', 'verifier', 'verifier', 'verifier', 'platform', 'admin'),
);

export const rejecting = asking(
	'reject expense',
	fc.record({ ...choice, by: fc.constantFrom('verifier', 'verifier', 'admin') }),
	(reference, { by, ...choice }) => {
		const name = chosenExpense(reference, choice)?.name ?? 'unknown';
		const reason = 'Not legible';
		return ask(by, `POST /flex/expenses/${name}/rejection`, { reason }, () =>
			decline(reference, by, name, reason),
		);
	},
);

export const withdrawing = asking(
	'withdraw expense',
	fc.record({
		...choice,
		by: fc.constantFrom('author', 'author', 'admin', 'user of employee-0', 'verifier'),
	}),
	(reference, { by: given, ...choice }) => {
		const { name = 'unknown', author = 'admin' } = chosenExpense(reference, choice) ?? {};
		const by = given === 'author' ? author : given;
		return ask(by, `POST /flex/expenses/${name}/withdrawal`, undefined, () =>
			decline(reference, by, name, null),
		);
	},
);

const closingOf = (months: fc.Arbitrary<number>, early: fc.Arbitrary<boolean>) =>
	asking('close run', fc.record({ distance: months, early }), (reference, { distance, early }) => {
		const month = monthStart(reference.now, distance);
		const line = 'POST /companies/company/flex/payroll-runs';
		return ask(
			'admin',
			line,
			{ month: monthOf(month), early },
			() => closeEarly(reference, month, early),
			201,
		);
	});

export const closing = closingOf(fc.constantFrom(-2, -1, -1, -1, 0, 1), fc.boolean());

/** An expense that is approved and paid at once, so that there is something to correct. */
export const paying = [
	submittingAny(
		fc.record({
			...submission,
			by: fc.constant('self'),
			module: fc.constant('INTERNET'),
			value: fc.integer({ min: 1, max: 4000 }),
			currency: fc.constant('EUR_CENT'),
			daysAgo: fc.constant(0),
		}),
	),
	approvingBy(fc.constant('verifier')),
	closingOf(fc.constant(0), fc.constant(true)),
] as const;

export const correcting = asking(
	'correct transaction',
	fc.record({
		...choice,
		value: fc.oneof(
			fc.constantFrom(-5000, -1000, -1, 1, 1000),
			fc.integer({ min: -6000, max: 6000 }).filter((value) => value !== 0),
		),
		currency: currencies,
	}),
	(reference, { value, currency, ...choice }) => {
		const name = chosenLine(reference, choice)?.name ?? 'unknown';
		const amount = { value, currency };
		const reason = 'Counted twice';
		const line = `POST /companies/company/flex/payroll-transactions/${name}/corrections`;
		return ask('admin', line, { amount, reason }, () => correct(reference, name, amount, reason), 201);
	},
);
