import { EVENT_TYPES, type StoredEvent } from '../../foundation/core/history.ts';
import { toIso } from '../../foundation/core/instant.ts';
import type { EventFilter } from '../../tenants/history/rules.ts';
import { companyIn } from '../env.ts';
import { day, oneOf, text } from '../kinds.tsx';
import { Filters, Paged } from '../listing.tsx';
import { useReader, useWords } from '../page.tsx';
import { Empty, Panel, Time } from '../parts.tsx';
import { type EventNames, Sentence, Sheet } from './event.tsx';
import { addressWith, HISTORY_PATH } from './search.ts';
import { EVENT_NAMES } from './sentences.ts';
import { HISTORY } from './words.ts';

interface Listed {
	filter: EventFilter;
	events: readonly StoredEvent[];
	known: EventNames;
}

/** The changes that match the filters, each with all its details. */
export function EventList({ filter, events, known }: Listed) {
	const { c, words } = useReader(HISTORY);
	const chipsFor = (name: 'subject' | 'actor', label: (name: string) => string) => {
		const id = filter[name];
		const to = addressWith(c, { [name]: null });
		return id === undefined ? [] : [{ label: label(known.called(id) ?? words.outsider), to }];
	};
	return (
		<>
			<Search filter={filter} />
			<Chosen
				chips={[...chipsFor('subject', words.onlyAbout), ...chipsFor('actor', words.onlyBy)]}
				clear={words.drop}
			/>
			<Paged rows={events} cursorOf={({ position }) => String(position)}>
				{(shown) =>
					shown.length === 0 ? (
						<None />
					) : (
						<Panel>
							<Events events={shown} known={known} />
						</Panel>
					)
				}
			</Paged>
		</>
	);
}

export const Events = ({ events, known }: Omit<Listed, 'filter'>) => (
	<ul class="history events">
		{events.map((event) => (
			<Entry event={event} among={events} known={known} />
		))}
	</ul>
);

/** A change in one sentence, which opens to show all its details. */
function Entry({ event, among, known }: { event: StoredEvent; among: Listed['events']; known: EventNames }) {
	const isErased = known.isErased(event.subjectId);
	const about = known.called(event.subjectId) ?? useWords(HISTORY).outsider;
	return (
		<li>
			<details>
				<summary>
					<Sentence
						event={event}
						among={among}
						author={known.authorOf(event)}
						about={about}
						isErased={isErased}
					/>
					<small>
						<Time at={event.date} />
					</small>
				</summary>
				<Sheet event={event} known={known} />
			</details>
		</li>
	);
}

/** The company whose history is shown, or a word for all companies. */
export function Company({ filter: { companyId }, known }: Pick<Listed, 'filter' | 'known'>) {
	const { visitor } = useReader();
	const companies = visitor?.companies ?? [];
	if (companyId !== undefined) return <bdi>{known.called(companyId)}</bdi>;
	return companies.length === 1 ? companies[0]?.name : useWords(HISTORY).everything;
}

const dayOf = (at: number | undefined, less = 0) =>
	at === undefined ? undefined : toIso(at - less).slice(0, 10);

function Search({ filter }: { filter: EventFilter }) {
	const { c, visitor } = useReader();
	const companies = visitor?.companies ?? [];
	const [isOfSeveral, query] = [companies.length > 1, c.req.query()];
	const ids = companies.map(({ id }) => id);
	const names = Object.fromEntries(companies.map(({ id, name }) => [id, [name, name] as const]));
	return (
		<Filters
			to={HISTORY_PATH}
			kept={{
				subject: query.subject,
				actor: query.actor,
				company: isOfSeveral ? undefined : query.company,
			}}
			fields={{
				...(companyIn(c, 'listPeople') !== null && { q: text({ type: 'search' }) }),
				...(isOfSeveral && { company: oneOf(ids, names) }),
				type: oneOf(EVENT_TYPES, EVENT_NAMES),
				from: day(),
				until: day(),
			}}
			words={HISTORY}
			values={{
				company: filter.companyId,
				type: filter.type,
				from: dayOf(filter.since),
				until: dayOf(filter.until, 1),
			}}
			button={useWords(HISTORY).search}
		/>
	);
}

/** Shown when the list is filtered to one person: the name, and a link that clears the filter. */
export const Chosen = ({
	chips,
	clear,
}: {
	chips: readonly { label: string; to: string }[];
	clear: string;
}) =>
	chips.length > 0 && (
		<p class="links">
			{chips.map(({ label, to }) => (
				<span>
					<strong>
						<bdi>{label}</bdi>
					</strong>{' '}
					<a href={to}>{clear}</a>
				</span>
			))}
		</p>
	);

function None() {
	const { c, words } = useReader(HISTORY);
	if (new URL(c.req.url).search === '') return <Empty>{words.none}</Empty>;
	return (
		<>
			<Empty>{words.noneLeft}</Empty>
			<p>
				<a href={HISTORY_PATH}>{words.clear}</a>
			</p>
		</>
	);
}
