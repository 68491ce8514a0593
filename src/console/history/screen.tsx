import { findUsersOfCompany } from '../../administration/accounts/search/actions.ts';
import { listPeople } from '../../benefits/employees/people/actions.ts';
import type { StoredEvent } from '../../foundation/core/history.ts';
import { answerFile, beginStream, streamOf } from '../../foundation/http/file.ts';
import { readHistory } from '../../tenants/history/actions.ts';
import { asApi, type Context, companyIn, type Screen } from '../env.ts';
import { sayIn } from '../format.ts';
import { type Column, csvOfList, PAGE_AND_ONE, type Plain } from '../listing.tsx';
import { titledPage, useReader } from '../page.tsx';
import { ButtonLink, Empty, Panel } from '../parts.tsx';
import { nameOf } from '../person/employee.ts';
import { reading } from '../visit.ts';
import { type EventNames, knownIn, lineOf } from './event.tsx';
import { Company, EventList } from './list.tsx';
import { addressWith, HISTORY_PATH, searchIn } from './search.ts';
import { HISTORY } from './words.ts';

/** The number of people that the filter offers. */
const MOST_FOUND = 20;

/** The history: actions with their authors, the newest first. */
export const history: Screen = {
	links: [
		{
			path: '/history',
			group: 'setUp',
			operation: 'listEvents',
			title: (language) => HISTORY[language].history,
		},
	],
	serve(app) {
		app.get('/history', (c) => {
			const [text, companyId] = [c.req.query('q')?.trim(), companyIn(c, 'listPeople')];
			return text && companyId !== null ? showChoice(c, text, companyId) : show(c);
		});
		app.get('/history/export', exportHistory);
	},
};

async function show(c: Context): Promise<Response> {
	const { filter, before } = searchIn(c);
	const { events, names } = await readHistory(c.var.call, c.env.HISTORY, filter, before, PAGE_AND_ONE);
	const known = knownIn(names, sayIn(c.var.language));
	const words = HISTORY[c.var.language];
	return titledPage(
		c,
		{
			title: words.history,
			above: <Company filter={filter} known={known} />,
			actions: <ButtonLink to={addressWith(c, {}, `${HISTORY_PATH}/export`)}>{words.export}</ButtonLink>,
		},
		<EventList filter={filter} events={events} known={known} />,
	);
}

/** Several people may have the name that was typed, so the reader selects one of them. */
async function showChoice(c: Context, text: string, companyId: string): Promise<Response> {
	const call = reading(c);
	const [people, users] = await Promise.all([
		listPeople(call, companyId, { q: text }, { part: '', id: '' }, MOST_FOUND),
		findUsersOfCompany(call, companyId, text),
	]);
	const words = HISTORY[c.var.language];
	// People who manage the company may not be employed there.
	const others = users.filter(({ id }) => !people.some(({ userId }) => userId === id));
	const found: FoundPerson[] = [
		...people.map((person) => ({
			name: [nameOf(person), person.personnelNumber].filter(Boolean).join(' · '),
			id: person.id,
			userId: person.userId,
		})),
		...others.map((user) => ({
			name: [...new Set([nameOf(user), user.email])].join(' · '),
			userId: user.id,
		})),
	];
	return titledPage(
		c,
		{ title: words.found(text), above: <a href={addressWith(c, {})}>{words.history}</a> },
		<Panel>
			{found.length === 0 && <Empty>{words.nobody}</Empty>}
			<ul class="rows">
				{found.map((one) => (
					<li>
						<bdi>{one.name}</bdi>
						<Histories of={one} />
					</li>
				))}
			</ul>
		</Panel>,
	);
}

interface FoundPerson {
	name: string;
	/** The id of the person, for somebody who is employed. */
	id?: string;
	userId: string;
}

/** Links to the histories of a person: changes to the person, to the account, and by the person. */
function Histories({ of: { id, userId } }: { of: FoundPerson }) {
	const { c, words } = useReader(HISTORY);
	const only = (filters: Record<string, string>) =>
		addressWith(c, { subject: null, actor: null, ...filters });
	return (
		<span class="links">
			{id !== undefined && <a href={only({ subject: id })}>{words.about}</a>}
			<a href={only({ subject: userId })}>{words.account}</a>
			<a href={only({ actor: userId })}>{words.by}</a>
		</span>
	);
}

interface Row {
	event: StoredEvent;
	known: EventNames;
}

/** Answers all changes that match the filters as a file, the newest first. The file is written while it is sent. */
async function exportHistory(c: Context): Promise<Response> {
	const { call } = c.var;
	const { filter } = searchIn(c);
	const list = {
		columns: columnsIn(c),
		first: Number.MAX_SAFE_INTEGER,
		keyOf: ({ event }: Row) => event.position,
		async load(before: number, limit: number): Promise<Row[]> {
			const { events, names } = await readHistory(call, c.env.HISTORY, filter, before, limit);
			const known = knownIn(names, sayIn(c.var.language));
			return events.map((event) => ({ event, known }));
		},
	};
	const end = beginStream(call);
	const file = await streamOf(encoded(csvOfList(c, list)), end).catch((error) => {
		end();
		throw error;
	});
	return answerFile(asApi(c), 'history.csv', 'text/csv; charset=utf-8', file);
}

async function* encoded(parts: AsyncGenerator<string>): AsyncGenerator<Uint8Array> {
	const encoder = new TextEncoder();
	for await (const part of parts) yield encoder.encode(part);
}

function columnsIn({ var: { language } }: Context): Column<Row, Plain>[] {
	const { sheet, types, outsider, when } = HISTORY[language];
	const say = sayIn(language);
	const about = ({ event, known }: Row) => known.called(event.subjectId) ?? outsider;
	const author = ({ event, known }: Row) => known.authorOf(event);
	return [
		{ title: when, of: ({ event }) => ({ time: event.date }) },
		{ title: sheet.kind, of: ({ event }) => types[event.type] },
		{ title: sheet.subject, of: about },
		{ title: sheet.author, of: author },
		{
			title: sheet.change,
			of: (row) => {
				const isErased = row.known.isErased(row.event.subjectId);
				return lineOf({ event: row.event, author: author(row), about: about(row), isErased }, say);
			},
		},
		{ title: sheet.request, of: ({ event }) => event.requestId },
		{ title: sheet.event, of: ({ event }) => event.id },
	];
}
