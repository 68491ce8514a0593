import { describe, expect, test } from 'vitest';
import { isSignatureValid } from '../../../../src/benefits/expenses/signatures/rules.ts';
import { readCode, type TillReceipt } from '../../../../src/benefits/expenses/tills/rules.ts';
import { isTried } from '../../../harness/sampling.ts';
import { newTill } from '../../../harness/tills.ts';

const NOW = Date.parse('2023-03-07T12:00:00.000Z');

/** The example of DSFinV-K. */
const PUBLISHED =
	'V0;955002-00;Kassenbeleg-V1;Beleg^0.00_2.55_0.00_0.00_0.00^2.55:Bar;18;112;2019-07-10T18:41:04.000Z;2019-07-10T18:41:04.000Z;ecdsa-plain-SHA256;unixTime;MEQCIAy4P9k+7x9saDO0uRZ4El8QwN+qTgYiv1DIaJIMWRiuAiAt+saFDGjK2Yi5Cxgy7PprXQ5O0seRgx4ltdpW9REvwA==;BHhWOeisRpPBTGQ1W4VUH95TXx2GARf8e2NYZXJoInjtGqnxJ8sZ3CQpYgjI+LYEmW5A37sLWHsyU7nSJUBemyU=';

function receiptOf(code: string, now = NOW): TillReceipt {
	const read = readCode(code, now);
	if ('fault' in read) throw new Error(read.fault);
	return read.receipt;
}

const isValid = async (code: string): Promise<boolean> => {
	const { signed } = receiptOf(code);
	return signed !== null && (await isSignatureValid(signed));
};

test('the published example is read and verified', async () => {
	expect(receiptOf(PUBLISHED)).toMatchObject({
		scheme: 'KASSENSICHV',
		till: '955002-00',
		transaction: '18',
		counter: 112,
		time: Date.parse('2019-07-10T18:41:04.000Z'),
		date: Date.parse('2019-07-10'),
		amount: { value: 255, currency: 'EUR_CENT' },
	});
	expect(await isValid(PUBLISHED)).toBe(true);
});

test('no changed character of the example passes, apart from what its signature does not cover', async () => {
	const passed: string[] = [];
	for (let place = 0; place < PUBLISHED.length; place++) {
		const field = PUBLISHED.slice(0, place).split(';').length.toString();
		if (!['7', '8'].includes(field) && !isTried(place, 5)) continue;
		const old = PUBLISHED[place] ?? '';
		const other = /\d/.test(old) ? String((Number(old) + 1) % 10) : old === 'A' ? 'B' : 'A';
		const changed = PUBLISHED.slice(0, place) + other + PUBLISHED.slice(place + 1);
		const read = readCode(changed, NOW);
		const isRefused =
			'fault' in read || read.receipt.signed === null || !(await isSignatureValid(read.receipt.signed));
		if (!isRefused) passed.push(field);
	}
	// The start is not signed at all, and of the end not the milliseconds.
	expect(passed.filter((field) => field !== '7')).toEqual(['8', '8', '8']);
});

describe('the paid amount', () => {
	const data = (text: string) => newTill()('', undefined, { data: text });
	test.each([
		['five tax classes', 'Beleg^1.00_2.00_3.00_4.00_0.05^10.05:Bar', 1005],
		[
			'five payments',
			'Beleg^10.00_0.00_0.00_0.00_0.00^1.00:Bar_2.00:Unbar_3.00:Bar_3.50:Unbar_0.50:Bar',
			1000,
		],
		['a payment in a foreign currency', 'Beleg^10.00_0.00_0.00_0.00_0.00^11.50:Bar:CHF', 1000],
		['change that is given back', 'Beleg^10.00_0.00_0.00_0.00_0.00^50.00:Bar_-40.00:Bar', 1000],
		['the other order of a payment', 'Beleg^10.00_0.00_0.00_0.00_0.00^Bar:10.00', 1000],
		['a deposit that is given back', 'Beleg^12.00_-2.00_0.00_0.00_0.00^10.00:Bar', 1000],
	])('%s', (_, text, value) => {
		expect(receiptOf(data(text)).amount).toEqual({ value, currency: 'EUR_CENT' });
	});

	test.each([
		['a cancellation', 'AVBelegstorno^10.00_0.00_0.00_0.00_0.00^10.00:Bar', 'no_purchase'],
		['a training', 'AVTraining^10.00_0.00_0.00_0.00_0.00^10.00:Bar', 'no_purchase'],
		['a negative amount', 'Beleg^-10.00_0.00_0.00_0.00_0.00^-10.00:Bar', 'no_purchase'],
		['nothing paid', 'Beleg^0.00_0.00_0.00_0.00_0.00^0.00:Bar', 'no_purchase'],
		['payments of another sum', 'Beleg^10.00_0.00_0.00_0.00_0.00^9.00:Bar', 'amounts_differ'],
		['too much', 'Beleg^1000000.01_0.00_0.00_0.00_0.00^1000000.01:Bar', 'amount_out_of_range'],
		['four tax classes', 'Beleg^10.00_0.00_0.00_0.00^10.00:Bar', 'not_a_till'],
		['one decimal', 'Beleg^10.0_0.00_0.00_0.00_0.00^10.00:Bar', 'not_a_till'],
		['an unknown kind of payment', 'Beleg^10.00_0.00_0.00_0.00_0.00^10.00:Muscheln', 'not_a_till'],
		['a part too many', 'Beleg^10.00_0.00_0.00_0.00_0.00^10.00:Bar^', 'not_a_till'],
	])('%s is refused', (_, text, fault) => {
		expect(readCode(data(text), NOW)).toEqual({ fault });
	});
});

