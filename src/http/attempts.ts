import type { Context } from 'hono';
import { invalidField, Refusal, type RefusalCode, type RefusalExtras } from '../core/refusals.ts';
import type { Call } from '../db/call.ts';
import type { AppEnv, Inner, Taken } from './env.ts';
import { DESCRIBED } from './operation.ts';

/** A request to one operation, as somebody proposes it. */
export interface Requested {
	operationId: string;
	parameters: Record<string, string>;
	query: Record<string, string>;
	body: Record<string, unknown> | null;
}

const inner = new WeakMap<Request, Inner>();

/** Returns how this service asks itself; undefined for requests from outside. Later steps may replace the request. */
export const innerOf = (request: Request): Inner | undefined => inner.get(request);

/** Hands over the attempt if the request asks only for that. Returns whether it does. */
export function isTaken({ var: { inner: asked } }: Context<AppEnv>, taken: Taken): boolean {
	asked?.take?.(taken);
	return asked?.take !== undefined;
}

/** Serves a request to this service itself, on behalf of the caller of this one. */
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

/** Returns how an operation would decide a request, after it was checked against the contract. Nothing is done. */
export async function attemptOf(c: Context<AppEnv>, call: Call, requested: Requested): Promise<Taken> {
	const { operationId, body } = requested;
	const found = DESCRIBED.get(operationId);
	if (found === undefined) throw invalidField('operationId', 'unknown', 'There is no such operation.');
	if (!found.isProposable) throw notProposable();
	const taken: Taken[] = [];
	const answer = await serveInner(
		c,
		{ call, take: (one) => taken.push(one) },
		addressOf(found.path, requested),
		{
			method: found.method.toUpperCase(),
			...(body !== null && { headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(body) }),
		},
	);
	const [one] = taken;
	if (one === undefined) {
		const {
			type: _,
			title: __,
			status: ___,
			instance: ____,
			...problem
		} = await answer.json<Problem & Described>();
		throw refusalOf(problem);
	}
	if (one.isInSteps) throw notProposable();
	return {
		...one,
		attempt: (by, isFirst) =>
			one.attempt(by, isFirst).catch((error) => {
				throw error instanceof Refusal
					? refusalOf({ ...error.extras, code: error.code, detail: error.message })
					: error;
			}),
	};
}

const notProposable = (): Refusal =>
	invalidField('operationId', 'not_proposable', 'This operation cannot be proposed. Ask a person to do it.');

/** Returns the path of a request below `/api/v2`, with its query. */
export function addressOf(
	template: string,
	{ parameters, query }: Pick<Requested, 'parameters' | 'query'>,
): string {
	const path = template.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
		const value = Object.hasOwn(parameters, name) ? parameters[name] : undefined;
		if (!value)
			throw invalidField(`parameters/${name}`, 'required', `${name} is missing from the parameters.`);
		// A path of dots would leave the operation.
		return /^\.+$/.test(value) ? '-' : encodeURIComponent(value);
	});
	const search = new URLSearchParams(query).toString();
	return search === '' ? path : `${path}?${search}`;
}

/** The members of a problem document that the outer request has its own of. */
interface Described {
	type: string;
	title: string;
	status: number;
	instance: string;
}

interface Problem extends RefusalExtras {
	code: RefusalCode;
	detail: string;
}

/** Returns the refusal of the operation, with pointers into the request that proposes it. */
function refusalOf({ code, detail, errors, ...extras }: Problem): Refusal {
	const moved = errors?.map((one) => ({ ...one, pointer: placeOf(one.pointer) }));
	return new (Refusal as new (code: RefusalCode, detail: string, extras: RefusalExtras) => Refusal)(
		code,
		detail,
		{ ...extras, ...(moved && { errors: moved }) },
	);
}

const placeOf = (pointer: string): string =>
	pointer.startsWith('#/query')
		? pointer
		: pointer.startsWith('#/path')
			? pointer.replace('#/path', '#/parameters')
			: pointer.replace('#', '#/body');
