import { readBalance } from '../../balances/actions.ts';
import { startOfDay, startOfMonth, toIso } from '../../core/instant.ts';
import { invalidField, Refusal } from '../../core/refusals.ts';
import { openUpload, type Upload } from '../../core/upload.ts';
import { toWire } from '../../expenses/contract.ts';
import { addReceipt } from '../../expenses/receipts/actions.ts';
import { receiptToWire } from '../../expenses/receipts/contract.ts';
import { receiptTypeOf } from '../../expenses/receipts/rules.ts';
import type { Expense } from '../../expenses/store.ts';
import { mendExpense, submitExpense } from '../../expenses/submission/actions.ts';
import { mendExpenseRoute, submitExpenseRoute } from '../../expenses/submission/contract.ts';
import { readAccess } from '../../flex/access/actions.ts';
import type { FlexAccess } from '../../flex/access/table.ts';
import { readDateWindows } from '../../overview/date-windows/actions.ts';
import type { Context } from '../env.ts';
import { Fields, FormFor, form, OneField, readFields } from '../forms.tsx';
import { choice, day, file, flag, money, number, optional, text } from '../kinds.tsx';
import { titledPage, useReader, useWords } from '../page.tsx';
import { checked, saved } from '../submit.ts';
import { reading } from '../visit.ts';
import { Rules } from './budget.tsx';
import { BENEFITS, ownId, receiptAddress } from './receipts.tsx';
import { WORDS } from './words.ts';

/** The file types that browsers offer. The script converts other pictures to one of them. */
const ACCEPTED = 'image/jpeg,image/png,image/webp,image/heic,image/heif,application/pdf';

/** A picture, which is also added later. */
export const picture = form({
	words: WORDS,
	fields: { file: file(ACCEPTED, 'fileUnreadable') },
	attempt: async (call, id: string, { file }: { file: File | undefined }, c) =>
		addReceipt(call, c.env.RECEIPTS, id, await uploadOf(file)),
	toWire: receiptToWire,
});

const fields = {
	module: choice(),
	amount: money(),
	upTo: flag(),
	date: day(),
	days: optional(number()),
	mealPrice: optional(money()),
	spouse: flag(),
	children: optional(number({ at: 'recreationFor' })),
	isPublicTransport: flag(),
	note: optional(text({ maxlength: 255 })),
};

/** Leaves out what only other modules have. */
const bodyOf = ({ spouse, children, ...read }: ReturnType<typeof readFields<typeof fields>>) => ({
	...read,
	days: read.module === 'MEALS' ? (read.days ?? 1) : null,
	mealPrice: read.module === 'MEALS' ? read.mealPrice : null,
	recreationFor:
		read.module === 'HOLIDAY' && (spouse || children !== null) ? { spouse, children: children ?? 0 } : null,
	isPublicTransport: read.module === 'MOBILITY' ? read.isPublicTransport : null,
});

/** The facts of a receipt. This form corrects a returned receipt. A new one is submitted with the same fields and a picture. */
export const receipt = form({
	words: WORDS,
	fields,
	contract: mendExpenseRoute,
	body: bodyOf,
	attempt: mendExpense,
	toWire: (expense) => toWire(expense, 'en'),
});

/** Enough to tell the type of a file. */
const HEAD_BYTES = 16;

/** Opens the file of a form. Refuses one that is missing, or of a type that is not accepted. */
async function uploadOf(file: File | undefined): Promise<Upload> {
	if (file === undefined) throw invalidField('file', 'required', 'file is missing.');
	const upload = await openUpload(file.stream(), file.size, HEAD_BYTES);
	if (receiptTypeOf(upload.head) === null)
		throw new Refusal('unsupported_media_type', 'A receipt is a JPEG, PNG, WebP or PDF file.');
	return upload;
}

/** The page on which an employee submits a receipt. */
export async function showSubmission(c: Context) {
	const [call, id, words] = [reading(c), ownId(c), WORDS[c.var.language]];
	const [year, [access], windows] = await Promise.all([
		readBalance(call, id, startOfMonth(c.var.now)),
		readAccess(call, id, startOfDay(c.var.now)),
		readDateWindows(call, id),
	]);
	return titledPage(
		c,
		{ title: words.add, scripts: ['photo.js'], isNarrow: true },
		<>
			<Rules access={access} balance={year.at(-1) ?? year[0]} windows={windows} />
			{access !== undefined && <ReceiptForm to={`${BENEFITS}/new`} access={access} />}
		</>,
	);
}

/** Saves twice: the expense, then its picture. Without the picture the expense stays, and asks for it. */
export async function submit(c: Context, typed: FormData): Promise<Response> {
	const id = ownId(c);
	const { file } = readFields(picture.fields, typed);
	const upload = await uploadOf(file);
	const input = checked(submitExpenseRoute, bodyOf(readFields(fields, typed)));
	const to = await saved(c, {
		attempt: (call) => submitExpense(call, id, input),
		to: (expense) => receiptAddress(expense.id),
	});
	const expenseId = to.split('/').at(-1) ?? '';
	try {
		const attempt = (call: typeof c.var.call) => addReceipt(call, c.env.RECEIPTS, expenseId, upload);
		return c.redirect(
			await saved(c, { attempt, to: () => `${to}?saved`, toWire: receiptToWire }, ' file'),
			303,
		);
	} catch (error) {
		if (error instanceof Refusal) return c.redirect(`${to}?file`, 303);
		throw error;
	}
}

interface ReceiptFormProps {
	to: string;
	access: FlexAccess | undefined;
	/** The expense that is corrected. */
	expense?: Expense;
}

/** The form of a receipt. The style sheet shows the fields of the selected module. */
export function ReceiptForm({ to, access, expense }: ReceiptFormProps) {
	const { c } = useReader();
	const words = useWords(WORDS);
	const modules = access?.allowedModules ?? [];
	const today = toIso(c.var.now).slice(0, 10);
	return (
		<FormFor
			of={receipt}
			to={to}
			record={expense}
			values={{
				module: expense?.module ?? modules[0] ?? null,
				amount: expense?.amountValue ?? null,
				date: expense === undefined ? today : toIso(expense.date).slice(0, 10),
				days: expense?.days ?? 1,
				mealPrice: expense?.mealPriceValue ?? null,
				...expense?.recreationFor,
				isPublicTransport: expense?.isPublicTransport ?? true,
			}}
			options={{ module: modules.map((value) => ({ value, label: words.modules[value] })) }}
			save={expense === undefined ? words.send : words.correct}
			takesFile={expense === undefined}
			class="panel receipt"
		>
			<Fields of={receipt} only={['module', 'amount', 'upTo']} />
			<OneField of={receipt} name="date" max={today} />
			<div data-for="MEALS">
				<Fields of={receipt} only={['days', 'mealPrice']} />
			</div>
			<div data-for="HOLIDAY">
				<Fields of={receipt} only={['spouse', 'children']} />
			</div>
			<div data-for="MOBILITY">
				<OneField of={receipt} name="isPublicTransport" />
			</div>
			{expense === undefined && <Fields of={picture} />}
			<OneField of={receipt} name="note" />
		</FormFor>
	);
}
