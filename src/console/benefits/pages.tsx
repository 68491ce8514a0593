import type { MonthBalance } from '../../core/balance.ts';
import {
	addDays,
	addMonths,
	endOfMonth,
	startOfMonth,
	startOfYear,
	toYearMonth,
} from '../../core/instant.ts';
import { MENDABLE_MS } from '../../expenses/rules.ts';
import type { Expense } from '../../expenses/store.ts';
import type { FlexAccess } from '../../flex/access/table.ts';
import type { RestrictedMonth } from '../../flex/balance/rules.ts';
import { module as nameOfModule, reasons } from '../../mail/words.ts';
import { BASE } from '../env.ts';
import { useReader } from '../page.tsx';
import { Badge, Empty, Facts, Money, Note, Panel } from '../parts.tsx';
import { WORDS } from './words.ts';

export const BENEFITS = `${BASE}/benefits`;

/** What is left of a month, why, and until when. */
export function Left({ balance }: { balance: RestrictedMonth }) {
	const { c, say } = useReader();
	const words = WORDS[c.var.language];
	const { access, available, granted, carriedIn, spent, pending, restriction } = balance;
	const currency = balance.currency ?? 'EUR_CENT';
	if (access === null) return <Note>{words.noAccess}</Note>;
	const rows: [string, number][] = [
		[words.granted, granted],
		[words.carriedIn, carriedIn],
		[words.spent, -spent],
		[words.pending, -pending],
	];
	const shown = rows.filter(([, value], index) => index === 0 || value !== 0);
	return (
		<Panel title={words.left(say.monthName(balance.month))}>
			<p class="left">
				<Money value={available} currency={currency} />
			</p>
			<meter min={0} max={Math.max(1, granted + carriedIn)} value={available} aria-label={words.available} />
			<p>{balance.isPaused ? words.paused : untilWhen(balance, access.accumulateBudget, words, say.day)}</p>
			{balance.carryEnds !== null && (
				<p>
					{words.carryEnds(say.day(balance.carryEnds), say.amount(balance.availableAfterwards, currency))}
				</p>
			)}
			{restriction !== null && <p>{words.limit(say.amount(restriction.left, restriction.currency))}</p>}
			<details>
				<summary>{words.why}</summary>
				<Facts
					rows={[...shown, [words.available, available] as const].map(([name, value]) => [
						name,
						<Money value={value} currency={currency} />,
					])}
				/>
			</details>
		</Panel>
	);
}

/** What is carried over lapses with the year, everything else with its month. */
function untilWhen(
	{ month }: MonthBalance,
	isCarriedOver: boolean,
	words: (typeof WORDS)['en'],
	day: (at: number) => string,
): string {
	const first = Date.parse(month);
	return isCarriedOver
		? words.lapsesWithYear(day(addDays(addMonths(startOfYear(first), 12), -1)))
		: words.lapsesWithMonth(day(endOfMonth(first)));
}

const MOODS = {
	SUBMITTED: 'waiting',
	NEEDS_CORRECTION: 'waiting',
	APPROVED: 'good',
	REJECTED: 'bad',
	WITHDRAWN: 'calm',
} as const;

export function StateBadge({ expense }: { expense: Expense }) {
	const { c } = useReader();
	return <Badge mood={MOODS[expense.state]}>{WORDS[c.var.language].states[expense.state]}</Badge>;
}

/** What was decided about the amount, and why. */
export function Decided({ expense }: { expense: Expense }) {
	const { c, say } = useReader();
	const words = WORDS[c.var.language];
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
	const { c, say } = useReader();
	if (expenses.length === 0) return <Empty>{WORDS[c.var.language].none}</Empty>;
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

/** What somebody should know before a receipt is handed in. */
export function Rules({ access, balance }: { access: FlexAccess | undefined; balance: RestrictedMonth }) {
	const { c, say } = useReader();
	const words = WORDS[c.var.language];
	if (access === undefined) return <Note>{words.noAccess}</Note>;
	const modules = access.allowedModules.map((name) => nameOfModule(say.language, name)).join(', ');
	return (
		<details class="panel" open>
			<summary>{words.rules}</summary>
			<ul>
				<li>{words.rule.modules(modules)}</li>
				<li>{words.rule.left(say.amount(balance.available, balance.currency ?? 'EUR_CENT'))}</li>
				<li>{words.rule.one}</li>
			</ul>
		</details>
	);
}

/** The last day on which an expense that came back can be mended. */
export const mendableUntil = ({ dateReturned }: Expense): number | null =>
	dateReturned === null ? null : dateReturned + MENDABLE_MS;
