import { readBalance } from '../../benefits/balances/actions.ts';
import type { NewExpense } from '../../benefits/expenses/circumstances/rules.ts';
import { readReceiptFacts } from '../../benefits/expenses/facts/actions.ts';
import { factsInUpload, requireAgreement } from '../../benefits/expenses/facts/rules.ts';
import { addReceipt } from '../../benefits/expenses/receipts/actions.ts';
import { receiptToWire } from '../../benefits/expenses/receipts/contract.ts';
import { requireReceiptType } from '../../benefits/expenses/receipts/rules.ts';
import type { Expense } from '../../benefits/expenses/store.ts';
import { mendExpense, submitExpense } from '../../benefits/expenses/submission/actions.ts';
import { mendExpenseRoute, submitExpenseRoute } from '../../benefits/expenses/submission/contract.ts';
import { startOfMonth } from '../../foundation/core/instant.ts';
import { isRefusal, Refusal } from '../../foundation/core/refusals.ts';
import type { Call } from '../../foundation/db/call.ts';
import type { Outcome } from '../../foundation/db/write.ts';
import { type Context, idIn } from '../env.ts';
import { sayIn } from '../format.ts';
import { readFields } from '../forms.tsx';
import { titledPage } from '../page.tsx';
import { Done, Note } from '../parts.tsx';
import { only, sentenceOf } from '../refusals.ts';
import { checked, isPreview, previewed, saved, savedFile } from '../submit.ts';
import { reading } from '../visit.ts';
import { Deadlines } from './budget.tsx';
import { Camera, ScanButton, WITH_CAMERA } from './camera.tsx';
import { readCodeSent } from './code.tsx';
import { DRAFTS, draftAsked, draftOf, NEXT, NEXT_FORM, ownDrafts } from './draft.tsx';
import { bodyOf, fields, picture, ReceiptForm, receipt, uploadOf } from './form.tsx';
import { isByIcon, WaitingOnPhone } from './phone.tsx';
import { showReceipt } from './receipt.tsx';
import { BENEFITS, ownId, readPossible, receiptAddress } from './receipts.tsx';
import { openFacts, sealFacts } from './sealed-facts.ts';
import { WORDS } from './words.ts';

/** The page on which an employee submits a receipt. It offers no form while nothing could be submitted with it. */
export async function showSubmission(c: Context) {
	const [call, id, words] = [reading(c), ownId(c), WORDS[c.var.language]];
	const asked = draftAsked(c);
	const [year, { windows, modules }, code, drafts] = await Promise.all([
		readBalance(call, id, startOfMonth(c.var.now)),
		readPossible(call, id),
		readCodeSent(c, call, id),
		asked === null ? [] : ownDrafts(c, call),
	]);
	const draft = draftOf(drafts, asked);
	if (draft === undefined && asked !== null && c.var.sent === undefined) return withoutDraft(c, asked);
	const { access, available, currency } = year.at(-1) ?? year[0];
	const left = words.leftNow(sayIn(c.var.language).amount(available, currency ?? 'EUR_CENT'));
	const file = draft === undefined ? 'photo.js' : 'draft.js';
	c.set('permissionsPolicy', WITH_CAMERA);
	return titledPage(
		c,
		{
			title: words.add,
			above: access === null ? undefined : left,
			scripts: isByIcon(c) ? [file, 'preview.js', 'phone.js'] : [file, 'preview.js'],
			actions: modules.length > 0 && draft === undefined ? <ScanButton /> : undefined,
			isNarrow: true,
		},
		modules.length > 0 ? (
			<>
				<Done says={{ saved: words.saved }} />
				{isByIcon(c) && <WaitingOnPhone />}
				<ReceiptForm
					to={`${BENEFITS}/new`}
					modules={modules}
					draft={draft}
					earliest={windows.submitExpense.start}
					code={code}
				>
					<Deadlines windows={windows} />
				</ReceiptForm>
				{draft === undefined && <Camera />}
			</>
		) : access === null ? (
			<Note>{words.noAccess}</Note>
		) : (
			<Deadlines windows={windows} />
		),
	);
}

