import type { PropsWithChildren } from 'hono/jsx';
import { Refusal } from '../../core/refusals.ts';
import type { Call } from '../../db/call.ts';
import { readReceiptFacts } from '../../expenses/facts/actions.ts';
import { verdictOf } from '../../expenses/facts/rules.ts';
import type { ReceiptFacts } from '../../expenses/facts/store.ts';
import type { Context } from '../env.ts';
import { addressOfAsset, useReader, useWords } from '../page.tsx';
import { sentenceOf } from '../refusals.ts';
import { isTicked, textIn } from '../typed.ts';
import { receiptAddress } from './receipts.tsx';
import { WORDS } from './words.ts';

/** The facts in the code of a receipt, or the reason why it cannot be used. Null without a code. */
export type CodeRead = ReceiptFacts | Refusal | null;

/** Returns the code that a form was sent with, unless its page has said that it cannot be used. */
export const codeIn = (typed: FormData): string | null =>
	isTicked(typed, 'withoutCode') ? null : textIn(typed, 'machineReadable') || null;

/** Reads the code of the form that the page shows again. One that cannot be used is no reason to refuse the page. */
export async function readCodeSent(c: Context, call: Call, employeeId: string): Promise<CodeRead> {
	const machineReadable = c.var.sent === undefined ? '' : textIn(c.var.typed, 'machineReadable');
	if (machineReadable === '') return null;
	try {
		return await readReceiptFacts(call, employeeId, { machineReadable });
	} catch (error) {
		if (error instanceof Refusal && error.code === 'code_unusable') return error;
		throw error;
	}
}

interface CodeProps {
	read: CodeRead;
	/** The expense that is corrected. */
	expenseId: string | undefined;
}

/** The code of the receipt, which a script finds in the picture, and what it says. Children stand below it. */
export function Code({ read, expenseId, children }: PropsWithChildren<CodeProps>) {
	const { c, say } = useReader();
	const words = useWords(WORDS);
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
	const { say } = useReader();
	const words = useWords(WORDS);
	if (facts === null) return null;
	const { amount, date } = facts;
	const verdict = verdictOf(facts, isTillKnown);
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
				{words.codeSays(
					say.amount(amount.value, amount.currency),
					say.day(Date.parse(date)),
					words.verdicts[verdict],
				)}
			</p>
			{own !== undefined && (
				<p>
					<a href={receiptAddress(own)}>{words.codeOwn}</a>
				</p>
			)}
			{own === undefined && samePurchase.isOfColleague && <p>{words.codeColleague}</p>}
		</div>
	);
}
