import fc from 'fast-check';
import { dayOf, dayStart } from './calendar.ts';
import type { Reference } from './reference.ts';
import { back, latest } from './spending-steps.ts';
import { ask, asking } from './step.ts';
import { reopen, settle } from './taking-back.ts';

/** Mostly one of the records that can still be taken back. */
const chosen = <T>(records: T[], back: number, isFit: (one: T) => boolean): T | undefined => {
	const fit = records.filter(isFit);
	return latest(fit.length > 0 ? fit : records, back);
};

const isDecided = ({ state }: { state: string }): boolean => /APPROVED|REJECTED|NEEDS/.test(state);

const isUnpaid =
	({ lines }: Reference) =>
	(expense: Reference['expenses'][number]): boolean =>
		isDecided(expense) &&
		lines.every(({ paid, state }) => paid !== expense || /PENDING|WITHDRAWN/.test(state));

export const reopening = asking(
	'reopen expense',
	fc.record({
		back,
		isFit: fc.constantFrom(true, true, true, false),
		by: fc.constantFrom('verifier', 'verifier', 'verifier', 'platform', 'admin'),
		reason: fc.constantFrom(null, 'The wrong receipt'),
	}),
	(reference, { back, isFit, by, reason }) => {
		const fits = isFit ? isUnpaid(reference) : () => true;
		const name = chosen(reference.expenses, back, fits)?.name ?? 'unknown';
		return ask(by, `POST /flex/expenses/${name}/reopening`, { reason }, () =>
			reopen(reference, by, name, reason),
		);
	},
);

export const settling = asking(
	'settle transaction',
	fc.record({
		back,
		isFit: fc.constantFrom(true, true, true, false),
		by: fc.constantFrom('admin', 'admin', 'admin', 'platform', 'verifier'),
		daysAgo: fc.integer({ min: -1, max: 6 }),
	}),
	(reference, { back, isFit, by, daysAgo }) => {
		const fits = ({ state }: { state: string }) => !isFit || state === 'PENDING';
		const name = chosen(reference.lines, back, fits)?.name ?? 'unknown';
		const date = dayStart(reference.now, -daysAgo);
		const reason = 'Paid by bank transfer';
		const line = `POST /companies/company/flex/payroll-transactions/${name}/settlement`;
		return ask(by, line, { reason, date: dayOf(date) }, () => settle(reference, by, name, date, reason), 201);
	},
);
