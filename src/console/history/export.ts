import { BYTE_ORDER_MARK, csvOf } from '../../core/csv.ts';
import { toIso } from '../../core/instant.ts';
import { readHistory } from '../../history/actions.ts';
import { answerFile, beginStream, streamOf } from '../../http/file.ts';
import { noteListRead } from '../../http/pagination.ts';
import { asApi, type Context } from '../env.ts';
import { sayIn } from '../format.ts';
import { authorIn, calledIn, lineOf } from './event.tsx';
import { searchIn } from './search.ts';
import { HISTORY } from './words.ts';

/** Rows of one round trip. */
const PART_SIZE = 1000;

/** Everything that is found, the newest first, as a file that is made as it is taken. */
export async function exportHistory(c: Context): Promise<Response> {
	const { call } = c.var;
	const end = beginStream(call.actor.userId, call.now);
	const file = await streamOf(linesOf(c), end).catch((error) => {
		end();
		throw error;
	});
	return answerFile(asApi(c), 'history.csv', 'text/csv; charset=utf-8', file);
}

/** More than one part is noted as data that leaves in bulk. */
async function* linesOf(c: Context): AsyncGenerator<Uint8Array> {
	const { language, call } = c.var;
	const { sheet } = HISTORY[language];
	const encoder = new TextEncoder();
	const delimiter = language === 'de' ? ';' : ',';
	const encoded = (rows: readonly unknown[][]) => encoder.encode(csvOf(rows, delimiter));
	const titles = [
		sheet.time,
		sheet.kind,
		sheet.subject,
		sheet.author,
		sheet.change,
		sheet.request,
		sheet.event,
	];
	const { filter } = searchIn(c);
	for (let before = Number.MAX_SAFE_INTEGER; ; ) {
		const part = await readHistory(call, c.env.HISTORY, filter, before, PART_SIZE);
		const last = part.events.at(-1);
		const isFirst = before === Number.MAX_SAFE_INTEGER;
		const isLast = last === undefined || part.events.length < PART_SIZE;
		if (isFirst && !isLast) await noteListRead(asApi(c));
		if (isFirst) yield encoder.encode(BYTE_ORDER_MARK + csvOf([titles], delimiter));
		if (part.events.length > 0) yield encoded(rowsOf(part, language));
		if (isLast) return;
		before = last.position;
	}
}

function rowsOf(
	{ events, names }: Awaited<ReturnType<typeof readHistory>>,
	language: Context['var']['language'],
) {
	const { types, outsider } = HISTORY[language];
	const say = sayIn(language);
	return events.map((event) => {
		const isErased = (names.get(event.subjectId)?.dateErased ?? null) !== null;
		return [
			toIso(event.date),
			types[event.type],
			calledIn(names, event.subjectId, language) ?? outsider,
			authorIn(event, calledIn(names, event.author.userId, language), say),
			lineOf(event, isErased, language),
			event.requestId,
			event.id,
		];
	});
}
