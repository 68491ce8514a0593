import { MAIL_STATE_NAMES, USER_STATE_NAMES } from '../../core/words.ts';
import { personToWire } from '../../employees/people/contract.ts';
import { LACKS, PERSON_STATES } from '../../employees/people/rules.ts';
import type { Person } from '../../employees/people/store.ts';
import { MAIL_STATES } from '../../mail/rules.ts';
import { CompanyName } from '../company-choice.tsx';
import type { Context } from '../env.ts';
import { oneOf, text } from '../kinds.tsx';
import { type Column, FilterFields, List } from '../listing.tsx';
import { tickedIn } from '../many/selection.ts';
import { WORDS as MANY } from '../many/words.ts';
import { titledPage, useReader, useWords } from '../page.tsx';
import { ButtonLink, Empty, MainLink, NameLink, Panel } from '../parts.tsx';
import { nameOf } from '../person/employee.ts';
import { StatusTag } from '../status.tsx';
import { FILTERS, PEOPLE, peopleAddress, type Search } from './search.ts';
import { LACK_NAMES, WORDS } from './words.ts';

interface Listed {
	search: Search;
	rows: readonly Person[];
	next: string | null;
}

const FIELDS = {
	q: text({ type: 'search', inputmode: 'search' }),
	state: oneOf(PERSON_STATES, USER_STATE_NAMES),
	missing: oneOf(LACKS, LACK_NAMES),
	invitationMail: oneOf(MAIL_STATES, MAIL_STATE_NAMES),
	group: text(),
	costCenter: text(),
};

/** Lists the people of a company. Everything on the page is one form, so that a selection outlasts a search. */
export function peoplePage(c: Context, { search, rows, next }: Listed) {
	const words = WORDS[c.var.language];
	const { companyId, filter } = search;
	const asked = FILTERS.flatMap((name) => (filter[name] === undefined ? [] : [[name, filter[name]]]));
	const actions = (
		<>
			<ButtonLink to={peopleAddress(companyId, '/export', Object.fromEntries(asked))}>
				{words.export}
			</ButtonLink>
			<ButtonLink to={peopleAddress(companyId, '/import')}>{words.import}</ButtonLink>
			<MainLink to={peopleAddress(companyId, '/new')}>{words.create}</MainLink>
		</>
	);
	return titledPage(
		c,
		{
			title: words.people,
			above: <CompanyName companyId={companyId} choice={PEOPLE} />,
			actions,
			scripts: ['search.js'],
		},
		<form method="get" action={PEOPLE} data-search>
			<div class="panel filters">
				<input type="hidden" name="company" value={companyId} />
				<FilterFields fields={FIELDS} words={WORDS} />
				<button type="submit">{words.search}</button>
			</div>
			<div data-found>
				<TickedElsewhere rows={rows} />
				{rows.length === 0 ? <Nobody companyId={companyId} /> : <People companyId={companyId} rows={rows} />}
				<Turning next={next} />
				{rows.length > 0 && <ForMany />}
			</div>
		</form>,
	);
}

function Nobody({ companyId }: { companyId: string }) {
	const { c } = useReader();
	const words = useWords(WORDS);
	if (FILTERS.every((name) => !c.req.query(name))) return <Empty>{words.nobody}</Empty>;
	return (
		<>
			<Empty>{words.notFound}</Empty>
			<p>
				<a href={peopleAddress(companyId)}>{words.clear}</a>
			</p>
		</>
	);
}

function People({ companyId, rows }: { companyId: string; rows: readonly Person[] }) {
	const { c } = useReader();
	const words = useWords(WORDS);
	const ticked = tickedIn(c);
	const only = (name: 'group' | 'costCenter', value: string) => (
		<a href={peopleAddress(companyId, '', { [name]: value })}>{value}</a>
	);
	const columns: Column<Person>[] = [
		{
			title: words.choice,
			of: (person) => (
				<input
					type="checkbox"
					name="id"
					value={person.id}
					checked={ticked.includes(person.id)}
					aria-label={nameOf(person)}
				/>
			),
		},
		{ title: words.name, of: (person) => <PersonLink person={person} /> },
		{ title: words.number, of: ({ personnelNumber }) => personnelNumber ?? '' },
		{ title: words.costCenter, of: ({ costCenter }) => (costCenter ? only('costCenter', costCenter) : '') },
		{
			title: words.groups,
			of: ({ groups }) => groups.map((group, index) => [index > 0 && ', ', only('group', group)]),
		},
		{
			title: words.state,
			of: (person) => <StatusTag of={person} />,
		},
		{
			title: words.missing,
			of: (person) => {
				const { missing } = personToWire(person);
				return missing.map((lack) => words.lacks[lack]).join(', ');
			},
		},
	];
	return <List caption={words.people} rows={rows} columns={columns} />;
}

/** The name of a person, with its address below, which leads to the person. */
const PersonLink = ({ person }: { person: Person }) => (
	<>
		<NameLink to={`${PEOPLE}/${person.id}`}>{nameOf(person)}</NameLink>
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
				{Object.entries(useWords(MANY).changes).map(([name, wish]) => (
					<button type="submit" formaction={`${PEOPLE}/many/${name}`}>
						{wish}
					</button>
				))}
			</p>
		</Panel>
	);
}
