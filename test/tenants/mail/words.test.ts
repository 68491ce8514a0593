import { expect, test } from 'vitest';
import { factsIn, filled } from '../../../src/tenants/mail/words/rules.ts';

test.each([
	['de', '12,50\u00a0€', '7. März 2023', 'Februar 2023 und März 2023'],
	['en', '€12.50', '7 March 2023', 'February 2023 and March 2023'],
] as const)('facts are written as readers of %s write them', (language, amount, date, months) => {
	const data = { amount: '1250', currency: 'EUR_CENT', date: '2023-03-07', months: '2023-02 2023-03' };
	expect(factsIn(language, 'Demo GmbH', data)).toMatchObject({ amount, date, months, company: 'Demo GmbH' });
});

test('the requested amount is named only if another one was approved', () => {
	expect(factsIn('en', 'Demo GmbH', { amount: '1250', asked: '1250' }).asked).toBeUndefined();
	expect(factsIn('en', 'Demo GmbH', { amount: '1250', asked: '2000' }).asked).toBe('€20.00');
});

test('a line without one of its facts is left out', () => {
	expect(filled('Until {until}.', { until: 'March 7' })).toBe('Until March 7.');
	expect(filled('Until {until}.', { until: undefined })).toBeUndefined();
});
