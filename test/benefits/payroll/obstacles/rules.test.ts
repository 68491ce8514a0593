import { expect, test } from 'vitest';
import { OBSTACLES, obstacleOfOffice, wordsOf } from '../../../../src/benefits/payroll/obstacles/rules.ts';

test.each([
	['1000', '1', null],
	['9999999', '99999', null],
	[null, '1', 'office_numbers_missing'],
	['1000', null, 'office_numbers_missing'],
	['999', '1', 'office_numbers_not_supported'],
	['10000000', '1', 'office_numbers_not_supported'],
	['1000', '0', 'office_numbers_not_supported'],
	['1000', '100000', 'office_numbers_not_supported'],
])('the office with adviser %j and client %j: %j', (adviserNumber, clientNumber, expected) => {
	expect(obstacleOfOffice({ adviserNumber, clientNumber })).toBe(expected);
});

test.each(OBSTACLES)('%s has a sentence and a remedy', (code) => {
	const facts = {
		wageType: 'KITA',
		personnelNumber: '42',
		otherNumber: '00042',
		currency: 'GBP_PENCE',
	} as const;
	const { detail, remedy } = wordsOf(code, facts);
	expect(detail).toMatch(/^[A-Z].*\.$/);
	expect(remedy).toMatch(/^[A-Z].*(?:PUT|POST) \/\S+.*\.$/);
	expect(`${detail} ${remedy}`).not.toMatch(/null|undefined/);
});

test('the words about one number of two people name both', () => {
	const facts = { wageType: null, personnelNumber: '42', otherNumber: '00042', currency: null };
	expect(wordsOf('personnel_number_ambiguous', facts).detail).toMatch(/42 .*00042/);
});
