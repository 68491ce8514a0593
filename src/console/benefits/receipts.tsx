import { readDateWindows } from '../../administration/overview/date-windows/actions.ts';
import { listExpensesOfEmployee } from '../../benefits/expenses/actions.ts';
import type { Expense } from '../../benefits/expenses/store.ts';
import { readAccess } from '../../benefits/flex/access/actions.ts';
import type { FlexAccess } from '../../benefits/flex/access/table.ts';
import { addMonths, type Instant, startOfMonth, toYearMonth } from '../../foundation/core/instant.ts';
import type { Module } from '../../foundation/core/modules.ts';
import { notFound } from '../../foundation/core/refusals.ts';
import { within } from '../../foundation/core/timeline.ts';
import type { Call } from '../../foundation/db/call.ts';
import { reasons } from '../../tenants/mail/words/rules.ts';
import { BASE, type Context } from '../env.ts';
import { sayIn } from '../format.ts';
import { Heading, page, useReader, useWords } from '../page.tsx';
import { Badge, Empty, MainLink, Panel } from '../parts.tsx';
import { reading } from '../visit.ts';
import { WORDS } from './words.ts';

export const BENEFITS = `${BASE}/benefits`;

export const receiptAddress = (expenseId: string): string => `${BENEFITS}/receipts/${expenseId}`;

/** Returns the employee id of the reader. These pages do not exist for readers without one. */
export function ownId(c: Context): string {
	const id = c.var.visitor?.employeeId;
	if (id == null) throw notFound('page');
	return id;
}

/** Returns for which modules an employee can submit receipts now, and from which day on. */
export async function readPossible(call: Call, employeeId: string) {
	const [accesses, windows] = await Promise.all([
		readAccess(call, employeeId),
		readDateWindows(call, employeeId),
	]);
	return { windows, modules: modulesSince(windows.submitExpense.start ?? call.now, accesses, call.now) };
}

/** Returns the modules of the budgets from a day until today. */
export const modulesSince = (day: Instant, accesses: readonly FlexAccess[], now: Instant): Module[] => [
	...new Set(within(day > now ? [] : accesses, day, now).flatMap(({ allowedModules }) => allowedModules)),
];

const MAX_SHOWN = 200;
const FROM_THE_FIRST = { dateModified: 0, id: '' };

type Filter = Parameters<typeof listExpensesOfEmployee>[2];

export const expensesOf = (call: Call, employeeId: string, filter: Filter): Promise<Expense[]> =>
	listExpensesOfEmployee(call, employeeId, filter, FROM_THE_FIRST, MAX_SHOWN);

/** The receipts of the month that the address names, or of the present one. */
export async function showReceipts(c: Context) {
	const words = WORDS[c.var.language];
	const asked = c.req.query('month') ?? '';
	const month = /^20\d\d-(0[1-9]|1[0-2])$/.test(asked) ? Date.parse(asked) : startOfMonth(c.var.now);
	const [call, id] = [reading(c), ownId(c)];
	const [expenses, { modules }] = await Promise.all([
		expensesOf(call, id, { month }),
		readPossible(call, id),
	]);
	return page(
		c,
		{ title: words.expenses },
		<>
			<Heading title={words.inMonth(sayIn(c.var.language).monthName(toYearMonth(month)))}>
				{modules.length > 0 && <MainLink to={`${BENEFITS}/new`}>{words.add}</MainLink>}
			</Heading>
			<Panel>
				<ExpenseList expenses={expenses} />
			</Panel>
			<nav class="paging">
				<MonthLink month={addMonths(month, -1)} />
				<MonthLink month={addMonths(month, 1)} />
			</nav>
		</>,
	);
}

function MonthLink({ month }: { month: number }) {
	const name = toYearMonth(month);
	return <a href={`${BENEFITS}/receipts?month=${name}`}>{useReader().say.monthName(name)}</a>;
}

export function ExpenseList({ expenses }: { expenses: readonly Expense[] }) {
	const { say, words } = useReader(WORDS);
	if (expenses.length === 0) return <Empty>{words.none}</Empty>;
	return (
		<ul class="rows">
			{expenses
				.toSorted((a, b) => b.date - a.date)
				.map((expense) => (
					<li>
						<span>
							<a href={receiptAddress(expense.id)}>
								{words.modules[expense.module]}, {say.shortDay(expense.date)}
							</a>
							<br />
							<small>
								<Decided expense={expense} />
							</small>
						</span>
						<ExpenseBadge state={expense.state} />
					</li>
				))}
		</ul>
	);
}

const MOODS = {
	SUBMITTED: 'waiting',
	NEEDS_CORRECTION: 'waiting',
	APPROVED: 'good',
	REJECTED: 'bad',
	WITHDRAWN: 'calm',
} as const;

export const ExpenseBadge = ({ state }: Pick<Expense, 'state'>) => (
	<Badge mood={MOODS[state]}>{useWords(WORDS).states[state]}</Badge>
);

/** The decision about the amount, and its reasons. */
export function Decided({ expense }: { expense: Expense }) {
	const { say, words } = useReader(WORDS);
	const { amountValue, amountCurrency, approvedAmountValue, rejectionReason } = expense;
	const whole = say.amount(amountValue, amountCurrency);
	const isPart = approvedAmountValue !== null && approvedAmountValue < amountValue;
	const amount = isPart ? words.approvedPart(say.amount(approvedAmountValue, amountCurrency), whole) : whole;
	const why = reasons(say.language, expense.reasons.join(' '), rejectionReason ?? '');
	return (
		<span dir="auto">
			{amount}
			{why === '' ? '' : `: ${why}`}
		</span>
	);
}
