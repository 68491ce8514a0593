import type { readLatest } from '../../tenants/history/actions.ts';
import { addressFor, BASE } from '../env.ts';
import { knownIn, Sentence } from '../history/event.tsx';
import { useReader } from '../page.tsx';
import { Panel, Time } from '../parts.tsx';
import { WORDS } from './words.ts';

interface HappenedProps {
	companyId: string;
	latest: Awaited<ReturnType<typeof readLatest>>;
}

/** The latest changes in a company. Each leads to the person, or to the history. */
export function Happened({ companyId, latest: { events, names } }: HappenedProps) {
	const { may, say, words } = useReader(WORDS);
	const known = knownIn(names, say);
	const history = addressFor('/history', companyId);
	const placeOf = (subjectId: string) => {
		const employeeId = known.employeeIdOf(subjectId);
		return employeeId !== null && may('readEmployee') ? `${BASE}/people/${employeeId}` : history;
	};
	if (events.length === 0) return null;
	return (
		<Panel title={words.happened}>
			<ul class="rows history">
				{events.map((event) => (
					<li>
						<a href={placeOf(event.subjectId)}>
							<Sentence
								event={event}
								among={events}
								author={known.authorOf(event)}
								about={known.called(event.subjectId) ?? words.somebody}
								isErased={known.isErased(event.subjectId)}
								isShort
							/>
						</a>
						<small>
							<Time at={event.date} />
						</small>
					</li>
				))}
			</ul>
			<p>
				<a href={history}>{words.history}</a>
			</p>
		</Panel>
	);
}
