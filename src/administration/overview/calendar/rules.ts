import type { PersonShown } from '../../../benefits/employees/people/rules.ts';
import {
	addDays,
	addMonths,
	type Instant,
	startOfDay,
	startOfMonth,
	toIso,
} from '../../../foundation/core/instant.ts';
import { dictionary, type Pair } from '../../../foundation/core/language.ts';
import type { Money } from '../../../foundation/core/money.ts';
import { invalidField, Refusal } from '../../../foundation/core/refusals.ts';
import { CALENDAR_NAMES } from '../../../foundation/core/words.ts';

/** The kinds of calendar entries. Each entry is on one UTC day. */
export const CALENDAR_KINDS = [
	'ACCESS_BEGINS',
	'ACCESS_ENDS',
	'PAUSE_BEGINS',
	'PAUSE_ENDS',
	'TERMINATION',
	'VOUCHER_DUE',
	'CUT_OFF',
	'BUDGET_EXPIRES',
] as const;
export type CalendarKind = (typeof CALENDAR_KINDS)[number];

export interface CalendarPerson extends PersonShown {
	employeeId: string;
}

interface Happening {
	kind: CalendarKind;
	/** The start of the day. */
	day: Instant;
	/** The number of people concerned; null when the company as a whole is concerned. */
	peopleCount: number | null;
}

/** A change that takes effect on a day, for one person, for several people in the same way, or for the company. */
export interface Occasion extends Happening {
	/** The first few of these people, for pages to name. */
	firstPeople: readonly CalendarPerson[];
	/** The sum of all people's vouchers. */
	amount?: Money;
}

/** A calendar entry: the event of one person, or without names the number of people. */
export interface CalendarEntry extends Happening {
	/** Orders entries of the same day by kind. */
	id: string;
	person: CalendarPerson | null;
}

export interface Days {
	from: Instant;
	to: Instant;
}

const MAX_DAYS = 731;
export const MAX_ENTRIES = 20_000;

/** Returns the days to show. The default is a year from the start of the month. */
export function daysOf(
	now: Instant,
	{ from, to }: { from?: Instant | undefined; to?: Instant | undefined },
): Days {
	const first = from ?? startOfMonth(to ?? now);
	const last = to ?? addDays(addMonths(first, 12), -1);
	if (last < first) throw invalidField('query/to', 'end_not_after_start', '`to` must not be before `from`.');
	if (last > addDays(first, MAX_DAYS - 1)) {
		throw invalidField('query/to', 'too_big', `A calendar covers at most ${MAX_DAYS} days (two years).`);
	}
	return { from: first, to: last };
}

/** The days of the iCalendar file: from the previous month to a year from now. */
export const daysOfFile = (now: Instant): Days => ({
	from: startOfMonth(addMonths(startOfMonth(now), -1)),
	to: startOfDay(addMonths(now, 12)),
});

/** Returns the entries, ordered by day. Without names, entries of the same kind and day are counted. */
export function entriesOf(occasions: Iterable<Occasion>, showsNames: boolean): CalendarEntry[] {
	const entries = new Map<string, CalendarEntry>();
	for (const { kind, day, peopleCount, firstPeople } of occasions) {
		const person = firstPeople[0] ?? null;
		const key = `${day} ${kind} ${showsNames ? (person?.employeeId ?? '') : ''}`;
		const known = entries.get(key);
		if (known !== undefined) {
			if (!showsNames) known.peopleCount = (known.peopleCount ?? 0) + (peopleCount ?? 0);
			continue;
		}
		const shown = showsNames ? person : null;
		const id = `${CALENDAR_KINDS.indexOf(kind)}${shown?.employeeId.replaceAll('-', '') ?? ''}`;
		entries.set(key, { id, kind, day, person: shown, peopleCount });
		if (entries.size > MAX_ENTRIES) throw tooWide();
	}
	return [...entries.values()].sort((a, b) => a.day - b.day || (a.id < b.id ? -1 : 1));
}

const tooWide = (): Refusal =>
	new Refusal(
		'calendar_too_wide',
		`The calendar would have more than ${MAX_ENTRIES} entries. Request fewer days, or omit names.`,
	);

const MAX_NAMED = 3;

