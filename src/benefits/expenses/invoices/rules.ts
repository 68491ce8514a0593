import { fileTypeOf } from '../../../foundation/core/file-types.ts';
import {
	elementsIn,
	localName,
	namespaceOf,
	parseXml,
	type XmlElement,
} from '../../../foundation/core/xml.ts';
import { attachmentsIn } from '../attachments/rules.ts';

/** The fields of an electronic invoice, by EN 16931. Amounts and codes are as the invoice spells them. */
export interface Invoice {
	syntax: 'CII' | 'UBL';
	/** BT-1 */
	number: string;
	/** BT-2, `yyyy-MM-dd` */
	date: string;
	/** BT-3, a code of UNTDID 1001 */
	type: string;
	/** BT-5, ISO 4217 */
	currency: string;
	/** BT-27 */
	seller: string;
	/** BT-31 */
	vatNumber: string | null;
	/** BT-73 and BT-74, `yyyy-MM-dd` */
	periodStart: string | null;
	periodEnd: string | null;
	/** BT-112, with VAT */
	total: string;
	/** BT-115 */
	due: string | null;
	/** BG-25: the names and net amounts of the first lines. */
	lines: { name: string | null; amount: string | null }[];
}

/** Why no invoice can be read. */
export type InvoiceFault = 'no_invoice' | 'several_invoices' | 'encrypted' | 'too_many' | 'incomplete';

const MAX_LINES = 100;
const MAX_FIELD_LENGTH = 255;

/** Reads the invoice that is a file, or that a PDF contains (ZUGFeRD, Factur-X, XRechnung). Nobody has signed it. */
export async function readInvoice(file: Uint8Array): Promise<{ invoice: Invoice } | { fault: InvoiceFault }> {
	const isPdf = fileTypeOf(file, ['application/pdf']) !== null;
	const files = isPdf ? attachmentsIn(file) : [file];
	if (!Array.isArray(files)) return { fault: files };
	const found: { root: XmlElement; syntax: Invoice['syntax'] }[] = [];
	for (const one of files) {
		if (found.length > 1) break;
		const root = await parseXml(one);
		const syntax = root === null ? undefined : ROOTS[`${namespaceOf(root)} ${localName(root)}`];
		if (root !== null && syntax !== undefined) found.push({ root, syntax });
	}
	const [first, ...others] = found;
	if (first === undefined) return { fault: 'no_invoice' };
	if (others.length > 0) return { fault: 'several_invoices' };
	const invoice = invoiceOf(first.root, first.syntax);
	return invoice === null ? { fault: 'incomplete' } : { invoice };
}

const UBL = 'urn:oasis:names:specification:ubl:schema:xsd:';

/** The roots of invoices by namespace and name. The second one is that of ZUGFeRD 1. */
const ROOTS: Record<string, Invoice['syntax']> = {
	'urn:un:unece:uncefact:data:standard:CrossIndustryInvoice:100 CrossIndustryInvoice': 'CII',
	'urn:ferd:CrossIndustryDocument:invoice:1p0 CrossIndustryDocument': 'CII',
	[`${UBL}Invoice-2 Invoice`]: 'UBL',
	[`${UBL}CreditNote-2 CreditNote`]: 'UBL',
};

const DEAL = 'SupplyChainTradeTransaction/ApplicableHeaderTradeAgreement/SellerTradeParty';
const SETTLEMENT = 'SupplyChainTradeTransaction/ApplicableHeaderTradeSettlement';
const SUM = `${SETTLEMENT}/SpecifiedTradeSettlementHeaderMonetarySummation`;
const PERIOD = `${SETTLEMENT}/BillingSpecifiedPeriod`;
const PARTY = 'AccountingSupplierParty/Party';

