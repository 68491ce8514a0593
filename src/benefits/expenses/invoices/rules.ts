import { fileTypeOf } from '../../../foundation/core/file-types.ts';
import {
	elementsIn,
	localName,
	namespaceOf,
	parseXml,
	type XmlElement,
} from '../../../foundation/core/xml.ts';
import { attachmentsIn } from '../attachments/rules.ts';

/** The fields of an electronic invoice, with their numbers in EN 16931. Amounts and codes are written as in the invoice. */
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
	/** BT-112, the gross amount */
	total: string;
	/** BT-115 */
	due: string | null;
	/** BG-25: the names and net amounts of the first lines */
	lines: { name: string | null; amount: string | null }[];
}

export type InvoiceFault = 'no_invoice' | 'several_invoices' | 'encrypted' | 'too_many' | 'incomplete';

const MAX_LINES = 100;
const MAX_FIELD_LENGTH = 255;

/** Reads an invoice from a file, or from a PDF that contains one (ZUGFeRD, Factur-X, XRechnung). Invoices are not signed. */
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

/** The root elements of invoices, by namespace and name. The second one is that of ZUGFeRD 1. */
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

/**
 * The paths to each field. The first path with a text is used. A condition in brackets must equal the text of a descendant or an attribute.
 */
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

/** The names that these elements have in ZUGFeRD 1. */
const FIRST_NAMES: Record<string, string> = {
	HeaderExchangedDocument: 'ExchangedDocument',
	SpecifiedSupplyChainTradeTransaction: 'SupplyChainTradeTransaction',
	ApplicableSupplyChainTradeAgreement: 'ApplicableHeaderTradeAgreement',
	ApplicableSupplyChainTradeSettlement: 'ApplicableHeaderTradeSettlement',
	SpecifiedTradeSettlementMonetarySummation: 'SpecifiedTradeSettlementHeaderMonetarySummation',
};

/** Returns null if the invoice lacks a field that every profile requires. */
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

/** Returns the first text at these paths, with single spaces between its words. */
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

/** Reads a day. CII writes 20260301 (format 102), and UBL 2026-03-01. Returns null for a day that does not exist. */
function dayIn(text: string | null): string | null {
	const [, year, month, day] = /^(\d{4})-?(\d\d)-?(\d\d)(?:Z|[+-]\d\d:\d\d)?$/.exec(text ?? '') ?? [];
	if (year === undefined) return null;
	const written = `${year}-${month}-${day}`;
	const date = new Date(`${written}T00:00:00Z`);
	return Number.isNaN(+date) || date.toISOString().slice(0, 10) !== written ? null : written;
}
