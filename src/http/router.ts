import { type Hook, OpenAPIHono } from '@hono/zod-openapi';
import type { Context } from 'hono';
import { matchedRoutes } from 'hono/route';
import { METHOD_NAME_ALL, type Result, type Router, UnsupportedPathError } from 'hono/router';
import { RegExpRouter } from 'hono/router/reg-exp-router';
import { TrieRouter } from 'hono/router/trie-router';
import type { H, RouterRoute } from 'hono/types';
import type { z } from 'zod';
import { type Fault, type FieldLimit, Refusal } from '../core/refusals.ts';
import type { AppEnv } from './env.ts';

/**
 * The router of one room, or of the whole service with its `OperationRouter`. It checks every request against the
 * contract of its route.
 */
export const createRouter = (router?: OperationRouter) =>
	new OpenAPIHono<AppEnv>({ defaultHook: refuseInvalid, ...(router && { router }) });

/** True when an operation handles the request; otherwise only middleware sees it. */
export const isOperation = (c: Context<AppEnv>): boolean =>
	matchedRoutes(c).some(({ method }) => method !== METHOD_NAME_ALL);

type Handler = [H, RouterRoute];

/** Marks paths that only the tree can match. */
const SEE_TREE = null;

/**
 * Matches most requests by the one regular expression of Hono's fastest router. That router refuses some paths beside
 * others, such as `…/payroll-runs/:runId` beside `…/payroll-runs/open`. Below their folder, Hono's tree router decides;
 * Hono itself would use it for all paths.
 */
export class OperationRouter implements Router<Handler> {
	readonly name = 'OperationRouter';
	readonly #expression = new RegExpRouter<Handler | typeof SEE_TREE>();
	readonly #tree = new TrieRouter<Handler>();

	add(method: string, path: string, handler: Handler): void {
		this.#tree.add(method, path, handler);
		if (this.#isAccepted(method, path, handler)) return;
		let folder = path;
		do folder = folder.slice(0, folder.lastIndexOf('/'));
		while (!this.#isAccepted(method, `${folder}/*`, SEE_TREE));
	}

	match(method: string, path: string): Result<Handler> {
		const found = this.#expression.match(method, path);
		return isComplete(found) ? found : this.#tree.match(method, path);
	}

	#isAccepted(method: string, path: string, handler: Handler | typeof SEE_TREE): boolean {
		try {
			this.#expression.add(method, path, handler);
			return true;
		} catch (error) {
			if (error instanceof UnsupportedPathError) return false;
			throw error;
		}
	}
}

const isComplete = (found: Result<Handler | typeof SEE_TREE>): found is Result<Handler> =>
	found[0].every(([handler]) => handler !== SEE_TREE);

const MAX_FAULTS = 100;

/** Turns a failed zod check into one refusal with an entry per fault. */
const refuseInvalid: Hook<unknown, AppEnv, string, unknown> = (result) => {
	if (result.success) return;
	// The validator also passes the data that it checked, though its type does not say so.
	const { data } = result as unknown as { data: unknown };
	const root = result.target === 'json' ? '#' : `#/${result.target === 'param' ? 'path' : result.target}`;
	throw invalid(faultsIn(result.error, root, data));
};

export function invalid(faults: readonly Fault[]): Refusal {
	const count = faults.length === 1 ? '1 fault' : `${faults.length} faults`;
	const omission = faults.length > MAX_FAULTS ? ` The first ${MAX_FAULTS} are listed.` : '';
	const errors = faults.slice(0, MAX_FAULTS);
	return new Refusal('validation_failed', `The request has ${count}.${omission}`, { errors });
}

/** The faults of data that failed a check, with pointers that begin with `root`. */
export const faultsIn = (error: z.core.$ZodError, root: string, data: unknown): Fault[] =>
	error.issues.flatMap((issue) => faultsOf(issue as z.core.$ZodIssue, root, data));

function faultsOf(issue: z.core.$ZodIssue, root: string, data: unknown): Fault[] {
	const pointer = root + issue.path.map((part) => `/${escapePointer(String(part))}`).join('');
	if (issue.code === 'unrecognized_keys') {
		return issue.keys.map((key) => ({
			pointer: `${pointer}/${escapePointer(key)}`,
			code: 'unknown_field',
			detail: 'This field is unknown. Check its spelling.',
		}));
	}
	return [{ pointer, code: codeOf(issue, data), detail: issue.message, limit: limitOf(issue, pointer) }];
}

const LIMITED = { string: 'text', array: 'list', number: 'number', int: 'number' } as const;

function limitOf(issue: z.core.$ZodIssue, pointer: string): FieldLimit | undefined {
	if (issue.code === 'custom') {
		const value: unknown = issue.params?.limit;
		return typeof value === 'number' ? { of: 'text', value } : undefined;
	}
	if (issue.code !== 'too_small' && issue.code !== 'too_big') return undefined;
	const of = pointer.endsWith('/value') ? 'amount' : LIMITED[issue.origin as keyof typeof LIMITED];
	return { of, value: Number(issue.code === 'too_small' ? issue.minimum : issue.maximum) };
}

function codeOf(issue: z.core.$ZodIssue, data: unknown): string {
	if (issue.code === 'custom') return (issue.params?.code as string | undefined) ?? 'invalid_value';
	return valueAt(data, issue.path) === undefined ? 'required' : issue.code;
}

function valueAt(data: unknown, path: readonly PropertyKey[]): unknown {
	return path.reduce<unknown>(
		(value, key) => (value as Record<PropertyKey, unknown> | undefined)?.[key],
		data,
	);
}

/** Escapes one segment of a JSON pointer (RFC 6901, section 4). */
const escapePointer = (part: string): string => part.replaceAll('~', '~0').replaceAll('/', '~1');
