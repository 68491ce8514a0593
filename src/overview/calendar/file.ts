import { addDays, type Instant, toIso } from '../../core/instant.ts';
import { dictionary, type Pair } from '../../core/language.ts';
import { CALENDAR_NAMES } from '../../core/words.ts';
import type { CalendarEntry, CalendarKind } from './rules.ts';

const WORDS = dictionary(CALENDAR_NAMES satisfies Record<CalendarKind, Pair>);

interface Calendar {
	companyId: string;
	name: string;
	/** An IETF tag; English unless it is German. */
	language: string | null;
	entries: readonly CalendarEntry[];
}

/** A calendar of all-day events as an iCalendar file (RFC 5545). The same entry has the same UID at any time. */
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

function summaryOf({ person, persons }: CalendarEntry, words: string): string {
	if (person === null) return persons === null ? words : `${words} (${persons})`;
	const { firstName, lastName, personnelNumber, employeeId } = person;
	const name = [firstName, lastName].filter((part) => part !== null).join(' ');
	return `${words}: ${name || personnelNumber || employeeId}`;
}

const dayOf = (at: Instant): string => toIso(at).slice(0, 10).replaceAll('-', '');

/** Section 3.3.11. Control characters have no place in a text. */
const escaped = (text: string): string =>
	text
		.replace(/[\\;,]/g, '\\$&')
		.replace(/\r\n|[\r\n]/g, '\\n')
		.replace(/\p{Cc}/gu, '');

const MAX_LINE_BYTES = 75;

/** Section 3.1: a longer line goes on in the next one, behind a space. No character is torn. */
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
