import type { Context } from 'hono';
import { invalidField, Refusal } from '../core/refusals.ts';
import type { Call } from '../db/call.ts';
import type { AppEnv, Inner, Taken } from './env.ts';
import { DESCRIBED } from './operation.ts';

export interface Requested {
	operationId: string;
	parameters: Record<string, string>;
	query: Record<string, string>;
	body: Record<string, unknown> | null;
}

const inner = new WeakMap<Request, Inner>();

/**
 * Returns the data of a request that this service makes to itself; undefined for other requests. It is stored by request, because later
 * steps may replace the request object.
 */
export const innerOf = (request: Request): Inner | undefined => inner.get(request);

/** Passes on the attempt if the request asks only for that. Returns true if it did. */
export function handOver({ var: { inner: asked } }: Context<AppEnv>, taken: Taken): boolean {
	asked?.take?.(taken);
	return asked?.take !== undefined;
}

/** Serves a request to this service itself, for the caller of this request. */
export async function serveInner(
	{ var: { serve } }: Context<AppEnv>,
	entry: Inner,
	path: string,
	init: RequestInit = {},
): Promise<Response> {
	const request = new Request(new URL(`/api/v2${path}`, 'https://inner.invalid'), init);
	inner.set(request, entry);
	return serve(request);
}

/** Returns how an operation would decide a request, after a check against the contract. It changes nothing. */
export async function attemptOf(c: Context<AppEnv>, call: Call, requested: Requested): Promise<Taken> {
	const { operationId, body } = requested;
	const found = DESCRIBED.get(operationId);
	if (found === undefined) throw invalidField('operationId', 'unknown', 'There is no such operation.');
	if (!found.isProposable) throw notProposable();
	const results: (Taken | Refusal)[] = [];
	await serveInner(c, { call, take: (result) => results.push(result) }, addressOf(found.path, requested), {
		method: found.method.toUpperCase(),
		...(body !== null && { headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(body) }),
	});
	const [taken] = results;
	if (taken === undefined) throw new Error(`${operationId} has handed over no attempt.`);
	if (taken instanceof Refusal) throw inProposal(taken);
	return {
		...taken,
		attempt: (by, isFirst) =>
			taken.attempt(by, isFirst).catch((error) => {
				throw error instanceof Refusal ? inProposal(error) : error;
			}),
	};
}

const notProposable = (): Refusal =>
	invalidField('operationId', 'not_proposable', 'This operation cannot be proposed. Ask a person to do it.');

export function addressOf(
	template: string,
	{ parameters, query }: Pick<Requested, 'parameters' | 'query'>,
): string {
	const path = template.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
		const value = Object.hasOwn(parameters, name) ? parameters[name] : undefined;
		if (!value)
			throw invalidField(`parameters/${name}`, 'required', `${name} is missing from the parameters.`);
		// A segment of dots would lead to the path of another operation.
		return /^\.+$/.test(value) ? '-' : encodeURIComponent(value);
	});
	const search = new URLSearchParams(query).toString();
	return search === '' ? path : `${path}?${search}`;
}

/** Makes the pointers of an operation's refusal point into the request that proposes it. */
function inProposal(refusal: Refusal): Refusal {
	const { errors } = refusal.extras;
	if (errors !== undefined) {
		refusal.extras.errors = errors.map((one) => ({ ...one, pointer: placeOf(one.pointer) }));
	}
	return refusal;
}

const placeOf = (pointer: string): string =>
	pointer.startsWith('#/query')
		? pointer
		: pointer.startsWith('#/path')
			? pointer.replace('#/path', '#/parameters')
			: pointer.replace('#', '#/body');
