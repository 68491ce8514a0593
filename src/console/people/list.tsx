import type { countPeople } from '../../benefits/employees/people/actions.ts';
import { personToWire } from '../../benefits/employees/people/contract.ts';
import {
	ADDRESS_STATES,
	LACKS,
	PEOPLE_SORTS,
	PERSON_STATUSES,
	type PeopleSort,
} from '../../benefits/employees/people/rules.ts';
import type { Person } from '../../benefits/employees/people/store.ts';
import { MAIL_STATE_NAMES } from '../../foundation/core/words.ts';
import { MAIL_STATES } from '../../tenants/mail/rules.ts';
import { CompanyName } from '../company-choice.tsx';
import type { Context } from '../env.ts';
import { oneOf, text } from '../kinds.tsx';
import { type Column, FilterFields, List } from '../listing.tsx';
import { tickedIn } from '../many/selection.ts';
import { WORDS as MANY } from '../many/words.ts';
import { titledPage, useReader, useWords } from '../page.tsx';
import { ButtonLink, Empty, MainLink, NameLink } from '../parts.tsx';
import { nameOf } from '../person/employee.ts';
import { StatusTag } from '../status.tsx';
import { FILTERS, PEOPLE, peopleAddress, type Search } from './search.ts';
import { ADDRESS_STATE_NAMES, LACK_NAMES, WORDS } from './words.ts';

interface Listed {
	search: Search;
	rows: readonly Person[];
	next: string | null;
	counts: Awaited<ReturnType<typeof countPeople>>;
}

const FIELDS = {
	q: text({ type: 'search', inputmode: 'search' }),
	missing: oneOf(LACKS, LACK_NAMES),
};
const MORE_FIELDS = {
	invitationMail: oneOf(MAIL_STATES, MAIL_STATE_NAMES),
	address: oneOf(ADDRESS_STATES, ADDRESS_STATE_NAMES),
	group: text(),
	costCenter: text(),
};

/** Lists the people of a company. Everything on the page is one form, so that a search keeps the selection. */
export function peoplePage(c: Context, { search, rows, next, counts }: Listed) {
	const words = WORDS[c.var.language];
	const { companyId, filter, sort } = search;
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
			<div class="people">
				<input type="hidden" name="company" value={companyId} />
				{sort !== undefined && <input type="hidden" name="sort" value={sort} />}
				{filter.status !== undefined && <input type="hidden" name="status" value={filter.status} />}
				<FilterFields fields={FIELDS} words={WORDS} />
				<details open={asked.some(([name = '']) => name in MORE_FIELDS)}>
					<summary>{words.moreFilters}</summary>
					<div>
						<FilterFields fields={MORE_FIELDS} words={WORDS} />
					</div>
				</details>
				<button type="submit">{words.search}</button>
			</div>
			<Statuses present={filter.status} />
			<Order present={sort} />
			<div data-found>
				<p class="count">{words.counted(counts.found, counts.all)}</p>
				<TickedElsewhere rows={rows} />
				{rows.length === 0 ? <Nobody companyId={companyId} /> : <People search={search} rows={rows} />}
				<Turning next={next} />
				{rows.length > 0 && <ForMany count={counts.found ?? counts.all} />}
			</div>
		</form>,
	);
}

interface ChipsProps {
	label: string;
	name: string;
	options: readonly (readonly [value: string, label: string])[];
	present: string;
}

/** The values of a filter. One of them applies. They are buttons of the form, so that a filter keeps the selection. */
const Chips = ({ label, name, options, present }: ChipsProps) => (
	<fieldset class="choices" aria-label={label}>
		{options.map(([value, option]) => (
			<button type="submit" name={name} value={value} aria-current={value === present ? 'true' : undefined}>
				{option}
			</button>
		))}
	</fieldset>
);

