import { createRoute, z } from '@hono/zod-openapi';
import type { MiddlewareHandler } from 'hono';
import type { RefusalCode } from '../core/refusals.ts';
import { dryRunQuery, jsonBody, PREVIEW_TYPE, previewAnswer } from './contract.ts';
import { type Deprecation, deprecated } from './deprecation.ts';
import type { AppEnv } from './env.ts';
import { pathId } from './fields.ts';
import { changeHeaders, listHeaders, readHeaders, writeHeaders } from './headers.ts';
import { BODY_REFUSALS, changing, guarded, refusals, writing } from './problem.ts';

type Method = 'get' | 'post' | 'put' | 'delete';
type Route = Parameters<typeof createRoute>[0];

type Body = NonNullable<NonNullable<Route['request']>['body']>;

/** The description of one operation. Its kind adds headers, and refusals that all operations of the kind share. */
interface Described {
	/** Replaces the tags of the room. */
	tags?: string[];
	summary: string;
	description?: string;
	/** The parameters of the path. By default, each name in it is an id. */
	params?: z.ZodObject;
	query?: z.ZodObject;
	/** The schema of a JSON body, or the contents of a body that is optional or a file. */
	body?: z.ZodType | Body;
	responses: Route['responses'];
	/** The refusals besides `not_found`, which every path with an id has. */
	refusals?: readonly RefusalCode[];
	/** Whether the operation offers a dry run. The default is the room's setting. */
	dryRun?: boolean;
	/** The schema of a dry run's response. The default is that of the change itself. */
	preview?: z.ZodType;
	/** Set when callers should use something else. Every response announces it. */
	deprecation?: Deprecation;
}

type NameIn<P extends string> = P extends `${string}{${infer Name}}${infer Rest}`
	? Name | NameIn<Rest>
	: never;

type ParamsOf<P extends string, D extends Described> = D extends { params: infer S }
	? { params: S }
	: [NameIn<P>] extends [never]
		? object
		: { params: z.ZodObject<{ [Name in NameIn<P>]: ReturnType<typeof pathId> }> };

type RequestOf<P extends string, D extends Described> = ParamsOf<P, D> &
	Pick<D, keyof D & 'query'> &
	(D extends { body: infer B } ? { body: B extends z.ZodType ? ReturnType<typeof jsonBody<B>> : B } : object);

interface Kind {
	parameters?: typeof readHeaders;
	middleware?: MiddlewareHandler<AppEnv>;
	security?: [];
	refuse(...codes: RefusalCode[]): ReturnType<typeof refusals>;
	/** Set for operations that change something. They may offer a dry run. */
	isWrite?: true;
}

/** The parts that all operations of one contract share. */
interface Shared {
	tags: string[];
	dryRuns: boolean;
}

const LIST: Kind = {
	parameters: listHeaders,
	refuse: (...codes) => guarded('validation_failed', 'invalid_bookmark', ...codes),
};
const READ: Kind = { ...LIST, parameters: readHeaders };
const WRITE: Kind = { parameters: writeHeaders, refuse: writing, isWrite: true };
const CHANGE: Kind = {
	parameters: changeHeaders,
	refuse: changing,
	isWrite: true,
	middleware: (c, next) => {
		c.set('heedsIfMatch', true);
		return next();
	},
};
/** It reads the data that its body describes. A repetition only reads again, so it needs no idempotency key. */
const ASK: Kind = { refuse: (...codes) => guarded('validation_failed', ...codes) };
const PUBLIC: Kind = { security: [], refuse: refusals };

/**
 * Returns functions that describe operations with these tags. `list` lists records in pages, and `read` reads a record or a timeline with
 * its `ETag`. `change` changes a record that the caller may have read, with `If-Match`. `write` makes any other change, `ask` reads data
 * that its body describes, and `open` needs no bearer token. With `dryRuns`, every change offers a dry run.
 */
