import { describe, expect, test } from 'vitest';
import {
	RECEIPT_TYPES,
	type ReceiptType,
	receiptTypeOf,
} from '../../../../src/benefits/expenses/receipts/rules.ts';

/** A file of these characters, one byte each. */
const file = (characters: string) => Uint8Array.from(characters, (one) => one.charCodeAt(0));

const SIGNATURES: [type: ReceiptType, signature: string][] = [
	['image/jpeg', '\xff\xd8\xff'],
	['image/png', '\x89PNG\r\n\x1a\n'],
	['image/webp', 'RIFF\x24\x00\x00\x00WEBP'],
	['application/pdf', '%PDF-'],
	['application/xml', '<?xml'],
];

test('every type that is taken has its signature here', () => {
	expect(SIGNATURES.map(([type]) => type)).toEqual(RECEIPT_TYPES);
});

describe.each(SIGNATURES)('%s', (type, signature) => {
	test.each(['', '\x00', ' and whatever follows', '\xff'.repeat(64)])(
		'is known by its first bytes',
		(rest) => {
			expect(receiptTypeOf(file(signature + rest))).toBe(type);
		},
	);

	test.each(Array.from(signature, (_, length) => length))('is not known by %d of them', (length) => {
		expect(receiptTypeOf(file(signature.slice(0, length)))).toBeNull();
	});

	const marks = type === 'application/xml' ? [] : ['\xef\xbb\xbf'];
	test.each([' ', '\n', '\x00', ...marks])('is not known when %j comes before them', (first) => {
		expect(receiptTypeOf(file(first + signature))).toBeNull();
	});

	test('is not known when its last byte is another', () => {
		expect(receiptTypeOf(file(`${signature.slice(0, -1)}\x01 and more`))).toBeNull();
	});
});

test.each(['\x00\x00\x00\x00', '\xff\xff\xff\xff', 'WEBP'])('a WebP may be of any size (%j)', (size) => {
	expect(receiptTypeOf(file(`RIFF${size}WEBPVP8 `))).toBe('image/webp');
});

test.each(['\xef\xbb\xbf<?xml', '\xff\xfe<\x00?\x00', '\xfe\xff\x00<\x00?'])(
	'XML may begin with a mark of its encoding (%j)',
	(begin) => {
		expect(receiptTypeOf(file(`${begin} version`))).toBe('application/xml');
		expect(receiptTypeOf(file(begin.slice(0, -1)))).toBeNull();
	},
);

test.each([
	['nothing', ''],
	['zeros', '\x00'.repeat(16)],
	['HTML', '<!DOCTYPE html><script>alert(1)</script>'],
	['SVG', '<svg xmlns="http://www.w3.org/2000/svg"/>'],
	['GIF', 'GIF89a\x01\x00'],
	['a WAVE in the same container', 'RIFF\x24\x00\x00\x00WAVEfmt '],
	['a WebP cut off before it says so', 'RIFF\x24\x00\x00\x00'],
	['a PNG that a text transfer has damaged', '\x89PNG\n\x1a\n'],
	['a PDF in capitals that are none', '%pdf-1.7'],
	['a program', 'MZ\x90\x00'],
	['an archive', 'PK\x03\x04'],
	['a name only', 'receipt.pdf'],
])('%s is no receipt', (_, characters) => {
	expect(receiptTypeOf(file(characters))).toBeNull();
});

test('type names further inside a file do not count', () => {
	expect(receiptTypeOf(file('\xff\xd8\xff%PDF-1.7'))).toBe('image/jpeg');
	expect(receiptTypeOf(file('%PDF-1.7\x89PNG\r\n\x1a\n'))).toBe('application/pdf');
});
