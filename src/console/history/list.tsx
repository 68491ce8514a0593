import { EVENT_TYPES } from '../../core/history.ts';
import { toIso } from '../../core/instant.ts';
import type { NamedEvents } from '../../history/actions.ts';
import type { EventFilter } from '../../history/rules.ts';
import { companyIn } from '../company-choice.tsx';
import { DayField, Field, Select } from '../field.tsx';
import { Paging } from '../listing.tsx';
import { Heading, useReader, useWords } from '../page.tsx';
import { ButtonLink, Empty, Panel, Time } from '../parts.tsx';
import { addressWith, HISTORY_PATH } from './search.ts';
import { Sentence } from './sentence.tsx';
import { Sheet } from './sheet.tsx';
import { authorIn, calledIn } from './told.ts';
import { HISTORY } from './words.ts';

interface Listed extends NamedEvents {
	filter: EventFilter;
	next: string | null;
}

export function HistoryPage({ filter, events, names, next }: Listed) {
	const { c, say } = useReader();
	const words = useWords(HISTORY);
	const called = (id: string | null) => calledIn(names, id, say.language);
	return (
		<>
			<Heading
				title={words.history}
				above={<Company filter={filter} name={called(filter.companyId ?? null)} />}
			>
				<ButtonLink to={addressWith(c, {}, `${HISTORY_PATH}/export`)}>{words.export}</ButtonLink>
			</Heading>
			<Filters filter={filter} />
			<Chosen filter={filter} called={called} />
			{events.length === 0 ? (
				<None />
			) : (
				<Panel>
					<ul class="history events">
						{events.map((event) => {
							const isErased = (names.get(event.subjectId)?.dateErased ?? null) !== null;
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
										<Sheet event={event} names={names} isErased={isErased} />
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

function Filters({ filter }: { filter: EventFilter }) {
	const { c, visitor } = useReader();
	const words = useWords(HISTORY);
	const companies = visitor?.companies ?? [];
	const kept = (['subject', 'actor', ...(companies.length > 1 ? [] : ['company'])] as const).map(
		(name) => [name, c.req.query(name)] as const,
	);
	return (
		<form method="get" action={HISTORY_PATH} class="panel filters">
			{kept.map(([name, value]) => value !== undefined && <input type="hidden" name={name} value={value} />)}
			{companyIn(c, 'listPeople') !== null && (
				<Field name="q" label={words.filters.q} type="search" autocomplete="off" isFilter />
			)}
			{companies.length > 1 && (
				<Select
					name="company"
					label={words.filters.company}
					none={words.all}
					value={filter.companyId ?? null}
					options={companies.map(({ id, name }) => ({ value: id, label: name }))}
					isOptional
				/>
			)}
			<Select
				name="type"
				label={words.filters.type}
				none={words.all}
				value={filter.type ?? null}
				options={EVENT_TYPES.map((value) => ({ value, label: words.types[value] }))}
				isOptional
			/>
			<DayField name="from" label={words.filters.from} value={dayOf(filter.since)} isFilter />
			<DayField name="until" label={words.filters.until} value={dayOf(filter.until, 1)} isFilter />
			<button type="submit">{words.search}</button>
		</form>
	);
}

/** Shown when the list is filtered to one person: the name, and a link that clears the filter. */
function Chosen({
	filter,
	called,
}: {
	filter: EventFilter;
	called: (id: string | null) => string | undefined;
}) {
	const { c } = useReader();
	const words = useWords(HISTORY);
	const { subject, actor } = filter;
	const chips = [
		subject === undefined ? null : (['subject', words.onlyAbout(called(subject) ?? words.outsider)] as const),
		actor === undefined ? null : (['actor', words.onlyBy(called(actor) ?? words.outsider)] as const),
	].filter((chip) => chip !== null);
	if (chips.length === 0) return null;
	return (
		<p class="links">
			{chips.map(([name, label]) => (
				<span>
					<strong>
						<bdi>{label}</bdi>
					</strong>{' '}
					<a href={addressWith(c, { [name]: null })}>{words.drop}</a>
				</span>
			))}
		</p>
	);
}

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
