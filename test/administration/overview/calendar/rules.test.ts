import { expect, test } from 'vitest';
import {
	calendarFile,
	entriesOf,
	MAX_ENTRIES,
	type Occasion,
} from '../../../../src/administration/overview/calendar/rules.ts';

const NOW = Date.parse('2023-03-07T12:34:56.789Z');
const day = Date.parse('2023-12-31T00:00:00.000Z');
const personOf = (employeeId: string, firstName: string | null = null) => ({
	employeeId,
	firstName,
	lastName: null,
	personnelNumber: null,
	personStatus: null,
});
const due = (employeeId: string): Occasion => ({
	kind: 'VOUCHER_DUE',
	day,
	firstPeople: [personOf(employeeId)],
	peopleCount: 1,
});
const fileOf = (occasions: Occasion[], name = 'Neue GmbH', language: string | null = null) =>
	calendarFile({ companyId: 'c', name, language, entries: entriesOf(occasions, true) }, NOW);

test('more entries than a calendar may have are refused, unless they are counted', () => {
	const many = Array.from({ length: MAX_ENTRIES + 1 }, (_, index) => due(String(index)));
	expect(entriesOf(many.slice(1), true)).toHaveLength(MAX_ENTRIES);
	expect(() => entriesOf(many, true)).toThrow(/more than 20000 entries/);
	expect(entriesOf(many, false)).toMatchObject([{ peopleCount: MAX_ENTRIES + 1, person: null }]);
});

test('a calendar that is too wide is refused before the rest of its occasions are made', () => {
	let made = 0;
	function* endless(): Generator<Occasion> {
		for (;;) yield due(String(made++));
	}
	expect(() => entriesOf(endless(), true)).toThrow(/more than 20000 entries/);
	expect(made).toBe(MAX_ENTRIES + 1);
});

test('an event lasts the whole day, has the same UID at any time, and the instant that it is given', () => {
	expect(fileOf([due('a')]).split('\r\n')).toEqual([
		'BEGIN:VCALENDAR',
		'VERSION:2.0',
		'PRODID:-//Zubrot//Calendar//EN',
		'CALSCALE:GREGORIAN',
		'X-WR-CALNAME:Neue GmbH',
		'BEGIN:VEVENT',
		'UID:voucher_due-20231231-a@c',
		'DTSTAMP:20230307T123456Z',
		'DTSTART;VALUE=DATE:20231231',
		'DTEND;VALUE=DATE:20240101',
		'SUMMARY:Voucher due: a',
		'TRANSP:TRANSPARENT',
		'END:VEVENT',
		'END:VCALENDAR',
		'',
	]);
});

test.each([
	['Müller & Söhne; "Groß", GmbH', 'Müller & Söhne\\; "Groß"\\, GmbH'],
	['back\\slash', 'back\\\\slash'],
	['two\r\nlines\nthree\u0007', 'two\\nlines\\nthree'],
	['END:VEVENT\r\nEND:VCALENDAR', 'END:VEVENT\\nEND:VCALENDAR'],
])('%j stays a text', (name, written) => {
	expect(fileOf([], name)).toContain(`\r\nX-WR-CALNAME:${written}\r\n`);
});

test('no line is longer than 75 octets, and no character is torn', () => {
	for (const name of ['x'.repeat(200), 'ü'.repeat(100), '👩‍🚀'.repeat(40), `${'a'.repeat(61)}€`]) {
		const file = fileOf([], name);
		const lines = file.split('\r\n');
		for (const line of lines) expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75);
		expect(file.replaceAll('\r\n ', '')).toContain(`X-WR-CALNAME:${name}\r\n`);
		expect(lines.some((line) => Buffer.byteLength(line) > 70)).toBe(true);
	}
});

test('speaks the language of the company', () => {
	expect(fileOf([due('a')], 'x', 'de-AT')).toContain('SUMMARY:Gutschein fällig: a');
	expect(fileOf([due('a')], 'x', 'fr')).toContain('SUMMARY:Voucher due: a');
});
