/**
 * Makes the electronic invoices that the tests read, with a library that Zubrot does not use:
 * `npm ci --prefix test/tools/invoice-samples && npx node test/tools/invoice-samples/generate.ts`.
 */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { PDFDocument } from '@cantoo/pdf-lib';
import { InvoiceService } from '@e-invoice-eu/core';

const vat = { 'cbc:ID': 'S', 'cbc:Percent': '19', 'cac:TaxScheme': { 'cbc:ID': 'VAT' } };
const amounts = (values: Record<string, string>) =>
	Object.fromEntries(
		Object.entries(values).flatMap(([name, value]) => [
			[`cbc:${name}`, value],
			[`cbc:${name}@currencyID`, 'EUR'],
		]),
	);
const party = (name: string, mail: string, more = {}) => ({
	'cac:Party': {
		'cbc:EndpointID': mail,
		'cbc:EndpointID@schemeID': 'EM',
		'cac:PostalAddress': {
			'cbc:StreetName': 'Hauptstraße 1',
			'cbc:CityName': 'Köln',
			'cbc:PostalZone': '50667',
			'cac:Country': { 'cbc:IdentificationCode': 'DE' },
		},
		'cac:PartyLegalEntity': { 'cbc:RegistrationName': name },
		...more,
	},
});

const invoice = {
	'ubl:Invoice': {
		'cbc:CustomizationID': 'urn:cen.eu:en16931:2017',
		'cbc:ID': 'RE-2023-0042',
		'cbc:IssueDate': '2023-02-27',
		'cbc:DueDate': '2023-03-13',
		'cbc:InvoiceTypeCode': '380',
		'cbc:DocumentCurrencyCode': 'EUR',
		'cbc:BuyerReference': 'none',
		'cac:InvoicePeriod': { 'cbc:StartDate': '2023-02-01', 'cbc:EndDate': '2023-02-28' },
		'cac:AccountingSupplierParty': party('Fit & Froh Sportstudio GmbH', 'info@studio.example', {
			'cac:PartyTaxScheme': [{ 'cbc:CompanyID': 'DE123456789', 'cac:TaxScheme': { 'cbc:ID': 'VAT' } }],
		}),
		'cac:AccountingCustomerParty': party('Erika Mustermann', 'erika@company.example'),
		'cac:TaxTotal': [
			{
				...amounts({ TaxAmount: '1.60' }),
				'cac:TaxSubtotal': [
					{ ...amounts({ TaxableAmount: '8.40', TaxAmount: '1.60' }), 'cac:TaxCategory': vat },
				],
			},
		],
		'cac:LegalMonetaryTotal': amounts({
			LineExtensionAmount: '8.40',
			TaxExclusiveAmount: '8.40',
			TaxInclusiveAmount: '10.00',
			PayableAmount: '10.00',
		}),
		'cac:InvoiceLine': [
			{
				'cbc:ID': '1',
				'cbc:InvoicedQuantity': '1',
				'cbc:InvoicedQuantity@unitCode': 'C62',
				...amounts({ LineExtensionAmount: '8.40' }),
				'cac:Item': { 'cbc:Name': 'Mitgliedschaft Februar', 'cac:ClassifiedTaxCategory': vat },
				'cac:Price': amounts({ PriceAmount: '8.40' }),
			},
		],
	},
};

const blank = await PDFDocument.create();
blank.addPage([100, 100]);
const pdf = { buffer: await blank.save(), filename: 'invoice.pdf', mimetype: 'application/pdf' };

const service = new InvoiceService(console);
const made = (format: string) =>
	// The library's type lists the fields of every country.
	service.generate(structuredClone(invoice) as never, { format, lang: 'de', pdf, noWarnings: true });

/** A PDF with the invoice as its attachment. */
async function attachedTo(xml: string, change: (document: PDFDocument) => void, useObjectStreams = true) {
	const document = await PDFDocument.create();
	document.addPage([100, 100]);
	await document.attach(new TextEncoder().encode(xml), 'factur-x.xml', { mimeType: 'text/xml' });
	change(document);
	return document.save({ useObjectStreams });
}

const cii = String(await made('XRECHNUNG-CII'));
const samples = {
	minimum: await made('Factur-X-Minimum'),
	basicWl: await made('Factur-X-BasicWL'),
	en16931: await made('Factur-X-EN16931'),
	extended: await made('Factur-X-Extended'),
	cii,
	ubl: String(await made('XRECHNUNG-UBL')),
	uncompressed: await attachedTo(cii, () => {}, false),
	scripted: await attachedTo(cii, (document) => document.addJavaScript('main', 'app.alert(1)')),
	encrypted: await attachedTo(cii, (document) =>
		document.encrypt({ userPassword: '', ownerPassword: 'owner' }),
	),
};

const stored = Object.entries(samples).map(([name, file]) => [
	name,
	typeof file === 'string' ? file : Buffer.from(file).toString('base64'),
]);
writeFileSync(
	join(import.meta.dirname, '../../benefits/expenses/invoices/samples.json'),
	`${JSON.stringify(Object.fromEntries(stored), null, '\t')}\n`,
);
