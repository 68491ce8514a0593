import type { StoredEvent } from '../../core/history.ts';
import { type NamedEvents, readHistory } from '../../history/actions.ts';
import { answerFile, beginStream, streamOf } from '../../http/file.ts';
import { asApi, type Context } from '../env.ts';
import { sayIn } from '../format.ts';
import { type Column, csvOfList, type Plain } from '../listing.tsx';
import { authorIn, calledIn, isErasedIn, lineOf } from './event.tsx';
import { searchIn } from './search.ts';
import { HISTORY } from './words.ts';

interface Row {
	event: StoredEvent;
	names: NamedEvents['names'];
}

/** Everything that is found, the newest first, as a file that is made as it is taken. */
export async function exportHistory(c: Context): Promise<Response> {
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
