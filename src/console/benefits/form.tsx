import type { PropsWithChildren } from 'hono/jsx';
import { toWire } from '../../benefits/expenses/contract.ts';
import type { StoredDraft } from '../../benefits/expenses/drafts/table.ts';
import { addReceipt } from '../../benefits/expenses/receipts/actions.ts';
import { receiptToWire } from '../../benefits/expenses/receipts/contract.ts';
import { MAX_RECEIPT_BYTES, requireReceiptType } from '../../benefits/expenses/receipts/rules.ts';
import { ANSWERS, belongsTo } from '../../benefits/expenses/rules.ts';
import type { Expense } from '../../benefits/expenses/store.ts';
import { type Instant, toDay } from '../../foundation/core/instant.ts';
import type { Module } from '../../foundation/core/modules.ts';
import { invalidField, Refusal } from '../../foundation/core/refusals.ts';
import { openUpload, type Upload } from '../../foundation/core/upload.ts';
import type { Context } from '../env.ts';
import { Fields, FormFor, form, OneField, type readFields } from '../forms.tsx';
import { choice, day, file, flag, money, number, optional, text } from '../kinds.tsx';
import { useReader } from '../page.tsx';
import { textIn } from '../typed.ts';
import { Code, codeIn } from './code.tsx';
import { DraftField } from './draft.tsx';
import type { FactsRead } from './sealed-facts.ts';
import { WORDS } from './words.ts';

/** The file types that browsers offer. The script converts other pictures to one of them. */
export const ACCEPTED =
	'image/jpeg,image/png,image/webp,image/heic,image/heif,application/pdf,text/xml,application/xml';

interface PictureFields {
	file: File | undefined;
	factsDiffer: boolean;
}

/** The form for a picture of a receipt, also for one that is added later. */
export const picture = form({
	words: WORDS,
	fields: { file: file(ACCEPTED, 'fileUnreadable'), factsDiffer: flag() },
	attempt: async (call, id: string, { file, factsDiffer }: PictureFields, c) =>
		addReceipt(call, c.env.RECEIPTS, id, await uploadOf(file), factsDiffer),
	toWire: receiptToWire,
});

export const fields = {
	module: choice(),
	amount: money(),
	upTo: flag(),
	date: day(),
	days: optional(number()),
	mealPrice: optional(money()),
	spouse: flag(),
	children: optional(number({ at: 'recreationFor' })),
	isPublicTransport: flag(),
	factsDiffer: flag(),
	note: optional(text({ maxlength: 255 })),
};

/** Returns the body of the request, without the fields of other modules. */
export const bodyOf = (
	{ spouse, children, ...read }: ReturnType<typeof readFields<typeof fields>>,
	{ var: { typed } }: Context,
) => ({
	...read,
	machineReadable: codeIn(typed),
	draftId: textIn(typed, 'draftId') || null,
	days: belongsTo('days', read.module) ? (read.days ?? 1) : null,
	mealPrice: belongsTo('mealPrice', read.module) ? read.mealPrice : null,
	recreationFor:
		belongsTo('recreationFor', read.module) && (spouse || children !== null)
			? { spouse, children: children ?? 0 }
			: null,
	isPublicTransport: belongsTo('isPublicTransport', read.module) ? read.isPublicTransport : null,
});

/** The facts of a receipt, as they are submitted with a picture, and corrected after it was returned. */
export const receipt = { words: WORDS, fields, toWire: (expense: Expense) => toWire(expense, 'en') };

/** Opens the file of a form. Refuses one that is missing, too large, or of a type that is not accepted. */
export async function uploadOf(file: File | undefined): Promise<Upload> {
	if (file === undefined) throw invalidField('file', 'required', 'file is missing.');
	if (file.size > MAX_RECEIPT_BYTES) throw new Refusal('body_too_large', 'A receipt may have at most 10 MB.');
	const upload = await openUpload(file.stream(), file.size);
	requireReceiptType(upload.head);
	return upload;
}

