import { fileTypeOf } from '../../../foundation/core/file-types.ts';
import { type Instant, toDay, toIso } from '../../../foundation/core/instant.ts';
import { CURRENCIES, ISO_CODES, MAX_MONEY_VALUE, type Money } from '../../../foundation/core/money.ts';
import { Refusal } from '../../../foundation/core/refusals.ts';
import type { Upload } from '../../../foundation/core/upload.ts';
import { sha256 } from '../../../foundation/core/vault.ts';
import { type Invoice, type InvoiceFault, readInvoice } from '../invoices/rules.ts';
import { type ReceiptType, unsupportedType } from '../receipts/rules.ts';
import { isSignatureValid } from '../signatures/rules.ts';
import { type CodeFault, MAX_CODE_LENGTH, readCode, signerMark } from '../tills/rules.ts';

export const FACT_SOURCES = ['KASSENSICHV', 'RKSV', 'E_INVOICE'] as const;

/**
 * How far facts can be trusted. A valid signature alone proves little, because anybody can create a key. KNOWN_TILL means that an operator
 * has imported the key's certificate, or that verifiers have approved receipts of three other employees with this key.
 */
export const VERDICTS = ['KNOWN_TILL', 'UNKNOWN_ISSUER', 'MISMATCH', 'UNSIGNED'] as const;
export type Verdict = (typeof VERDICTS)[number];

/** A purchase as described by the code of the receipt or by the invoice. The expense stores it in this form. */
export interface MachineFacts {
	source: (typeof FACT_SOURCES)[number];
	/** The serial number of the till, or the VAT number of the seller, or the seller's name if there is none. */
	issuer: string;
	/** The name of the seller; null for a till. */
	seller: string | null;
	/** The number of the transaction or of the invoice. */
	number: string;
	/** The counter of signatures; null when there is none. */
	counter: number | null;
	/** ISO 8601; null for an invoice, which has only a day. */
	time: string | null;
	/** `yyyy-MM-dd` in the time zone of the purchase. */
	date: string;
	/** The first day of the service, `yyyy-MM-dd`. */
	periodStart: string | null;
	periodEnd: string | null;
	/** The gross amount. */
	amount: Money;
	/** True for an invoice that replaces an earlier one. */
	isCorrection: boolean;
	/** The receipt whose file is the invoice; null for a code. */
	receiptId: string | null;
	signature: 'VALID' | 'INVALID' | 'NONE';
	/** Identifies the key or certificate of the signature and so the till, or the seller of an invoice. */
	issuerMark: string;
	/** Identifies the purchase. Another expense with the same mark is a duplicate. */
	mark: string;
}

/** Reads the code of a till, and verifies its signature. Refuses a code that proves no purchase. */
export async function factsIn(code: string, now: Instant): Promise<MachineFacts> {
	const read = readCode(code, now);
	if ('fault' in read) throw new Refusal('code_unusable', FAULTS[read.fault], { fault: read.fault });
	const { scheme, till, signer, transaction, counter, time, date, amount, signed } = read.receipt;
	const issuerMark = signerMark(scheme, signer);
	return {
		source: scheme,
		issuer: till,
		seller: null,
		number: transaction,
		counter,
		time: toIso(time),
		date: toDay(date),
		periodStart: null,
		periodEnd: null,
		amount,
		isCorrection: false,
		receiptId: null,
		signature: signed === null ? 'NONE' : (await isSignatureValid(signed)) ? 'VALID' : 'INVALID',
		issuerMark,
		// The mark does not contain the signature, because every signature has another valid form.
		mark: sha256(JSON.stringify([issuerMark, till, transaction, counter])),
	};
}

const FAULTS: Record<CodeFault, string> = {
	not_a_till: 'machineReadable must be the text of the QR code of a receipt from Germany or Austria.',
	unknown_version: 'machineReadable has a version that is not known. Known are V0 and _R1.',
	cut_off: 'machineReadable is not complete. Send the whole text of the QR code.',
	too_long: `machineReadable must not have more than ${MAX_CODE_LENGTH} characters.`,
	no_purchase: 'machineReadable belongs to no purchase, but to a cancellation, a training or another record.',
	amounts_differ:
		'The payments in machineReadable are not the sum of its amounts. Submit the expense without it.',
	amount_out_of_range: 'The amount in machineReadable is too large.',
	in_future: 'machineReadable belongs to a purchase in the future.',
};

/** Why a file has no facts. Only `no_purchase` is a reason against the receipt. */
export type FileFault =
	| InvoiceFault
	| 'no_purchase'
	| 'foreign_currency'
	| 'amount_unreadable'
	| 'amount_out_of_range';

/** Reads the invoice in a file: an XML file (XRechnung), or a PDF that contains one (ZUGFeRD, Factur-X). */
export async function factsInFile(file: Uint8Array): Promise<{ facts: MachineFacts } | { fault: FileFault }> {
	const read = await readInvoice(file);
	return 'fault' in read ? read : factsOf(read.invoice);
}

