import { expect, test } from 'vitest';
import { asciiAddress } from '../../../src/foundation/core/addresses.ts';

test.each([
	['ada@demo.example', 'ada@demo.example'],
	['Ada@DEMO.example', 'Ada@demo.example'],
	['ada@bücher.example', 'ada@xn--bcher-kva.example'],
	['ada@BÜCHER.example', 'ada@xn--bcher-kva.example'],
	['ada@xn--bcher-kva.example', 'ada@xn--bcher-kva.example'],
	['"a@b"@bücher.example', '"a@b"@xn--bcher-kva.example'],
	['a@d', 'a@d'],
])('%s is compared as %s', (address, expected) => {
	expect(asciiAddress(address)).toBe(expected);
});

test.each([
	'Bücher.example',
	'ada@',
	'ada@BÜ cher.example',
	' @BÜCHER.example ',
	'ada@BÜCHER.example/path',
	'/ada@/BÜCHER.example',
	'ada@BÜCHER.example:80',
	'ada@BÜCHER.example?a',
	'ada@BÜCHER.example#a',
	'ada@[::1]',
	'ada@B%C3.example',
	'ada@xn--Ü',
])('%j has no domain of an address, and stays as it is', (address) => {
	expect(asciiAddress(address)).toBe(address);
});
