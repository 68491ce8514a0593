import { type Instant, toIso } from '../../../foundation/core/instant.ts';
import { MAX_MONEY_VALUE, type Money } from '../../../foundation/core/money.ts';
import { sha256 } from '../../../foundation/core/vault.ts';

/** The most characters of a QR code. */
export const MAX_CODE_LENGTH = 4296;

/** Returns the mark of the key or certificate that has signed a receipt, and so of its till. */
export const signerMark = (scheme: TillReceipt['scheme'], signer: string): string =>
	sha256(JSON.stringify([scheme, signer]));

export type CodeFault =
	| 'not_a_till'
	| 'unknown_version'
	| 'cut_off'
	| 'too_long'
	| 'no_purchase'
	| 'amounts_differ'
	| 'amount_out_of_range'
	| 'in_future';

/** A purchase as the code of a till describes it. */
export interface TillReceipt {
	/** The law by which the till signs: KassenSichV in Germany, RKSV in Austria. */
	scheme: 'KASSENSICHV' | 'RKSV';
	till: string;
	/** Identifies the signer: the key, or in Austria the number of the certificate. */
	signer: string;
	/** The number of the transaction, or in Austria of the receipt. */
	transaction: string;
	/** The counter of signatures; null in Austria. */
	counter: number | null;
	/** When the purchase ended. */
	time: Instant;
	/** The start of the UTC day with the local date of the purchase. */
	date: Instant;
	amount: Money;
	/** The signed parts of a German code. Null for an Austrian one, which cannot be verified without its certificate. */
	signed: SignedTransaction | null;
}

/** The signed fields of a German code and the signature, as written in the code. */
export interface SignedTransaction {
	till: string;
	processType: string;
	processData: string;
	transaction: number;
	counter: number;
	logTime: Instant;
	algorithm: string;
	timeFormat: string;
	signature: string;
	publicKey: string;
}

type Read = { receipt: TillReceipt } | { fault: CodeFault };

/** A till's clock may be ahead of ours by this much. */
const CLOCK_DRIFT_MS = 15 * 60_000;

/** Reads the QR code of a German receipt (DSFinV-K, "V0;…") or an Austrian one (RKSV, "_R1-AT…"). It verifies nothing. */
export function readCode(text: string, now: Instant): Read {
	if (text.length > MAX_CODE_LENGTH) return { fault: 'too_long' };
	const read = /^V\d+;/.test(text)
		? readGerman(text)
		: text.startsWith('_R')
			? readAustrian(text)
			: undefined;
	if (read === undefined) return { fault: 'not_a_till' };
	if ('receipt' in read && read.receipt.time > now + CLOCK_DRIFT_MS) return { fault: 'in_future' };
	return read;
}

const FIELDS = 12;
const ISO_TIME = /^20\d\d-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{1,3})?(Z|[+-]\d\d:\d\d)$/;
const WHOLE = /^\d{1,15}$/;

function readGerman(text: string): Read {
	if (!text.startsWith('V0;')) return { fault: 'unknown_version' };
	const fields = text.split(';');
	if (fields.length < FIELDS) return { fault: 'cut_off' };
	const [
		,
		till = '',
		processType = '',
		processData = '',
		transaction = '',
		counter = '',
		start = '',
		time = '',
	] = fields;
	const [algorithm = '', timeFormat = '', signature = '', publicKey = ''] = fields.slice(8);
	if (fields.length > FIELDS || till === '' || ![transaction, counter].every((one) => WHOLE.test(one)))
		return { fault: 'not_a_till' };
	if (signature === '' || publicKey === '') return { fault: 'cut_off' };
	const [began, logTime] = [instantIn(start, ISO_TIME), instantIn(time, ISO_TIME)];
	if (began === undefined || logTime === undefined || began > logTime) return { fault: 'not_a_till' };
	if (processType !== 'Kassenbeleg-V1') return { fault: 'no_purchase' };
	const paid = paidIn(processData);
	if ('fault' in paid) return paid;
	const signed: SignedTransaction = {
		till,
		processType,
		processData,
		transaction: Number(transaction),
		counter: Number(counter),
		logTime,
		algorithm,
		timeFormat,
		signature,
		publicKey,
	};
	const receipt: TillReceipt = {
		scheme: 'KASSENSICHV',
		till,
		signer: publicKey,
		// Leading zeros are not signed.
		transaction: String(signed.transaction),
		counter: signed.counter,
		time: logTime,
		date: dayInGermany(logTime),
		amount: { value: paid.cents, currency: 'EUR_CENT' },
		signed,
	};
	return { receipt };
}

