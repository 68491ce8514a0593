import { toIso, toYearMonth } from '../../core/instant.ts';
import type { CalendarEntry } from '../../overview/calendar/rules.ts';
import { Tick } from '../field.tsx';
import { Paging, pageOf } from '../listing.tsx';
import { useReader, useWords } from '../page.tsx';
import { Day, Empty, Panel, PersonName, Table } from '../parts.tsx';
import { WORDS as TODAY } from '../today/words.ts';
import { CALENDAR, type Place } from './place.ts';
import { WORDS } from './words.ts';

interface Props {
	place: Place;
	entries: readonly CalendarEntry[];
}

const keyOf = ({ day, id }: CalendarEntry): string => `${day}.${id}`;

/** Lists what takes effect, with or without the names of the people. */
export function List({ place, entries }: Props) {
	const { c, say } = useReader();
	const words = useWords(WORDS);
	const after = c.req.query('after');
	const behind = entries.slice(entries.findIndex((entry) => keyOf(entry) === after) + 1);
	const { shown, next } = pageOf(behind, keyOf);
	return (
		<Panel>
			<Filter place={place} />
			{shown.length === 0 ? (
				<Empty>{words.nothingAtAll}</Empty>
			) : (
				<Table
					caption={words.what}
					columns={[words.day, words.what, words.who]}
					rows={shown.map(({ day, kind, person, persons }) => [
						<>
							{say.weekday(day)}, <Day at={day} />
						</>,
						useWords(TODAY).kinds[kind],
						person !== null ? (
							<PersonName person={person} isNumbered />
						) : persons === null ? (
							words.everybody
						) : (
							words.people(persons)
						),
					])}
				/>
			)}
			<Paging next={next} />
		</Panel>
	);
}

function Filter({ place: { companyId, from, isOneDay, showsNames } }: { place: Place }) {
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
