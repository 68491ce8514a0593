import { findUsersOfCompany } from '../../accounts/me/actions.ts';
import type { StoredEvent } from '../../core/history.ts';
import { listPeople } from '../../employees/people/actions.ts';
import type { Person } from '../../employees/people/store.ts';
import { type NamedEvents, readHistory } from '../../history/actions.ts';
import { answerFile, beginStream, streamOf } from '../../http/file.ts';
import type { User } from '../../users/store.ts';
import { asApi, type Context, companyIn, reachOf, type Screen } from '../env.ts';
import { sayIn } from '../format.ts';
import { type Column, csvOfList, PAGE_AND_ONE, type Plain, pageOf } from '../listing.tsx';
import { Heading, page, useReader, useWords } from '../page.tsx';
import { Empty, Panel } from '../parts.tsx';
import { nameOf } from '../person/employee.ts';
import { reading } from '../visit.ts';
import { authorIn, calledIn, isErasedIn, lineOf } from './event.tsx';
import { HistoryPage } from './list.tsx';
import { addressWith, HISTORY_PATH, searchIn } from './search.ts';
import { HISTORY } from './words.ts';

/** The number of people that the filter offers. */
const MOST_FOUND = 20;

/** The history: actions with their authors, the newest first. */
export const history: Screen = {
	links: [{ path: HISTORY_PATH, title: { en: HISTORY.en.history, de: HISTORY.de.history } }],
	isFor: (visitor) => reachOf(visitor, 'listEvents') !== null,
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
	const { shown, next } = pageOf(events, ({ position }) => String(position));
	const content = <HistoryPage filter={filter} events={shown} names={names} next={next} />;
	return page(c, { title: HISTORY[c.var.language].history }, content);
}

/** Several people may have the name that was typed: one of them is chosen. */
async function showChoice(c: Context, text: string, companyId: string): Promise<Response> {
	const call = reading(c);
	const [people, users] = await Promise.all([
		listPeople(call, companyId, { q: text }, { part: '', id: '' }, MOST_FOUND),
		findUsersOfCompany(call, companyId, text),
	]);
	const isEmployed = (id: string) => people.some(({ userId }) => userId === id);
	const others = users.filter(({ id }) => !isEmployed(id));
	const content = <ChoicePage text={text} people={people} others={others} />;
	return page(c, { title: HISTORY[c.var.language].history }, content);
}

interface ChoiceProps {
	text: string;
	people: readonly Person[];
	/** People who manage the company without being employed there. */
	others: readonly User[];
}

/** The two views of a history: changes to a person, or changes by a person. */
function ChoicePage({ text, people, others }: ChoiceProps) {
	const { c } = useReader();
	const words = useWords(HISTORY);
	const only = (filters: Record<string, string>) =>
		addressWith(c, { subject: null, actor: null, ...filters });
	return (
		<>
			<Heading title={words.found(text)} above={<a href={addressWith(c, {})}>{words.history}</a>} />
			<Panel>
				{people.length + others.length === 0 && <Empty>{words.nobody}</Empty>}
				<ul class="rows">
					{people.map((person) => (
						<li>
							<bdi>{[nameOf(person), person.personnelNumber].filter(Boolean).join(' · ')}</bdi>
							<span class="links">
								<a href={only({ subject: person.id })}>{words.about}</a>
								<a href={only({ subject: person.userId })}>{words.account}</a>
								<a href={only({ actor: person.userId })}>{words.by}</a>
							</span>
						</li>
					))}
					{others.map((user) => (
						<li>
							<bdi>{[...new Set([nameOf(user), user.email])].join(' · ')}</bdi>
							<span class="links">
								<a href={only({ subject: user.id })}>{words.account}</a>
								<a href={only({ actor: user.id })}>{words.by}</a>
							</span>
						</li>
					))}
				</ul>
			</Panel>
		</>
	);
}

interface Row {
	event: StoredEvent;
	names: NamedEvents['names'];
}

/** Everything that is found, the newest first, as a file that is made as it is taken. */
async function exportHistory(c: Context): Promise<Response> {
	const { call } = c.var;
	const { filter } = searchIn(c);
	const list = {
		columns: columnsIn(c),
		first: Number.MAX_SAFE_INTEGER,
		keyOf: ({ event }: Row) => event.position,
		async load(before: number, limit: number): Promise<Row[]> {
			const { events, names } = await readHistory(call, c.env.HISTORY, filter, before, limit);
			return events.map((event) => ({ event, names }));
		},
	};
	const end = beginStream(call.actor.userId, call.now);
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
	const { sheet, types, outsider } = HISTORY[language];
	const called = ({ names }: Row, id: string | null) => calledIn(names, id, language);
	return [
		{ title: sheet.time, of: ({ event }) => ({ time: event.date }) },
		{ title: sheet.kind, of: ({ event }) => types[event.type] },
		{ title: sheet.subject, of: (row) => called(row, row.event.subjectId) ?? outsider },
		{
			title: sheet.author,
			of: (row) => authorIn(row.event, called(row, row.event.author.userId), sayIn(language)),
		},
		{
			title: sheet.change,
			of: ({ event, names }) => lineOf(event, isErasedIn(names, event.subjectId), language),
		},
		{ title: sheet.request, of: ({ event }) => event.requestId },
		{ title: sheet.event, of: ({ event }) => event.id },
	];
}
