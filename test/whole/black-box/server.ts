import { join, resolve } from 'node:path';
import { expect } from 'vitest';
import { createTestHarness } from 'wrangler';
import { startRuntime } from '../../../src/entrances/cli/local-state.ts';
import type { CellBindings } from '../../../src/foundation/cells/places.ts';
import { codeIn } from '../upgrades/releases.ts';
import { applyTo, NEXT } from '../upgrades/schema.ts';

interface Run {
	cron: string;
	scheduledTime: Date;
}

/** A service that the tests call from outside. */
interface Server {
	listen(): Promise<{ origin: string }>;
	/** Applies the migrations of this repository, in D1 and in cells that need it from outside. */
	migrate(): Promise<unknown>;
	bindings(): Promise<CellBindings>;
	scheduled(run: Run): Promise<{ outcome: string }>;
	close(): Promise<void>;
}

/** The service of this repository, as wrangler serves it. */
export function newestServer(secrets: Record<string, string>, vars: Record<string, string>): Server {
	const server = createTestHarness({
		root: resolve(import.meta.dirname, '../../..'),
		workers: [{ configPath: 'wrangler.toml', secrets, vars }],
	});
	let applied: Promise<unknown> | undefined;
	return {
		listen: async () => (await server.listen()).url,
		migrate: () => {
			applied ??= server.getWorker<{ DB: D1Database }>().applyD1Migrations('DB');
			return applied;
		},
		bindings: () => server.getWorker<CellBindings>().getEnv(),
		scheduled: (run) => server.getWorker().scheduled(run),
		close: () => server.close(),
	};
}

/** Jobs fail without an answer to anybody. */
const FAILED = /"level":"error"|Uncaught/;

/** The Worker of the last release in a folder, over the schema of this repository and later additions to it. */
export function releasedServer(folder: string, bindings: Record<string, string>, state: string): Server {
	const failures: string[] = [];
	const runtime = startRuntime(
		{ ...codeIn(folder), bindings },
		{
			host: '127.0.0.1',
			port: 0,
			resourcePersistencePath: join(state, 'v3'),
			handleStructuredLogs: ({ message }: { message: string }) => {
				if (FAILED.test(message)) failures.push(message);
			},
		},
	);
	let applied: Promise<void> | undefined;
	const all = () => runtime.getBindings<CellBindings & Record<string, unknown>>();
	return {
		listen: () => runtime.ready,
		bindings: all,
		migrate: async () => {
			const { DB, CELLS } = await all();
			applied ??= applyTo(DB, NEXT);
			await applied;
			const { results } = await DB.prepare('SELECT cell FROM places').all<{ cell: string }>();
			for (const { cell } of results) await CELLS.get(CELLS.idFromName(cell)).upgrade(NEXT);
		},
		scheduled: async (run) => (await runtime.getWorker('zubrot')).scheduled(run),
		close: async () => {
			await runtime.dispose();
			expect(failures).toEqual([]);
		},
	};
}
