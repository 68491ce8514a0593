import { startOfMonth, toYearMonth } from '../../foundation/core/instant.ts';
import { useReader, useWords } from '../page.tsx';
import { type Consequence, ConsequenceRows, Money } from '../parts.tsx';
import { datesText, type ShownPeriod, type ShownYear, untilText } from './periods.ts';
import { WORDS } from './words.ts';

/** The consequences of a change, computed as the difference of two years: shortened, ended, added and removed periods. */
export function Consequences({ before, after }: { before: ShownYear; after: ShownYear }) {
	const found = [...usePeriodsThatChange(before, after), ...useRest(before, after)];
	return found.length === 0 ? <p>{useWords(WORDS).nothingChanges}</p> : <ConsequenceRows rows={found} />;
}

function usePeriodsThatChange(before: ShownYear, after: ShownYear): Consequence[] {
	const { say, words } = useReader(WORDS);
	return after.rows.flatMap(({ name, periods }, index) => {
		const old = before.rows[index]?.periods ?? [];
		const known = new Map(old.map((one) => [keyOf(one), one]));
		const kept = new Set(periods.map(keyOf));
		const what = ({ text }: ShownPeriod) => [name, text].filter(Boolean).join(': ');
		const ending = (one: ShownPeriod): Consequence[] => {
			const was = known.get(keyOf(one));
			if (was === undefined) return [[what(one), 'good', datesText(one, say)]];
			if (was.validUntil === one.validUntil) return [];
			return one.last < was.last
				? [[what(one), 'waiting', words.ends(say.day(one.last))]]
				: [[what(one), 'good', untilText(one, say)]];
		};
		const gone = old.filter((one) => !kept.has(keyOf(one)));
		return [
			...periods.flatMap(ending),
			...gone.map((one): Consequence => [what(one), 'bad', words.fallsAway]),
		];
	});
}

/** Identifies a period by its id. A pause that is not stored yet has none, so a pause is identified by its start. */
const keyOf = ({ id, validFrom }: ShownPeriod): string => id ?? String(validFrom);

function useRest(before: ShownYear, after: ShownYear): Consequence[] {
	const { say, words } = useReader(WORDS);
	const { dateTerminated } = after;
	const vouchers = after.coming.length - before.coming.length;
	const year = new Date(after.from).getUTCFullYear();
	const month = toYearMonth(startOfMonth(after.now));
	const balanceOf = ({ balances }: ShownYear) => balances.find((one) => one.month === month);
	const [was, will] = [balanceOf(before), balanceOf(after)];
	const known = new Set(before.refused.map(({ id }) => id));
	const leaving: Consequence =
		dateTerminated === null
			? [words.termination, 'good', words.stays]
			: [words.termination, 'waiting', words.onDay(say.day(dateTerminated))];
	const found: (Consequence | false)[] = [
		before.dateTerminated !== dateTerminated && leaving,
		vouchers < 0 && [words.vouchersLost(-vouchers, year), 'bad', words.fallsAway],
		vouchers > 0 && [words.vouchersWon(vouchers, year), 'good', words.added],
		was !== undefined &&
			will !== undefined &&
			was.available !== will.available && [
				words.leftIn(say.monthName(month)),
				will.available < was.available ? 'waiting' : 'good',
				<Money value={will.available} currency={will.currency ?? 'EUR_CENT'} />,
			],
		...after.balances
			.filter(({ overdrawn }, index) => overdrawn > (before.balances[index]?.overdrawn ?? 0))
			.map(({ month, overdrawn, currency }): Consequence => {
				const amount = say.amount(overdrawn, currency ?? 'EUR_CENT');
				return [words.balance, 'bad', words.overdrawnIn(say.monthName(month), amount)];
			}),
		...after.refused
			.filter(({ id }) => !known.has(id))
			.map(({ module, amountValue, amountCurrency }): Consequence => {
				const what = words.waits(words.modules[module], say.amount(amountValue, amountCurrency));
				return [what, 'bad', words.inadmissible];
			}),
	];
	return found.filter((one) => one !== false);
}
