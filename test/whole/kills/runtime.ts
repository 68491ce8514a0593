import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Miniflare, Response } from 'miniflare';
import { bundled } from '../../../src/entrances/cli/bundle.ts';
import { startRuntime } from '../../../src/entrances/cli/local-state.ts';
import type { Bindings } from '../../../src/foundation/http/env.ts';

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
	readonly #settings: object;
	#miniflare: Miniflare | undefined;
	#pid: number | undefined;
	url = new URL('http://127.0.0.1');
	bindings = {} as Bindings;
	/** The options of the Worker, which start the next runtime. By default the bundle of this repository, which has to be there. */
	code: object | undefined;
	/** A second version of the Worker, which takes every second request. Cells run the first one. */
	other: object | undefined;
	/** Called with the status of each answer; null when there was none. */
	note: (status: number | null) => void = () => {};
	/** Called with each line of the log. By default they are printed. */
	log: ((line: { message: string }) => void) | undefined;
	#otherUrl: URL | undefined;
	#asked = 0;

	/** Requests under way, and what the next ones wait for. */
	readonly #underWay = new Set<Promise<unknown>>();
	#gate: Promise<void> | undefined;

	/** Sends a request to one of the versions. While the versions change, it waits, as at the edge of the network. */
	async fetch(path: string, init: RequestInit): Promise<globalThis.Response> {
		while (this.#gate !== undefined) await this.#gate;
		const answer = fetch(new URL(path, this.#nextUrl()), init);
		const ended = answer.catch(() => {}).finally(() => this.#underWay.delete(ended));
		this.#underWay.add(ended);
		return answer;
	}

	#nextUrl(): URL {
		return this.#otherUrl !== undefined && ++this.#asked % 2 === 0 ? this.#otherUrl : this.url;
	}

	constructor(settings: object = SETTINGS) {
		this.#settings = settings;
	}

	async start(): Promise<void> {
		const before = new Set(workerds());
		const worker = { ...(this.code ?? bundled()), bindings: this.#settings };
		const resourcePersistencePath = join(this.#state, 'v3');
		const logging = this.log && { handleStructuredLogs: this.log };
		const options = { host: '127.0.0.1', port: 0, resourcePersistencePath, ...logging };
		const workers = this.other && {
			workers: [named(worker), secondOf({ ...this.other, bindings: this.#settings })],
		};
		this.#miniflare = startRuntime(worker, { ...options, ...workers });
		this.url = await this.#miniflare.ready;
		this.#otherUrl = this.other && (await this.#miniflare.unsafeGetDirectURL(OTHER));
		this.bindings = await this.#miniflare.getBindings<Bindings & Record<string, unknown>>();
		this.#pid = workerds().find((pid) => !before.has(pid));
	}

	/** Starts another version of the Worker over the same files, when the requests under way have ended. */
	async swap(code: object, other?: object): Promise<void> {
		const { promise, resolve } = Promise.withResolvers<void>();
		this.#gate = promise;
		await Promise.all(this.#underWay);
		await this.#miniflare?.dispose();
		Object.assign(this, { code, other });
		await this.start();
		this.#gate = undefined;
		resolve();
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

const named = (worker: object) => ({ ...worker, name: 'zubrot' });
const OTHER = 'other-version';

/** A Worker that shares the storage of the first one. Its cells and its messages go there. Miniflare would also share the static files. */
const secondOf = ({ assets, ...worker }: { assets?: { directory: string }; bindings: object }) => ({
	...worker,
	name: OTHER,
	durableObjects: { CELLS: { className: 'Cell', useSQLite: true, scriptName: 'zubrot' } },
	queueConsumers: {},
	serviceBindings: {
		ASSETS: (request: Request) =>
			new Response(readFileSync(join(assets?.directory ?? '', new URL(request.url).pathname))),
	},
	unsafeDirectSockets: [{ host: '127.0.0.1', port: 0 }],
});

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
