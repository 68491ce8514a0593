import { describe, expect, test } from 'vitest';
import { CURRENCIES } from '../../../src/core/money.ts';
import { type OfficeSettings, type PayrollLine, toWindows1252 } from '../../../src/payroll/export/datev.ts';
import { EXPORT_FORMATS } from '../../../src/payroll/export/rules.ts';
import { byByte, line, obstaclesOf, settings } from './office.ts';

const DATEV = EXPORT_FORMATS.filter((format) => format !== 'csv');

/** Codes of what stands in the way of one line, in either DATEV format unless said. */
const codes = (
	fields: Partial<PayrollLine>,
	of: OfficeSettings = settings(),
	format: (typeof EXPORT_FORMATS)[number] = 'datev-lodas',
) => obstaclesOf([line(fields)], of, format).map(({ code }) => code);

describe.each(DATEV)('%s', (format) => {
	test('carries a line that lacks nothing', () => {
		expect(obstaclesOf([line(), line({ costCenter: null })], settings(), format)).toEqual([]);
	});

	test.each([
		['the adviser number', { adviserNumber: null }],
		['the client number', { clientNumber: null }],
		['both', { adviserNumber: null, clientNumber: null }],
	])('needs %s, said once for the file, even when it is empty', (_, missing) => {
		const expected = [expect.objectContaining({ lineId: null, code: 'office_numbers_missing' })];
		expect(obstaclesOf([line(), line()], settings(missing), format)).toEqual(expected);
		expect(obstaclesOf([], settings(missing), format)).toEqual(expected);
	});

	test.each([
		['1', []],
		['99999', []],
		['00017', []],
		['000099999', []],
		['0', ['personnel_number_not_numeric']],
		['00000', ['personnel_number_not_numeric']],
		['100000', ['personnel_number_not_numeric']],
		['A17', ['personnel_number_not_numeric']],
		['17a', ['personnel_number_not_numeric']],
		['-17', ['personnel_number_not_numeric']],
		['1.7', ['personnel_number_not_numeric']],
		['1e3', ['personnel_number_not_numeric']],
		[' 17', ['personnel_number_not_numeric']],
		['17\n', ['personnel_number_not_numeric']],
		['١٧', ['personnel_number_not_numeric']],
		[null, ['personnel_number_not_numeric']],
	])('the personnel number %j: %j', (personnelNumber, expected) => {
		expect(codes({ personnelNumber }, settings(), format)).toEqual(expected);
	});

	test.each(CURRENCIES)('carries euros only: %s', (amountCurrency) => {
		const expected = amountCurrency === 'EUR_CENT' ? [] : ['currency_not_supported'];
		expect(codes({ amountCurrency }, settings(), format)).toEqual(expected);
	});

	test.each([
		['36 characters', 'x'.repeat(36), []],
		['37 characters', 'x'.repeat(37), ['cost_center_not_supported']],
		['windows-1252', 'Köln €–„“ ÿ', []],
		['outside windows-1252', 'Łódź', ['cost_center_not_supported']],
		['an emoji', 'Lunch 🍜', ['cost_center_not_supported']],
		['a combining mark', 'Ko\u0308ln', ['cost_center_not_supported']],
		['the separator', '47;11', ['cost_center_not_supported']],
		['a quote', '47"11', ['cost_center_not_supported']],
		['a line feed', '4711\n', ['cost_center_not_supported']],
		['a carriage return', '4711\r[Allgemein]', ['cost_center_not_supported']],
		['a tab', '47\t11', ['cost_center_not_supported']],
		['a control character of Latin-1', '47\u008111', ['cost_center_not_supported']],
	])('a cost centre with %s', (_, costCenter, expected) => {
		expect(codes({ costCenter }, settings(), format)).toEqual(expected);
	});

	test('needs a wage type for the module', () => {
		expect(codes({ module: 'KITA' }, settings(), format)).toEqual(['wage_type_missing']);
	});

	test('names every fault of every line', () => {
		const lines = [
			line({ id: 'first', personnelNumber: null, amountCurrency: 'CHF_CENTIMES' }),
			line({ id: 'second' }),
			line({ id: 'third', module: 'SPORTS', costCenter: ';' }),
		];
		const found = obstaclesOf(lines, settings({ clientNumber: null }), format);
		expect(found.map(({ lineId, code }) => [lineId, code])).toEqual([
			[null, 'office_numbers_missing'],
			['first', 'personnel_number_not_numeric'],
			['first', 'currency_not_supported'],
			['third', 'wage_type_missing'],
			['third', 'cost_center_not_supported'],
		]);
	});

	test('does not mind what a line without an amount lacks', () => {
		const faults = { personnelNumber: null, module: 'KITA', amountCurrency: 'LEU_BANI' } as const;
		expect(codes({ ...faults, amountValue: 0 }, settings(), format)).toEqual([]);
		expect(codes({ ...faults, amountValue: -1 }, settings(), format)).toHaveLength(3);
	});
});

test.each([
	['datev-lodas', ['lodas_key_missing']],
	['datev-lug', []],
] as const)('a wage type without a LODAS key, in %s: %j', (format, expected) => {
	const withoutKey = settings({ wageTypes: { MEALS: { number: '2100', lodasKey: null } } });
	expect(codes({}, withoutKey, format)).toEqual(expected);
});

describe('windows-1252', () => {
	test.each([
		['', ''],
		['AZaz09;,\r\n', 'AZaz09;,\r\n'],
		['ÄÖÜäöüß', '\xc4\xd6\xdc\xe4\xf6\xfc\xdf'],
		['€', '\x80'],
		['‚„…–—Ÿ', '\x82\x84\x85\x96\x97\x9f'],
		['\u00a0ÿ', '\xa0\xff'],
	])('%j', (text, expected) => {
		expect(byByte(toWindows1252(text))).toBe(expected);
	});

	test('is read back as it was written', () => {
		const text = 'Müller & Söhne, 50 €';
		expect(new TextDecoder('windows-1252').decode(toWindows1252(text))).toBe(text);
	});
});
