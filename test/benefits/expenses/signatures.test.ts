import { describe, expect, test } from 'vitest';
import { isSignatureValid } from '../../../src/benefits/expenses/signatures/rules.ts';
import { readCode, type TillReceipt } from '../../../src/benefits/expenses/tills/rules.ts';
import { type Curve, newTill } from '../../harness/tills.ts';

const NOW = Date.parse('2023-03-07T12:00:00.000Z');

function receiptOf(code: string, now = NOW): TillReceipt {
	const read = readCode(code, now);
	if ('fault' in read) throw new Error(read.fault);
	return read.receipt;
}

const isValid = async (code: string): Promise<boolean> => {
	const { signed } = receiptOf(code);
	return signed !== null && (await isSignatureValid(signed));
};

describe('receipts signed in the test', () => {
	const CURVES: Curve[] = ['P256', 'P384', 'brainpoolP256r1', 'brainpoolP384r1'];
	test.each(CURVES)('a key on %s, with both spellings of a signature', async (curve) => {
		const till = newTill(curve);
		for (const encoding of ['der', 'compact'] as const) {
			const code = till('12.34', undefined, { encoding });
			expect(await isValid(code)).toBe(true);
			expect(await isValid(code.replaceAll('12.34', '12.35'))).toBe(false);
		}
	});

	test.each([
		'unixTime',
		'utcTime',
		'utcTimeWithSeconds',
		'generalizedTime',
		'generalizedTimeWithMilliseconds',
	])('a time as %s', async (format) => {
		expect(await isValid(newTill()('1.00', undefined, { format }))).toBe(true);
	});

	test.each([
		['an unknown format of the time', (code: string) => code.replace('unixTime', 'moonTime')],
		['an unknown algorithm', (code: string) => code.replace('SHA256', 'MD5')],
		[
			'a word of JavaScript as algorithm',
			(code: string) => code.replace('ecdsa-plain-SHA256', 'constructor'),
		],
		['a key that is no point of a curve', (code: string) => `${code.slice(0, -8)}AAAAAAA=`],
		['a key that is too short', (code: string) => code.replace(/;[^;]*$/, ';BAAA')],
		['a signature that is no Base64', (code: string) => code.replace(/;[^;]*;([^;]*)$/, ';!!!!;$1')],
		['a signature of the wrong length', (code: string) => code.replace(/;[^;]*;([^;]*)$/, ';AAAA;$1')],
	])('%s does not match', async (_, change) => {
		const code = newTill()('1.00');
		expect(await isValid(change(code))).toBe(false);
		const brainpool = newTill('brainpoolP256r1')('1.00');
		expect(await isValid(change(brainpool))).toBe(false);
	});

	test('another till’s key does not match', async () => {
		const [one, other] = [newTill()('1.00'), newTill()('1.00')];
		expect(await isValid(one.replace(/[^;]*$/, other.replace(/.*;/, '')))).toBe(false);
	});
});
