import { describe, expect, test } from 'vitest';
import { harmless, oneLine, write } from '../../../src/tenants/mail/sending/rules.ts';
import { pageOf } from '../../harness/page.ts';

const FROM = { name: 'Zubrot', email: 'zubrot@mail.example' };

const rejected = (reason: string, firstName = 'Erika', companyName = 'Demo GmbH') =>
	write(
		{
			id: 'x',
			kind: 'expense_rejected',
			token: null,
			email: 'e@demo.example',
			isBoundToSso: false,
			senderName: companyName,
			firstName,
			lastName: null,
			languages: ['en'],
			companyName,
			data: { reason },
		},
		FROM,
		'https://zubrot.example',
	);

describe('a name, a company or a reason', () => {
	test.each([
		'https://evil.example/login',
		'evil.example',
		'www.evil.example',
		'mailto:me@evil.example',
		'//evil.example',
	])('with the address %s leads nowhere: no mail program finds a link in it', (address) => {
		for (const { text, html } of [
			rejected(address),
			rejected('no', address),
			rejected('no', 'Erika', address),
		]) {
			expect(text).not.toContain(address);
			expect(html).not.toContain(address);
			expect(pageOf(html).select('a')).toHaveLength(0);
			expect(text).not.toMatch(/[a-z]\.[a-z]|:\/|@[a-z]/);
		}
	});

	test('with markup is text', () => {
		const { html } = rejected('<img src=x onerror=alert(1)> & "quoted" <b>bold');
		expect(pageOf(html).text).toContain('<img src=x onerror=alert(1)> & "quoted" <b>bold');
		expect(pageOf(html).select('img, b')).toHaveLength(0);
	});

	test('with line breaks begins no header and no paragraph of its own', () => {
		const { subject, text, from } = write(
			{
				id: 'x',
				kind: 'invitation',
				token: 't',
				email: 'e@demo.example',
				isBoundToSso: false,
				data: {},
				firstName: 'A\r\nBcc: x',
				lastName: 'B\u2028C',
				languages: ['en'],
				companyName: 'Demo\r\nBcc: victim',
				senderName: 'S\r\nBcc: y <z@w>',
			},
			FROM,
			'https://zubrot.example',
		);
		expect(subject).toBe('Invitation from Demo Bcc: victim');
		expect(text).toContain('Hello A Bcc: x B C,');
		expect(from).toEqual({ email: FROM.email, name: 'S Bcc  y  z w' });
	});

	test('cannot hide or turn the text around it', () => {
		expect(harmless('a\u202eb\u200bc\u0000d')).toBe('a b c d');
	});

	test('is cut when it is long, between characters', () => {
		expect([...harmless('😀'.repeat(300))]).toHaveLength(300);
		expect(harmless('😀'.repeat(301))).toBe(`${'😀'.repeat(299)}…`);
		expect([...oneLine('x'.repeat(151))]).toHaveLength(150);
	});

	test('keeps what people are called', () => {
		for (const name of ['Müller & Söhne KG', 'O’Brien', 'Dr. Nguyễn Văn A', '田中 太郎']) {
			expect(harmless(name)).toBe(name);
		}
	});
});
