import type { Child } from 'hono/jsx';
import { startOfMonth, toYearMonth } from '../../core/instant.ts';
import { useReader, useWords } from '../page.tsx';
import { Badge, Money } from '../parts.tsx';
import { datesText, type ShownPeriod, type ShownYear, untilText } from './periods.ts';
import { WORDS } from './words.ts';

interface Consequence {
	what: Child;
	mood: 'good' | 'waiting' | 'bad' | 'calm';
	so: Child;
}

/** The consequences of a change, computed as the difference of two years: shortened, ended, added and removed periods. */
export function Consequences({ before, after }: { before: ShownYear; after: ShownYear }) {
	const found = [...usePeriodsThatChange(before, after), ...useRest(before, after)];
	return found.length === 0 ? (
		<p>{useWords(WORDS).nothingChanges}</p>
	) : (
		<ul class="rows">
			{found.map(({ what, mood, so }) => (
				<li>
					<span>{what}</span>
					<Badge mood={mood}>{so}</Badge>
				</li>
			))}
		</ul>
	);
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
			if (was === undefined) return [{ what: what(one), mood: 'good', so: datesText(one, say) }];
			if (was.validUntil === one.validUntil) return [];
			return one.last < was.last
				? [{ what: what(one), mood: 'waiting', so: words.ends(say.day(one.last)) }]
				: [{ what: what(one), mood: 'good', so: untilText(one, say) }];
		};
		const gone = old.filter((one) => !kept.has(keyOf(one)));
		return [
			...periods.flatMap(ending),
			...gone.map((one): Consequence => ({ what: what(one), mood: 'bad', so: words.fallsAway })),
		];
	});
}

/** A pause goes by its start, because one that is not stored yet has no id. */
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
	const found: (Consequence | false)[] = [
		before.dateTerminated !== dateTerminated && {
			what: words.termination,
			mood: dateTerminated === null ? 'good' : 'waiting',
			so: dateTerminated === null ? words.stays : words.onDay(say.day(dateTerminated)),
		},
		vouchers < 0 && { what: words.vouchersLost(-vouchers, year), mood: 'bad', so: words.fallsAway },
		vouchers > 0 && { what: words.vouchersWon(vouchers, year), mood: 'good', so: words.added },
		was !== undefined &&
			will !== undefined &&
			was.available !== will.available && {
				what: words.leftIn(say.monthName(month)),
				mood: will.available < was.available ? 'waiting' : 'good',
				so: <Money value={will.available} currency={will.currency ?? 'EUR_CENT'} />,
			},
		...after.balances
			.filter(({ overdrawn }, index) => overdrawn > (before.balances[index]?.overdrawn ?? 0))
			.map(
				(one): Consequence => ({
					what: words.balance,
					mood: 'bad',
					so: words.overdrawnIn(
						say.monthName(one.month),
						say.amount(one.overdrawn, one.currency ?? 'EUR_CENT'),
					),
				}),
			),
		...after.refused
			.filter(({ id }) => !known.has(id))
			.map(
				(one): Consequence => ({
					what: words.waits(words.modules[one.module], say.amount(one.amountValue, one.amountCurrency)),
					mood: 'bad',
					so: words.inadmissible,
				}),
			),
	];
	return found.filter((one) => one !== false);
}
