import { createHash, createHmac } from 'node:crypto';
import type { Currency } from '../../core/money.ts';
import type { MachineFacts } from '../facts/rules.ts';
import type { Check } from '../review/rules.ts';

/** The time after a receipt in which its author may add more. No rule looks at the expense before. */
export const MOMENT_MS = 5 * 60_000;

export const DEFAULT_SAMPLE_PERCENT = 5;

/** The context in which the seed of a month is sealed. */
export const sealedForSample = (seedId: string): string => `sample ${seedId}`;

/** Returns 256 random bits in hexadecimal digits. */
export const newSeed = (): string => Buffer.from(crypto.getRandomValues(new Uint8Array(32))).toString('hex');

/** Returns the SHA-256 of a seed. The history has it before the first draw, so that nobody can change the seed afterwards. */
export const commitmentOf = (seed: string): string =>
	createHash('sha256').update(Buffer.from(seed, 'hex')).digest('hex');

/**
 * Whether the sample has a purchase. The purchase itself decides, so that nothing changes when somebody submits it again. docs/decisions.md
 * says how anybody can check a draw.
 */
export function isDrawn(seed: string, { mark }: Pick<MachineFacts, 'mark'>, percent: number): boolean {
	const drawn = createHmac('sha256', Buffer.from(seed, 'hex')).update(mark).digest().readUInt32BE(0);
	return drawn * 100 < percent * 2 ** 32;
}

interface Rule {
	maxAmountValue: number;
	maxAmountCurrency: Currency;
	acceptsInvoices: boolean;
}

interface Candidate {
	amountValue: number;
	amountCurrency: Currency;
	machineFacts: MachineFacts | null;
}

/** Whether a rule permits an expense. Every check must be fine, also those that a verifier may overrule. */
export function isPermittedBy(rule: Rule, expense: Candidate, checks: readonly Check[]): boolean {
	const { amountValue, amountCurrency, machineFacts } = expense;
	if (machineFacts === null || machineFacts.isCorrection) return false;
	if (amountCurrency !== rule.maxAmountCurrency || amountValue > rule.maxAmountValue) return false;
	const isInvoice = machineFacts.source === 'E_INVOICE' && rule.acceptsInvoices;
	const isFine = ({ name, result }: Check) =>
		result === 'fine' || (isInvoice && name === 'machine' && result === 'open');
	return checks.some(({ name }) => name === 'machine') && checks.every(isFine);
}
