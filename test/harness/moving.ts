import { env } from 'cloudflare:workers';
import { expect } from 'vitest';
import { databaseOf } from '../../src/cells/places.ts';
import { carryOn } from '../../src/companies/move-steps/actions.ts';
import type { Bindings } from '../../src/http/env.ts';
import { ring } from './alarms.ts';
import { as, newUser, now, repeatAfter, restart, runCron, type TestUser } from './service.ts';

/** A minute after a company has moved, nobody asks its old database any more. */
const TRUSTED_MS = 61_000;
const MAX_RUNS = 1000;

/** The cell of a company at present; null for D1. */
export const cellOfCompany = (companyId: string): Promise<string | null> =>
	env.DB.prepare('SELECT cell FROM places WHERE company_id = ?').bind(companyId).first<string>('cell');

/** The database of a company at present, as D1 would be. */
export const databaseOfCompany = async (companyId: string): Promise<D1Database> =>
	databaseOf(env, await cellOfCompany(companyId)).$client;

/** The real databases, but a request begins a move without driving it. */
export function undriven(): Bindings {
	const get = (id: DurableObjectId) => {
		const object = env.CELLS.get(id);
		return {
			open: (name: string) => object.open(name),
			batch: (...given: Parameters<typeof object.batch>) => object.batch(...given),
			run: async () => {},
		};
	};
	const idFromName = (name: string) => env.CELLS.idFromName(name);
	return { ...env, CELLS: { ...env.CELLS, idFromName, get } as never };
}

/** Companies that move when the test says so, page by page, while it does something else. */
export class Movers {
	readonly #platform: TestUser;
	/** The new cell of each company that is moving. */
	readonly #targets = new Map<string, string>();
	/** How many moves have ended. */
	moves = 0;
	/** How many requests were refused because their company was moving. */
	refused = 0;

	private constructor(platform: TestUser) {
		this.#platform = platform;
	}

	/** Callers who are refused during a move wait for its end, and then repeat their request. */
	static async open(): Promise<Movers> {
		const movers = new Movers(await newUser(['PLATFORM_ADMIN']));
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
		const cell = this.#targets.get(companyId) ?? (await this.#begin(companyId));
		let left = pages;
		for (let runs = 0; left > 0; runs++) {
			if (runs === MAX_RUNS) throw new Error('A move does not end');
			const isEnded = await this.#run(cell, () => --left > 0);
			if (isEnded) {
				this.#targets.delete(companyId);
				this.moves++;
				return;
			}
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

	async #begin(companyId: string): Promise<string> {
		const { status, body } = await as(this.#platform, undriven()).post(`/companies/${companyId}/move`);
		expect(status, JSON.stringify(body)).toBe(200);
		const query =
			'SELECT cell FROM moves WHERE company_id = ? ORDER BY date_started DESC, rowid DESC LIMIT 1';
		const cell = (await env.DB.prepare(query).bind(companyId).first<string>('cell')) ?? '';
		this.#targets.set(companyId, cell);
		return cell;
	}

	/** Runs the new cell until it may not go on. Returns whether nothing of the company is left elsewhere. */
	async #run(cell: string, mayGoOn: () => boolean): Promise<boolean> {
		const fail = (error: unknown) => {
			throw error;
		};
		const own = databaseOf(env, cell);
		const carried = await carryOn(env, own, { name: cell, wakeBy: () => {} }, now(), mayGoOn, fail);
		if (!carried.isServing) return false;
		// Processes that still trust the old database would read what it held when the company left.
		restart();
		if (carried.next === null) return true;
		const left = await carryOn(
			env,
			own,
			{ name: cell, wakeBy: () => {} },
			now() + TRUSTED_MS,
			() => true,
			fail,
		);
		return left.next === null;
	}
}
