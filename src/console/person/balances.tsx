import type { RestrictedMonth } from '../../balances/rules.ts';
import { useReader, useWords } from '../page.tsx';
import { Money, Panel, Table } from '../parts.tsx';
import { WORDS } from './words.ts';
import { MONTHS, type Year } from './year.ts';

/** The balance of each month, and what it follows from. */
export function Balances({ year }: { year: Year }) {
	const { say } = useReader();
	const words = useWords(WORDS);
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
							<time datetime={month.month}>{say.monthName(month.month)}</time>,
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
	const { say } = useReader();
	const words = useWords(WORDS);
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
