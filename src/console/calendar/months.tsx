import {
	addDays,
	addMonths,
	dayOfMonth,
	endOfMonth,
	type Instant,
	startOfDay,
	toIso,
	toYearMonth,
} from '../../core/instant.ts';
import type { CalendarEntry } from '../../overview/calendar/rules.ts';
import { useReader, useWords } from '../page.tsx';
import { Empty } from '../parts.tsx';
import { WORDS as TODAY } from '../today/words.ts';
import { addressOf, type Place } from './place.ts';
import { WORDS } from './words.ts';

interface Props {
	place: Place;
	entries: readonly CalendarEntry[];
}

/** Each month as a grid of days. Narrow screens show only the days on which something takes effect. */
export function Months({ place, entries }: Props) {
	const { say } = useReader();
	const words = useWords(WORDS);
	const byMonth = Map.groupBy(entries, ({ day }) => toYearMonth(day));
	const months: Instant[] = [];
	for (let month = place.from; month <= place.to; month = addMonths(month, 1)) months.push(month);
	return months.map((month) => {
		const name = say.monthName(toYearMonth(month));
		const ofMonth = byMonth.get(toYearMonth(month)) ?? [];
		return (
			<section class="panel">
				<h2>{name}</h2>
				{ofMonth.length === 0 ? (
					<Empty>{words.nothing}</Empty>
				) : (
					<Grid place={place} name={name} month={month} ofMonth={ofMonth} />
				)}
			</section>
		);
	});
}

interface GridProps {
	place: Place;
	name: string;
	month: Instant;
	ofMonth: readonly CalendarEntry[];
}

const A_WEEK = [0, 1, 2, 3, 4, 5, 6];

function Grid({ place, name, month, ofMonth }: GridProps) {
	const { say } = useReader();
	const byDay = Map.groupBy(ofMonth, ({ day }) => day);
	const monday = addDays(month, -((new Date(month).getUTCDay() + 6) % 7));
	const weeks: Instant[] = [];
	for (let first = monday; first <= endOfMonth(month); first = addDays(first, 7)) weeks.push(first);
	return (
		<table class="month">
			<caption>{name}</caption>
			<thead>
				<tr>
					{A_WEEK.map((index) => (
						<th scope="col">{say.weekday(addDays(monday, index))}</th>
					))}
				</tr>
			</thead>
			<tbody>
				{weeks.map((first) => (
					<tr>
						{A_WEEK.map((index) => {
							const day = addDays(first, index);
							const isOutside = toYearMonth(day) !== toYearMonth(month);
							return isOutside ? <td /> : <Cell place={place} day={day} entries={byDay.get(day) ?? []} />;
						})}
					</tr>
				))}
			</tbody>
		</table>
	);
}

/** A day, and how many have what on it; each leads to the list of the day with names. */
function Cell({ place, day, entries }: Props & { day: Instant }) {
	const { c, say } = useReader();
	const words = useWords(WORDS);
	const isToday = startOfDay(c.var.now) === day;
	const to = addressOf({ ...place, view: 'list', from: day, isOneDay: true, showsNames: true });
	return (
		<td aria-current={isToday ? 'date' : undefined}>
			<time datetime={toIso(day).slice(0, 10)}>
				<span class="weekday">{say.weekday(day)} </span>
				{dayOfMonth(day)}
				{isToday && <small> {words.today}</small>}
			</time>
			{entries.length > 0 && (
				<ul>
					{entries.map(({ kind, persons }) => (
						<li data-kind={kind}>
							<a href={to}>
								{useWords(TODAY).kinds[kind]}
								{persons !== null && ` · ${say.number(persons)}`}
							</a>
						</li>
					))}
				</ul>
			)}
		</td>
	);
}