function Statuses({ present = '' }: { present: string | undefined }) {
	const { status, all, statuses } = useWords(WORDS);
	const options = PERSON_STATUSES.toReversed().map((one) => [one, statuses[one]] as const);
	return <Chips label={status} name="status" options={[['', all], ...options]} present={present} />;
}

/** The order of the list, on narrow screens, where the heads of the columns are not shown. */
function Order({ present = '' }: { present: string | undefined }) {
	const words = useWords(WORDS);
	const titles: Record<PeopleSort, string> = { NAME: words.name, NUMBER: words.number, STATUS: words.status };
	return (
		<div class="order">
			<span>{words.order}</span>
			<Chips
				label={words.order}
				name="sort"
				options={PEOPLE_SORTS.map((one) => [one, titles[one]])}
				present={present}
			/>
		</div>
	);
}

function Nobody({ companyId }: { companyId: string }) {
	const { c, words } = useReader(WORDS);
	if (FILTERS.every((name) => !c.req.queries(name)?.at(-1))) return <Empty>{words.nobody}</Empty>;
	return (
		<>
			<Empty>{words.notFound}</Empty>
			<p>
				<a href={peopleAddress(companyId)}>{words.clear}</a>
			</p>
		</>
	);
}

function People({ search: { companyId, sort }, rows }: Pick<Listed, 'search' | 'rows'>) {
	const { c, words } = useReader(WORDS);
	const ticked = tickedIn(c);
	const areAll = c.req.query('tick') !== undefined;
	const only = (name: 'group' | 'costCenter', value: string) => (
		<a href={peopleAddress(companyId, '', { [name]: value })}>{value}</a>
	);
	/** The head of a column by which the list can be sorted. */
	const sorting = (by: PeopleSort, title: string) => ({
		title,
		isSorted: by === sort,
		head: (
			<button type="submit" class="plain" name="sort" value={by}>
				{title}
			</button>
		),
	});
	const columns: Column<Person>[] = [
		{
			title: words.choice,
			head: (
				<button type="submit" class="plain" name="tick" value="page" title={words.tickPage}>
					{words.all}
				</button>
			),
			of: (person) => (
				<input
					type="checkbox"
					name="id"
					value={person.id}
					checked={areAll || ticked.includes(person.id)}
					aria-label={nameOf(person)}
				/>
			),
		},
		{
			...sorting('NAME', words.name),
			of: (person) => <NameLink to={`${PEOPLE}/${person.id}`}>{listedName(person)}</NameLink>,
		},
		{ ...sorting('NUMBER', words.number), of: ({ personnelNumber }) => personnelNumber ?? '' },
		{ title: words.costCenter, of: ({ costCenter }) => (costCenter ? only('costCenter', costCenter) : '') },
		{
			title: words.groups,
			of: ({ groups }) => groups.map((group, index) => [index > 0 && ', ', only('group', group)]),
		},
		{ ...sorting('STATUS', words.status), of: (person) => <StatusTag of={person} /> },
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

/** Returns the name in the order by which the list is sorted. */
const listedName = ({ firstName, lastName, email }: Person) =>
	[lastName, firstName].filter(Boolean).join(', ') || email;

/** Keeps the people who were selected on other pages of the list. */
function TickedElsewhere({ rows }: { rows: readonly Person[] }) {
	const { c, words } = useReader(WORDS);
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

/** Buttons for the first and the next page of the list. Links would lose the selection. */
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

/** The actions for all selected or all matching people, which stay in sight below the list. */
function ForMany({ count }: { count: number }) {
	const { c, words } = useReader(WORDS);
	return (
		<section class="many" aria-label={words.forMany} title={words.forManyHint}>
			<strong>{words.forMany}</strong>
			<label>
				<input type="checkbox" name="all" checked={c.req.query('all') !== undefined} />{' '}
				{words.allFound(count)}
			</label>
			{Object.entries(useWords(MANY).changes).map(([name, wish]) => (
				<button type="submit" formaction={`${PEOPLE}/many/${name}`}>
					{wish}
				</button>
			))}
		</section>
	);
}
