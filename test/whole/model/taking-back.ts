import { DAY } from './calendar.ts';
import { expenseNamed, expenseWire } from './expenses.ts';
import { settlementWire } from './payroll.ts';
import { type Expense, type Reference, Refused } from './reference.ts';

const UNDO = 10 * 60_000;
const RECEIPTS_KEPT = 90 * DAY;

/** Takes a decision back until one of its lines is final. The expense waits again as it was submitted. */
export function reopen(reference: Reference, by: string, name: string, reason: string | null) {
	if (by !== 'verifier' && by !== 'platform') throw new Refused('forbidden');
	const expense = expenseNamed(reference, name);
	const { state, dateDecided } = expense;
	if (state === 'SUBMITTED' || state === 'WITHDRAWN') throw new Refused('not_decided');
	const lines = reference.lines.filter((line) => line.paid === expense && line.state !== 'WITHDRAWN');
	const final = lines.find((line) => line.state !== 'PENDING');
	if (final !== undefined) {
		throw new Refused(final.state === 'SETTLED' ? 'line_settled' : 'line_committed');
	}
	if (state === 'REJECTED' && reference.now >= (dateDecided ?? 0) + RECEIPTS_KEPT) {
		throw new Refused('receipts_removed');
	}
	if (reason === null && !isUndone(reference, expense, by)) throw new Refused('validation_failed');
	for (const line of lines) line.state = 'WITHDRAWN';
	const undecided = {
		approved: null,
		approvedDays: null,
		absencesRecorded: false,
		reasons: [],
		reason: null,
	};
	Object.assign(expense, {
		...undecided,
		state: 'SUBMITTED',
		decider: null,
		dateDecided: null,
		ruled: true,
		rule: null,
	});
	if (state === 'NEEDS_CORRECTION') Object.assign(expense, { dateReturned: null, returner: null });
	return expenseWire(reference, expense);
}

/** The decider needs no reason for ten minutes. */
function isUndone({ now }: Reference, expense: Expense, by: string): boolean {
	const isReturned = expense.state === 'NEEDS_CORRECTION';
	const [decider, at] = isReturned
		? [expense.returner, expense.dateReturned]
		: [expense.decider, expense.dateDecided];
	return decider === by && now < (at ?? 0) + UNDO;
}

/** Takes a waiting line out of every later run, because it was paid on that day in another way. */
export function settle(reference: Reference, by: string, name: string, date: number, reason: string) {
	if (by !== 'admin' && by !== 'platform') throw new Refused('forbidden');
	const line = reference.lines.find((one) => one.name === name);
	if (line === undefined || line.state === 'WITHDRAWN') throw new Refused('not_found');
	if (line.state !== 'PENDING') {
		throw new Refused(line.state === 'SETTLED' ? 'line_settled' : 'line_committed');
	}
	if (date > reference.now) throw new Refused('validation_failed');
	line.state = 'SETTLED';
	line.settlement = { author: by, date, reason };
	return settlementWire(reference, line);
}