/** Returns the events by day, kind and currency, each with the first few people. */
export function upcomingOf(occasions: Iterable<Occasion>): Occasion[] {
	const groups = Map.groupBy(occasions, ({ day, kind, amount }) => `${day} ${kind} ${amount?.currency}`);
	return [...groups.values()]
		.flatMap(([first, ...more]) => {
			if (first === undefined) return [];
			const alike = [first, ...more];
			const sum = (of: (one: Occasion) => number | undefined) =>
				alike.reduce((total, one) => total + (of(one) ?? 0), 0);
			return [
				{
					...first,
					firstPeople: alike.flatMap(({ firstPeople }) => firstPeople).slice(0, MAX_NAMED),
					peopleCount: first.peopleCount === null ? null : sum(({ peopleCount }) => peopleCount ?? 0),
					...(first.amount && { amount: { ...first.amount, value: sum(({ amount }) => amount?.value) } }),
				},
			];
		})
		.sort((a, b) => a.day - b.day || CALENDAR_KINDS.indexOf(a.kind) - CALENDAR_KINDS.indexOf(b.kind));
}

export const FILE_PATH = '/calendars/:secretFile';
export const fileOf = (secret: string): string => `/calendars/${secret}.ics`;
/** Returns the secret in the name of a file; null for any other name. */
export const secretOf = (file: string): string | null =>
	/^((?:[a-z2-7]{12}\.)?[\w-]{43})\.ics$/.exec(file)?.[1] ?? null;

const WORDS = dictionary(CALENDAR_NAMES satisfies Record<CalendarKind, Pair>);

interface Calendar {
	companyId: string;
	name: string;
	/** An IETF tag. The file is in English unless the tag is German. */
	language: string | null;
	entries: readonly CalendarEntry[];
}

/** Returns all-day events as an iCalendar file (RFC 5545). An entry keeps its UID, so that programs recognise it. */
export function calendarFile({ companyId, name, language, entries }: Calendar, now: Instant): string {
	const words = WORDS[language?.startsWith('de') ? 'de' : 'en'];
	const lines = [
		'BEGIN:VCALENDAR',
		'VERSION:2.0',
		'PRODID:-//Zubrot//Calendar//EN',
		'CALSCALE:GREGORIAN',
		`X-WR-CALNAME:${escaped(name)}`,
		...entries.flatMap((entry) => [
			'BEGIN:VEVENT',
			`UID:${entry.kind.toLowerCase()}-${dayOf(entry.day)}-${entry.person?.employeeId ?? 'all'}@${companyId}`,
			`DTSTAMP:${toIso(now).replace(/[-:]|\.\d+/g, '')}`,
			`DTSTART;VALUE=DATE:${dayOf(entry.day)}`,
			`DTEND;VALUE=DATE:${dayOf(addDays(entry.day, 1))}`,
			`SUMMARY:${escaped(summaryOf(entry, words[entry.kind]))}`,
			'TRANSP:TRANSPARENT',
			'END:VEVENT',
		]),
		'END:VCALENDAR',
	];
	return lines.map((line) => `${folded(line)}\r\n`).join('');
}

function summaryOf({ person, peopleCount }: CalendarEntry, words: string): string {
	if (person === null) return peopleCount === null ? words : `${words} (${peopleCount})`;
	const { firstName, lastName, personnelNumber, employeeId } = person;
	const name = [firstName, lastName].filter((part) => part !== null).join(' ');
	return `${words}: ${name || personnelNumber || employeeId}`;
}

const dayOf = (at: Instant): string => toIso(at).slice(0, 10).replaceAll('-', '');

/** Escapes a text (section 3.3.11). Control characters are not allowed, so they are removed. */
const escaped = (text: string): string =>
	text
		.replace(/[\\;,]/g, '\\$&')
		.replace(/\r\n|[\r\n]/g, '\\n')
		.replace(/\p{Cc}/gu, '');

const MAX_LINE_BYTES = 75;

/** Folds a long line (section 3.1): it continues in the next line after a space. No character is split. */
function folded(line: string): string {
	let text = '';
	let length = 0;
	for (const character of line) {
		const bytes = Buffer.byteLength(character);
		if (length + bytes > MAX_LINE_BYTES) {
			text += '\r\n ';
			length = 1;
		}
		text += character;
		length += bytes;
	}
	return text;
}
