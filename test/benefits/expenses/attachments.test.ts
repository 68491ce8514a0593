import { describe, expect, test } from 'vitest';
import { factsInFile } from '../../../src/benefits/expenses/facts/rules.ts';
import { bytesIn, pdfWith, XML } from '../../harness/invoices.ts';
import { cents } from '../../harness/spending.ts';

const MIB = 1024 * 1024;

const FACTS = {
	source: 'E_INVOICE',
	issuer: 'DE123456789',
	seller: 'Fit & Froh Sportstudio GmbH',
	number: 'RE-2023-0042',
	counter: null,
	time: null,
	date: '2023-02-27',
	periodStart: '2023-02-01',
	periodEnd: '2023-02-28',
	amount: cents(1000),
	isCorrection: false,
	receiptId: null,
	signature: 'NONE',
	issuerMark: expect.any(String),
	mark: expect.any(String),
};

const read = (file: string | Uint8Array) =>
	factsInFile(typeof file === 'string' ? bytesIn(file) : file) as Promise<{
		facts: typeof FACTS;
		fault: string;
	}>;

describe('a PDF', () => {
	test('with an invoice and other attachments is read', async () => {
		expect(await read(pdfWith('name;amount', XML.cii, '<html/>'))).toEqual({ facts: FACTS });
	});

	test('with two invoices has no facts', async () => {
		expect(await read(pdfWith(XML.cii, XML.ubl))).toEqual({ fault: 'several_invoices' });
	});

	test('with more than ten attachments has no facts', async () => {
		const others = Array.from({ length: 9 }, () => '<html/>');
		expect(await read(pdfWith(XML.cii, ...others))).toEqual({ facts: FACTS });
		expect(await read(pdfWith(XML.cii, '<html/>', ...others))).toEqual({ fault: 'too_many' });
	});

	test('is inflated up to a limit, beyond which its attachment is not read', async () => {
		const padded = (size: number) => XML.cii + ' '.repeat(size - Buffer.byteLength(XML.cii));
		expect(await read(pdfWith(padded(MIB)))).toEqual({ facts: FACTS });
		expect(await read(pdfWith(padded(MIB + 1)))).toEqual({ fault: 'no_invoice' });
		expect(await read(pdfWith(new Uint8Array(100 * MIB)))).toEqual({ fault: 'no_invoice' });
	});
});
