import type { PropsWithChildren } from 'hono/jsx';
import { readReceiptFacts } from '../../benefits/expenses/facts/actions.ts';
import { verdictOf } from '../../benefits/expenses/facts/rules.ts';
import type { ReceiptFacts } from '../../benefits/expenses/facts/store.ts';
import { Refusal } from '../../foundation/core/refusals.ts';
import type { Call } from '../../foundation/db/call.ts';
import type { Context } from '../env.ts';
import { addressOfAsset, useReader } from '../page.tsx';
import { only, sentenceOf } from '../refusals.ts';
import { isTicked, textIn } from '../typed.ts';
import { receiptAddress } from './receipts.tsx';
import { type FactsRead, isOfFile, openFacts } from './sealed-facts.ts';
import { WORDS } from './words.ts';

/** Returns the code that was sent with a form. Null if the reader chose to leave it out, or if the facts come from a file. */
export const codeIn = (typed: FormData): string | null =>
	isTicked(typed, 'withoutCode') || isOfFile(typed) ? null : textIn(typed, 'machineReadable') || null;

/** Reads the code of the form that the page shows again. An unusable code does not refuse the page. */
export async function readCodeSent(c: Context, call: Call, employeeId: string): Promise<FactsRead> {
	const { sent, typed } = c.var;
	if (sent === undefined) return null;
	if (isOfFile(typed)) return openFacts(c);
	const machineReadable = textIn(typed, 'machineReadable');
	if (machineReadable === '') return null;
	return readReceiptFacts(call, employeeId, { machineReadable }).catch(only('code_unusable'));
}

interface CodeProps {
	read: FactsRead;
	/** The expense that is corrected. */
	expenseId: string | undefined;
}

/** The code of the receipt, which a script finds in the picture, and what it says. Children stand below it. */
export function Code({ read, expenseId, children }: PropsWithChildren<CodeProps>) {
	const { c, say, words } = useReader(WORDS);
	const { sent, typed } = c.var;
	return (
		<div
			id="code"
			role="status"
			data-reader={addressOfAsset('reader.js')}
			data-worker={addressOfAsset('codes.js')}
			data-library={addressOfAsset('zxing.js')}
			data-wasm={addressOfAsset('zxing.wasm')}
			data-reading={words.codeReading}
			data-fresh={sent === undefined && expenseId === undefined ? '' : undefined}
			data-none={words.codeNone}
			data-several={words.codeSeveral}
		>
			<input
				type="hidden"
				name="machineReadable"
				value={sent === undefined ? '' : textIn(typed, 'machineReadable')}
			/>
			<div data-preview="code">
				{read instanceof Refusal && (
					<p class="note">
						{sentenceOf(read, say)}
						<input type="hidden" name="withoutCode" value="on" />
					</p>
				)}
				{read !== null && !(read instanceof Refusal) && <Said read={read} expenseId={expenseId} />}
				{children}
			</div>
		</div>
	);
}

/** Says what was read and how far it can be trusted. The script fills the form with it. */
function Said({
	read: { machineFacts: facts, isTillKnown, module, samePurchase },
	expenseId,
}: {
	read: ReceiptFacts;
	expenseId: string | undefined;
}) {
	const { say, words } = useReader(WORDS);
	if (facts === null) return null;
	const { amount, date, seller } = facts;
	const verdict = verdictOf(facts, isTillKnown);
	const said = [say.amount(amount.value, amount.currency), say.day(Date.parse(date))] as const;
	const own = samePurchase.expenseIds.find((id) => id !== expenseId);
	return (
		<div
			class="note"
			data-mood={verdict === 'MISMATCH' ? 'bad' : verdict === 'KNOWN_TILL' ? 'good' : undefined}
			data-amount={say.typedAmount(amount.value)}
			data-date={date}
			data-module={module}
		>
			<p>
				{seller === null
					? words.codeSays(...said, words.verdicts[verdict])
					: words.invoiceSays(...said, seller)}
			</p>
			{facts.isCorrection && <p>{words.invoiceCorrects}</p>}
			{own !== undefined && (
				<p>
					<a href={receiptAddress(own)}>{words.codeOwn}</a>
				</p>
			)}
			{own === undefined && samePurchase.isOfColleague && <p>{words.codeColleague}</p>}
		</div>
	);
}
