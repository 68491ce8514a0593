import { addMonths, type Instant, toYearMonth } from '../../core/instant.ts';
import { lastInstant, type Period } from '../../core/timeline.ts';
import type { RestrictedMonth } from '../../flex/balance/rules.ts';
import { useReader } from '../page.tsx';
import { Day, Money, Panel, Table } from '../parts.tsx';
import { usePeriods } from './periods.ts';
import { WORDS } from './words.ts';
import { MONTHS, type Year } from './year.ts';

/** All that the picture of a year shows, in rows. */
export function YearTable({ year }: { year: Year }) {
	const { c, say } = useReader();
	const words = WORDS[c.var.language];
	const { accessText, planText } = usePeriods();
	const periods = <P extends Omit<Period, 'id'>>(name: string, all: readonly P[], text: (one: P) => string) =>
		all
			.filter((one) => one.validFrom < year.until && lastInstant(one) >= year.from)
			.map((one) => [
				name,
				<Day at={one.validFrom} />,
				one.validUntil === null ? words.open : <Day at={one.validUntil} />,
				text(one),
			]);
	const days = (name: string, all: readonly Instant[], text: (at: Instant) => string = () => '') =>
		all.map((at) => [name, <Day at={at} />, '', text(at)]);
	const isNow = (at: Instant) => at >= year.from && at < year.until;
	return (
		<details>
			<summary>{words.asTable}</summary>
			<Table
				caption={words.year(new Date(year.from).getUTCFullYear())}
				columns={[words.what, words.from, words.until, words.details]}
				rows={[
					...periods(words.access, year.accesses, accessText),
					...periods(words.plan, year.plans, planText),
					...periods(words.defaults, year.defaults, () => ''),
					...periods(words.pause, year.pauses, () => ''),
					...year.issued.map((one) => [
						words.issued,
						<Day at={one.dueDate} />,
						'',
						<Money value={one.amountValue} currency={one.amountCurrency} />,
					]),
					...days(words.coming, year.coming),
					...days(words.cutOff, year.cutOffs, (at) =>
						words.cutOffOf(say.monthName(toYearMonth(addMonths(at, -1)))),
					),
					...days(words.today0, [year.now].filter(isNow)),
					...days(words.termination, [year.dateTerminated ?? Number.NaN].filter(isNow)),
				]}
			/>
		</details>
	);
}

/** The balance of each month, and what it follows from. */
export function Balances({ year }: { year: Year }) {
	const { c, say } = useReader();
	const words = WORDS[c.var.language];
	return (
		<Panel title={words.balances}>
			<Table
				caption={words.balances}
				columns={[
					...[words.month, words.granted, words.carried, words.spent, words.waiting, words.available],
					words.reason,
				]}
				numeric={[1, 2, 3, 4, 5]}
				rows={MONTHS.flatMap((index) => {
					const month = year.balances[index];
					if (month === undefined) return [];
					const money = (value: number) => <Money value={value} currency={month.currency ?? 'EUR_CENT'} />;
					const { granted, carriedIn, spent, pending, available } = month;
					return [
						[
							say.monthName(month.month),
							...(month.currency === null
								? Array(5).fill('')
								: [granted, carriedIn, spent, pending, available].map(money)),
							<Reason month={month} />,
						],
					];
				})}
			/>
		</Panel>
	);
}

/** Why a month has what it has. */
function Reason({ month }: { month: RestrictedMonth }) {
	const { c, say } = useReader();
	const words = WORDS[c.var.language];
	const { access, isPaused, carryOver, carryEnds, overdrawn, restriction, corrections } = month;
	const currency = month.currency ?? 'EUR_CENT';
	const sentences = [
		access === null ? words.noAccess : isPaused ? words.paused : '',
		access === null ? '' : words.carryOvers[carryOver],
		carryEnds === null ? '' : words.carryEnds(say.day(carryEnds)),
		overdrawn === 0 ? '' : words.overdrawn(say.amount(overdrawn, currency)),
		restriction === null
			? ''
			: words.restricted(
					say.amount(restriction.left, restriction.currency),
					say.amount(restriction.limit, restriction.currency),
				),
		...corrections.map(({ amount, reason }) =>
			words.corrected(say.amount(amount.value, amount.currency), reason),
		),
	];
	return <small class="reason">{sentences.filter(Boolean).join(' ')}</small>;
}
