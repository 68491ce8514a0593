import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Miniflare } from 'miniflare';
import { bundled } from '../../src/cli/bundle.ts';
import { startRuntime } from '../../src/cli/local-state.ts';
import type { Bindings } from '../../src/http/env.ts';

export const SECRETS = {
	JWT_SECRET: 'a secret of the kill runner, 32 bytes or more',
	ENCRYPTION_KEY: 'a key of the kill runner, 32 bytes or more',
};
/** The receiver of webhooks is on this machine. */
export const SETTINGS = {
	...SECRETS,
	WEBHOOKS_ALLOW_LOCAL: '1',
	OPERATOR_KEY: 'an operator key of the kill runner, 32 bytes or more',
};

/** The service as it is deployed, in a workerd that can be killed and started again over the same files. */
export class MortalService {
	readonly #state = mkdtempSync(join(tmpdir(), 'zubrot-kills-'));
	#miniflare: Miniflare | undefined;
	#pid: number | undefined;
	url = new URL('http://127.0.0.1');
	bindings = {} as Bindings;

	/** Needs the bundle of the Worker. */
	async start(): Promise<void> {
		const before = new Set(workerds());
		const worker = { ...bundled(), bindings: SETTINGS };
		const resourcePersistencePath = join(this.#state, 'v3');
		this.#miniflare = startRuntime(worker, { host: '127.0.0.1', port: 0, resourcePersistencePath });
		this.url = await this.#miniflare.ready;
		this.bindings = await this.#miniflare.getBindings<Bindings & Record<string, unknown>>();
		this.#pid = workerds().find((pid) => !before.has(pid));
	}

	/** Kills the runtime in the middle of what it does, and starts it again. */
	async kill(): Promise<void> {
		if (this.#pid === undefined) throw new Error('There is no runtime to kill');
		process.kill(this.#pid, 'SIGKILL');
		await this.#miniflare?.dispose().catch(() => {});
		await this.start();
	}

	/** Does something with the files of the runtime while it is stopped. */
	async offline<T>(work: (files: string) => Promise<T>): Promise<T> {
		await this.#miniflare?.dispose();
		const done = await work(join(this.#state, 'v3'));
		await this.start();
		return done;
	}

	/** Does what the platform does each hour: the jobs of D1, and those of cells. */
	async runJobs(cells: readonly string[]): Promise<void> {
		const worker = await this.#miniflare?.getWorker('zubrot');
		const now = new Date();
		await Promise.all([
			worker?.scheduled({ scheduledTime: now, cron: '0 * * * *' }),
			...cells.map((cell) => this.bindings.CELLS.getByName(cell).run(now.getTime())),
		]);
	}

	async end(): Promise<void> {
		await this.#miniflare?.dispose();
		rmSync(this.#state, { recursive: true, force: true });
	}
}

/** The runtimes that this process has started. */
const workerds = (): number[] =>
	readdirSync('/proc').flatMap((pid) => (/^\d+$/.test(pid) && isOwnWorkerd(pid) ? Number(pid) : []));

function isOwnWorkerd(pid: string): boolean {
	try {
		const status = readFileSync(`/proc/${pid}/status`, 'utf8');
		return /^Name:\s+workerd$/m.test(status) && new RegExp(`^PPid:\\s+${process.pid}$`, 'm').test(status);
	} catch {
		return false;
	}
}
