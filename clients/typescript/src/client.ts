import createClient, {
	defaultBodySerializer,
	type MaybeOptionalInit,
	type ParseAsResponse,
} from 'openapi-fetch';
import type { HttpMethod, PathsWithMethod, RequiredKeysOf } from 'openapi-typescript-helpers';
import { OPEN_PATHS, type paths } from './api.ts';
import { type Page, pagesOf } from './pages.ts';
import { copier, isRead, type Sending, send, sendAs } from './sending.ts';
import { type Auth, type Bearer, bearerOf, type Exchange } from './session.ts';

export interface ZubrotOptions {
	/** The address of the service, such as `https://benefits.example`. */
	url: string;
	/** Omit it to call only operations that need no token. */
	auth?: Auth;
	/** How often a failed request is repeated. The default is 3. */
	retries?: number;
	/** The longest wait before a repetition. The default is 30. */
	maxWaitSeconds?: number;
	/** Sends the requests. The default is the platform's `fetch`. */
	fetch?: (request: Request) => Promise<Response>;
}

/** With `dryRun: 'true'`, a write returns a preview of its result. */
type MediaOf<Init> = Init extends { params: { query: { dryRun: 'true' } } }
	? 'application/vnd.zubrot.preview+json'
	: 'application/json';

type ContentOf<Operation, Media> = Operation extends { responses: infer Responses }
	? {
			[Status in keyof Responses]: Responses[Status] extends { content: infer Content }
				? Content[keyof Content & Media]
				: never;
		}[keyof Responses]
	: never;

/** The result of a successful call. The response has the headers, such as `ETag`. */
export interface Answer<Operation, Init = unknown> {
	data: ParseAsResponse<ContentOf<Operation, MediaOf<Init>>, Init>;
	response: Response;
}

type Optional<Init> = RequiredKeysOf<Init> extends never ? [init?: Init] : [init: Init];

/** Calls an operation by its path. Throws a `ZubrotError` if the service refuses. */
export type Call<Method extends HttpMethod> = <
	Path extends PathsWithMethod<paths, Method>,
	Init extends MaybeOptionalInit<paths[Path], Method>,
>(
	path: Path,
	...init: Optional<Init>
) => Promise<Answer<paths[Path][Method], Init>>;

/** Paths that return a list page by page. */
export type ListPath = {
	[Path in PathsWithMethod<paths, 'get'>]: paths[Path] extends {
		get: { parameters: { query?: { cursor?: string } } };
	}
		? Path
		: never;
}[PathsWithMethod<paths, 'get'>];

/** One record of a list. */
export type RecordOf<Path extends ListPath> = Answer<paths[Path]['get']>['data'] extends (infer One)[]
	? One
	: never;

type ListInit<Path extends ListPath> = Optional<MaybeOptionalInit<paths[Path], 'get'>>;

/** Calls the service as one user or with one API key. */
export class Zubrot {
	/** Reads. */
	readonly GET: Call<'get'>;
	/** Creates, or performs an action. It is performed once, even if it must be repeated. */
	readonly POST: Call<'post'>;
	/** Changes. */
	readonly PUT: Call<'put'>;
	/** Removes, ends or cancels. */
	readonly DELETE: Call<'delete'>;

	constructor({
		url,
		auth,
		retries = 3,
		maxWaitSeconds = 30,
		fetch = (request) => globalThis.fetch(request),
	}: ZubrotOptions) {
		const how: Sending = { fetch, retries, maxWaitSeconds };
		const baseUrl = url.replace(/\/+$/, '');
		const bearer = auth && bearerOf(auth, exchangeAt(baseUrl, how));
		const client = createClient<paths, 'application/json'>({
			baseUrl,
			bodySerializer: (body: unknown) => (isFile(body) ? body : defaultBodySerializer(body)),
			fetch: (request) => sendTo(request, bearer, how),
		});
		this.GET = client.GET as unknown as Call<'get'>;
		this.POST = client.POST as unknown as Call<'post'>;
		this.PUT = client.PUT as unknown as Call<'put'>;
		this.DELETE = client.DELETE as unknown as Call<'delete'>;
	}

	/** Returns all records of a list, and reads the next page when it is needed. */
	async *list<Path extends ListPath>(
		path: Path,
		...init: ListInit<Path>
	): AsyncGenerator<RecordOf<Path>, void> {
		for await (const { data } of this.pages(path, ...init)) yield* data;
	}

	/** Returns the pages of a list. The cursor of the last page leads to later records, if the list can be followed. */
	pages<Path extends ListPath>(
		path: Path,
		...init: ListInit<Path>
	): AsyncGenerator<Page<RecordOf<Path>>, void> {
		return pagesOf(this.GET as never, path, init[0] ?? {});
	}
}

const isFile = (body: unknown): body is BodyInit =>
	typeof body === 'string' || body instanceof Blob || body instanceof ArrayBuffer || ArrayBuffer.isView(body);

/** Operations that need no token accept no key either. If the response to one of them is lost, it is not repeated. */
function sendTo(request: Request, bearer: Bearer | undefined, how: Sending): Promise<Response> {
	const { pathname } = new URL(request.url);
	const isOpen = OPEN_PATHS.some((path) => pathname.endsWith(path));
	if (isOpen) return copier(request).then((copy) => send(copy, how));
	if (!isRead(request.method) && !request.headers.has('Idempotency-Key')) {
		request.headers.set('Idempotency-Key', crypto.randomUUID());
	}
	return sendAs(bearer, request, how);
}

/** Logging in and renewing tokens may be repeated, although the service stores no response to it. */
const exchangeAt =
	(baseUrl: string, how: Sending): Exchange =>
	async (path, body) => {
		const headers = { 'Content-Type': 'application/json', 'Idempotency-Key': crypto.randomUUID() };
		const init = { method: 'POST', headers, body: JSON.stringify(body) };
		return (await send(() => new Request(baseUrl + path, init), how)).json();
	};
