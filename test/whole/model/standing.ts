import { DAY, dayOf, monthStart } from './calendar.ts';
import { isoOrNull } from './employees.ts';
import { submitFor } from './expenses.ts';
import { firstOpen } from './lines.ts';
import { isPausedWhole } from './pauses.ts';
import { payFor } from './payroll.ts';
import {
	type Employee,
	employeeNamed,
	type Money,
	type Reference,
	Refused,
	type Standing,
} from './reference.ts';

export type StandingInput = Pick<
	Standing,
	'module' | 'amount' | 'dayOfMonth' | 'startDate' | 'endDate' | 'proofUntil' | 'isPublicTransport' | 'upTo'
>;

const lastDay = ({ endDate, proofUntil }: Pick<Standing, 'endDate' | 'proofUntil'>): number =>
	endDate !== null && endDate < proofUntil ? endDate : proofUntil;

/** The first of its days from an instant on, found day by day. */
function dayFrom({ dayOfMonth }: Pick<Standing, 'dayOfMonth'>, from: number): number {
	let day = from;
	while (new Date(day).getUTCDate() !== dayOfMonth) day += DAY;
	return day;
}

/** The start of the first month that takes expenses. */
const openMonth = (reference: Reference): number =>
	firstOpen({ ...reference, referenceDay: reference.submissionDay ?? reference.referenceDay });

function requireReach(by: string, employee: string): void {
	if (by === 'verifier') throw new Refused('forbidden');
	if (by !== 'admin' && by !== `user of ${employee}`) throw new Refused('not_found');
}

export function submitStanding(reference: Reference, by: string, name: string, input: StandingInput) {
	if (input.endDate !== null && input.endDate < input.startDate) throw new Refused('validation_failed');
	requireReach(by, name);
	const { dateTerminated } = employeeNamed(reference, name);
	if (dayFrom(input, input.startDate) > lastDay(input)) throw new Refused('validation_failed');
	const next = dayFrom(input, Math.max(input.startDate, openMonth(reference)));
	if (next > lastDay(input)) throw new Refused('period_closed');
	if (dateTerminated !== null && dateTerminated <= Math.max(reference.now, next)) {
		throw new Refused('employee_terminated');
	}
	const standing: Standing = {
		name: `standing-${reference.standing.length}`,
		employee: name,
		author: by,
		...input,
		approved: null,
		next,
		state: 'SUBMITTED',
		waitingSince: null,
		dateEnded: null,
		ender: null,
		skipped: [],
		proofs: [],
	};
	reference.standing.push(standing);
	return standingWire(reference, standing);
}

function standingNamed(reference: Reference, name: string): Standing {
	const standing = reference.standing.find((one) => one.name === name);
	if (standing === undefined) throw new Refused('not_found');
	return standing;
}

function requireGoingOn({ state }: Standing): void {
	if (state === 'ENDED') throw new Refused('standing_expense_ended');
	if (state === 'REJECTED') throw new Refused('already_decided');
}

export function prove(reference: Reference, by: string, name: string, proofUntil: number) {
	if (by === 'verifier') throw new Refused('forbidden');
	const standing = standingNamed(reference, name);
	requireReach(by, standing.employee);
	requireGoingOn(standing);
	const isVerified = standing.state === 'ACTIVE' && proofUntil <= standing.proofUntil;
	if (isVerified || proofUntil < standing.next) throw new Refused('validation_failed');
	// A new proof replaces the one that waited.
	standing.proofs = standing.proofs.filter(({ state }) => state !== 'SUBMITTED');
	standing.proofs.unshift({
		name: `proof-${reference.proofCount++}`,
		author: by,
		proofUntil,
		state: 'SUBMITTED',
		approved: null,
		decider: null,
		dateDecided: null,
		reason: null,
	});
	standing.waitingSince = reference.now;
	return proofWire(standing)[0];
}

/** Approves a part or all of the amount, or rejects for a reason. */
export function verify(
	reference: Reference,
	by: string,
	name: string,
	{ part = null, reason = null }: { part?: Money | null; reason?: string | null },
) {
	if (by === 'admin') throw new Refused('forbidden');
	const standing = standingNamed(reference, name);
	const [proof] = standing.proofs;
	if (standing.waitingSince === null || proof === undefined) throw new Refused('already_decided');
	const approved = part ?? standing.amount;
	if (approved.currency !== standing.amount.currency) throw new Refused('currency_mismatch');
	if (approved.value > standing.amount.value) throw new Refused('validation_failed');
	standing.waitingSince = null;
	Object.assign(proof, { decider: by, dateDecided: reference.now, reason });
	if (reason !== null) {
		proof.state = 'REJECTED';
		if (standing.state === 'SUBMITTED') standing.state = 'REJECTED';
		return standingWire(reference, standing);
	}
	Object.assign(proof, { state: 'APPROVED', approved });
	const isFirst = standing.state === 'SUBMITTED';
	// A late cron still submits these months, because the earlier proof covers them.
	const isCronLate = !isFirst && standing.next <= lastDay(standing);
	Object.assign(standing, { state: 'ACTIVE', approved, proofUntil: proof.proofUntil });
	if (isCronLate && standing.next < openMonth(reference)) reference.reached.add('renewal before a late cron');
	const employee = employeeNamed(reference, standing.employee);
	while (!isCronLate && isLeft(standing, employee) && standing.next < openMonth(reference)) {
		if (!isFirst) {
			skip(standing, 'period_closed');
			reference.reached.add('late renewal');
		}
		standing.next = dayFrom(standing, monthStart(standing.next, 1));
	}
	return standingWire(reference, standing);
}

