import { describe, expect, test } from 'vitest';
import { toWindows1252 } from '../../../../src/benefits/payroll/datev/rules.ts';
import { byByte } from '../export/office.ts';

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
