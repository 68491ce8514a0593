import type { DateWindows } from '../../administration/overview/date-windows/rules.ts';
import type { RestrictedMonth } from '../../benefits/balances/rules.ts';
import {
	addDays,
	addMonths,
	endOfMonth,
	type Instant,
	startOfYear,
	toYearMonth,
} from '../../foundation/core/instant.ts';
import { changeableUntil, earliestOpen } from '../../foundation/core/months.ts';
import { useReader } from '../page.tsx';
import { Facts, Money, Note, Panel } from '../parts.tsx';
import { WORDS } from './words.ts';

/** The rest of a month’s budget, how it came about, and until when it can be used. */
export function Left({ balance }: { balance: RestrictedMonth }) {
	const { say, words } = useReader(WORDS);
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
	const { say, words } = useReader(WORDS);
	const first = Date.parse(month);
	if (isPaused) return words.paused;
	return access?.accumulateBudget
		? words.lapsesWithYear(say.day(addDays(addMonths(startOfYear(first), 12), -1)))
		: words.lapsesWithMonth(say.day(endOfMonth(first)));
}

/** Until when receipts of each open month can be submitted, and whether a month was closed before. */
export function Deadlines({ windows: { submitExpense, submissionDay } }: { windows: DateWindows }) {
	const { c, say, words } = useReader(WORDS);
	const byCalendar = earliestOpen(c.var.now, submissionDay);
	const first = submitExpense.start ?? byCalendar;
	const nameOf = (month: Instant) => say.monthName(toYearMonth(month));
	const open = [first, addMonths(first, 1)].filter((month) => month <= c.var.now);
	const sentences = [
		...(first > byCalendar ? [words.closedEarly(nameOf(addMonths(first, -1)), say.day(first))] : []),
		...open.map((month) =>
			words.submitUntil(nameOf(month), say.day(changeableUntil(month, submissionDay, null))),
		),
	];
	return sentences.map((sentence) => <p class="hint">{sentence}</p>);
}
