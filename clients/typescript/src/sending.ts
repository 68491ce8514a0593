import { ZubrotError } from './error.ts';
import type { Bearer, Held } from './session.ts';

export interface Sending {
	fetch: (request: Request) => Promise<Response>;
	/** How often a request is repeated. */
	retries: number;
	/** The longest wait before a repetition. A longer `Retry-After` is thrown as an error at once. */
	maxWaitSeconds: number;
}

/** Failures that pass: too many requests, and a service or proxy that is busy. */
const PASSING = [429, 502, 503, 504];

const FIRST_WAIT_SECONDS = 0.5;

/**
 * Sends a request with the bearer's token. Renews the token once if it is refused, and repeats what fails and may succeed later.
 * Throws any refusal.
 */
export async function sendAs(bearer: Bearer | undefined, request: Request, how: Sending): Promise<Response> {
	const copies = await copier(request);
	// A caller may bring a token of its own.
	if (bearer === undefined || request.headers.has('Authorization')) return send(copies, how);
	const held = await bearer.current();
	const response = await send(() => withToken(copies(), held), how, 401);
	if (response.status !== 401) return response;
	const other = await bearer.replace(held);
	if (other === undefined) throw await ZubrotError.of(response);
	await response.body?.cancel();
	return send(() => withToken(copies(), other), how);
}

/** Sends copies of a request until it succeeds or must not be repeated. Returns refusals with the status `kept`. */
export async function send(copy: () => Request, how: Sending, kept?: number): Promise<Response> {
	for (let attempt = 0; ; attempt++) {
		const request = copy();
		const mayRepeat = attempt < how.retries && isRepeatable(request);
		const response = await how.fetch(request).catch((error: unknown) => {
			if (!mayRepeat || request.signal.aborted) throw error;
			return undefined;
		});
		if (response !== undefined && (response.status < 400 || response.status === kept)) return response;
		const seconds = mayRepeat ? secondsToWait(response, attempt) : undefined;
		if (response !== undefined && (seconds === undefined || seconds > how.maxWaitSeconds)) {
			throw await ZubrotError.of(response);
		}
		await response?.body?.cancel();
		await wait(seconds ?? 0, request.signal);
	}
}

/** A read changes nothing, and a write with a key is performed once. */
const isRepeatable = ({ method, headers }: Request): boolean =>
	isRead(method) || headers.has('Idempotency-Key');

export const isRead = (method: string): boolean => method === 'GET' || method === 'HEAD';

/** Returns a function that makes copies of a request, because a request can be sent only once. */
export async function copier(request: Request): Promise<() => Request> {
	if (isRead(request.method)) return () => request.clone();
	const body = await request.arrayBuffer();
	const { url, method, headers, signal, credentials, redirect } = request;
	const init = { method, headers, signal, credentials, redirect, ...(body.byteLength > 0 && { body }) };
	return () => new Request(url, init);
}

function withToken(request: Request, { idToken }: Held): Request {
	request.headers.set('Authorization', `Bearer ${idToken}`);
	return request;
}

/** Returns `undefined` if a repetition would not help. */
function secondsToWait(response: Response | undefined, attempt: number): number | undefined {
	const said = response?.headers.get('Retry-After');
	// A 409 with Retry-After says that the first request with this key is still in progress.
	const mayPass =
		response === undefined || PASSING.includes(response.status) || (response.status === 409 && said);
	if (!mayPass) return undefined;
	if (said) return /^\d+$/.test(said) ? Number(said) : Math.max(0, (Date.parse(said) - Date.now()) / 1000);
	// Random, so that clients that failed together do not return together.
	return FIRST_WAIT_SECONDS * 2 ** attempt * (0.5 + Math.random() / 2);
}

function wait(seconds: number, signal: AbortSignal): Promise<void> {
	return new Promise((resolve, reject) => {
		const stop = () => {
			clearTimeout(timer);
			reject(signal.reason);
		};
		const timer = setTimeout(() => {
			signal.removeEventListener('abort', stop);
			resolve();
		}, seconds * 1000);
		if (signal.aborted) stop();
		else signal.addEventListener('abort', stop, { once: true });
	});
}
