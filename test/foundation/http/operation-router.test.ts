import type { Result, Router } from 'hono/router';
import { TrieRouter } from 'hono/router/trie-router';
import type { H, RouterRoute } from 'hono/types';
import { expect, test, vi } from 'vitest';
import { createApp } from '../../../src/app.ts';
import { consoleRoutes } from '../../../src/console/routes.tsx';
import { newId } from '../../../src/foundation/core/id.ts';
import { OperationRouter } from '../../../src/foundation/http/router.ts';
import { now } from '../../harness/service.ts';

type Handler = [H, RouterRoute];

const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'];

const { routes } = createApp(now, consoleRoutes);

function holding(router: Router<Handler>): Router<Handler> {
	for (const { method, path, handler } of routes)
		router.add(method, path, [handler, { method, path } as RouterRoute]);
	return router;
}

/** Lists the handlers of a request, as method, path and parameters, until the first operation answers. */
function runs([found, stash]: Result<Handler>): unknown[] {
	const all = found.map(([[, { method, path }], params]) => ({
		method,
		path,
		params: Object.fromEntries(
			Object.entries(params).map(([name, value]) => [
				name,
				typeof value === 'number' ? stash?.[value] : value,
			]),
		),
	}));
	const answering = all.find(({ method }) => method !== 'ALL')?.path;
	return all.filter(({ method, path }) => method === 'ALL' || path === answering);
}

/** Addresses of a path: with ids, with the words that stand in the place of ids elsewhere, one deeper and one above. */
function addressesOf(path: string): string[] {
	const filled = ['new', 'open', 'many', newId(now())].map((word) =>
		path.replace(/:\w+(\{[^/]*\})?/g, word).replace('*', word),
	);
	return filled.flatMap((address) => [
		address,
		`${address}/`,
		`${address}/more`,
		address.slice(0, address.lastIndexOf('/')) || '/',
	]);
}

test('every address leads to the same as it would by the tree alone', () => {
	const [router, tree] = [holding(new OperationRouter()), holding(new TrieRouter())];
	const addresses = new Set(['/', '/nowhere', ...routes.flatMap(({ path }) => addressesOf(path))]);
	expect(addresses.size).toBeGreaterThan(1000);
	for (const address of addresses) {
		for (const method of METHODS) {
			expect([method, address, runs(router.match(method, address))]).toEqual([
				method,
				address,
				runs(tree.match(method, address)),
			]);
		}
	}
});

test('the API uses the tree only for payroll runs', () => {
	const tree = vi.spyOn(TrieRouter.prototype, 'match');
	const router = holding(new OperationRouter());
	const operations = routes.filter(({ method, path }) => method !== 'ALL' && path.startsWith('/api/v2'));
	for (const { method, path } of operations) router.match(method, path.replace(/:\w+/g, 'x'));
	const asked = tree.mock.calls.map(([, address]) => address);
	expect(asked.filter((address) => !address.startsWith('/api/v2/companies/x/flex/payroll-runs'))).toEqual([]);
	expect(operations.length).toBeGreaterThan(10 * asked.length);
});
