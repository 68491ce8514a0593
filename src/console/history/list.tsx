import { EVENT_TYPES } from '../../core/history.ts';
import { toIso } from '../../core/instant.ts';
import type { NamedEvents } from '../../history/actions.ts';
import type { EventFilter } from '../../history/rules.ts';
import { companyIn } from '../env.ts';
import { day, oneOf, text } from '../kinds.tsx';
import { Filters, Paging } from '../listing.tsx';
import { Heading, useReader, useWords } from '../page.tsx';
import { ButtonLink, Empty, Panel, Time } from '../parts.tsx';
import { authorIn, calledIn, isErasedIn, Sentence, Sheet } from './event.tsx';
import { addressWith, HISTORY_PATH } from './search.ts';
import { EVENT_NAMES, HISTORY } from './words.ts';

interface Listed extends NamedEvents {
	filter: EventFilter;
	next: string | null;
}

export function HistoryPage({ filter, events, names, next }: Listed) {
	const { c, say } = useReader();
	const words = useWords(HISTORY);
	const called = (id: string | null) => calledIn(names, id, say.language);
	const only = (name: 'subject' | 'actor', label: (name: string) => string) => {
		const id = filter[name];
		const to = addressWith(c, { [name]: null });
		return id === undefined ? [] : [{ label: label(called(id) ?? words.outsider), to }];
	};
	const chips = [...only('subject', words.onlyAbout), ...only('actor', words.onlyBy)];
	return (
		<>
			<Heading
				title={words.history}
				above={<Company filter={filter} name={called(filter.companyId ?? null)} />}
			>
				<ButtonLink to={addressWith(c, {}, `${HISTORY_PATH}/export`)}>{words.export}</ButtonLink>
			</Heading>
			<Search filter={filter} />
			<Chosen chips={chips} clear={words.drop} />
			{events.length === 0 ? (
				<None />
			) : (
				<Panel>
					<ul class="history events">
						{events.map((event) => {
							const isErased = isErasedIn(names, event.subjectId);
							const about = called(event.subjectId) ?? words.outsider;
							return (
								<li>
									<details>
										<summary>
											<Sentence event={event} among={events} about={about} isErased={isErased} />
											<small>
												<bdi>{authorIn(event, called(event.author.userId), say)}</bdi> ·{' '}
												<Time at={event.date} />
											</small>
										</summary>
										<Sheet event={event} names={names} />
									</details>
								</li>
							);
						})}
					</ul>
				</Panel>
			)}
			<Paging next={next} />
		</>
	);
}

/** Which company it is, where there may be others. */
function Company({ filter, name }: { filter: EventFilter; name: string | undefined }) {
	const { visitor } = useReader();
	const companies = visitor?.companies ?? [];
	if (filter.companyId !== undefined) return <bdi>{name}</bdi>;
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
			words={{ en: HISTORY.en.filters, de: HISTORY.de.filters }}
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
	const { c } = useReader();
	const words = useWords(HISTORY);
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
