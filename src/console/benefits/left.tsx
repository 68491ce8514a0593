import type { RestrictedMonth } from '../../balances/rules.ts';
import type { MonthBalance } from '../../core/balance.ts';
import { addDays, addMonths, endOfMonth, startOfYear } from '../../core/instant.ts';
import type { DateWindows } from '../../overview/date-windows/rules.ts';
import { useReader, useWords } from '../page.tsx';
import { Facts, Money, Note, Panel } from '../parts.tsx';
import { useDeadlines } from './deadlines.ts';
import { WORDS } from './words.ts';

/** The rest of a month’s budget, how it came about, and until when it can be used. */
export function Left({ balance }: { balance: RestrictedMonth }) {
	const { say } = useReader();
	const words = useWords(WORDS);
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

/** Carried-over budget expires with the year, and other budget with its month. */
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
