import { personToWire } from '../../employees/people/contract.ts';
import { LACKS, PERSON_STATES, type PersonState } from '../../employees/people/rules.ts';
import type { Person } from '../../employees/people/store.ts';
import { MAIL_STATES } from '../../mail/rules.ts';
import { CompanyName } from '../company-choice.tsx';
import { Field, Select } from '../field.tsx';
import { tickedIn } from '../many/selection.ts';
import { WORDS as MANY } from '../many/words.ts';
import { Heading, useReader, useWords } from '../page.tsx';
import { Badge, Empty, Panel, Table } from '../parts.tsx';
import { nameOf } from '../person/employee.ts';
import { addressOf, FILTERS, PEOPLE, type Search } from './search.ts';
import { WORDS } from './words.ts';

interface Listed {
	search: Search;
	rows: readonly Person[];
	next: string | null;
}

export function PeoplePage({ search, rows, next }: Listed) {
	const words = useWords(WORDS);
	const { companyId, filter } = search;
	const asked = FILTERS.flatMap((name) => (filter[name] === undefined ? [] : [[name, filter[name]]]));
	const query = Object.fromEntries(asked);
	return (
		<>
			<Heading title={words.people} above={<CompanyName companyId={companyId} choice={PEOPLE} />}>
				<a class="button" href={addressOf(companyId, '/export', query)}>
					{words.export}
				</a>
				<a class="button" href={addressOf(companyId, '/import')}>
					{words.import}
				</a>
				<a class="button main" href={addressOf(companyId, '/new')}>
					{words.create}
				</a>
			</Heading>
			<form method="get" action={PEOPLE} data-search>
				<Filters search={search} />
				<div data-found>
					<TickedElsewhere rows={rows} />
					{rows.length === 0 ? <Nobody search={search} /> : <People search={search} rows={rows} />}
					<Turning next={next} />
					{rows.length > 0 && <ForMany />}
				</div>
			</form>
		</>
	);
}

function Filters({ search: { companyId } }: { search: Search }) {
	const { c } = useReader();
	const words = useWords(WORDS);
	const asked = (name: (typeof FILTERS)[number]) => c.req.query(name);
	return (
		<div class="panel filters">
			<input type="hidden" name="company" value={companyId} />
			<Field
				name="q"
				label={words.q}
				type="search"
				inputmode="search"
				autocomplete="off"
				value={asked('q')}
				isFilter
			/>
			<Select
				name="state"
				label={words.state}
				none={words.all}
				value={asked('state') ?? null}
				options={PERSON_STATES.map((value) => ({ value, label: words.states[value] }))}
				isOptional
			/>
			<Select
				name="missing"
				label={words.missing}
				none={words.all}
				value={asked('missing') ?? null}
				options={LACKS.map((value) => ({ value, label: words.lacks[value] }))}
				isOptional
			/>
			<Select
				name="invitationMail"
				label={words.invitationMail}
				none={words.all}
				value={asked('invitationMail') ?? null}
				options={MAIL_STATES.map((value) => ({ value, label: words.mails[value] }))}
				isOptional
			/>
			<Field name="group" label={words.group} value={asked('group')} isFilter />
			<Field name="costCenter" label={words.costCenter} value={asked('costCenter')} isFilter />
			<button type="submit">{words.search}</button>
		</div>
	);
}

function Nobody({ search: { companyId } }: { search: Search }) {
	const { c } = useReader();
	const words = useWords(WORDS);
	if (FILTERS.every((name) => !c.req.query(name))) return <Empty>{words.nobody}</Empty>;
	return (
		<>
			<Empty>{words.notFound}</Empty>
			<p>
				<a href={addressOf(companyId)}>{words.clear}</a>
			</p>
		</>
	);
}

const MOODS: Record<PersonState, 'good' | 'waiting' | 'calm'> = {
	CREATED: 'waiting',
	INVITED: 'waiting',
	REGISTERED: 'good',
	CLOSED: 'calm',
	TERMINATED: 'calm',
};

function People({ search: { companyId }, rows }: { search: Search; rows: readonly Person[] }) {
	const { c } = useReader();
	const words = useWords(WORDS);
	const ticked = tickedIn(c);
	const only = (name: 'group' | 'costCenter', value: string) => (
		<a href={addressOf(companyId, '', { [name]: value })}>{value}</a>
	);
	return (
		<Table
			caption={words.people}
			columns={[
				words.choice,
				words.name,
				words.number,
				words.costCenter,
				words.groups,
				words.state,
				words.missing,
			]}
			rows={rows.map((person) => [
				<input
					type="checkbox"
					name="id"
					value={person.id}
					checked={ticked.includes(person.id)}
					aria-label={nameOf(person)}
				/>,
				<PersonLink person={person} />,
				person.personnelNumber,
				person.costCenter && only('costCenter', person.costCenter),
				person.groups.map((group, index) => [index > 0 && ', ', only('group', group)]),
				<Badge mood={MOODS[person.state]}>{words.states[person.state]}</Badge>,
				personToWire(person)
					.missing.map((lack) => words.lacks[lack])
					.join(', '),
			])}
		/>
	);
}

/** The name of a person, with its address below, which leads to the person. */
const PersonLink = ({ person }: { person: Person }) => (
	<>
		<bdi>
			<a href={`${PEOPLE}/${person.id}`}>{nameOf(person)}</a>
		</bdi>
		{nameOf(person) !== person.email && <small class="below">{person.email}</small>}
	</>
);

/** Keeps the people who were selected on other pages of the list. */
function TickedElsewhere({ rows }: { rows: readonly Person[] }) {
	const { c } = useReader();
	const words = useWords(WORDS);
	const ids = tickedIn(c).filter((id) => rows.every((row) => row.id !== id));
	return (
		<>
			{ids.map((id) => (
				<input type="hidden" name="id" value={id} />
			))}
			{ids.length > 0 && <p class="hint">{words.tickedElsewhere(ids.length)}</p>}
		</>
	);
}

/** Leads through the list by buttons, so that what is ticked goes along. */
function Turning({ next }: { next: string | null }) {
	const { c, words } = useReader();
	const isFirst = c.req.query('after') === undefined;
	if (isFirst && next === null) return null;
	return (
		<p class="buttons">
			{!isFirst && <button type="submit">{words.first}</button>}
			{next !== null && (
				<button type="submit" name="after" value={next}>
					{words.next}
				</button>
			)}
		</p>
	);
}

/** The actions for all selected or all matching people. */
function ForMany() {
	const { c } = useReader();
	const words = useWords(WORDS);
	return (
		<Panel title={words.forMany}>
			<p class="choice">
				<label>
					<input type="checkbox" name="all" checked={c.req.query('all') !== undefined} />
					<span>
						{words.allFound}
						<small>{words.forManyHint}</small>
					</span>
				</label>
			</p>
			<p class="buttons">
				{Object.entries(useWords(MANY).wishes).map(([name, wish]) => (
					<button type="submit" formaction={`${PEOPLE}/many/${name}`}>
						{wish}
					</button>
				))}
			</p>
		</Panel>
	);
}