/** Redirects once no draft waits. If a certain draft was requested and is gone, it leads to the list of drafts. */
const withoutDraft = (c: Context, asked: string): Response =>
	c.redirect(
		asked === NEXT ? `${BENEFITS}${c.req.query('saved') === undefined ? '' : '?saved'}` : DRAFTS,
		303,
	);

interface Sending {
	contract: typeof submitExpenseRoute | typeof mendExpenseRoute;
	attempt(call: Call, input: NewExpense): Promise<Outcome<Expense>>;
	show(c: Context): Promise<Response>;
	/** Set for the correction of an expense, which may keep its picture. */
	toWire?: (expense: Expense) => object;
}

/** Saves twice: the expense, then its picture. If the picture cannot be stored, the page of the expense offers it again. */
async function send(c: Context, typed: FormData, { contract, attempt, show, toWire }: Sending) {
	const input = checked(contract, bodyOf(readFields(fields, typed), c));
	if (isPreview(typed)) {
		const read = await openFacts(c);
		if (read !== null && !(read instanceof Refusal)) requireAgreement(read.machineFacts, input);
		const after = await previewed(c, (call) => attempt(call, { ...input, upTo: true }));
		c.set('sent', { status: 200, after });
		return show(c);
	}
	const { file } = readFields(picture.fields, typed);
	const isWithoutFile = file === undefined && (toWire !== undefined || input.draftId !== null);
	const upload = isWithoutFile ? null : await uploadOf(file);
	if (upload !== null) {
		// The file is read before anything is saved, so that a wrong amount does not leave an expense without its picture.
		const mediaType = requireReceiptType(upload.head);
		requireAgreement(await factsInUpload(upload, mediaType, null, input.factsDiffer), input);
	}
	const attemptIt = (call: Call) => attempt(call, input);
	const to = await saved(c, { attempt: attemptIt, to: ({ id }) => receiptAddress(id), toWire });
	if (input.draftId !== null) return c.redirect(`${NEXT_FORM}&saved`, 303);
	if (upload === null) return c.redirect(`${to}?saved`, 303);
	const expenseId = to.split('/').at(-1) ?? '';
	return savedFile(c, typed, {
		attempt: (call) => addReceipt(call, c.env.RECEIPTS, expenseId, upload, input.factsDiffer),
		to: () => `${to}?saved`,
		toWire: receiptToWire,
		form: picture,
		show: () => showReceipt(c, expenseId),
	});
}

/** Reads the invoice in a file that was selected, for the script that fills in the form. Stores nothing. */
export async function readFile(c: Context, typed: FormData): Promise<Response> {
	const [employeeId, { language, call }] = [ownId(c), c.var];
	try {
		const upload = await uploadOf(readFields(picture.fields, typed).file);
		const read = await readReceiptFacts(call, employeeId, { upload }).catch(only('code_unusable'));
		const isFound = read instanceof Refusal || read.machineFacts !== null;
		return c.json(isFound ? { code: await sealFacts(c, read) } : { says: WORDS[language].invoiceNone });
	} catch (error) {
		if (!isRefusal(error, 'unsupported_media_type')) throw error;
		return c.json({ says: sentenceOf(error, sayIn(language)) });
	}
}

export const submit = (c: Context, typed: FormData): Promise<Response> =>
	send(c, typed, {
		contract: submitExpenseRoute,
		attempt: (call, input) => submitExpense(call, ownId(c), input),
		show: showSubmission,
	});

/** Corrects a returned expense. */
export const mend = (c: Context, typed: FormData): Promise<Response> => {
	const id = idIn(c, 'expenseId');
	return send(c, typed, {
		contract: mendExpenseRoute,
		attempt: (call, input) => mendExpense(call, id, input),
		show: () => showReceipt(c, id),
		toWire: receipt.toWire,
	});
};
