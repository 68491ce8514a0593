import { type Instant, toDay, toIso } from '../../core/instant.ts';
import type { Money } from '../../core/money.ts';
import { Refusal } from '../../core/refusals.ts';
import { sha256 } from '../../core/vault.ts';
import { isSignatureValid } from '../signatures/rules.ts';
import { type CodeFault, MAX_CODE_LENGTH, readCode } from '../tills/rules.ts';

export const FACT_SOURCES = ['KASSENSICHV', 'RKSV'] as const;

/**
 * How far facts can be trusted. Anybody can make a key, so a valid signature alone proves little. The key of a KNOWN_TILL has also signed
 * receipts of three other employees that verifiers approved.
 */
export const VERDICTS = ['KNOWN_TILL', 'UNKNOWN_ISSUER', 'MISMATCH', 'UNSIGNED'] as const;
export type Verdict = (typeof VERDICTS)[number];

/** A purchase as the code of the receipt describes it. The expense keeps it in this form. */
export interface MachineFacts {
	source: (typeof FACT_SOURCES)[number];
	/** The serial number of the till. */
	issuer: string;
	/** The number of the transaction. */
	number: string;
	/** The counter of signatures; null where there is none. */
	counter: number | null;
	/** ISO 8601 */
	time: string;
	/** `yyyy-MM-dd`, at the place of the purchase. */
	date: string;
	amount: Money;
	signature: 'VALID' | 'INVALID' | 'NONE';
	/** Stands for the key or certificate that has signed, and so for the till. */
	issuerMark: string;
	/** Stands for the purchase. A second expense with it is a duplicate. */
	mark: string;
}

/** Reads what the code of a till says, and verifies its signature. Refuses a code that proves no purchase. */
export async function factsIn(code: string, now: Instant): Promise<MachineFacts> {
	const read = readCode(code, now);
	if ('fault' in read) throw new Refusal('code_unusable', FAULTS[read.fault], { fault: read.fault });
	const { scheme, till, signer, transaction, counter, time, date, amount, signed } = read.receipt;
	const issuerMark = sha256(JSON.stringify([scheme, signer]));
	return {
		source: scheme,
		issuer: till,
		number: transaction,
		counter,
		time: toIso(time),
		date: toDay(date),
		amount,
		signature: signed === null ? 'NONE' : (await isSignatureValid(signed)) ? 'VALID' : 'INVALID',
		issuerMark,
		// A signature has a twin that is valid too, so it identifies nothing.
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

interface Given {
	date: Instant;
	amount: Money;
}

export const areDifferent = (
	facts: Pick<MachineFacts, 'date' | 'amount'>,
	{ date, amount }: Given,
): boolean =>
	facts.date !== toDay(date) ||
	facts.amount.value !== amount.value ||
	facts.amount.currency !== amount.currency;

/** Refuses another day or amount than that of the facts, unless that is meant. */
export function requireAgreement(
	facts: Pick<MachineFacts, 'date' | 'amount'> | null,
	given: Given & { factsDiffer: boolean },
): void {
	if (facts === null || given.factsDiffer || !areDifferent(facts, given)) return;
	const { date, amount } = facts;
	throw new Refusal(
		'facts_differ',
		`The receipt says ${date} and ${amount.value} ${amount.currency}. To submit something else, send "factsDiffer": true.`,
		{ facts: { date, amount } },
	);
}

export const verdictOf = ({ signature }: Pick<MachineFacts, 'signature'>, isTillKnown: boolean): Verdict => {
	if (signature === 'NONE') return 'UNSIGNED';
	if (signature === 'INVALID') return 'MISMATCH';
	return isTillKnown ? 'KNOWN_TILL' : 'UNKNOWN_ISSUER';
};
