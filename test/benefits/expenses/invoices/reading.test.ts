import { describe, expect, test } from 'vitest';
import { factsInFile } from '../../../../src/benefits/expenses/facts/rules.ts';
import { readInvoice } from '../../../../src/benefits/expenses/invoices/rules.ts';
import { bytesIn, pdfWith, sampleOf, XML, xmlWith } from '../../../harness/invoices.ts';
import { cents } from '../../../harness/spending.ts';

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

describe('an invoice that an independent library made', () => {
	test.each(['basicWl', 'en16931', 'extended', 'cii', 'ubl', 'uncompressed', 'scripted'] as const)(
		'is read: %s',
		async (name) => {
			expect(await read(sampleOf(name))).toEqual({ facts: FACTS });
		},
	);

	test('is read without a period, which the smallest profile does not have', async () => {
		const facts = { ...FACTS, periodStart: null, periodEnd: null };
		expect(await read(sampleOf('minimum'))).toEqual({ facts });
	});

	test('has the same marks in each syntax and file', async () => {
		const names = ['minimum', 'basicWl', 'en16931', 'extended', 'cii', 'ubl'] as const;
		const marks = await Promise.all(names.map(async (name) => (await read(sampleOf(name))).facts.mark));
		expect(new Set(marks).size).toBe(1);
	});

	test.each(['cii', 'ubl'] as const)('shows what was bought, and what is left to pay: %s', async (name) => {
		expect(await readInvoice(sampleOf(name))).toMatchObject({
			invoice: { due: '10.00', lines: [{ name: 'Mitgliedschaft Februar', amount: '8.40' }] },
		});
	});

	test('has no facts if it is encrypted', async () => {
		expect(await read(sampleOf('encrypted'))).toEqual({ fault: 'encrypted' });
	});

	test('has no facts when the file is cut off', async () => {
		const file = sampleOf('uncompressed');
		const end = Buffer.from(file).indexOf('endstream');
		expect(await read(file.subarray(0, end + 9))).toEqual({ facts: FACTS });
		for (const length of [5, 1000, end - 10, end + 8]) {
			expect(await read(file.subarray(0, length)), String(length)).toEqual({ fault: 'no_invoice' });
		}
	});
});

describe('an invoice', () => {
	test.each([
		['of ZUGFeRD 1', { CrossIndustryInvoice: 'CrossIndustryDocument' }],
		['with other prefixes', { 'ram:': 'a:', 'xmlns:ram': 'xmlns:a', 'rsm:': '', 'xmlns:rsm': 'xmlns' }],
		['with blanks and comments', { 'RE-2023-0042': '<!-- </ID> -->\n RE-2023-0042 ' }],
		['with character data', { 'Fit &amp; Froh': '<![CDATA[Fit & Froh]]>' }],
		['with a large file in it', { '</ram:ID>': `</ram:ID><x>${'A'.repeat(2 * MIB)}</x>` }],
	])('%s is read', async (_, changes) => {
		const first = {
			'urn:un:unece:uncefact:data:standard:CrossIndustryInvoice:100':
				'urn:ferd:CrossIndustryDocument:invoice:1p0',
			'rsm:ExchangedDocument>': 'rsm:HeaderExchangedDocument>',
			'rsm:SupplyChainTradeTransaction': 'rsm:SpecifiedSupplyChainTradeTransaction',
			ApplicableHeaderTrade: 'ApplicableSupplyChainTrade',
			TradeSettlementHeaderMonetarySummation: 'TradeSettlementMonetarySummation',
		};
		const all = 'CrossIndustryInvoice' in changes ? { ...first, ...changes } : changes;
		expect(await read(xmlWith(all))).toEqual({ facts: FACTS });
	});

	test.each([
		['UTF-8 with a mark', Buffer.from(`\uFEFF${XML.ubl}`)],
		['UTF-16, little endian', Buffer.from(`\uFEFF${XML.ubl}`, 'utf16le')],
		['UTF-16, big endian', Buffer.from(`\uFEFF${XML.ubl}`, 'utf16le').swap16()],
	])('in %s is read', async (_, file) => {
		expect(await read(file)).toEqual({ facts: FACTS });
	});

	test('in another encoding is not guessed', async () => {
		expect(await read(Buffer.from(xmlWith({ Fit: 'Für' }), 'latin1'))).toEqual({ fault: 'no_invoice' });
	});

	test.each([
		['is a credit note', { '>380<': '>381<' }, 'no_purchase'],
		['is an offer', { '>380<': '>325<' }, 'no_purchase'],
		['has a negative total', { '>10.00<': '>-10.00<' }, 'no_purchase'],
		['asks for nothing', { '>10.00<': '>0.00<' }, 'no_purchase'],
		['has a currency that no budget has', { '>EUR<': '>USD<' }, 'foreign_currency'],
		['has too large a total', { '>10.00<': '>1000000.01<' }, 'amount_out_of_range'],
		['has a total with parts of a cent', { '>10.00<': '>10.001<' }, 'amount_unreadable'],
		['has a total in words', { '>10.00<': '>ten<' }, 'amount_unreadable'],
		['names no seller', { '>Fit &amp; Froh Sportstudio GmbH<': '><' }, 'incomplete'],
		['names no number', { '>RE-2023-0042<': '> <' }, 'incomplete'],
		['has a day that does not exist', { '>20230227<': '>20230229<' }, 'incomplete'],
	])('that %s has no facts', async (_, changes, fault) => {
		expect(await read(xmlWith(changes))).toEqual({ fault });
		expect(await read(pdfWith(xmlWith(changes)))).toEqual({ fault });
	});

	test('with the root of a credit note in UBL has no facts', async () => {
		const note = xmlWith({ Invoice: 'CreditNote', '>380<': '>381<' }, XML.ubl);
		expect(await read(note)).toEqual({ fault: 'no_purchase' });
	});

	test.each([
		['currency', { '>EUR<': '>CHF<' }, { amount: { value: 1000, currency: 'CHF_CENTIMES' } }],
		['total', { '>10.00<': '>1234.5000<' }, { amount: cents(123_450) }],
		['largest total', { '>10.00<': '>+1000000<' }, { amount: cents(100_000_000) }],
		['type', { '>380<': '>384<' }, { isCorrection: true }],
	])('may have another %s', async (_, changes, facts) => {
		expect(await read(xmlWith(changes))).toEqual({ facts: { ...FACTS, ...facts } });
	});

	test('is known by its seller and number, however they are spelled', async () => {
		const markOf = async (changes: Record<string, string>) => (await read(xmlWith(changes))).facts.mark;
		const same = await markOf({ DE123456789: 'de 123 456 789', 'RE-2023-0042': 're-2023-0042' });
		const unnumbered = { 'schemeID="VA"': 'schemeID="FC"' };
		const marks = [
			await markOf({}),
			await markOf({ DE123456789: 'DE123456788' }),
			await markOf({ '0042': '0043' }),
			await markOf(unnumbered),
		];
		expect(marks[0]).toBe(same);
		expect(new Set(marks).size).toBe(4);
		expect(await markOf({ ...unnumbered, 'Froh Sportstudio': 'FROH  Sportstudio' })).toBe(marks[3]);
	});
});

