import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { isAutomatic, isFrom, parseMail } from '../../../../src/benefits/expenses/incoming-mail/rules.ts';
import {
	addressOf,
	newAddressSecret,
	secretIn,
} from '../../../../src/benefits/expenses/receipt-addresses/rules.ts';
import { Refusal } from '../../../../src/foundation/core/refusals.ts';

const ERIKA = 'erika@demo.example';
const from = (value: string) => ({ key: 'from', value });
const results = (text: string, verifier = 'mx.cloudflare.net') => ({
	key: 'authentication-results',
	value: `${verifier}; ${text}`,
});
const PASS = results(
	'dkim=pass header.d=demo.example; dmarc=pass header.from=demo.example policy.dmarc=none',
);
const verdict = (...headers: { key: string; value: string }[]) => isFrom(ERIKA, headers, ERIKA);

describe('a mail comes from the person', () => {
	test.each([
		ERIKA,
		`<${ERIKA}>`,
		`Erika Muster <${ERIKA}>`,
		`"Muster, Erika (Küche) <x@y.example>" <${ERIKA}>`,
		`Erika (Küche) <${ERIKA}>`,
		`=?utf-8?q?M=C3=BCller=2C_Erika?= <Erika@Demo.example>`,
	])('with the From header %s', (value) => {
		expect(verdict(PASS, from(value))).toBe(true);
	});

	test.each([
		'',
		'erika',
		'erika@demo.example.evil.example',
		`${ERIKA} <a@evil.example>`,
		`"${ERIKA}" <a@evil.example>`,
		`a@evil.example, ${ERIKA}`,
		`${ERIKA}, a@evil.example`,
		`Group: ${ERIKA};`,
		`<${ERIKA}> <a@evil.example>`,
		`<@evil.example:${ERIKA}>`,
		`Erika <${ERIKA}`,
		`erika @demo.example`,
	])('but not with %j', (value) => {
		expect(verdict(PASS, from(value))).toBe(false);
	});

	test.each([
		['no dmarc at all', results('dkim=pass header.d=demo.example')],
		['dmarc of another domain', results('dmarc=pass header.from=evil.example')],
		[
			'two results of dmarc',
			results('dmarc=pass header.from=demo.example; dmarc=fail header.from=demo.example'),
		],
		['a property that comes twice', results('dmarc=pass header.from=evil.example header.from=demo.example')],
		[
			'a failure, although DKIM is valid',
			results('dkim=pass header.d=demo.example; dmarc=fail header.from=demo.example'),
		],
		['a temporary failure', results('dmarc=temperror header.from=demo.example')],
		['a result in a comment', results('spf=none (; dmarc=pass header.from=demo.example)')],
		['a result in nested comments', results('spf=none (a (b) ; dmarc=pass header.from=demo.example)')],
		['a result in quotes', results('spf=none smtp.mailfrom="a; dmarc=pass header.from=demo.example"')],
		['another verifier', results('dmarc=pass header.from=demo.example', 'mx.cloudflare.net.evil.example')],
		['DKIM of a domain below', results('dmarc=none; dkim=pass header.d=mail.demo.example')],
		['DKIM of a top-level domain', results('dmarc=none; dkim=pass header.d=example')],
		['DKIM of a domain that ends alike', results('dmarc=none; dkim=pass header.d=o.example')],
		['invalid DKIM', results('dmarc=none; dkim=fail header.d=demo.example')],
		['SPF alone', results('dmarc=none; spf=pass smtp.mailfrom=erika@demo.example')],
	])('not with %s', (_, header) => {
		expect(verdict(header, from(ERIKA))).toBe(false);
	});

	test('with DKIM of its domain, or one above, where there is no DMARC', () => {
		const dkim = (domain: string) =>
			results(`dkim=pass header.d=${domain}; dmarc=none header.from=demo.example`);
		expect(verdict(dkim('demo.example'), from(ERIKA))).toBe(true);
		const own = 'erika@office.demo.example';
		const headers = [dkim('demo.example'), from(own)];
		expect(isFrom(own, headers, own)).toBe(true);
	});

	test('not if a name in the envelope could pass for a result', () => {
		const names = ['"a b"@evil.example', 'a;b@evil.example', 'a(b@evil.example', 'a b@evil.example'];
		for (const envelope of names) expect(isFrom(ERIKA, [PASS, from(ERIKA)], envelope)).toBe(false);
		for (const envelope of [ERIKA, 'prvs=1234=erika@demo.example', 'bounces+1@mail.example'])
			expect(isFrom(ERIKA, [PASS, from(ERIKA)], envelope)).toBe(true);
	});
});