/** Returns the time, if the text has this pattern and its day exists. */
function instantIn(text: string, pattern: RegExp): Instant | undefined {
	const wall = text.slice(0, 19);
	const at = Date.parse(`${wall}Z`);
	if (!pattern.test(text) || Number.isNaN(at) || toIso(at).slice(0, 19) !== wall) return undefined;
	return text.length === wall.length ? at : Date.parse(text);
}

type Paid = { cents: number } | { fault: CodeFault };

const TAX_CLASSES = 5;
const AMOUNT = /^-?\d{1,9}\.\d\d$/;

/** Reads the paid amount: the gross amounts. If all payments are in euros, their sum must be equal. */
function paidIn(processData: string): Paid {
	const [kind, gross = '', payments = '', ...more] = processData.split('^');
	if (kind !== 'Beleg') return { fault: 'no_purchase' };
	const amounts = gross.split('_');
	const paid = payments.split('_').map(paymentOf);
	if (more.length > 0 || amounts.length !== TAX_CLASSES || !amounts.every((one) => AMOUNT.test(one)))
		return { fault: 'not_a_till' };
	if (paid.includes(undefined)) return { fault: 'not_a_till' };
	const cents = sumOf(amounts.map(centsOf));
	const areEuros = paid.every((one) => one?.currency === 'EUR');
	if (areEuros && sumOf(paid.map((one) => one?.cents ?? 0)) !== cents) return { fault: 'amounts_differ' };
	return withinRange(cents);
}

function withinRange(cents: number): Paid {
	if (cents <= 0) return { fault: 'no_purchase' };
	return cents > MAX_MONEY_VALUE ? { fault: 'amount_out_of_range' } : { cents };
}

/** Some tills write `Bar:2.55` in place of `2.55:Bar`. */
function paymentOf(text: string): { cents: number; currency: string } | undefined {
	const [, before, after, currency = 'EUR'] =
		/^(?:(-?\d{1,9}\.\d\d):(?:Bar|Unbar)|(?:Bar|Unbar):(-?\d{1,9}\.\d\d))(?::([A-Z]{3}))?$/.exec(text) ?? [];
	const amount = before ?? after;
	return amount === undefined ? undefined : { cents: centsOf(amount), currency };
}

/** Amounts have exactly two decimals, so their digits are cents. */
const centsOf = (amount: string): number => Number(amount.replace(/[.,]/, ''));

const sumOf = (values: readonly number[]): number => values.reduce((sum, one) => sum + one, 0);

const dayInGermany = (at: Instant): Instant =>
	Date.parse(new Intl.DateTimeFormat('en-CA', { timeZone: 'Europe/Berlin' }).format(at));

/** Returns the difference between Austrian time and UTC, such as `+02:00`. */
const offsetInAustria = (at: Instant): string =>
	new Intl.DateTimeFormat('en', { timeZone: 'Europe/Vienna', timeZoneName: 'longOffset' })
		.format(at)
		.slice(-6);

const RKSV_FIELDS = 14;
const LOCAL_TIME = /^20\d\d-\d\d-\d\dT\d\d:\d\d:\d\d$/;
/** In place of the turnover, a cancellation has `STO` and a training `TRA`, both in Base64. */
const NO_TURNOVER = ['U1RP', 'VFJB'];
const COMMA_AMOUNT = /^-?\d{1,9},\d\d$/;

/** The first part is empty, because the code begins with its separator. */
function readAustrian(text: string): Read {
	if (!text.startsWith('_R1-AT')) return { fault: 'unknown_version' };
	const [, , till = '', transaction = '', time = '', ...rest] = text.split('_');
	const amounts = rest.slice(0, 5);
	const [turnover = '', certificate = ''] = rest.slice(5);
	if (rest.length < RKSV_FIELDS - 5) return { fault: 'cut_off' };
	const at = instantIn(time, LOCAL_TIME);
	if (
		at === undefined ||
		till === '' ||
		transaction === '' ||
		!amounts.every((one) => COMMA_AMOUNT.test(one))
	)
		return { fault: 'not_a_till' };
	if (NO_TURNOVER.includes(turnover)) return { fault: 'no_purchase' };
	const paid = withinRange(sumOf(amounts.map(centsOf)));
	if ('fault' in paid) return paid;
	const receipt: TillReceipt = {
		scheme: 'RKSV',
		till,
		signer: certificate,
		transaction,
		counter: null,
		time: Date.parse(`${time}${offsetInAustria(at)}`),
		date: Date.parse(time.slice(0, 10)),
		amount: { value: paid.cents, currency: 'EUR_CENT' },
		signed: null,
	};
	return { receipt };
}
