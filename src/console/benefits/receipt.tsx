import { readExpense } from '../../benefits/expenses/actions.ts';
import { listReceipts, removeReceipt } from '../../benefits/expenses/receipts/actions.ts';
import type { Receipt } from '../../benefits/expenses/receipts/store.ts';
import { MENDABLE_MS } from '../../benefits/expenses/rules.ts';
import type { Expense } from '../../benefits/expenses/store.ts';
import { withdrawExpense } from '../../benefits/expenses/submission/actions.ts';
import { readAccess } from '../../benefits/flex/access/actions.ts';
import { startOfMonth } from '../../foundation/core/instant.ts';
import type { Module } from '../../foundation/core/modules.ts';
import { type App, BASE, type Context, idIn } from '../env.ts';
import { Form, OnlyButton, Submit } from '../form.tsx';
import { form, OneField, sentWith } from '../forms.tsx';
import { Heading, page, useReader } from '../page.tsx';
import { ButtonLink, Done, Empty, Facts, Note, Panel, Sure } from '../parts.tsx';
import { PersonName } from '../person-name.tsx';
import { addressOfReceipt, formatOf, isPicture } from '../receipt-file.ts';
import { sentenceOf } from '../refusals.ts';
import { takeForm } from '../taking.ts';
import { reading } from '../visit.ts';
import { Camera, ScanButton, WITH_CAMERA } from './camera.tsx';
import { readCodeSent } from './code.tsx';
import { asksToConfirm, picture, ReceiptForm } from './form.tsx';
import { BENEFITS, Decided, ExpenseBadge, modulesSince, receiptAddress } from './receipts.tsx';
import type { FactsRead } from './sealed-facts.ts';
import { WORDS } from './words.ts';

const withdrawal = form({ fields: {}, attempt: (call, id: string) => withdrawExpense(call, id) });
const removal = form({
	fields: {},
	attempt: (call, id: string, _, c) => removeReceipt(call, id, idIn(c, 'receiptId')),
});

/** The page of one receipt: its status and reason, its pictures, and what its author may still do. */
export function takeReceipt(app: App): void {
	const at = '/benefits/receipts/:expenseId';
	const show = (c: Context) => showReceipt(c, idIn(c, 'expenseId'));
	const leadingTo = (said: string) => ({
		idOf: (c: Context) => idIn(c, 'expenseId'),
		to: (id: string) => `${receiptAddress(id)}?${said}`,
		show,
	});
	app.get(at, show);
	takeForm(app, `${at}/withdraw`, withdrawal, leadingTo('withdrawn'));
	takeForm(app, `${at}/files`, picture, leadingTo('saved'));
	takeForm(app, `${at}/files/:receiptId/remove`, removal, leadingTo('removed'));
}

export async function showReceipt(c: Context, id: string): Promise<Response> {
	const [call, employeeId] = [reading(c), c.var.visitor?.employeeId ?? ''];
	const [expense, receipts, accesses, code] = await Promise.all([
		readExpense(call, id),
		listReceipts(call, id),
		employeeId === '' ? [] : readAccess(call, employeeId),
		readCodeSent(c, call, employeeId),
	]);
	const title = WORDS[c.var.language].modules[expense.module];
	const modules = modulesSince(startOfMonth(expense.date), accesses, c.var.now);
	const content = <ReceiptPage expense={expense} receipts={receipts} modules={modules} code={code} />;
	c.set('permissionsPolicy', WITH_CAMERA);
	return page(c, { title, scripts: ['photo.js', 'preview.js'] }, content);
}

interface ReceiptPageProps {
	expense: Expense;
	receipts: readonly Receipt[];
	modules: readonly Module[];
	code: FactsRead;
}

