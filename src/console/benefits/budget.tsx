import type { RestrictedMonth } from '../../balances/rules.ts';
import {
	addDays,
	addMonths,
	endOfMonth,
	startOfMonth,
	startOfYear,
	toYearMonth,
} from '../../core/instant.ts';
import { cutOff } from '../../core/months.ts';
import type { FlexAccess } from '../../flex/access/table.ts';
import type { DateWindows } from '../../overview/date-windows/rules.ts';
import { useReader, useWords } from '../page.tsx';
import { Facts, Money, Note, Panel } from '../parts.tsx';
import { WORDS } from './words.ts';

/** The rest of a month’s budget, how it came about, and until when it can be used. */
export function Left({ balance }: { balance: RestrictedMonth }) {
	const { say } = useReader();
	const words = useWords(WORDS);
	const { access, available, granted, carriedIn, spent, pending, restriction } = balance;
	const currency = balance.currency ?? 'EUR_CENT';
	const untilWhen = useEndOfBudget(balance);
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
			<p>{untilWhen}</p>
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

/** Carried-over budget expires with the year, and other budget with its month. */
function useEndOfBudget({ month, isPaused, access }: RestrictedMonth): string {
	const { say } = useReader();
	const words = useWords(WORDS);
	const first = Date.parse(month);
	if (isPaused) return words.paused;
	return access?.accumulateBudget
		? words.lapsesWithYear(say.day(addDays(addMonths(startOfYear(first), 12), -1)))
		: words.lapsesWithMonth(say.day(endOfMonth(first)));
}

/** Returns the days until which receipts of each open month can be submitted. */
function useDeadlines({ submitExpense, submissionDay }: DateWindows): string[] {
	const { c, say } = useReader();
	const words = useWords(WORDS);
	const present = startOfMonth(c.var.now);
	const earliest = startOfMonth(submitExpense.start ?? present);
	const months = earliest < present ? [addMonths(present, -1), present] : [present];
	return months.map((month) =>
		words.submitUntil(say.monthName(toYearMonth(month)), say.day(cutOff(month, submissionDay))),
	);
}

/** The days until which receipts can be submitted. Shown to people who have budget left. */
export function Deadlines({ balance, windows }: { balance: RestrictedMonth; windows: DateWindows }) {
	const deadlines = useDeadlines(windows);
	if (balance.access === null) return null;
	return (
		<>
			{deadlines.map((sentence) => (
				<p class="hint">{sentence}</p>
			))}
		</>
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
	const modules = access.allowedModules.map((name) => words.modules[name]).join(', ');
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