test.each([
	['auto-submitted', 'no', false],
	['auto-submitted', 'auto-generated', true],
	['auto-submitted', 'auto-replied (vacation)', true],
	['precedence', 'first-class', false],
	['precedence', 'Bulk', true],
	['list-id', '<a.example>', true],
	['x-auto-response-suppress', 'OOF', false],
	['x-auto-response-suppress', 'All', true],
	['subject', 'Auto-Submitted: yes', false],
])('the header %s: %s makes a mail automatic: %s', (key, value, expected) => {
	expect(isAutomatic([{ key, value }], ERIKA, null)).toBe(expected);
});

test('an address leads to its secret only in its own domain and form', () => {
	fc.assert(
		fc.property(
			fc.constantFrom(undefined, 'abcdefgh2345'),
			fc.constantFrom('in.a.example', 'b.example'),
			(cell, domain) => {
				const secret = newAddressSecret({ cell });
				const address = addressOf(secret, domain);
				expect(secretIn(address, domain)).toBe(secret);
				expect(secretIn(address.toUpperCase(), domain)).toBe(secret);
				expect(secretIn(address, `x${domain}`)).toBeNull();
				expect(secretIn(`x${address}`, domain)).toBeNull();
				expect(secretIn(address.replace('receipts+', 'receipts'), domain)).toBeNull();
				expect(secretIn(address.slice(0, 30) + address.slice(31), domain)).toBeNull();
			},
		),
		{ numRuns: 20 },
	);
});

const WHOLE = `From: ${ERIKA}\r\nContent-Type: multipart/mixed; boundary=b\r\n\r\n--b\r\nContent-Type: application/pdf; name=a.pdf\r\n\r\n%PDF-1.7\r\n--b\r\nContent-Type: image/png\r\nContent-Transfer-Encoding: base64\r\n\r\niVBORw0KGgo=\r\n--b--\r\n`;

test('any damaged mail is parsed or refused, and never fails otherwise', async () => {
	const bytes = Buffer.from(WHOLE);
	const edit = fc.tuple(fc.nat(bytes.length - 1), fc.nat(20), fc.string({ maxLength: 30, unit: 'binary' }));
	await fc.assert(
		fc.asyncProperty(fc.array(edit, { minLength: 1, maxLength: 5 }), async (edits) => {
			const raw = edits.reduce(
				(text, [at, cut, put]) => text.slice(0, at) + put + text.slice(at + cut),
				bytes.toString('latin1'),
			);
			const parsed = await parseMail(new Uint8Array(Buffer.from(raw)));
			for (const { bytes: file } of parsed?.files ?? []) expect(file).toBeInstanceOf(Uint8Array);
		}),
		{ numRuns: 200 },
	);
});

test('too many levels or headers are refused', async () => {
	const nested = (depth: number) =>
		Array.from(
			{ length: depth },
			(_, index) => `Content-Type: multipart/mixed; boundary=b${index}\r\n\r\n--b${index}\r\n`,
		).join('');
	const parse = (text: string) => parseMail(new Uint8Array(Buffer.from(text)));
	expect(await parse(nested(20))).not.toBeNull();
	expect(await parse(nested(40))).toBeNull();
	expect(await parse(`X-A: ${'a'.repeat(200_000)}\r\n\r\n`)).not.toBeNull();
	expect(await parse(`X-A: ${'a'.repeat(300_000)}\r\n\r\n`)).toBeNull();
	const attached = (depth: number): string =>
		depth === 0
			? WHOLE
			: `Content-Type: message/rfc822; name=${depth}.eml\r\nContent-Disposition: attachment\r\n\r\n${attached(depth - 1)}`;
	const namesIn = async (depth: number) => (await parse(attached(depth)))?.files.map(({ name }) => name);
	expect(await namesIn(3)).toEqual(['a.pdf', null]);
	expect(await namesIn(4)).toEqual(['1.eml']);

	const counted: number[] = [];
	const raw = new Uint8Array(Buffer.from(attached(2)));
	await parseMail(raw, (bytes) => void counted.push(bytes));
	expect(counted).toEqual([1, 0].map((depth) => attached(depth).replaceAll('\r\n', '\n').length));
	const refuse = () => {
		throw new Refusal('unavailable', 'busy', { retryAfter: 2 });
	};
	await expect(parseMail(raw, refuse)).rejects.toThrow(Refusal);
});

test.each([
	['10 MiB', 0, 'a.pdf'],
	['two bytes more', 2, '1.eml'],
])('attached mails of %s together are opened one in the other', async (_, more, name) => {
	const disposition = 'Content-Disposition: attachment\n\n';
	const outer = `Content-Type: message/rfc822; name=1.eml\n${disposition}`;
	const pdf = `Content-Type: application/pdf; name=a.pdf\n${disposition}`;
	const inner = (10 * 1024 * 1024 + more - outer.length) / 2;
	const mail = `${outer}${outer}${pdf.padEnd(inner - 1, 'a')}\n`;
	const parsed = await parseMail(new Uint8Array(Buffer.from(mail)));
	expect(parsed?.files.map((file) => file.name)).toEqual([name]);
});
