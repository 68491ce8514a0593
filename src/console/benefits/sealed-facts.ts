import type { ReceiptFacts } from '../../benefits/expenses/facts/store.ts';
import { Refusal } from '../../foundation/core/refusals.ts';
import type { Context } from '../env.ts';
import { textIn } from '../typed.ts';

/** The facts of a receipt, or why it proves no purchase. Null for a file without an invoice. */
export type FactsRead = ReceiptFacts | Refusal | null;

/** The beginning of an entry that holds sealed facts. Codes of tills begin differently. */
const MARK = 'facts:';

export const isOfFile = (typed: FormData): boolean => textIn(typed, 'machineReadable').startsWith(MARK);

const contextOf = ({ var: { visitor } }: Context) => `facts for ${visitor?.userId}`;

/**
 * Seals facts into an entry of a form, so that its previews need no file. Without the seal, people could make up facts to find out who
 * has submitted a purchase.
 */
export async function sealFacts(c: Context, read: FactsRead): Promise<string> {
	const sealed = read instanceof Refusal ? { fault: read.extras.fault } : read;
	return MARK + (await c.var.vault.seal(JSON.stringify(sealed), contextOf(c)));
}

/** Returns the facts in the entry of a form. Returns null if it was sealed for another user, or with a key that no longer exists. */
export async function openFacts(c: Context): Promise<FactsRead> {
	const { vault, typed } = c.var;
	if (!isOfFile(typed)) return null;
	const sealed = textIn(typed, 'machineReadable').slice(MARK.length);
	const text = await vault.open(sealed, contextOf(c)).catch(() => 'null');
	const read: ReceiptFacts | { fault: string } | null = JSON.parse(text);
	return read !== null && 'fault' in read ? new Refusal('code_unusable', '', read) : read;
}
