import { readBalance } from '../../balances/actions.ts';
import { startOfDay, startOfMonth, toYearMonth } from '../../core/instant.ts';
import { Refusal } from '../../core/refusals.ts';
import { listExpensesOfEmployee } from '../../expenses/actions.ts';
import { addReceipt } from '../../expenses/receipts/actions.ts';
import { receiptToWire } from '../../expenses/receipts/contract.ts';
import { submitExpense } from '../../expenses/submission/actions.ts';
import { readAccess } from '../../flex/access/actions.ts';
import { readDateWindows } from '../../overview/date-windows/actions.ts';
import { type Context, reachOf, type Screen } from '../env.ts';
import type { Refused } from '../form.tsx';
import { Heading, page, useReader, useWords } from '../page.tsx';
import { Panel } from '../parts.tsx';
import { saved, submitted } from '../submit.ts';
import { reading } from '../visit.ts';
import { Deadlines, Left } from './left.tsx';
import { BENEFITS, ExpenseList, Months, ownId, Rules } from './pages.tsx';
import { serveReceipt } from './receipt.tsx';
import { fileOf } from './receipt-files.tsx';
import { expenseIn, ReceiptForm } from './receipt-form.tsx';
import { vouchers } from './vouchers.tsx';
import { WORDS } from './words.ts';

const MAX_SHOWN = 200;
const FROM_THE_FIRST = { dateModified: 0, id: '' };

/** The benefits of an employee, and the receipts that the employee submits. */
export const benefits: Screen = {
	links: [
		{ path: BENEFITS, title: { en: 'Overview', de: 'Übersicht' } },
		{ path: `${BENEFITS}/receipts`, title: { en: 'Receipts', de: 'Belege' } },
		{ path: `${BENEFITS}/vouchers`, title: { en: 'Vouchers', de: 'Gutscheine' } },
	],
	isFor: (visitor) => reachOf(visitor, 'readBalance')?.employeeId != null,
	serve(app) {
		app.get('/benefits', overview);
		app.get('/benefits/new', (c) => askReceipt(c));
		app.post('/benefits/new', (c) =>
			submitted(
				c,
				(typed) => handIn(c, typed),
				(refused, status) => askReceipt(c, refused, status),
			),
		);
		app.get('/benefits/receipts', receipts);
		app.get('/benefits/vouchers', vouchers);
		serveReceipt(app);
	},
};

async function overview(c: Context) {
	const [call, id, words] = [reading(c), ownId(c), WORDS[c.var.language]];
	const month = startOfMonth(c.var.now);
	const [year, expenses, returned, windows] = await Promise.all([
		readBalance(call, id, month),
		listExpensesOfEmployee(call, id, { month }, FROM_THE_FIRST, MAX_SHOWN),
		listExpensesOfEmployee(call, id, { state: 'NEEDS_CORRECTION' }, FROM_THE_FIRST, MAX_SHOWN),
		readDateWindows(call, id),
	]);
	const present = year.at(-1) ?? year[0];
	const { firstName } = c.var.visitor ?? {};
	return page(
		c,
		{ title: words.title },
		<>
			<Heading title={words.title} above={firstName ? words.hello(firstName) : undefined} />
			{returned.length > 0 && (
				<Panel title={words.returned(returned.length)}>
					<ExpenseList expenses={returned} />
				</Panel>
			)}
			<div class="columns">
				<div>
					<Left balance={present} />
					<p>
						<a class="button main wide" href={`${BENEFITS}/new`}>
							{words.add}
						</a>
					</p>
					<Deadlines balance={present} windows={windows} />
				</div>
				<Panel title={words.expenses}>
					<ExpenseList expenses={expenses.slice(-8)} />
					<p>
						<a href={`${BENEFITS}/receipts`}>{words.all}</a>
					</p>
				</Panel>
			</div>
		</>,
	);
}

async function askReceipt(c: Context, refused: Refused = {}, status = 200) {
	const [call, id, words] = [reading(c), ownId(c), WORDS[c.var.language]];
	const [year, [access], windows] = await Promise.all([
		readBalance(call, id, startOfMonth(c.var.now)),
		readAccess(call, id, startOfDay(c.var.now)),
		readDateWindows(call, id),
	]);
	return page(
		c,
		{ title: words.add, scripts: ['photo.js'] },
		<div class="narrow">
			<Heading title={words.add} />
			<Rules access={access} balance={year.at(-1) ?? year[0]} windows={windows} />
			{access !== undefined && <ReceiptForm to={`${BENEFITS}/new`} state={refused} access={access} />}
		</div>,
		status,
	);
}

/** Two changes, each saved once: the expense, then its picture. Without the picture the expense stays, and asks for it. */
async function handIn(c: Context, typed: FormData): Promise<Response> {
	const id = ownId(c);
	const upload = await fileOf(typed);
	const input = expenseIn(typed);
	const to = await saved(c, {
		attempt: (call) => submitExpense(call, id, input),
		to: (expense) => `${BENEFITS}/receipts/${expense.id}`,
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

async function receipts(c: Context) {
	const words = WORDS[c.var.language];
	const asked = c.req.query('month') ?? '';
	const month = /^20\d\d-(0[1-9]|1[0-2])$/.test(asked) ? Date.parse(asked) : startOfMonth(c.var.now);
	const expenses = await listExpensesOfEmployee(c.var.call, ownId(c), { month }, FROM_THE_FIRST, MAX_SHOWN);
	return page(c, { title: words.expenses }, <Receipts month={month} expenses={expenses} />);
}

function Receipts({ month, expenses }: { month: number } & Parameters<typeof ExpenseList>[0]) {
	const { say } = useReader();
	const words = useWords(WORDS);
	return (
		<>
			<Heading title={words.inMonth(say.monthName(toYearMonth(month)))}>
				<a class="button main" href={`${BENEFITS}/new`}>
					{words.add}
				</a>
			</Heading>
			<Panel>
				<ExpenseList expenses={expenses} />
			</Panel>
			<Months month={month} />
		</>
	);
}
