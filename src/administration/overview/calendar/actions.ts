import { occurrencesBefore } from '../../../benefits/goodies/plans/rules.ts';
import { type Employment, whileEmployed } from '../../../foundation/core/employment.ts';
import { aboutCompany, alteration, creation } from '../../../foundation/core/history.ts';
import {
	addDays,
	addMonths,
	type Instant,
	startOfDay,
	startOfYear,
} from '../../../foundation/core/instant.ts';
import { type Closing, closesEarly, cutOff, monthOfCutOff } from '../../../foundation/core/months.ts';
import { authorize, type Operation } from '../../../foundation/core/policy.ts';
import { requireFound } from '../../../foundation/core/refusals.ts';
import { within } from '../../../foundation/core/timeline.ts';
import { newSecret, sha256 } from '../../../foundation/core/vault.ts';
import type { Call } from '../../../foundation/db/call.ts';
import { batch, type Db } from '../../../foundation/db/database.ts';
import type { Outcome } from '../../../foundation/db/write.ts';
import { advanceCompany, companyIdInScope, loadCompany } from '../../../tenants/companies/store.ts';
import {
	type CalendarEntry,
	type CalendarKind,
	type Days,
	daysOf,
	daysOfFile,
	entriesOf,
	type Occasion,
	upcomingOf,
} from './rules.ts';
import {
	addressOfCompany,
	type CalendarAddress,
	type CalendarRows,
	calendarQueries,
	companyByAddress,
	companyOfAddress,
	removeAddress,
	saveAddress,
} from './store.ts';
import { tellAddress } from './table.ts';

export interface CalendarWish {
	from?: Instant | undefined;
	to?: Instant | undefined;
	showsNames: boolean;
}

export async function readCalendar(
	call: Call,
	companyId: string,
	wish: CalendarWish,
): Promise<CalendarEntry[]> {
	return entriesOf(await occasionsIn(call, companyId, wish), wish.showsNames);
}

/** Returns the events of a company in the next days, each with the first few people. */
export async function readUpcoming(call: Call, companyId: string, dayCount: number): Promise<Occasion[]> {
	const from = startOfDay(call.now);
	const to = addDays(from, dayCount - 1);
	return upcomingOf(await occasionsIn(call, companyId, { from, to, showsNames: false }));
}

async function occasionsIn(call: Call, companyId: string, wish: CalendarWish): Promise<Iterable<Occasion>> {
	const scope = authorize(call.actor, 'readCalendar');
	const days = daysOf(call.now, wish);
	const own = companyIdInScope(call.db, scope, companyId);
	const queries = calendarQueries(call.db, own, days, wish.showsNames, call.statusAt);
	const [company, ...found] = await loadCompany(call, scope, companyId, queries);
	return occasionsOf(company.payrollReferenceDay, found, days);
}

/** Returns the calendar of a secret address, or undefined, in one round trip. */
export async function readCalendarFile(db: Db, secret: string, now: Instant) {
	const hash = sha256(secret);
	const days = daysOfFile(now);
	const [[company], ...found] = await batch(db, [
		companyByAddress(db, hash),
		...calendarQueries(db, companyOfAddress(hash), days, true),
	]);
	if (company === undefined) return undefined;
	const entries = entriesOf(occasionsOf(company.payrollReferenceDay, found, days), company.showsNames);
	return { company, entries };
}

export async function readCalendarAddress(call: Call, companyId: string): Promise<CalendarAddress> {
	const [, address] = await loadAddress(call, 'readCalendarAddress', companyId);
	return { ...requireFound(address, 'calendar address'), secret: null };
}

/** Creates an address. The previous one is no longer valid. */
export async function createCalendarAddress(
	call: Call,
	companyId: string,
	{ showsNames }: { showsNames: boolean },
): Promise<Outcome<CalendarAddress>> {
	const { db, now } = call;
	const [company, old] = await loadAddress(call, 'createCalendarAddress', companyId);
	const secret = newSecret(db);
	const address = { companyId, showsNames, dateCreated: now };
	const told = creation('calendar_address.created', aboutCompany(companyId), tellAddress(address));
	return {
		before: null,
		after: { ...address, secret },
		statements: [advanceCompany(db, company), saveAddress(db, { ...address, hash: sha256(secret) })],
		changes: [{ ...told, before: old === undefined ? null : tellAddress(old) }],
	};
}

