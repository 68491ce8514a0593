import type { Upcoming } from '../../overview/calendar/rules.ts';
import { useWords } from '../page.tsx';
import { Day, Empty, Facts, Panel } from '../parts.tsx';
import { PersonName } from '../person-name.tsx';
import { WORDS } from './words.ts';

/** What takes effect by itself in the next days. */
export function Ahead({ ahead }: { ahead: readonly Upcoming[] }) {
	const words = useWords(WORDS);
	const days = Map.groupBy(
		ahead.filter(({ count }) => count > 0),
		({ day }) => day,
	);
	return (
		<Panel title={words.ahead}>
			{days.size === 0 && <Empty>{words.nothingAhead}</Empty>}
			<Facts
				rows={[...days].map(([day, ofDay]) => [
					<Day at={day} isShort />,
					ofDay.map((one) => <Happening {...one} />),
				])}
			/>
		</Panel>
	);
}

function Happening({ kind, people, count }: Upcoming) {
	const words = useWords(WORDS);
	return (
		<p>
			{words.kinds[kind]}:{' '}
			{people.map((person, index) => [index > 0 && ', ', <PersonName person={person} />])}
			{count > people.length && ` ${words.more(count - people.length)}`}
		</p>
	);
}
