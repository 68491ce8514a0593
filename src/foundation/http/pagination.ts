import type { Context, TypedResponse } from 'hono';
import { Refusal } from '../core/refusals.ts';
import { noteAccess } from '../db/access-events.ts';
import { commit } from '../db/commit.ts';
import type { AppEnv } from './env.ts';
import { beginStream, streamOf } from './file.ts';
import { DEFAULT_LIMIT, encodeCursor, isAfter, type Key, MAX_LIMIT } from './list-contract.ts';
import type { Page, Source } from './list-orders.ts';
import { answerRecord } from './write.ts';

const AN_HOUR_MS = 3_600_000;

interface PageQuery<At> {
	limit?: number | undefined;
	cursor?: Key<At> | null | undefined;
}

/**
 * Responds with a bare JSON array. With `limit` or `cursor`, it is one page, with a `Link` to the next. Otherwise it is the whole list, read
 * in pages as the client takes it, so that memory use stays low.
 */
export async function answerList<Row, At, Wire extends object>(
	c: Context<AppEnv>,
	{ limit, cursor }: PageQuery<At>,
	source: Source<Row, At>,
	toWire: (row: Row) => Wire,
): Promise<Response & TypedResponse<Wire[], 200, 'json'>> {
	const response =
		limit === undefined && cursor === undefined
			? await streamAll(c, source, toWire)
			: await answerPage(c, source, toWire, { after: cursor ?? null, limit: limit ?? DEFAULT_LIMIT });
	return response as Response & TypedResponse<Wire[], 200, 'json'>;
}

/** Responds with a list that is short enough for memory, in the order of its keys and with its `ETag`. */
export function answerWhole<Row, Wire extends object>(
	c: Context<AppEnv>,
	{ limit, cursor }: PageQuery<number>,
	list: readonly Row[],
	key: (row: Row) => Key<number>,
	toWire: (row: Row) => Wire,
): Response & TypedResponse<Wire[], 200, 'json'> {
	const after = cursor ?? null;
	const rows = after === null ? list : list.filter((row) => isAfter(key(row), after));
	const isPaged = limit !== undefined || after !== null;
	const shown = isPaged ? pageOf(c, rows, key, limit ?? DEFAULT_LIMIT) : rows;
	return answerRecord(c, shown.map(toWire));
}

export const answerTimeline = <Row extends { id: string; validFrom: number }, Wire extends object>(
	c: Context<AppEnv>,
	page: PageQuery<number>,
	timeline: readonly Row[],
	toWire: (row: Row) => Wire,
) => answerWhole(c, page, timeline, ({ validFrom, id }) => ({ at: validFrom, id }), toWire);

async function answerPage<Row, At, Wire extends object>(
	c: Context<AppEnv>,
	source: Source<Row, At>,
	toWire: (row: Row) => Wire,
	page: Page<At>,
): Promise<Response> {
	const rows = await source.load({ ...page, limit: page.limit + 1 });
	const shown = pageOf(c, rows, source.key, page.limit);
	if (rows.length <= page.limit) {
		const last = rows.at(-1);
		const seen = source.start && (last === undefined ? (page.after ?? source.start) : source.key(last));
		const rest = source.rest?.() ?? seen;
		if (rest !== undefined) setLink(c, rest, page.limit, source.start === undefined ? 'next' : 'monitor');
		else if (source.followed !== undefined) setLink(c, source.followed(), page.limit, 'monitor');
	}
	return c.json(shown.map(toWire));
}

/** True if the last load left out databases. In a list that can be followed, the end of a page never means that. */
const isCut = <Row, At>({ start, rest }: Source<Row, At>): boolean =>
	start === undefined && rest?.() !== undefined;

/** Returns the first `limit` rows. Sets a `Link` header when there are more. */
function pageOf<Row, At>(
	c: Context<AppEnv>,
	rows: readonly Row[],
	key: (row: Row) => Key<At>,
	limit: number,
): readonly Row[] {
	const shown = rows.slice(0, limit);
	const last = shown.at(-1);
	if (rows.length > limit && last !== undefined) setLink(c, key(last), limit, 'next');
	return shown;
}

function setLink<At>(c: Context<AppEnv>, after: Key<At>, limit: number, relation: 'next' | 'monitor'): void {
	const page = new URL(c.req.url);
	page.searchParams.set('limit', String(limit));
	page.searchParams.set('cursor', encodeCursor(after));
	c.header('Link', `<${page.pathname}${page.search}>; rel="${relation}"`);
}

async function streamAll<Row, At, Wire extends object>(
	c: Context<AppEnv>,
	source: Source<Row, At>,
	toWire: (row: Row) => Wire,
): Promise<Response> {
	const first = await source.load({ after: null, limit: MAX_LIMIT });
	if (isCut(source)) throw tooManyDatabases();
	if (first.length < MAX_LIMIT) return c.json(first.map(toWire));
	await noteListRead(c);
	const end = beginStream(c.var.call);
	const content = await streamOf(jsonOf(first, source, toWire), end);
	return c.body(content, 200, { 'Content-Type': 'application/json' });
}

const tooManyDatabases = (): Refusal =>
	new Refusal(
		'unavailable',
		'The whole list needs more databases than one request may read. Read it page by page with limit, or one company with companyId.',
		{ retryAfter: 60 },
	);

/** Records a bulk read in the access log, once an hour for each user and list. */
export async function noteListRead({ req, var: { call } }: Context<AppEnv>): Promise<void> {
	const { userId, sessionId } = call.actor;
	const request = `GET ${req.path}`;
	const key = `list.read ${userId} ${request} ${Math.floor(call.now / AN_HOUR_MS)}`;
	await commit(call.db, [noteAccess(call, { type: 'list.read', key, userId, sessionId, request })]);
}

async function* jsonOf<Row, At, Wire extends object>(
	first: readonly Row[],
	source: Source<Row, At>,
	toWire: (row: Row) => Wire,
): AsyncGenerator<Uint8Array> {
	const encoder = new TextEncoder();
	let opening = '[';
	for (let rows = first; rows.length > 0; ) {
		yield encoder.encode(opening + rows.map((row) => JSON.stringify(toWire(row))).join(','));
		opening = ',';
		const last = rows.length === MAX_LIMIT ? rows.at(-1) : undefined;
		rows = last === undefined ? [] : await source.load({ after: source.key(last), limit: MAX_LIMIT });
		if (isCut(source)) throw tooManyDatabases();
	}
	yield encoder.encode(']');
}
