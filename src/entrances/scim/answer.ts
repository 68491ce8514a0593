import type { Context } from 'hono';
import { REFUSALS, Refusal } from '../../foundation/core/refusals.ts';
import type { Call } from '../../foundation/db/call.ts';
import { messagesOf, type Outcome, perform } from '../../foundation/db/write.ts';
import type { AppEnv } from '../../foundation/http/env.ts';
import { originIn } from '../../foundation/http/headers.ts';
import { wakeForMails } from '../../foundation/http/mail.ts';
import { answerFailure } from '../../foundation/http/problem.ts';
import { MAX_COUNT } from './discovery.ts';
import { JSON_TYPE } from './resource.ts';

/** A SCIM request is about one company. */
export interface ScimEnv {
	Bindings: AppEnv['Bindings'];
	Variables: AppEnv['Variables'] & { companyId: string };
}
export type ScimContext = Context<ScimEnv>;

const MEDIA_TYPE = 'application/scim+json';

interface Versioned {
	meta: { version: string; location: string };
}

/** Stores the outcome unless `If-Match` names another version. */
export async function answerWrite<T>(
	c: ScimContext,
	attempt: (call: Call) => Promise<Outcome<T>>,
	toWire: (state: T) => Versioned,
	status: 200 | 201 = 200,
): Promise<Response> {
	const { call } = c.var;
	let mails: readonly string[] = [];
	const { body, headers } = await perform(
		call,
		() => attempt(call),
		(outcome) => {
			if (outcome.before !== null) requireVersion(c, toWire(outcome.before));
			mails = messagesOf(call, outcome);
			const wire = toWire(outcome.after);
			const { location, version } = wire.meta;
			return {
				status,
				headers: { Location: originIn(c) + location, ETag: version },
				body: JSON.stringify(selected(c, wire)),
			};
		},
	);
	wakeForMails(c as unknown as Context<AppEnv>, mails);
	return c.body(body, status, { ...headers, 'Content-Type': MEDIA_TYPE });
}

/** Like `answerWrite`, but without a body. */
export async function answerRemoval<T>(
	c: ScimContext,
	attempt: (call: Call) => Promise<Outcome<T>>,
	toWire: (state: T) => Versioned,
): Promise<Response> {
	await answerWrite(c, attempt, toWire);
	return new Response(null, { status: 204 });
}

function requireVersion(c: ScimContext, { meta }: Versioned): void {
	const wanted = c.req.header('If-Match');
	if (wanted === undefined || wanted === '*' || wanted.includes(meta.version)) return;
	throw new ScimError(412, 'The resource has changed since you read it.');
}

export function answerVersion(c: ScimContext, wire: Versioned): Response {
	const { version } = wire.meta;
	if (c.req.header('If-None-Match')?.includes(version)) return c.body(null, 304, { ETag: version });
	return answer(c, wire, { ETag: version });
}

export const answer = (c: ScimContext, wire: object, headers: Record<string, string> = {}): Response =>
	c.body(JSON.stringify(selected(c, wire)), 200, { ...headers, 'Content-Type': MEDIA_TYPE });

export function answerList(c: ScimContext, resources: readonly object[], total: number, skip: number) {
	const shown = resources.map((one) => selected(c, one));
	return c.body(JSON.stringify(listOf(shown, total, skip)), 200, { 'Content-Type': MEDIA_TYPE });
}

export const listOf = (resources: readonly object[], totalResults: number, skip: number) => ({
	schemas: ['urn:ietf:params:scim:api:messages:2.0:ListResponse'],
	totalResults,
	startIndex: skip + 1,
	itemsPerPage: resources.length,
	Resources: resources,
});

/** Applies `attributes` and `excludedAttributes`; `id` and `schemas` always stay (RFC 7644, section 3.9). */
function selected(c: ScimContext, wire: object): object {
	const named = (query: string) =>
		c.req
			.query(query)
			?.toLowerCase()
			.split(',')
			.map((name) => name.trim());
	const [wanted, excluded = []] = [named('attributes'), named('excludedAttributes')];
	const isNamed = (names: string[], name: string) =>
		names.some((one) => one === name || one.startsWith(`${name}.`) || one.startsWith(`${name}:`));
	const kept = Object.entries(located(c, wire)).filter(([key]) => {
		const name = key.toLowerCase();
		if (name === 'id' || name === 'schemas') return true;
		return wanted === undefined ? !excluded.includes(name) : isNamed(wanted, name);
	});
	return Object.fromEntries(kept);
}

/** Returns the resource with an absolute URL in `meta.location`. */
function located(c: ScimContext, wire: { meta?: { location: string } }): object {
	const { meta } = wire;
	return meta === undefined ? wire : { ...wire, meta: { ...meta, location: originIn(c) + meta.location } };
}

/** Logs and sets headers like `answerFailure`, in the form that SCIM clients read. */
export async function answerError(error: Error, c: Context): Promise<Response> {
	const known = asScimError(error);
	const isOurs = error instanceof ScimError;
	const response = isOurs
		? new Response(null, { status: error.status })
		: await answerFailure(error, c as never);
	const { status } = response;
	const detail = known?.message ?? 'Something went wrong on our side.';
	const body = {
		schemas: ['urn:ietf:params:scim:api:messages:2.0:Error'],
		status: String(status),
		...(known?.scimType && { scimType: known.scimType }),
		detail,
	};
	const headers = new Headers(response.headers);
	headers.set('Content-Type', MEDIA_TYPE);
	return new Response(JSON.stringify(body), { status, headers });
}

/** A refusal in the form of RFC 7644, section 3.12. */
export class ScimError extends Error {
	readonly status: number;
	readonly scimType: string | undefined;

	constructor(status: number, detail: string, scimType?: string) {
		super(detail);
		this.status = status;
		this.scimType = scimType;
	}
}

/** The `scimType` that RFC 7644 has for some of our refusals. */
const TYPES: Partial<Record<Refusal['code'], string>> = {
	malformed_json: 'invalidSyntax',
	validation_failed: 'invalidValue',
	email_taken: 'uniqueness',
	personnel_number_taken: 'uniqueness',
};

const asScimError = (error: unknown): ScimError | null => {
	if (error instanceof ScimError) return error;
	if (!(error instanceof Refusal)) return null;
	const { code, message } = error as Refusal;
	return new ScimError(REFUSALS[code].status, message, TYPES[code]);
};

const DEFAULT_COUNT = 100;

export function pageOf(c: ScimContext): { filter: string | undefined; skip: number; count: number } {
	const number = (name: string, unlessSet: number) => {
		const given = c.req.query(name);
		if (given === undefined) return unlessSet;
		if (!/^-?\d{1,9}$/.test(given)) throw new ScimError(400, `${name} must be a number.`, 'invalidValue');
		return Number(given);
	};
	const count = Math.min(MAX_COUNT, Math.max(0, number('count', DEFAULT_COUNT)));
	return { filter: c.req.query('filter'), skip: Math.max(1, number('startIndex', 1)) - 1, count };
}

export async function bodyOf(c: ScimContext): Promise<unknown> {
	if (!JSON_TYPE.test(c.req.header('Content-Type') ?? ''))
		throw new ScimError(415, 'Send the body as application/scim+json or application/json.');
	try {
		return await c.req.json();
	} catch {
		throw new ScimError(400, 'The body is not well-formed JSON.', 'invalidSyntax');
	}
}