/** The ways to the fields. The first one with a text counts. A condition in brackets is the text of a descendant or an attribute. */
const WAYS = {
	CII: {
		number: ['ExchangedDocument/ID'],
		date: ['ExchangedDocument/IssueDateTime/DateTimeString'],
		type: ['ExchangedDocument/TypeCode'],
		currency: [`${SETTLEMENT}/InvoiceCurrencyCode`],
		seller: [`${DEAL}/Name`, `${DEAL}/SpecifiedLegalOrganization/TradingBusinessName`],
		vatNumber: [`${DEAL}/SpecifiedTaxRegistration/ID[@schemeID=VA]`],
		periodStart: [`${PERIOD}/StartDateTime/DateTimeString`],
		periodEnd: [`${PERIOD}/EndDateTime/DateTimeString`],
		total: [`${SUM}/GrandTotalAmount`],
		due: [`${SUM}/DuePayableAmount`],
		lines: ['SupplyChainTradeTransaction/IncludedSupplyChainTradeLineItem'],
		lineName: ['SpecifiedTradeProduct/Name'],
		lineAmount: [
			'SpecifiedLineTradeSettlement/SpecifiedTradeSettlementLineMonetarySummation/LineTotalAmount',
		],
	},
	UBL: {
		number: ['ID'],
		date: ['IssueDate'],
		type: ['InvoiceTypeCode', 'CreditNoteTypeCode'],
		currency: ['DocumentCurrencyCode'],
		seller: [`${PARTY}/PartyLegalEntity/RegistrationName`, `${PARTY}/PartyName/Name`],
		vatNumber: [`${PARTY}/PartyTaxScheme[TaxScheme/ID=VAT]/CompanyID`],
		periodStart: ['InvoicePeriod/StartDate'],
		periodEnd: ['InvoicePeriod/EndDate'],
		total: ['LegalMonetaryTotal/TaxInclusiveAmount'],
		due: ['LegalMonetaryTotal/PayableAmount'],
		lines: ['InvoiceLine', 'CreditNoteLine'],
		lineName: ['Item/Name'],
		lineAmount: ['LineExtensionAmount'],
	},
} as const;

/** The names of the same elements in ZUGFeRD 1. */
const FIRST_NAMES: Record<string, string> = {
	HeaderExchangedDocument: 'ExchangedDocument',
	SpecifiedSupplyChainTradeTransaction: 'SupplyChainTradeTransaction',
	ApplicableSupplyChainTradeAgreement: 'ApplicableHeaderTradeAgreement',
	ApplicableSupplyChainTradeSettlement: 'ApplicableHeaderTradeSettlement',
	SpecifiedTradeSettlementMonetarySummation: 'SpecifiedTradeSettlementHeaderMonetarySummation',
};

/** Returns null if the invoice has not all fields that every profile demands. */
function invoiceOf(root: XmlElement, syntax: Invoice['syntax']): Invoice | null {
	const ways = WAYS[syntax];
	const textOf = (field: keyof typeof ways) => textAt(root, ways[field]);
	const [number, type, currency, seller, total] = (
		['number', 'type', 'currency', 'seller', 'total'] as const
	).map(textOf);
	const date = dayIn(textOf('date'));
	if (!(number && type && currency && seller && total && date)) return null;
	return {
		syntax,
		number,
		date,
		type,
		currency,
		seller,
		vatNumber: textOf('vatNumber'),
		periodStart: dayIn(textOf('periodStart')),
		periodEnd: dayIn(textOf('periodEnd')),
		total,
		due: textOf('due'),
		lines: ways.lines
			.flatMap((way) => elementsAt(root, way))
			.slice(0, MAX_LINES)
			.map((line) => ({ name: textAt(line, ways.lineName), amount: textAt(line, ways.lineAmount) })),
	};
}

/** The first text on these ways, without spaces around and between its words. */
function textAt(element: XmlElement, ways: readonly string[]): string | null {
	const texts = ways.flatMap((way) => elementsAt(element, way).map(({ text }) => text));
	const found = texts.map((text) => text.trim().replaceAll(/\s+/g, ' ')).find((text) => text !== '');
	return found?.slice(0, MAX_FIELD_LENGTH) ?? null;
}

const elementsAt = (element: XmlElement, way: string): XmlElement[] =>
	way.split(/\/(?![^[]*\])/).reduce<XmlElement[]>(
		(reached, step) => {
			const [, name, condition, value] = /^(\w+)(?:\[(.+)=(\w+)\])?$/.exec(step) ?? [];
			return reached.flatMap((one) =>
				elementsIn(one).filter(
					(child) =>
						(FIRST_NAMES[localName(child)] ?? localName(child)) === name &&
						(condition === undefined || valueAt(child, condition) === value),
				),
			);
		},
		[element],
	);

const valueAt = (element: XmlElement, way: string): string | null | undefined =>
	way.startsWith('@') ? element.attributes[way.slice(1)] : textAt(element, [way]);

/** CII writes 20260301 (format 102), and UBL 2026-03-01. Returns null for a day that does not exist. */
function dayIn(text: string | null): string | null {
	const [, year, month, day] = /^(\d{4})-?(\d\d)-?(\d\d)(?:Z|[+-]\d\d:\d\d)?$/.exec(text ?? '') ?? [];
	if (year === undefined) return null;
	const written = `${year}-${month}-${day}`;
	const date = new Date(`${written}T00:00:00Z`);
	return Number.isNaN(+date) || date.toISOString().slice(0, 10) !== written ? null : written;
}
