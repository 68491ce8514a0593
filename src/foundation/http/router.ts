import { type Hook, OpenAPIHono } from '@hono/zod-openapi';
import type { Context } from 'hono';
import { matchedRoutes } from 'hono/route';
import { METHOD_NAME_ALL, type Result, type Router, UnsupportedPathError } from 'hono/router';
import { RegExpRouter } from 'hono/router/reg-exp-router';
import { TrieRouter } from 'hono/router/trie-router';
import type { H, RouterRoute } from 'hono/types';
import type { AppEnv } from './env.ts';
import { faultsIn, invalid } from './faults.ts';

/** Creates the router of a room, or of the whole service if `router` is given. It checks requests against their contracts. */
export const createRouter = (router?: OperationRouter) =>
	new OpenAPIHono<AppEnv>({ defaultHook: refuseInvalid, ...(router && { router }) });

/** True when an operation handles the request; otherwise only middleware sees it. */
export const isOperation = (c: Context<AppEnv>): boolean =>
	matchedRoutes(c).some(({ method }) => method !== METHOD_NAME_ALL);

type Handler = [H, RouterRoute];

/** Marks paths that only the tree router can match. */
const SEE_TREE = null;

/**
 * Matches most requests with the single regular expression of Hono's fastest router. That router refuses some combinations of paths, such as
 * `…/payroll-runs/:runId` and `…/payroll-runs/open`. Hono's tree router matches all paths in their folder. Hono itself would use it for all
 * paths.
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

/** Converts a failed zod check to one refusal with an entry for each fault. */
const refuseInvalid: Hook<unknown, AppEnv, string, unknown> = (result) => {
	if (result.success) return;
	// The validator also passes the checked data, although its type does not show that.
	const { data } = result as unknown as { data: unknown };
	const root = result.target === 'json' ? '#' : `#/${result.target === 'param' ? 'path' : result.target}`;
	throw invalid(faultsIn(result.error, root, data));
};