describe('texts that are no receipt', () => {
	const code = newTill()('1.00');
	test.each([
		['another code', 'https://shop.example/', 'not_a_till'],
		['version 1', code.replace('V0', 'V1'), 'unknown_version'],
		['a code that is cut off in a field', code.slice(0, 60), 'cut_off'],
		['a code without its key', code.replace(/[^;]*$/, ''), 'cut_off'],
		['10 KB', code.padEnd(10_000, 'A'), 'too_long'],
		['a field too many', `${code};`, 'not_a_till'],
		['an order of a kitchen', code.replace('Kassenbeleg-V1', 'Bestellung-V1'), 'no_purchase'],
		['a time without a zone', code.replaceAll('12:00:00.000Z', '12:00:00'), 'not_a_till'],
		['a year before tills had codes', code.replaceAll('2023-02-27', '0023-02-27'), 'not_a_till'],
		['30 February', code.replaceAll('2023-02-27', '2023-02-30'), 'not_a_till'],
		['an end before the start', code.replace('2023-02-27', '2023-02-28'), 'not_a_till'],
		['a transaction that is no number', code.replace(/;201;201;/, ';one;201;'), 'not_a_till'],
	])('%s is refused', (_, text, fault) => {
		expect(readCode(text, NOW)).toEqual({ fault });
	});

	test('a till may be 15 minutes ahead', () => {
		const till = newTill();
		expect(readCode(till('1.00', '2023-03-07T12:15:00.000Z'), NOW)).toHaveProperty('receipt');
		expect(readCode(till('1.00', '2023-03-07T12:15:00.001Z'), NOW)).toEqual({ fault: 'in_future' });
	});
});

test.each([
	['summer', '2022-07-31T21:59:59.999Z', '2022-07-31'],
	['summer, after midnight', '2022-07-31T22:00:00.000Z', '2022-08-01'],
	['winter', '2022-12-31T22:59:59.999Z', '2022-12-31'],
	['winter, after midnight', '2022-12-31T23:00:00.000Z', '2023-01-01'],
	['leap day', '2020-02-29T22:59:59.999Z', '2020-02-29'],
])('the day is that in Germany: %s', (_, time, day) => {
	expect(receiptOf(newTill()('1.00', time)).date).toBe(Date.parse(day));
});

describe('Austrian codes', () => {
	const austrian = (time: string, amounts = '1,00_2,50_0,00_0,00_-0,50') =>
		`_R1-AT1_KASSA-1_4711_${time}_${amounts}_encrypted=_5f3a_previous=_signature==`;
	test('day and amount are read, and nothing is verified', () => {
		expect(receiptOf(austrian('2022-07-01T00:30:00'))).toEqual({
			scheme: 'RKSV',
			till: 'KASSA-1',
			signer: '5f3a',
			transaction: '4711',
			counter: null,
			time: Date.parse('2022-06-30T22:30:00.000Z'),
			date: Date.parse('2022-07-01'),
			amount: { value: 300, currency: 'EUR_CENT' },
			signed: null,
		});
	});

	test.each([
		['another version', austrian('2022-07-01T00:30:00').replace('_R1', '_R2'), 'unknown_version'],
		['a code that is cut off', austrian('2022-07-01T00:30:00').slice(0, 70), 'cut_off'],
		['a time with a zone', austrian('2022-07-01T00:30:00Z'), 'not_a_till'],
		['a point in an amount', austrian('2022-07-01T00:30:00', '1.00_0,00_0,00_0,00_0,00'), 'not_a_till'],
		['a cancellation', austrian('2022-07-01T00:30:00', '-1,00_0,00_0,00_0,00_0,00'), 'no_purchase'],
		['a training', austrian('2022-07-01T00:30:00').replace('encrypted=', 'VFJB'), 'no_purchase'],
		[
			'a cancellation by its mark',
			austrian('2022-07-01T00:30:00').replace('encrypted=', 'U1RP'),
			'no_purchase',
		],
		['a purchase in the future', austrian('2023-03-07T13:15:01'), 'in_future'],
	])('%s is refused', (_, text, fault) => {
		expect(readCode(text, NOW)).toEqual({ fault });
	});
});
