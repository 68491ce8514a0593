import { describe, expect, test } from 'vitest';
import { DATEV_FORMATS } from '../../../../src/benefits/payroll/export/rules.ts';
import { CURRENCIES } from '../../../../src/foundation/core/money.ts';
import { settings } from '../export/office.ts';
import { type GivenLine, judged } from './judging.ts';

/** The codes of each line, by the line's place in the list. */
const faults = async (...given: Parameters<typeof judged>) =>
	(await judged(...given)).map((line) => line.faults);

describe.each(DATEV_FORMATS)('%s', (format) => {
	/** Lines with the property, each judged; a case takes one batch of them, because a company is made for each. */
	const faultsBy = async (lines: GivenLine[], office = settings()) => {
		const found = [];
		for (const line of lines) found.push(...(await faults([line], format, office)));
		return found;
	};

	test('carries a line that lacks nothing', async () => {
		const lines = [{}, { costCenter: null, personnelNumber: '18' }];
		expect(await faults(lines, format)).toEqual([[], []]);
	});

	test('takes personnel numbers from 1 to 99999, without their leading zeros', async () => {
		const good = ['1', '99999', '00017', '000099999'];
		const bad = ['0', '00000', '100000', 'A17', '17a', '-17', '1.7', '1e3', ' 17', '17\n', '١٧'];
		expect(await faultsBy(good.map((personnelNumber) => ({ personnelNumber })))).toEqual(good.map(() => []));
		expect(await faultsBy(bad.map((personnelNumber) => ({ personnelNumber })))).toEqual(
			bad.map(() => ['personnel_number_not_numeric']),
		);
		expect(await faultsBy([{ personnelNumber: null }])).toEqual([['personnel_number_missing']]);
	});

	test('takes the company’s own numbers of 15 characters where the office knows them', async () => {
		const office = settings({ usesCompanyNumbers: true });
		const good = ['A17', '0', 'x'.repeat(15), 'Mü-1'];
		const bad = ['x'.repeat(16), 'A;17', 'A"17', 'Ł1', '17\n'];
		expect(
			await faultsBy(
				good.map((personnelNumber) => ({ personnelNumber })),
				office,
			),
		).toEqual(good.map(() => []));
		expect(
			await faultsBy(
				bad.map((personnelNumber) => ({ personnelNumber })),
				office,
			),
		).toEqual(bad.map(() => ['personnel_number_not_supported']));
	});

	test('carries euros only', async () => {
		expect(await faultsBy(CURRENCIES.map((currency) => ({ currency })))).toEqual(
			CURRENCIES.map((currency) => (currency === 'EUR_CENT' ? [] : ['currency_not_supported'])),
		);
	});

	test('takes cost centres of its length in windows-1252, without its separator and quotes', async () => {
		const most = format === 'datev-lodas' ? 13 : 8;
		const good = ['x'.repeat(most), 'Köln €–', '„“ ÿ[]^-', '\u00a0'];
		const bad = [
			'x'.repeat(most + 1),
			'Łódź',
			'🍜',
			'Ko\u0308ln',
			'47;11',
			'47"11',
			'4711\n',
			'\r[A]',
			'4\t7',
			'4\u00817',
		];
		expect(await faultsBy(good.map((costCenter) => ({ costCenter })))).toEqual(good.map(() => []));
		expect(await faultsBy(bad.map((costCenter) => ({ costCenter })))).toEqual(
			bad.map(() => ['cost_center_not_supported']),
		);
	});

	test('needs a wage type that it takes for the module', async () => {
		const wage = (number: string) => settings({ wageTypes: { MEALS: { number, lodasKey: '2' } } });
		const reserved = format === 'datev-lug' ? ['wage_type_not_supported'] : [];
		expect(await faults([{ module: 'KITA' }], format)).toEqual([['wage_type_missing']]);
		expect(await faults([{}], format, wage('0'))).toEqual([['wage_type_not_supported']]);
		expect(await faults([{}], format, wage('10000'))).toEqual([['wage_type_not_supported']]);
		for (const number of ['1', '0815', '5999', '8000', '9999']) {
			expect(await faults([{}], format, wage(number))).toEqual([[]]);
		}
		for (const number of ['6000', '7999'])
			expect(await faults([{}], format, wage(number))).toEqual([reserved]);
	});

	test('names every fault of a line', async () => {
		const line: GivenLine = {
			module: 'SPORTS',
			personnelNumber: null,
			currency: 'CHF_CENTIMES',
			costCenter: ';',
		};
		expect(await faults([line], format)).toEqual([
			[
				'wage_type_missing',
				'personnel_number_missing',
				'currency_not_supported',
				'cost_center_not_supported',
			],
		]);
	});

	test('tells no two people apart by leading zeros, and names both numbers', async () => {
		const lines = await judged([{ personnelNumber: '42' }, { personnelNumber: '00042' }], format);
		expect(lines).toMatchObject([
			{ faults: ['personnel_number_ambiguous'], personnelNumber: '42', otherNumber: '00042' },
			{ faults: ['personnel_number_ambiguous'], personnelNumber: '00042', otherNumber: '42' },
		]);
		const office = settings({ usesCompanyNumbers: true });
		expect(await faults([{ personnelNumber: '42' }, { personnelNumber: '00042' }], format, office)).toEqual([
			[],
			[],
		]);
	});

	test('pays nobody for somebody else who got the number since: the present one is taken', async () => {
		const lines = await judged(
			[
				{ personnelNumber: '42', presentNumber: '18' },
				{ personnelNumber: '042', presentNumber: '42' },
			],
			format,
		);
		expect(lines).toMatchObject([
			{ faults: [], personnelNumber: '18', isReplaced: true },
			{ faults: [], personnelNumber: '042', isReplaced: false },
		]);
	});

	test('takes the present number and cost centre where the line’s own cannot be carried', async () => {
		const mended = {
			personnelNumber: null,
			presentNumber: '17',
			costCenter: 'a;b',
			presentCostCenter: '4711',
		};
		expect(await judged([mended], format)).toMatchObject([
			{ faults: [], personnelNumber: '17', costCenter: '4711', isReplaced: true },
		]);
	});
});

test.each([
	['datev-lodas', null, 'lodas_key_missing'],
	['datev-lodas', '0', 'wage_type_not_supported'],
	['datev-lodas', '100', 'wage_type_not_supported'],
	['datev-lodas', '99', null],
	['datev-lug', null, null],
	['datev-lug', '100', null],
] as const)('in %s the LODAS key %j: %j', async (format, lodasKey, expected) => {
	const office = settings({ wageTypes: { MEALS: { number: '2100', lodasKey } } });
	expect(await faults([{}], format, office)).toEqual([expected === null ? [] : [expected]]);
});
