import type { CalendarEntry } from '../../administration/overview/calendar/rules.ts';
import {
	addDays,
	addMonths,
	dayOfMonth,
	endOfMonth,
	type Instant,
	startOfDay,
	toIso,
	toYearMonth,
} from '../../foundation/core/instant.ts';
import { Tick } from '../field.tsx';
import { afterIn, List } from '../listing.tsx';
import { useReader, useWords } from '../page.tsx';
import { Day, Empty, Panel } from '../parts.tsx';
import { PersonName } from '../person-name.tsx';
import { CALENDAR, type CalendarRange, placeAddress } from './place.ts';
import { WORDS } from './words.ts';

interface Props {
	place: CalendarRange;
	entries: readonly CalendarEntry[];
}

/** Each month as a grid of days. Narrow screens show only the days on which something takes effect. */
export function Months({ place, entries }: Props) {
	const { say, words } = useReader(WORDS);
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
					<Grid place={place} name={name} month={month} entries={ofMonth} />
				)}
			</section>
		);
	});
}

interface GridProps extends Props {
	name: string;
	month: Instant;
}

const A_WEEK = [0, 1, 2, 3, 4, 5, 6];

function Grid({ place, name, month, entries }: GridProps) {
	const { say } = useReader();
	const byDay = Map.groupBy(entries, ({ day }) => day);
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

/** A day with the number of people for each kind of entry. Each kind links to the list of the day, with names. */
function Cell({ place, day, entries }: Props & { day: Instant }) {
	const { c, say, words } = useReader(WORDS);
	const isToday = startOfDay(c.var.now) === day;
	const to = placeAddress({ ...place, view: 'list', from: day, isOneDay: true, showsNames: true });
	return (
		<td aria-current={isToday ? 'date' : undefined}>
			<time datetime={toIso(day).slice(0, 10)}>
				<span class="weekday">{say.weekday(day)} </span>
				{dayOfMonth(day)}
				{isToday && <small> {words.today}</small>}
			</time>
			{entries.length > 0 && (
				<ul>
					{entries.map(({ kind, peopleCount }) => (
						<li data-kind={kind}>
							<a href={to}>
								{words.kinds[kind]}
								{peopleCount !== null && ` · ${say.number(peopleCount)}`}
							</a>
						</li>
					))}
				</ul>
			)}
		</td>
	);
}

const keyOf = ({ day, id }: CalendarEntry): string => `${day}.${id}`;

/** Lets the reader choose whether a list names people. It stays on the page if a list with names is refused. */
export function NamesForm({ place: { companyId, from, isOneDay, showsNames } }: Pick<Props, 'place'>) {
	const words = useWords(WORDS);
	const [name, value] = isOneDay ? ['day', toIso(from).slice(0, 10)] : ['from', toYearMonth(from)];
	return (
		<form method="get" action={CALENDAR} class="with-names">
			<input type="hidden" name="company" value={companyId} />
			<input type="hidden" name="view" value="list" />
			<input type="hidden" name={name} value={value} />
			<Tick name="names" label={words.names} isOn={showsNames} />
			<button type="submit">{words.show}</button>
		</form>
	);
}

export function EntryList({ place, entries }: Props) {
	const { c, say, words } = useReader(WORDS);
	const after = afterIn(c);
	const behind = entries.slice(entries.findIndex((entry) => keyOf(entry) === after) + 1);
	return (
		<Panel>
			<NamesForm place={place} />
			<List
				caption={words.what}
				columns={[
					{ title: words.day, of: ({ day }) => [`${say.weekday(day)}, `, <Day at={day} />] },
					{ title: words.what, of: ({ kind }) => words.kinds[kind] },
					{
						title: words.who,
						of: ({ person, peopleCount }) =>
							person !== null ? (
								<PersonName person={person} isNumbered />
							) : peopleCount === null ? (
								words.everybody
							) : (
								words.people(peopleCount)
							),
					},
				]}
				rows={behind}
				cursorOf={keyOf}
				none={words.nothingAtAll}
			/>
		</Panel>
	);
}
