import { readBalance } from '../../balances/actions.ts';
import { startOfMonth } from '../../core/instant.ts';
import { Refusal } from '../../core/refusals.ts';
import type { Call } from '../../db/call.ts';
import { addReceipt } from '../../expenses/receipts/actions.ts';
import { receiptToWire } from '../../expenses/receipts/contract.ts';
import { submitExpense } from '../../expenses/submission/actions.ts';
import { submitExpenseRoute } from '../../expenses/submission/contract.ts';
import type { Context } from '../env.ts';
import { sayIn } from '../format.ts';
import { readFields } from '../forms.tsx';
import { titledPage } from '../page.tsx';
import { Note } from '../parts.tsx';
import { checked, isPreview, previewed, saved, statusOf } from '../submit.ts';
import { keepFiles } from '../typed.ts';
import { reading } from '../visit.ts';
import { Deadlines } from './budget.tsx';
import { bodyOf, fields, picture, ReceiptForm, uploadOf } from './form.tsx';
import { showReceipt } from './receipt.tsx';
import { BENEFITS, ownId, readPossible, receiptAddress } from './receipts.tsx';
import { WORDS } from './words.ts';

/** The page on which an employee submits a receipt. It offers no form while nothing could be submitted with it. */
export async function showSubmission(c: Context) {
	const [call, id, words] = [reading(c), ownId(c), WORDS[c.var.language]];
	const [year, { windows, modules }] = await Promise.all([
		readBalance(call, id, startOfMonth(c.var.now)),
		readPossible(call, id),
	]);
	const { access, available, currency } = year.at(-1) ?? year[0];
	const left = words.leftNow(sayIn(c.var.language).amount(available, currency ?? 'EUR_CENT'));
	return titledPage(
		c,
		{
			title: words.add,
			above: access === null ? undefined : left,
			scripts: ['photo.js', 'preview.js'],
			isNarrow: true,
		},
		modules.length > 0 ? (
			<ReceiptForm to={`${BENEFITS}/new`} modules={modules} earliest={windows.submitExpense.start}>
				<Deadlines windows={windows} />
			</ReceiptForm>
		) : access === null ? (
			<Note>{words.noAccess}</Note>
		) : (
			<Deadlines windows={windows} />
		),
	);
}

/** Saves twice: the expense, then its picture. If the picture cannot be stored, the page of the expense has it selected. */
export async function submit(c: Context, typed: FormData): Promise<Response> {
	const id = ownId(c);
	const input = checked(submitExpenseRoute, bodyOf(readFields(fields, typed)));
	const attempt = (call: Call) => submitExpense(call, id, input);
	if (isPreview(typed)) {
		const after = await previewed(c, (call) => submitExpense(call, id, { ...input, upTo: true }));
		c.set('sent', { status: 200, after });
		return showSubmission(c);
	}
	const upload = await uploadOf(readFields(picture.fields, typed).file);
	const to = await saved(c, { attempt, to: (expense) => receiptAddress(expense.id) });
	const expenseId = to.split('/').at(-1) ?? '';
	try {
		const added = (call: Call) => addReceipt(call, c.env.RECEIPTS, expenseId, upload);
		return c.redirect(
			await saved(c, { attempt: added, to: () => `${to}?saved`, toWire: receiptToWire }, ' file'),
			303,
		);
	} catch (error) {
		if (!(error instanceof Refusal)) throw error;
		await keepFiles(typed);
		c.set('sent', { form: picture, refusal: error, status: statusOf(error) });
		return showReceipt(c, expenseId);
	}
}