function skip(standing: Standing, code: string): void {
	standing.skipped.unshift({ date: standing.next, code });
	standing.skipped.splice(24);
}

export function endStanding(reference: Reference, by: string, name: string) {
	if (by === 'verifier') throw new Refused('forbidden');
	const standing = standingNamed(reference, name);
	requireReach(by, standing.employee);
	requireGoingOn(standing);
	finish(standing, by, reference.now);
	return standingWire(reference, standing);
}

function finish(standing: Standing, ender: string | null, at: number): void {
	Object.assign(standing, { state: 'ENDED', ender, dateEnded: at, waitingSince: null });
}

/** A run of the cron at that time. Each month is decided once, the earlier ones first. Then terminations end what goes on. */
export function submitMonths(reference: Reference, at: number): void {
	for (const employee of reference.employees) {
		const own = reference.standing.filter((one) => one.employee === employee.name);
		for (;;) {
			const [first] = own
				.filter((one) => isLeft(one, employee) && one.next <= at)
				.sort((a, b) => a.next - b.next);
			if (first === undefined) break;
			submitMonth(reference, employee, first, at);
			first.next = dayFrom(first, monthStart(first.next, 1));
		}
		const { dateTerminated } = employee;
		if (dateTerminated === null || dateTerminated > at) continue;
		for (const one of own) if (/SUBMITTED|ACTIVE/.test(one.state)) finish(one, null, at);
	}
}

const isLeft = (standing: Standing, { dateTerminated }: Employee): boolean =>
	standing.state === 'ACTIVE' &&
	standing.next <= lastDay(standing) &&
	(dateTerminated === null || standing.next < dateTerminated);

/** A month that does not fit, or that is closed, stays without an expense. The page and the API tell the latest ones with their reason. */
function submitMonth(reference: Reference, employee: Employee, standing: Standing, at: number): void {
	const { next: date, approved, module, isPublicTransport, upTo, author, name } = standing;
	if (approved === null) return;
	const isClosed = reference.runs.some(({ month }) => month >= monthStart(date));
	const input = { module, amount: approved, date, days: null, mealPrice: null, isPublicTransport, upTo };
	try {
		if (isClosed && !isPausedWhole(employee, date, date + DAY - 1)) throw new Refused('period_closed');
		const expense = submitFor(reference, employee, input, { author, dateSubmitted: at, standing: name });
		Object.assign(expense, { state: 'APPROVED', dateDecided: at, approved: expense.amount });
		payFor({ ...reference, now: at }, expense);
	} catch (error) {
		if (!(error instanceof Refused)) throw error;
		skip(standing, error.message);
	}
}

const PROOFS_KEPT = 90 * DAY;

/** The cron removes proofs so long after their rejection, or after the end that came before their verification. */
export function removeProofs({ standing }: Reference, at: number): void {
	for (const one of standing) {
		one.proofs = one.proofs.filter(({ state, dateDecided }) => {
			const since = state === 'REJECTED' ? dateDecided : state === 'SUBMITTED' ? one.dateEnded : null;
			return since === null || since + PROOFS_KEPT > at;
		});
	}
}

const TEXT = 'Not legible';

const proofWire = ({ proofs }: Standing) =>
	proofs.map((proof) => ({
		id: proof.name,
		authorId: proof.author,
		mediaType: 'application/pdf',
		size: 8,
		sha256: 'SHA-256 of the proof',
		proofUntil: dayOf(proof.proofUntil),
		state: proof.state,
		approvedAmount: proof.approved,
		dateDecided: isoOrNull(proof.dateDecided),
		deciderId: proof.decider,
		reasons: proof.reason === null ? [] : [{ code: 'other', text: TEXT }],
		rejectionReason: proof.reason,
	}));

export const standingWire = (reference: Reference, standing: Standing) => ({
	id: standing.name,
	employeeId: standing.employee,
	companyId: 'company',
	authorId: standing.author,
	module: standing.module,
	amount: standing.amount,
	approvedAmount: standing.approved,
	dayOfMonth: standing.dayOfMonth,
	startDate: dayOf(standing.startDate),
	endDate: standing.endDate === null ? null : dayOf(standing.endDate),
	proofUntil: dayOf(standing.proofUntil),
	nextDate: isLeft(standing, employeeNamed(reference, standing.employee)) ? dayOf(standing.next) : null,
	skippedMonths: standing.skipped.map(({ date, code }) => ({ date: dayOf(date), code })),
	isPublicTransport: standing.isPublicTransport,
	note: null,
	upTo: standing.upTo,
	state: standing.state,
	waitingSince: isoOrNull(standing.waitingSince),
	dateEnded: isoOrNull(standing.dateEnded),
	enderId: standing.ender,
	proofs: proofWire(standing),
});
