import ical from 'node-ical';
import { expect, test } from 'vitest';
import { calendarFile } from '../../../../src/administration/overview/calendar/rules.ts';

const at = (day: string) => Date.parse(`${day}T00:00:00.000Z`);
const person = {
	employeeId: 'a',
	firstName: 'Ökonomie, die; zweite',
	lastName: 'Ü'.repeat(60),
	personnelNumber: null,
	personStatus: null,
};

test('node-ical, which knows nothing of ours, reads the file as it was meant', () => {
	const entries = [
		{ id: '6', kind: 'CUT_OFF' as const, day: at('2024-02-29'), person: null, peopleCount: null },
		{ id: '5a', kind: 'VOUCHER_DUE' as const, day: at('2023-12-31'), person, peopleCount: 1 },
		{ id: '2', kind: 'PAUSE_BEGINS' as const, day: at('2023-12-31'), person: null, peopleCount: 3 },
	];
	const calendar = { companyId: 'c', name: 'Neue\nGmbH', language: 'de', entries };
	const file = calendarFile(calendar, Date.parse('2023-03-07T12:34:56.789Z'));
	const events = Object.values(ical.sync.parseICS(file)).filter((one) => one?.type === 'VEVENT');

	const dayOf = (date: Date) => [date.getFullYear(), date.getMonth() + 1, date.getDate()];
	expect(
		events.map((event) => ({
			uid: event?.uid,
			summary: event?.summary,
			stamp: event?.dtstamp?.toISOString(),
			kind: event?.datetype,
			start: dayOf(event?.start as Date),
			end: dayOf(event?.end as Date),
		})),
	).toEqual([
		{
			uid: 'cut_off-20240229-all@c',
			summary: 'Abrechnungsstichtag',
			stamp: '2023-03-07T12:34:56.000Z',
			kind: 'date',
			start: [2024, 2, 29],
			end: [2024, 3, 1],
		},
		{
			uid: 'voucher_due-20231231-a@c',
			summary: `Gutschein fällig: ${person.firstName} ${person.lastName}`,
			stamp: '2023-03-07T12:34:56.000Z',
			kind: 'date',
			start: [2023, 12, 31],
			end: [2024, 1, 1],
		},
		{
			uid: 'pause_begins-20231231-all@c',
			summary: 'Pause beginnt (3)',
			stamp: '2023-03-07T12:34:56.000Z',
			kind: 'date',
			start: [2023, 12, 31],
			end: [2024, 1, 1],
		},
	]);
});
