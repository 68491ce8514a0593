import { describe, expect, test } from 'vitest';
import { isOutside } from '../../../src/foundation/core/addresses.ts';

describe('an address that a customer names may be asked', () => {
	test.each([
		'https://login.demo.example',
		'https://login.microsoftonline.com/0c5c0a1e-0000-4000-8000-000000000000/v2.0',
		'https://idp.xn--mnchen-3ya.de:8443/realms/demo',
		'https://LOGIN.demo.example/',
	])('%s', (address) => expect(isOutside(address, false)).toBe(true));
});

describe('an address that a customer names is not asked, so that nobody reaches inside', () => {
	test.each([
		'http://login.demo.example',
		'ftp://login.demo.example',
		'javascript:alert(1)',
		'login.demo.example',
		'',
		'https://localhost',
		'https://localhost.',
		'https://a.localhost',
		'https://intranet',
		'https://com.',
		'https://printer.local',
		'https://db.internal',
		'https://db.internal.',
		'https://router.home.arpa',
		'https://a.onion',
		'https://127.0.0.1',
		'https://127.1',
		'https://2130706433',
		'https://0x7f.0.0.1',
		'https://169.254.169.254/latest/meta-data',
		'https://10.0.0.1.',
		'https://[::1]',
		'https://[::ffff:127.0.0.1]',
		'https://user@login.demo.example',
		'https://user:password@login.demo.example',
		'https://login.demo.example/#fragment',
	])('%s', (address) => expect(isOutside(address, false)).toBe(false));
});

test.each(['http://localhost:8080', 'http://127.0.0.1:8080', 'https://localhost', 'http://[::1]:1'])(
	'%s is permitted where servers on this machine are',
	(address) => expect([isOutside(address, true), isOutside(address, false)]).toEqual([true, false]),
);

test.each(['http://login.demo.example', 'http://10.0.0.1', 'http://a.localhost', 'ftp://localhost'])(
	'%s is permitted nowhere',
	(address) => expect(isOutside(address, true)).toBe(false),
);
