import { beforeAll, describe, expect, test } from 'vitest';
import { signedIn } from '../api.ts';
import { Person, running } from '../browser.ts';
import { NARROW, waysOf } from '../ways.ts';

const NEXT_YEAR = new Date().getUTCFullYear() + 1;
/** The first and last day of accesses, and for what they are. */
const ACCESSES = [
	['01-01', '01-31', 'INTERNET'],
	['02-01', '02-28', 'MEALS', 'HEALTH', 'INTERNET', 'HOLIDAY', 'KITA', 'MOBILITY'],
	['03-01', '04-30', 'KITA', 'MOBILITY'],
	['05-01', '07-31', 'MEALS', 'HEALTH', 'INTERNET', 'HOLIDAY', 'KITA', 'MOBILITY'],
	['08-03', '08-09', 'HEALTH'],
	['12-01', '12-31', 'HEALTH', 'HOLIDAY'],
] as const;

/** The faults of labels: not in the name of the link, outside the picture, across the border of the bar, on top of something. */
const FAULTS = `(() => {
	const picture = document.querySelector('.year svg[viewBox]').getBoundingClientRect();
	const bars = [...document.querySelectorAll('.year a:has(rect)')].map((bar) => {
		const texts = [...bar.querySelectorAll('text')];
		return {
			name: bar.getAttribute('aria-label'),
			said: texts.map((line) => line.textContent).join('').trim(),
			lines: texts.map((line) => line.getBoundingClientRect()).filter(({ width }) => width > 0),
			rect: bar.querySelector('rect').getBoundingClientRect(),
		};
	});
	const meet = (a, b) => a.left < b.right - 1 && b.left < a.right - 1 && a.top < b.bottom - 1 && b.top < a.bottom - 1;
	const within = (a, b) => a.left >= b.left && a.right <= b.right && a.top >= b.top && a.bottom <= b.bottom;
	return bars.flatMap(({ name, said, lines, rect }) => [
		...(name.includes(said) ? [] : [said + ' is not in ' + name]),
		...lines.flatMap((line) => [
			...(within(line, picture) ? [] : [name + ' leaves the picture']),
			...(within(line, rect) || !meet(line, rect) ? [] : [name + ' crosses its bar']),
			...bars.filter((other) => other.name !== name && [other.rect, ...other.lines].some((one) => meet(line, one)))
				.map((other) => name + ' covers ' + other.name),
		]),
	]);
})()`;

let path: string;

beforeAll(async () => {
	const api = await signedIn(running, 'admin@demo.example');
	const employees = await api<{ personnelNumber: string; employeeId: string }[]>('GET', '/employees');
	const id = employees.find(({ personnelNumber }) => personnelNumber === '00003')?.employeeId;
	path = `/console/people/${id}?year=${NEXT_YEAR}`;
	for (const [first, last, ...allowedModules] of ACCESSES) {
		await api('PUT', `/employees/${id}/flex/access`, {
			budget: { value: 123_400, currency: 'EUR_CENT' },
			accumulateBudget: true,
			allowedModules,
			startDate: `${NEXT_YEAR}-${first}T00:00:00.000Z`,
			endDate: `${NEXT_YEAR}-${last}T23:59:59.999Z`,
		});
	}
});

describe.each(waysOf(NARROW))('$name', (way) => {
	test('no label of a year is cut, leaves the picture or covers another, however short its bar', async () => {
		const person = await Person.at(running, way);
		await person.signIn('admin@demo.example');
		await person.speak();
		await person.page.goto(path);
		expect(await person.page.locator('.year a:has(.access)').count()).toBe(8);
		expect(await person.page.evaluate<string[]>(FAULTS)).toEqual([]);
		await person.look('person-labels');
		await person.leave();
	});
});