describe('a file that is no invoice has no facts', () => {
	const depth = (levels: number) =>
		XML.ubl.replace('<cbc:ID>', `${'<x>'.repeat(levels)}${'</x>'.repeat(levels)}<cbc:ID>`);

	test.each<[string, string | Uint8Array]>([
		['an empty one', ''],
		['a PDF without attachments', '%PDF-1.7\n%%EOF'],
		['a PDF with another attachment', pdfWith('name;amount', '<html/>')],
		['other XML', '<Invoice><ID>1</ID></Invoice>'],
		['XML of another namespace', xmlWith({ 'xsd:Invoice-2': 'xsd:Order-2' }, XML.ubl)],
		['XML that is cut off', XML.ubl.slice(0, -20)],
		['XML with a DOCTYPE', XML.ubl.replace('<Invoice', '<!DOCTYPE Invoice [<!ENTITY x "y">]><Invoice')],
		['XML with an entity', xmlWith({ '>RE-2023-0042<': '>&x;<' })],
		['XML with 20,000 levels', depth(20_000)],
		['XML with 64 levels', depth(64)],
		['XML with 40,000 elements', XML.ubl.replace('<cbc:ID>', `${'<x/>'.repeat(40_000)}<cbc:ID>`)],
		['a picture', new Uint8Array([0xff, 0xd8, 0xff, 0xe0])],
	])('%s', async (_, file) => {
		expect(await read(file)).toEqual({ fault: 'no_invoice' });
	});

	test('XML with 60 levels is no such file', async () => {
		expect(await read(depth(60))).toEqual({ facts: FACTS });
	});
});

/** Each file is as large as a receipt may be. */
test.each([
	['comments', '<!--'],
	['attributes', '<a b="'],
	['elements', '<b/>'],
	['marks of attachments', '/EmbeddedFile '],
	['dictionaries', '1 0 obj<</Type/EmbeddedFile>>stream\n'],
	['marks of encryption', '/Encrypt '],
])('a file full of %s is read in bounded time', async (name, piece) => {
	const begun = /^\//.test(piece) || name === 'dictionaries' ? '%PDF-' : '<a>';
	const file = bytesIn(begun + piece.repeat((10 * MIB) / piece.length - 1));
	const from = performance.now();
	expect(await read(file)).toEqual({ fault: expect.stringMatching(/^(no_invoice|too_many)$/) });
	expect(performance.now() - from).toBeLessThan(5000);
});