export async function revokeCalendarAddress(call: Call, companyId: string): Promise<Outcome<null>> {
	const { db } = call;
	const [company, address] = await loadAddress(call, 'revokeCalendarAddress', companyId);
	if (address === undefined) return { before: null, after: null, statements: [], changes: [] };
	const none = { ...tellAddress(address), showsNames: null, dateCreated: null };
	return {
		before: null,
		after: null,
		statements: [advanceCompany(db, company), removeAddress(db, companyId)],
		changes: alteration('calendar_address.revoked', aboutCompany(companyId), tellAddress(address), none),
	};
}

async function loadAddress(call: Call, operation: Operation, companyId: string) {
	const scope = authorize(call.actor, operation);
	const query = addressOfCompany(call.db, companyIdInScope(call.db, scope, companyId));
	const [company, [address]] = await loadCompany(call, scope, companyId, [query]);
	return [company, address] as const;
}

/** Yields one event after another, so that those of a large company are never in memory together. */
function* occasionsOf(
	referenceDay: number,
	[people, accesses, plans, closings]: CalendarRows,
	days: Days,
): Generator<Occasion> {
	const behind = addDays(days.to, 1);
	const newYears = yearEnds(days);
	function* of(group: Group, moments: Iterable<[CalendarKind, Instant | null]>): Generator<Occasion> {
		for (const [kind, at] of moments) {
			if (at !== null && at >= days.from && at < behind) yield { ...group, kind, day: startOfDay(at) };
		}
	}
	yield* cutOffs(referenceDay, closings, days);
	for (const row of people) yield* of(groupOf(row), momentsOfEmployment(row));
	for (const row of accesses) yield* of(groupOf(row), momentsOfAccess(row, newYears));
	for (const { value, currency, ...row } of plans) {
		const dues = occurrencesBefore(row, row, behind);
		yield* of(
			{ ...groupOf(row), amount: { value, currency } },
			dues.map((due) => ['VOUCHER_DUE', due]),
		);
	}
}

type Group = Pick<Occasion, 'firstPeople' | 'peopleCount' | 'amount'>;

const groupOf = ({ firstPeople, peopleCount }: Group): Group => ({ firstPeople, peopleCount });

function* momentsOfEmployment({
	dateTerminated,
	pauses,
}: Employment): Generator<[CalendarKind, Instant | null]> {
	yield ['TERMINATION', dateTerminated];
	for (const { validFrom, validUntil } of pauses) {
		yield ['PAUSE_BEGINS', validFrom];
		yield ['PAUSE_ENDS', validUntil];
	}
}

function* momentsOfAccess(
	access: CalendarRows[1][number],
	newYears: readonly Instant[],
): Generator<[CalendarKind, Instant | null]> {
	const granted = whileEmployed([access], access);
	for (const { validFrom, validUntil } of granted) {
		yield ['ACCESS_BEGINS', validFrom];
		yield ['ACCESS_ENDS', validUntil];
	}
	for (const newYear of newYears) {
		const isLost = access.accumulateBudget && within(granted, newYear - 1, newYear - 1).length > 0;
		if (isLost) yield ['BUDGET_EXPIRES', newYear - 1];
	}
}

function cutOffs(referenceDay: number, closings: readonly Closing[], { from, to }: Days): Occasion[] {
	const found: Occasion[] = [];
	for (let month = monthOfCutOff(from); ; month = addMonths(month, 1)) {
		const day = startOfDay(cutOff(month, referenceDay));
		if (day > to) return found;
		if (day >= from && !closesEarly(month, referenceDay, closings))
			found.push({ kind: 'CUT_OFF', day, firstPeople: [], peopleCount: null });
	}
}

/** Returns the first instants of the years after those that end in the days. */
function yearEnds({ from, to }: Days): Instant[] {
	const found: Instant[] = [];
	for (let next = addMonths(startOfYear(from), 12); next <= addDays(to, 1); next = addMonths(next, 12)) {
		found.push(next);
	}
	return found;
}
