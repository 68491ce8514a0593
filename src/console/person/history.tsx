import type { StoredEvent } from '../../core/history.ts';
import type { EmployeeYear } from '../../overview/year/actions.ts';
import { authorIn, Sentence } from '../history/event.tsx';
import { HISTORY_PATH } from '../history/search.ts';
import { useReader, useWords } from '../page.tsx';
import { Empty, Time } from '../parts.tsx';
import { nameOf } from './employee.ts';
import { WORDS } from './words.ts';

/** The latest changes of somebody as sentences, the newest first. */
export function History({ known }: { known: EmployeeYear }) {
	const words = useWords(WORDS);
	return (
		<>
			{known.events.length === 0 && <Empty>{words.noHistory}</Empty>}
			<Events events={known.events} known={known} />
			<p>
				<a href={`${HISTORY_PATH}?subject=${known.employee.id}`}>{words.wholeHistory}</a>
			</p>
		</>
	);
}

/** Some of these changes. */
export function Events({ events, known }: { events: readonly StoredEvent[]; known: EmployeeYear }) {
	const { say } = useReader();
	const { employee, authors } = known;
	return (
		<ul class="rows history">
			{events.map((event) => {
				const author = authors.find(({ id }) => id === event.author.userId);
				return (
					<li>
						<span>
							<Sentence event={event} among={known.events} isErased={employee.dateErased !== null} />
						</span>
						<small>
							<bdi>{authorIn(event, author && nameOf(author), say)}</bdi> · <Time at={event.date} />
						</small>
					</li>
				);
			})}
		</ul>
	);
}