/** True if the form differs from its file or code, so that the reader has to confirm it. */
export const asksToConfirm = ({ var: { sent, typed } }: Context, read: FactsRead = null): boolean =>
	[sent?.refusal, read].some((one) => one instanceof Refusal && isConfirmable(one)) ||
	(sent !== undefined && typed.has('factsDiffer'));

const isConfirmable = ({ code, extras }: Refusal): boolean =>
	code === 'facts_differ' || extras.fault === 'invoice_without_purchase';

interface ReceiptFormProps {
	to: string;
	modules: readonly Module[];
	/** The first day that can be submitted. */
	earliest?: Instant | null;
	/** The expense that is corrected. */
	expense?: Expense;
	/** The draft whose file is the receipt. */
	draft?: StoredDraft | undefined;
	/** The facts in the code or the file that was sent with the form. */
	code: FactsRead;
}

/** The form of a receipt: its photo, what can be guessed, and the rest. The style sheet shows the fields of the selected module. */
export function ReceiptForm({
	to,
	modules,
	earliest = null,
	expense,
	draft,
	code,
	children,
}: PropsWithChildren<ReceiptFormProps>) {
	const { c, words } = useReader(WORDS);
	const today = toDay(c.var.now);
	const isNew = expense === undefined;
	const facts = draft?.machineFacts ?? null;
	return (
		<FormFor
			of={receipt}
			to={to}
			record={expense}
			values={{
				module: expense?.module ?? modules[0] ?? null,
				amount: expense?.amountValue ?? facts?.amount.value ?? null,
				date: isNew ? (facts?.date ?? today) : toDay(expense.date),
				days: expense?.days ?? 1,
				mealPrice: expense?.mealPriceValue ?? null,
				...expense?.recreationFor,
				isPublicTransport: expense?.isPublicTransport ?? true,
			}}
			options={{ module: modules.map((value) => ({ value, label: words.modules[value] })) }}
			save={isNew ? <Send /> : words.correct}
			takesFile
			previews
			class="panel receipt"
		>
			{draft === undefined ? (
				<OneField
					of={picture}
					name="file"
					{...(!isNew && { id: 'newFile', label: words.newFile, isOptional: true })}
				/>
			) : (
				<DraftField draft={draft} />
			)}
			<Code read={code} expenseId={expense?.id}>
				{c.var.sent?.form !== picture && asksToConfirm(c, code) && (
					<OneField of={receipt} name="factsDiffer" />
				)}
			</Code>
			<OneField of={receipt} name="module" />
			<div class="row">
				<OneField of={receipt} name="amount" />
				<OneField
					of={receipt}
					name="date"
					min={earliest === null ? undefined : toDay(earliest)}
					max={today}
				/>
				<div data-for={ANSWERS.days.only}>
					<OneField of={receipt} name="days" />
				</div>
			</div>
			<div data-for={ANSWERS.isPublicTransport.only}>
				<OneField of={receipt} name="isPublicTransport" />
			</div>
			<details open={!isNew || c.var.sent?.refusal !== undefined}>
				<summary>{words.more}</summary>
				<div data-for={ANSWERS.mealPrice.only}>
					<OneField of={receipt} name="mealPrice" />
				</div>
				<div data-for={ANSWERS.recreationFor.only}>
					<Fields of={receipt} only={['spouse', 'children']} />
				</div>
				<Fields of={receipt} only={['upTo', 'note']} />
			</details>
			{children}
		</FormFor>
	);
}

/** The text of the button. It names the amount that the dry run found to be possible, and submits a part if that is less. */
function Send() {
	const { c, say, words } = useReader(WORDS);
	const after = c.var.sent?.after as Expense | undefined;
	return (
		<span data-preview="button">
			{after === undefined ? words.send : words.sendFor(say.amount(after.amountValue, after.amountCurrency))}
			{after?.requestedAmountValue != null && <input type="hidden" name="upTo" value="on" />}
		</span>
	);
}
