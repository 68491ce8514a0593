import type { RestrictedMonth } from '../../balances/rules.ts';
import { addMonths, startOfMonth, toYearMonth } from '../../core/instant.ts';
import { notFound } from '../../core/refusals.ts';
import { MENDABLE_MS } from '../../expenses/rules.ts';
import type { Expense } from '../../expenses/store.ts';
import type { FlexAccess } from '../../flex/access/table.ts';
import { module as nameOfModule, reasons } from '../../mail/words.ts';
import type { DateWindows } from '../../overview/date-windows/rules.ts';
import { BASE, type Context } from '../env.ts';
import { useReader, useWords } from '../page.tsx';
import { Badge, Empty, Note } from '../parts.tsx';
import { useDeadlines } from './deadlines.ts';
import { WORDS } from './words.ts';

export const BENEFITS = `${BASE}/benefits`;

/** The employee who reads. For anybody else these pages do not exist. */
export function ownId(c: Context): string {
	const id = c.var.visitor?.employeeId;
	if (id == null) throw notFound('page');
	return id;
}

/** The expense that the address of a page names. */
export const idOf = (c: Context): string => (c.req.param('expenseId') ?? '').toLowerCase();

const MOODS = {
	SUBMITTED: 'waiting',
	NEEDS_CORRECTION: 'waiting',
	APPROVED: 'good',
	REJECTED: 'bad',
	WITHDRAWN: 'calm',
} as const;

export function StateBadge({ expense }: { expense: Expense }) {
	return <Badge mood={MOODS[expense.state]}>{useWords(WORDS).states[expense.state]}</Badge>;
}

/** The decision about the amount, and its reasons. */
export function Decided({ expense }: { expense: Expense }) {
	const { say } = useReader();
	const words = useWords(WORDS);
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

/** Receipts, the newest day first; each leads to its page. */
export function ExpenseList({ expenses }: { expenses: readonly Expense[] }) {
	const { say } = useReader();
	if (expenses.length === 0) return <Empty>{useWords(WORDS).none}</Empty>;
	return (
		<ul class="rows">
			{[...expenses]
				.sort((a, b) => b.date - a.date)
				.map((expense) => (
					<li>
						<span>
							<a href={`${BENEFITS}/receipts/${expense.id}`}>
								{nameOfModule(say.language, expense.module)}, {say.shortDay(expense.date)}
							</a>
							<br />
							<small>
								<Decided expense={expense} />
							</small>
						</span>
						<StateBadge expense={expense} />
					</li>
				))}
		</ul>
	);
}

/** Leads from one month to its neighbours. */
export function Months({ month }: { month: number }) {
	const { say } = useReader();
	const link = (months: number) => {
		const other = toYearMonth(addMonths(startOfMonth(month), months));
		return <a href={`${BENEFITS}/receipts?month=${other}`}>{say.monthName(other)}</a>;
	};
	return (
		<nav class="paging">
			{link(-1)}
			{link(1)}
		</nav>
	);
}

interface RulesProps {
	access: FlexAccess | undefined;
	balance: RestrictedMonth;
	windows: DateWindows;
}

/** Rules that matter before a receipt is submitted. */
export function Rules({ access, balance, windows }: RulesProps) {
	const { say } = useReader();
	const words = useWords(WORDS);
	const deadlines = useDeadlines(windows);
	if (access === undefined) return <Note>{words.noAccess}</Note>;
	const modules = access.allowedModules.map((name) => nameOfModule(say.language, name)).join(', ');
	return (
		<details class="panel" open>
			<summary>{words.rules}</summary>
			<ul>
				<li>{words.rule.modules(modules)}</li>
				<li>{words.rule.left(say.amount(balance.available, balance.currency ?? 'EUR_CENT'))}</li>
				{deadlines.map((sentence) => (
					<li>{sentence}</li>
				))}
				<li>{words.rule.one}</li>
			</ul>
		</details>
	);
}

/** Returns the last day on which a returned expense can be corrected. */
export const mendableUntil = ({ dateReturned }: Expense): number | null =>
	dateReturned === null ? null : dateReturned + MENDABLE_MS;
