import type { Context, TypedResponse } from 'hono';
import type { Instant } from '../core/instant.ts';
import { Refusal } from '../core/refusals.ts';
import { noteAccess } from '../db/access-events.ts';
import { commit } from '../db/commit.ts';
import type { CompanyKey, EmployeeKey, ModifiedKey } from '../db/scope.ts';
import type { AppEnv } from './env.ts';
import { beginStream, streamOf } from './file.ts';
import {
	type CompanyAt,
	type DatabaseAt,
	DEFAULT_LIMIT,
	encodeCursor,
	isAfter,
	type Key,
	MAX_LIMIT,
} from './list-contract.ts';
import { answerRecord } from './write.ts';

const AN_HOUR_MS = 3_600_000;

interface PageQuery<At> {
	limit?: number | undefined;
	cursor?: Key<At> | null | undefined;
}

interface Page<At> {
	after: Key<At> | null;
	limit: number;
}

/** How a list is read: up to `limit` rows after the key `after`, in the list's order. */
export interface Source<Row, At> {
	load(page: Page<At>): Promise<readonly Row[]>;
	key(row: Row): Key<At>;
	/** The place of a reader who has seen nothing yet, in a list whose last page has a cursor too. */
	start?: Key<At>;
	/** The place at which the next page begins, if the last load ended before its page was full. */
	rest?(): Key<At> | undefined;
	/** The place of a reader who follows the list and has seen its end; only for lists without `start`. */
	followed?(): Key<At>;
}

export function inOrderOfPosition<Row extends { position: number }>(
	load: (after: number, limit: number) => Promise<Row[]>,
): Source<Row, number> {
	return {
		load: ({ after, limit }) => load(after?.at ?? 0, limit),
		key: ({ position }) => ({ at: position, id: '0' }),
		start: { at: 0, id: '0' },
	};
}

/** For rows of several databases, in the order in which the service learned of them. */
export const inOrderOfArrival = <Row extends { at: At }, At>(
	start: At,
	load: (after: At, limit: number) => Promise<PageOfRows<Row, At>>,
): Source<Row, At> => ({
	...resting<Row, At, At>(
		({ after, limit }) => load(after?.at ?? start, limit),
		({ at }) => ({ at, id: '0' }),
		(at) => ({ at, id: '0' }),
	),
	start: { at: start, id: '0' },
});

export function inOrderOfCreation<Row extends { id: string }>(
	load: (after: string, limit: number) => Promise<Row[]>,
): Source<Row, number> {
	return { load: ({ after, limit }) => load(after?.id ?? '', limit), key: ({ id }) => ({ at: 0, id }) };
}

/** Like `inOrderOfCreation`, for rows of several databases. */
export const inOrderOfCreationAcross = <Row extends { id: string }>(
	load: (after: string, limit: number) => Promise<PageOfRows<Row>>,
): Source<Row, number> =>
	resting(
		({ after, limit }) => load(after?.id ?? '', limit),
		({ id }) => ({ at: 0, id }),
		(id) => ({ at: 0, id }),
	);

/**
 * For positions in several databases, those of D1 first. D1 has no company. A place also names the last position that was seen in D1,
 * from which a reader who has seen all databases can follow D1.
 */
export function inOrderOfDatabase<Row extends CompanyKey & { position: number }>(
	load: (after: CompanyKey & { position: number }, limit: number) => Promise<PageOfRows<Row>>,
): Source<Row, DatabaseAt> {
	let seen = 0;
	const placeOf = (...at: [string, number, number]): Key<DatabaseAt> => ({ at, id: '0' });
	return {
		...resting<Row, DatabaseAt, string>(
			async ({ after, limit }) => {
				const [companyId, position, before] = typeof after?.at === 'object' ? after.at : ['', 0, 0];
				const found = await load({ companyId, id: '', position }, limit);
				seen = found.rows.findLast((row) => row.companyId === '')?.position ?? before;
				return found;
			},
			({ companyId, position }) => placeOf(companyId, position, companyId === '' ? position : seen),
			(companyId) => placeOf(companyId, 0, seen),
		),
		followed: () => ({ at: seen, id: '0' }),
	};
}

/** `companyId` is the company under which the row stands in the list. */
export const inOrderOfCompany = <Row extends CompanyKey>(
	load: (after: CompanyKey, limit: number) => Promise<PageOfRows<Row>>,
): Source<Row, string> =>
	resting(
		({ after, limit }) => load({ companyId: after?.at ?? '', id: after?.id ?? '' }, limit),
		({ companyId, id }) => ({ at: companyId, id }),
		beginningOf,
	);