export function operations(tags: string[] = [], { dryRuns = false } = {}) {
	const by =
		<M extends Method>(kind: Kind, method: M) =>
		<P extends string, D extends Described>(id: string, path: P, described: D) =>
			operation(kind, method, id, path, { tags, dryRuns }, described);
	const byMethod = (kind: Kind) => ({
		post: by(kind, 'post'),
		put: by(kind, 'put'),
		delete: by(kind, 'delete'),
	});
	return {
		list: by(LIST, 'get'),
		read: by(READ, 'get'),
		ask: by(ASK, 'post'),
		write: byMethod(WRITE),
		change: byMethod(CHANGE),
		open: by(PUBLIC, 'post'),
	};
}

/** All operations by id. Operations that read JSON, and those that can be proposed, are marked. */
export const DESCRIBED = new Map<
	string,
	{ method: Method; path: string; isReadable: boolean; isProposable: boolean }
>();

function operation<M extends Method, P extends string, D extends Described>(
	kind: Kind,
	method: M,
	operationId: string,
	path: P,
	shared: Shared,
	described: D,
) {
	const {
		tags = shared.tags,
		summary,
		description,
		params = idsIn(path),
		query,
		body,
		responses,
		refusals: codes = [],
		dryRun = shared.dryRuns,
		preview,
		deprecation,
	}: Described = described;
	const { refuse, isWrite = false, ...headers } = kind;
	const content = body && ('content' in body ? body : jsonBody(body));
	const request = {
		...(params && { params }),
		...(query && { query }),
		...(content && { body: content }),
	};
	const isJson = content && 'application/json' in content.content;
	const missing: RefusalCode[] = params ? ['not_found'] : [];
	const refused = refuse(...(isJson ? BODY_REFUSALS : []), ...missing, ...codes);
	const route = {
		method,
		path,
		operationId,
		tags,
		summary,
		...(description !== undefined && { description }),
		...headers,
		request: request as RequestOf<P, D>,
		responses: { ...responses, ...refused } as D['responses'],
	};
	const offered = isWrite && dryRun ? trying(route, preview) : route;
	const isProposable = isWrite && shared.dryRuns && dryRun && (content === undefined || isJson === true);
	const answer = (responses as Record<number, Answer | undefined>)[200];
	const isReadable =
		method === 'get' && answer?.content !== undefined && 'application/json' in answer.content;
	DESCRIBED.set(operationId, { method, path, isReadable, isProposable });
	return createRoute(deprecation === undefined ? offered : announcing(offered, deprecation));
}

function trying<R extends Route>(route: R, preview?: z.ZodType): R {
	const query = route.request?.query as z.ZodObject | undefined;
	const { 200: changed, 201: created } = route.responses as Record<number, Answer | undefined>;
	const schema = preview ?? (created ?? changed)?.content?.['application/json']?.schema;
	if (schema === undefined) throw new Error(`${route.operationId} lacks a preview`);
	const previewed =
		changed === undefined
			? previewAnswer(schema)
			: { ...changed, content: { [PREVIEW_TYPE]: { schema }, ...changed.content } };
	return {
		...route,
		request: { ...route.request, query: query?.extend(dryRunQuery.shape) ?? dryRunQuery },
		middleware: [markDryRun, ...[route.middleware ?? []].flat()],
		responses: { ...route.responses, 200: previewed },
	};
}

interface Answer {
	content?: Record<string, { schema: z.ZodType }>;
}

const markDryRun: MiddlewareHandler<AppEnv> = (c, next) => {
	c.set('hasDryRun', true);
	return next();
};

function announcing<R extends Route>(route: R, deprecation: Deprecation): R {
	const { mark, note, headers } = deprecated(deprecation);
	const responses = Object.entries(route.responses).map(([status, answer]) => [
		status,
		{ ...answer, headers: { ...headers, ...('headers' in answer && answer.headers) } },
	]);
	return {
		...route,
		deprecated: true,
		description: [note, route.description].filter(Boolean).join(' '),
		middleware: [mark, ...[route.middleware ?? []].flat()],
		responses: Object.fromEntries(responses),
	};
}

function idsIn(path: string) {
	const names = path.match(/(?<=\{)\w+(?=\})/g);
	return names === null ? undefined : z.object(Object.fromEntries(names.map((name) => [name, pathId(name)])));
}
