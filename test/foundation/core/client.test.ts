import { expect, test } from 'vitest';
import { deviceOf } from '../../../src/foundation/core/client.ts';

const MOZILLA = 'Mozilla/5.0';
const WINDOWS = `${MOZILLA} (Windows NT 10.0; Win64; x64)`;
const CHROME = 'AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0';

test.each([
	['Chrome on Windows', `${WINDOWS} ${CHROME} Safari/537.36`],
	['Edge on Windows', `${WINDOWS} ${CHROME} Safari/537.36 Edg/126.0.0.0`],
	['Opera on Windows', `${WINDOWS} ${CHROME} Safari/537.36 OPR/111.0.0.0`],
	['Firefox on Linux', `${MOZILLA} (X11; Linux x86_64; rv:127.0) Gecko/20100101 Firefox/127.0`],
	['Firefox on Android', `${MOZILLA} (Android 14; Mobile; rv:127.0) Gecko/127.0 Firefox/127.0`],
	['Chrome on ChromeOS', `${MOZILLA} (X11; CrOS x86_64 14541.0.0) ${CHROME} Safari/537.36`],
	[
		'Samsung Internet on Android',
		`${MOZILLA} (Linux; Android 14) SamsungBrowser/25.0 ${CHROME} Mobile Safari/537.36`,
	],
	[
		'Safari on macOS',
		`${MOZILLA} (Macintosh; Intel Mac OS X 14_5) AppleWebKit/605.1.15 Version/17.5 Safari/605.1.15`,
	],
	[
		'Safari on iPhone',
		`${MOZILLA} (iPhone; CPU iPhone OS 17_5) AppleWebKit/605 Version/17.5 Mobile/15E148 Safari/604.1`,
	],
	['Chrome on iPad', `${MOZILLA} (iPad; CPU OS 17_5) AppleWebKit/605 CriOS/126.0 Mobile/15E148 Safari/604.1`],
	['Firefox', 'Firefox/127.0'],
	['curl', 'curl/8.5.0'],
	['python-requests', 'python-requests/2.32.3'],
	['Mozilla', `${MOZILLA} (something new)`],
])('a device is named in a short form: %s', (device, userAgent) => {
	expect(deviceOf(userAgent)).toBe(device);
});

test.each([undefined, '', '<script>', '/', 'ünknown'])('%s names no device', (userAgent) => {
	expect(deviceOf(userAgent)).toBe('unknown');
});

test('a program that names itself at length is cut', () => {
	expect(deviceOf(`a${'b'.repeat(200)}`)).toHaveLength(40);
});

test('only the first 512 characters of a header are read', () => {
	expect(deviceOf(`x/1${' '.repeat(499)} Firefox/1`)).toBe('Firefox');
	expect(deviceOf(`x/1${' '.repeat(512)} Firefox/1`)).toBe('x');
});