/** The first place of a company. */
const beginningOf = (companyId: string): Key<string> => ({ at: companyId, id: '0' });

/** Rows of several databases. `rest` says where the next page begins, if this one ends before it is full. */
interface PageOfRows<Row, Rest = string> {
	rows: readonly Row[];
	rest?: Rest;
}

function resting<Row, At, Rest>(
	load: (page: Page<At>) => Promise<PageOfRows<Row, Rest>>,
	key: (row: Row) => Key<At>,
	placeOf: (rest: Rest) => Key<At>,
): Source<Row, At> {
	let rest: Rest | undefined;
	return {
		async load(page) {
			const found = await load(page);
			rest = found.rest;
			return found.rows;
		},
		key,
		rest: () => (rest === undefined ? undefined : placeOf(rest)),
	};
}

/** For lists in the order of a text, whose letters may not fit into a header. */
export function inOrderOfPart<Row extends { part: string; id: string }>(
	load: (after: { part: string; id: string }, limit: number) => Promise<Row[]>,
): Source<Row, string> {
	return {
		load: ({ after, limit }) =>
			load({ part: Buffer.from(after?.at ?? '', 'base64url').toString('utf8'), id: after?.id ?? '' }, limit),
		key: ({ part, id }) => ({ at: Buffer.from(part).toString('base64url'), id }),
	};
}

/** Rows in the order of creation or, with `since`, of modification. */
export function inOrderOfChange<Row extends { id: string; dateModified: Instant }>(
	since: Instant | undefined,
	load: (after: ModifiedKey, limit: number) => Promise<Row[]>,
): Source<Row, number> {
	return {
		load: ({ after, limit }) =>
			load({ id: after?.id ?? '', dateModified: Math.max(after?.at ?? 0, since ?? 0) }, limit),
		key: ({ id, dateModified }) => ({ at: since === undefined ? 0 : dateModified, id }),
	};
}

/** Like `inOrderOfChange`, company by company. */
export function inOrderOfCompanyChange<Row extends CompanyKey & { dateModified: Instant }>(
	since: Instant | undefined,
	load: (after: CompanyKey & ModifiedKey, limit: number) => Promise<PageOfRows<Row>>,
): Source<Row, CompanyAt> {
	const placeOf = (at: CompanyAt): [string, Instant] => (typeof at === 'string' ? [at, 0] : at);
	return resting<Row, CompanyAt, string>(
		({ after, limit }) => {
			const [companyId, dateModified] = placeOf(after?.at ?? '');
			const place = { companyId, id: after?.id ?? '', dateModified: Math.max(dateModified, since ?? 0) };
			return load(place, limit);
		},
		({ id, companyId, dateModified }) => ({
			at: since === undefined ? companyId : [companyId, dateModified],
			id,
		}),
		beginningOf,
	);
}

/** `idOf` orders the records of one employee. */
export function inOrderOfEmployee<Row extends { employeeId: string }>(
	load: (after: EmployeeKey, limit: number) => Promise<Row[]>,
	idOf: (row: Row) => string,
): Source<Row, string> {
	return {
		load: ({ after, limit }) => load({ employeeId: after?.at ?? '', id: after?.id ?? '' }, limit),
		key: (row) => ({ at: row.employeeId, id: idOf(row) }),
	};
}

/**
 * Responds with a bare JSON array. With `limit` or `cursor` it is one page, with a `Link` to the next one. Otherwise it
 * is the whole list, read page by page as the client takes it, so that memory stays flat.
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

/** Answers a list that is short enough to be held in memory, in the order of its keys, with its `ETag`. */
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

/** True if the last load left out databases. The end of a list that may be followed is only a place in it. */
const isCut = <Row, At>({ start, rest }: Source<Row, At>): boolean =>
	start === undefined && rest?.() !== undefined;

/** The first `limit` rows. Sets a `Link` header when there are more. */
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
	const end = beginStream(c.var.call.actor.userId, c.var.now);
	const content = await streamOf(jsonOf(first, source, toWire), end);
	return c.body(content, 200, { 'Content-Type': 'application/json' });
}

const tooManyDatabases = (): Refusal =>
	new Refusal(
		'unavailable',
		'The whole list needs more databases than one request may read. Read it page by page with limit, or one company with companyId.',
		{ retryAfter: 60 },
	);

/** The access log records bulk reads, once an hour for each user and list. */
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