function ReceiptPage({ expense, receipts, modules, code }: ReceiptPageProps) {
	const { may, say, visitor, words } = useReader(WORDS);
	const { id, state, employeeId, note, mealPriceValue, requestedAmountValue, recreationFor, dateReturned } =
		expense;
	const isOwn = visitor?.userId === expense.authorId;
	return (
		<div class="narrow">
			<Heading
				title={`${words.modules[expense.module]}, ${say.day(expense.date)}`}
				above={
					visitor?.employeeId === employeeId ? (
						<a href={`${BENEFITS}/receipts`}>{words.expenses}</a>
					) : (
						<PersonName person={{ employeeId, ...expense.person }} />
					)
				}
			/>
			<Said state={state} />
			<Panel>
				<Facts
					rows={(
						[
							[words.state, <ExpenseBadge state={state} />],
							[words.decidedBy, expense.approvalRuleId === null ? null : words.byRule],
							[words.amount, <Decided expense={expense} />],
							[
								words.requested,
								requestedAmountValue && say.amount(requestedAmountValue, expense.amountCurrency),
							],
							[words.days, expense.days],
							[words.approvedDays, expense.approvedDays],
							[words.mealPrice, mealPriceValue && say.amount(mealPriceValue, expense.amountCurrency)],
							[words.spouse, recreationFor?.spouse ? words.yes : null],
							[words.children, recreationFor?.children || null],
							[words.note, note],
						] as const
					).filter(([, value]) => value !== null)}
				/>
			</Panel>
			{may('reopenExpense') && !isOpen(state) && visitor?.employeeId !== employeeId && (
				<p class="buttons">
					<ButtonLink to={`${BASE}/verify/${id}`}>{words.toDecision}</ButtonLink>
				</p>
			)}
			<Files expense={expense} receipts={receipts} isOwn={isOwn} />
			{state === 'NEEDS_CORRECTION' && isOwn && (
				<>
					<div class="heading">
						<h2>{words.correct}</h2>
						<ScanButton />
					</div>
					{dateReturned !== null && <p>{words.correctUntil(say.day(dateReturned + MENDABLE_MS))}</p>}
					<ReceiptForm to={`${receiptAddress(id)}/mend`} modules={modules} expense={expense} code={code} />
					<Camera />
				</>
			)}
			{isOpen(state) && isOwn && (
				<Form to={`${receiptAddress(id)}/withdraw`}>
					<Submit look="danger">{words.withdraw}</Submit>
				</Form>
			)}
		</div>
	);
}

const isOpen = (state: Expense['state']): boolean => state === 'SUBMITTED' || state === 'NEEDS_CORRECTION';

/** Says what was saved, or why a form was refused if the page does not show that form any more. */
function Said({ state }: { state: Expense['state'] }) {
	const { c, say, words } = useReader(WORDS);
	const { form: sent, refusal } = c.var.sent ?? {};
	const isWithForm = sent === picture || sent === withdrawal ? isOpen(state) : state === 'NEEDS_CORRECTION';
	const { saved, withdrawn, removed } = words;
	return (
		<>
			{refusal !== undefined && !isWithForm && <Note mood="bad">{sentenceOf(refusal, say)}</Note>}
			<Done says={{ saved, withdrawn, removed }} />
			{sent === picture && !c.req.path.endsWith('/files') && <Note mood="bad">{words.fileMissing}</Note>}
		</>
	);
}

interface FilesProps {
	expense: Expense;
	receipts: readonly Receipt[];
	isOwn: boolean;
}

/** The pictures of an expense. Its author adds to them while it is open, and removes a wrong one after it was returned. */
function Files({ expense: { id, state }, receipts, isOwn }: FilesProps) {
	const { c, words } = useReader(WORDS);
	const to = `${receiptAddress(id)}/files`;
	return (
		<Panel title={words.pictures}>
			{receipts.length === 0 && <Empty>{words.noFile}</Empty>}
			<ul class="rows">
				{receipts.map((receipt, index) => (
					<li>
						<a href={addressOfReceipt(receipt)} target="_blank" rel="noopener">
							<FileShown receipt={receipt} name={words.fileNumber(index + 1, formatOf(receipt))} />
						</a>
						{isOwn && state === 'NEEDS_CORRECTION' && (
							<Sure label={words.remove}>
								<Form to={`${to}/${receipt.id}/remove`}>
									<p>{words.removeHint}</p>
									<Submit look="danger">{words.removeFile(index + 1)}</Submit>
								</Form>
							</Sure>
						)}
					</li>
				))}
			</ul>
			{isOwn && isOpen(state) && (
				<Form to={to} state={sentWith(c, picture)} takesFile>
					<OneField of={picture} name="file" />
					{c.var.sent?.form === picture && asksToConfirm(c) && <OneField of={picture} name="factsDiffer" />}
					<OnlyButton>{words.addFile}</OnlyButton>
				</Form>
			)}
		</Panel>
	);
}

/** Shows a photo as a picture, and any other file by its name. */
const FileShown = ({ receipt, name }: { receipt: Receipt; name: string }) =>
	isPicture(receipt) ? (
		<img class="photo" src={addressOfReceipt(receipt)} alt={name} loading="lazy" />
	) : (
		<span>{name}</span>
	);
