import { describe, expect, test } from 'vitest';
import { WAGE_TYPE_KEYS } from '../../../../src/benefits/ledger/rules.ts';
import type { ExportFormat } from '../../../../src/benefits/payroll/export/rules.ts';
import { exampleOf } from '../../../../src/benefits/payroll/settings/rules.ts';
import { FEBRUARY, settings } from '../export/office.ts';

const example = (format: ExportFormat | null, fields: object = {}) =>
	exampleOf(
		{ bookingMonth: 'RUN', ...settings(fields), format, splitsMeals: 'splitsMeals' in fields },
		FEBRUARY,
	);

const ALL = Object.fromEntries(
	WAGE_TYPE_KEYS.map((key, index) => [key, { number: `21${10 + index}`, lodasKey: '2' }]),
);

describe('the example of a file', () => {
	test('is written as the files of LODAS are, of the lines that have a wage type', () => {
		const { content, lacking, office } = example('datev-lodas');
		expect(office).toBeNull();
		expect(content?.split('\r\n').slice(-4)).toEqual([
			'1;01.02.2023;50,00;2;2100;17;4711;Essen 10.02.2023;',
			'1;01.02.2023;49,00;003;0815;18;;Mobilität 10.02.2023;',
			'1;01.02.2023;12,50;003;0815;18;;Mobilität 10.02.2023;',
			'',
		]);
		expect(lacking).toEqual(['HEALTH', 'INTERNET', 'HOLIDAY', 'KITA', 'SPORTS']);
	});

	test('adds bookings up, splits meals and has vouchers, as the settings say', () => {
		const { content, lacking } = example('datev-lug', {
			wageTypes: ALL,
			sumsBookings: true,
			splitsMeals: true,
		});
		expect(lacking).toEqual([]);
		expect(content?.split('\r\n').slice(1)).toEqual([
			'17;2110;29,85;4711;',
			'17;2118;20,15;4711;',
			'17;2112;19,90;4711;',
			'18;2115;61,50;;',
			'18;2117;50,00;;',
			'',
		]);
	});

	test('lacks what has no key in LODAS alone', () => {
		const wageTypes = { ...ALL, MEALS: { number: '1', lodasKey: null } };
		expect(example('datev-lodas', { wageTypes }).lacking).toEqual(['MEALS']);
		expect(example('datev-lug', { wageTypes }).lacking).toEqual([]);
	});

	test('is none where no file can be made', () => {
		expect(example('datev-lug', { adviserNumber: null })).toMatchObject({
			content: null,
			office: 'office_numbers_missing',
		});
		expect(example('datev-lodas', { clientNumber: '0' }).office).toBe('office_numbers_not_supported');
	});

	test.each([
		['csv', ',5000,'],
		['csv-de', ';50,00;'],
		[null, ';50,00;'],
	] as const)('in the format %s needs no numbers', (format, amount) => {
		const { content, lacking } = example(format, { wageTypes: {}, adviserNumber: null });
		expect(content).toContain(amount);
		expect(content?.split('\r\n').filter(Boolean)).toHaveLength(5);
		expect(lacking).toEqual([]);
	});
});
