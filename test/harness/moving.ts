import { env } from 'cloudflare:workers';
import { expect } from 'vitest';
import { eraseAgain } from '../../src/administration/privacy/repeated-erasure/actions.ts';
import { databaseOf } from '../../src/foundation/cells/places.ts';
import type { Bindings } from '../../src/foundation/http/env.ts';
import { carryOn } from '../../src/tenants/hosting/moves/steps.ts';
import { ring } from './alarms.ts';
import { as, newUser, now, repeatAfter, restart, runCron } from './service.ts';

/** A minute after a company has moved, nobody asks its old database any more. */
const TRUSTED_MS = 61_000;
const MAX_RUNS = 1000;

/** The cell of a company at present; null for D1. */
export const cellOfCompany = (companyId: string): Promise<string | null> =>
	env.DB.prepare('SELECT cell FROM places WHERE company_id = ?').bind(companyId).first<string>('cell');

/** The database of a company at present, as D1 would be. */
export const databaseOfCompany = async (companyId: string): Promise<D1Database> =>
	databaseOf(env, await cellOfCompany(companyId)).$client;

/** Bindings with which a request begins a move, but does not continue it. */
export function undriven(bindings: Bindings = env): Bindings {
	const { CELLS } = bindings;
	const get = (id: DurableObjectId) => {
		const object = CELLS.get(id);
		return {
			open: (name: string) => object.open(name),
			batch: (...given: Parameters<typeof object.batch>) => object.batch(...given),
			clear: () => object.clear(),
			run: async () => {},
		};
	};
	const idFromName = (name: string) => CELLS.idFromName(name);
	return { ...bindings, CELLS: { ...CELLS, idFromName, get } as never };
}

/** Asks for a move, and returns the new cell. */
export async function begin(companyId: string, bindings: Bindings): Promise<string> {
	const platform = await newUser(['PLATFORM_ADMIN']);
	const { status, body } = await as(platform, undriven(bindings)).post(`/companies/${companyId}/move`);
	expect(status, JSON.stringify(body)).toBe(200);
	const query = 'SELECT cell FROM moves WHERE company_id = ? ORDER BY date_started DESC, rowid DESC LIMIT 1';
	return (await env.DB.prepare(query).bind(companyId).first<string>('cell')) ?? '';
}

/** Runs a new cell until it may not go on. Nobody else may run it meanwhile. */
export const runNew = (
	cell: string,
	time = now(),
	mayGoOn = () => true,
	bindings: Bindings = env,
	log = (error: unknown): void => {
		throw error;
	},
) =>
	carryOn(bindings, databaseOf(bindings, cell), { name: cell, wakeBy: () => {} }, time, mayGoOn, {
		log,
		eraseAgain,
	});

/** Moves a company over these bindings, whatever breaks off, until the new cell serves it. */
export async function moveOver(bindings: Bindings, companyId: string): Promise<void> {
	const cell = await begin(companyId, bindings);
	for (let runs = 0; runs < MAX_RUNS; runs++) {
		const { isServing } = await runNew(
			cell,
			now(),
			() => true,
			bindings,
			() => {},
		);
		if (isServing) return;
	}
	throw new Error('A move does not end');
}

/** Lets the old rows of a company be deleted when nobody asks for them any more. */
export async function settle(companyId: string): Promise<void> {
	// Processes that still trust the old database would read what it held when the company left.
	restart();
	const cell = await cellOfCompany(companyId);
	if (cell === null) return;
	// A cron that is scheduled later than the present may have opened the company.
	const opened = await env.DB.prepare('SELECT date_opened FROM moves WHERE cell = ?')
		.bind(cell)
		.first<number>('date_opened');
	const later = Math.max(now(), opened ?? 0) + TRUSTED_MS;
	expect(await runNew(cell, later)).toMatchObject({ next: null });
}

/** Companies that move when the test says so, page by page, while it does something else. */
export class Movers {
	/** The new cell of each company that is moving. */
	readonly #targets = new Map<string, string>();
	/** How many moves have ended. */
	moves = 0;
	/** How many requests were refused because their company was moving. */
	refused = 0;

	/** Callers who are refused during a move wait for its end, and then repeat their request. */
	static open(): Movers {
		const movers = new Movers();
		repeatAfter(async ({ status, body, headers }) => {
			if (status !== 503 || body.code !== 'company_moving') return false;
			expect(Number(headers.get('Retry-After'))).toBeGreaterThan(0);
			movers.refused++;
			await movers.finishAll();
			return true;
		});
		return movers;
	}

	/** Goes on with the move of a company by so many pages, or begins one. Without a number it ends. */
	async goOn(companyId: string, pages = Number.POSITIVE_INFINITY): Promise<void> {
		const cell = this.#targets.get(companyId) ?? (await begin(companyId, env));
		this.#targets.set(companyId, cell);
		let left = pages;
		for (let runs = 0; left > 0; runs++) {
			if (runs === MAX_RUNS) throw new Error('A move does not end');
			const { isServing } = await runNew(cell, now(), () => --left > 0);
			if (!isServing) continue;
			await settle(companyId);
			this.#targets.delete(companyId);
			this.moves++;
			return;
		}
	}

	async finishAll(): Promise<void> {
		for (const companyId of [...this.#targets.keys()]) await this.goOn(companyId);
	}

	/** Runs the cron in D1 and the jobs in the cells of these companies. The cron itself ends moves that are under way. */
	async runCron(instants: readonly string[], companyIds: readonly string[]): Promise<void> {
		const runs = await Promise.all(instants.map(runCron));
		await this.finishAll();
		// The jobs of D1 have waited for a company that was leaving it.
		for (const [index, instant] of instants.entries())
			if (Object.keys(runs[index] ?? {}).length === 0) await runCron(instant);
		for (const companyId of companyIds) {
			const cell = await cellOfCompany(companyId);
			if (cell === null) continue;
			await Promise.all(instants.map((instant) => ring(cell, instant)));
			const jobs = await env.DB.prepare('SELECT jobs FROM places WHERE cell = ?').bind(cell).first('jobs');
			expect(jobs ?? '', 'a job in a cell failed').not.toMatch(/dateSucceeded/);
		}
	}
}
