import { startOfDay } from '../../core/instant.ts';
import { readExpense } from '../../expenses/actions.ts';
import { inLanguage } from '../../expenses/contract.ts';
import { listReceipts } from '../../expenses/receipts/actions.ts';
import type { Receipt } from '../../expenses/receipts/store.ts';
import type { Expense } from '../../expenses/store.ts';
import { mendExpense, withdrawExpense } from '../../expenses/submission/actions.ts';
import { readAccess } from '../../flex/access/actions.ts';
import type { FlexAccess } from '../../flex/access/table.ts';
import { module as nameOfModule } from '../../mail/words.ts';
import { type App, asApi, type Context } from '../env.ts';
import { Form, type Refused } from '../form.tsx';
import { Heading, page, useReader, useWords } from '../page.tsx';
import { Facts, Note, Panel, PersonName } from '../parts.tsx';
import { sentenceOf } from '../refusals.ts';
import { changed, submitted, tagOf } from '../submit.ts';
import { reading } from '../visit.ts';
import { BENEFITS, Decided, idOf, mendableUntil, StateBadge } from './pages.tsx';
import { Files, serveFiles } from './receipt-files.tsx';
import { expenseIn, ReceiptForm } from './receipt-form.tsx';
import { WORDS } from './words.ts';

const addressOf = (id: string): string => `${BENEFITS}/receipts/${id}`;

/** The pages of one receipt: its state and reason, its pictures, and what its author may still do. */
export function serveReceipt(app: App): void {
	const at = '/benefits/receipts/:expenseId';
	const again = (c: Context, part: string) => (refused: Refused, status: number) =>
		show(c, { ...refused, part }, status);
	app.get(at, (c) => show(c));
	app.post(`${at}/mend`, (c) =>
		submitted(
			c,
			async (typed) => {
				const input = expenseIn(typed);
				const attempt = (call: typeof c.var.call) => mendExpense(call, idOf(c), input);
				return changed(c, { attempt, to: () => `${addressOf(idOf(c))}?saved`, toWire: inLanguage(asApi(c)) });
			},
			again(c, 'mend'),
		),
	);
	app.post(`${at}/withdraw`, (c) =>
		submitted(
			c,
			() =>
				changed(c, {
					attempt: (call) => withdrawExpense(call, idOf(c)),
					to: () => `${addressOf(idOf(c))}?withdrawn`,
				}),
			again(c, 'withdraw'),
		),
	);
	serveFiles(app, at, again);
}

async function show(c: Context, refused: { part?: string } & Refused = {}, status = 200): Promise<Response> {
	const [call, employeeId] = [reading(c), c.var.visitor?.employeeId ?? ''];
	const [expense, receipts, [access]] = await Promise.all([
		readExpense(call, idOf(c)),
		listReceipts(call, idOf(c)),
		employeeId === '' ? [] : readAccess(call, employeeId, startOfDay(c.var.now)),
	]);
	const title = nameOfModule(c.var.language, expense.module);
	return page(
		c,
		{ title, scripts: ['photo.js'] },
		<Shown expense={expense} receipts={receipts} access={access} refused={refused} />,
		status,
	);
}

interface ShownProps {
	expense: Expense;
	receipts: readonly Receipt[];
	access: FlexAccess | undefined;
	refused: { part?: string } & Refused;
}

function Shown({ expense, receipts, access, refused }: ShownProps) {
	const { c, say, visitor } = useReader();
	const words = useWords(WORDS);
	const stateOf = (part: string): Refused => (refused.part === part ? refused : {});
	const isOpen = expense.state === 'SUBMITTED' || expense.state === 'NEEDS_CORRECTION';
	const isOwn = visitor?.userId === expense.authorId;
	const until = mendableUntil(expense);
	const isWithForm = ['file', 'withdraw'].includes(refused.part ?? '')
		? isOpen
		: expense.state === 'NEEDS_CORRECTION';
	return (
		<div class="narrow">
			<Heading
				title={`${nameOfModule(say.language, expense.module)}, ${say.day(expense.date)}`}
				above={
					visitor?.employeeId === expense.employeeId ? (
						<a href={`${BENEFITS}/receipts`}>{words.expenses}</a>
					) : (
						<PersonName person={{ employeeId: expense.employeeId, ...expense.person }} />
					)
				}
			/>
			{refused.refusal !== undefined && !isWithForm && (
				<Note mood="bad">{sentenceOf(refused.refusal, say)}</Note>
			)}
			{c.req.query('saved') !== undefined && <Note mood="good">{words.saved}</Note>}
			{c.req.query('withdrawn') !== undefined && <Note mood="good">{words.withdrawn}</Note>}
			{c.req.query('removed') !== undefined && <Note mood="good">{words.removed}</Note>}
			{c.req.query('file') !== undefined && receipts.length === 0 && (
				<Note mood="bad">{words.fileMissing}</Note>
			)}
			<Panel>
				<Facts
					rows={[
						[words.state, <StateBadge expense={expense} />],
						[words.amount, <Decided expense={expense} />],
						...(expense.note === null ? [] : [[words.note, expense.note] as const]),
					]}
				/>
			</Panel>
			<Files
				expense={expense}
				receipts={receipts}
				isOwn={isOwn}
				to={addressOf(expense.id)}
				stateOf={stateOf}
			/>
			{expense.state === 'NEEDS_CORRECTION' && isOwn && (
				<>
					<h2>{words.mend}</h2>
					{until !== null && <p>{words.mendUntil(say.day(until))}</p>}
					<ReceiptForm
						to={`${addressOf(expense.id)}/mend`}
						state={stateOf('mend')}
						access={access}
						before={expense}
						etag={tagOf(inLanguage(asApi(c))(expense))}
					/>
				</>
			)}
			{isOpen && isOwn && (
				<Form to={`${addressOf(expense.id)}/withdraw`} state={stateOf('withdraw')}>
					<button type="submit" class="danger">
						{words.withdraw}
					</button>
				</Form>
			)}
		</div>
	);
}