/** True for a file that must be read completely, because it may contain an invoice. */
export const isRead = (head: Uint8Array): boolean =>
	fileTypeOf(head, ['application/pdf', 'application/xml']) !== null;

/** Reads the invoice in an uploaded file. Refuses XML that is no invoice and, unless `isMeant`, an invoice that proves no purchase. */
export async function factsInUpload(
	upload: Upload,
	mediaType: ReceiptType,
	receiptId: string | null,
	isMeant: boolean,
): Promise<MachineFacts | null> {
	if (!isRead(upload.head)) return null;
	const read = await factsInFile(await upload.hold());
	if ('facts' in read) return { ...read.facts, receiptId };
	const isOther = read.fault === 'no_invoice' || read.fault === 'incomplete';
	if (mediaType === 'application/xml' && isOther) throw unsupportedType();
	if (read.fault === 'no_purchase' && !isMeant) {
		throw new Refusal(
			'code_unusable',
			'The invoice proves no purchase: it is a credit note or an offer, or asks for no money.',
			{ fault: 'invoice_without_purchase' },
		);
	}
	return null;
}

/** The types of invoices (UNTDID 1001) that request money. Others are credit notes or offers, or take something back. */
const CORRECTED = '384';
const PURCHASES = ['326', '380', CORRECTED, '386', '388', '389', '393', '395', '751', '875', '876', '877'];

function factsOf(invoice: Invoice): { facts: MachineFacts } | { fault: FileFault } {
	const { number, date, type, seller, vatNumber, periodStart, periodEnd } = invoice;
	const [, sign, units, cents] = /^([+-]?)(\d+)(?:\.(\d\d?)0*)?$/.exec(invoice.total) ?? [];
	if (units === undefined) return { fault: 'amount_unreadable' };
	const value = Number(units + (cents ?? '').padEnd(2, '0'));
	if (!PURCHASES.includes(type) || sign === '-' || value === 0) return { fault: 'no_purchase' };
	const currency = CURRENCIES.find((one) => ISO_CODES[one] === invoice.currency);
	if (currency === undefined) return { fault: 'foreign_currency' };
	if (value > MAX_MONEY_VALUE) return { fault: 'amount_out_of_range' };
	const issuer = vatNumber ?? seller;
	const issuerMark = sha256(JSON.stringify(['E_INVOICE', comparable(issuer)]));
	return {
		facts: {
			source: 'E_INVOICE',
			issuer,
			seller,
			number,
			counter: null,
			time: null,
			date,
			periodStart,
			periodEnd,
			amount: { value, currency },
			isCorrection: type === CORRECTED,
			receiptId: null,
			signature: 'NONE',
			issuerMark,
			mark: sha256(JSON.stringify([issuerMark, comparable(number)])),
		},
	};
}

/** Returns a text for comparisons, because the PDF and the XML of an invoice may differ in spaces and case. */
const comparable = (text: string): string => text.normalize('NFKC').toUpperCase().replaceAll(/\s/g, '');

interface Given {
	date: Instant;
	amount: Money;
}

type Compared = Pick<MachineFacts, 'date' | 'amount' | 'isCorrection'>;

/** Whether an expense has the day and amount of its receipt. NONE means that there are no facts. */
export const FACT_MATCHES = ['AGREE', 'DIFFER', 'NONE'] as const;
export type FactMatch = (typeof FACT_MATCHES)[number];

export const isSameDay = (facts: Compared, { date }: Given): boolean => facts.date === toDay(date);

export const isSameAmount = (facts: Compared, { amount: { value, currency } }: Given): boolean =>
	facts.amount.value === value && facts.amount.currency === currency;

/** True when day or amount differ. A corrected invoice always counts as different, because the replaced one may have been submitted. */
export const areDifferent = (facts: Compared, given: Given): boolean =>
	facts.isCorrection || !isSameDay(facts, given) || !isSameAmount(facts, given);

/** Refuses a day or amount that differs from the facts, unless `factsDiffer` confirms that. */
export function requireAgreement(
	facts: Compared | null,
	given: Given & { factsDiffer: boolean },
	confirmation = 'send "factsDiffer": true',
): void {
	if (facts === null || given.factsDiffer || !areDifferent(facts, given)) return;
	const { date, amount, isCorrection } = facts;
	const says = `The receipt says ${date} and ${amount.value} ${amount.currency}.`;
	throw new Refusal(
		'facts_differ',
		isCorrection
			? `${says} It corrects an earlier invoice. If that one was not submitted, ${confirmation}.`
			: `${says} To submit something else, ${confirmation}.`,
		{ facts: { date, amount, isCorrection } },
	);
}

export const verdictOf = ({ signature }: Pick<MachineFacts, 'signature'>, isTillKnown: boolean): Verdict => {
	if (signature === 'NONE') return 'UNSIGNED';
	if (signature === 'INVALID') return 'MISMATCH';
	return isTillKnown ? 'KNOWN_TILL' : 'UNKNOWN_ISSUER';
};
