import { setTimeout as pause } from 'node:timers/promises';
import { Stop } from '../stop.ts';
import type { Bytes } from './seal.ts';

const TRIES = 8;
const LONGEST_MS = 30_000;

/** A service, as an operator reaches it. */
export class Service {
	readonly #url: string;
	readonly #key: string;

	private constructor(url: string, key: string) {
		this.#url = url;
		this.#key = key;
	}

	/** The key is in the environment, or for a local service in `.dev.vars`. */
	static async at(url: string): Promise<Service> {
		const key = process.env.OPERATOR_KEY ?? (await localKey(url));
		if (typeof key === 'string' && key !== '') return new Service(url, key);
		throw new Stop('Put the operator’s key of the service into the environment variable OPERATOR_KEY.');
	}

	async get<T>(path: string): Promise<T> {
		return (await this.#ask('GET', path)).json() as Promise<T>;
	}

	async post<T>(path: string, body: object): Promise<T> {
		const answer = await this.#ask('POST', path, JSON.stringify(body), {
			'Content-Type': 'application/json',
		});
		return (answer.status === 204 ? undefined : await answer.json()) as T;
	}

	/** Gives the content of an object to `keep`, again if the connection breaks. */
	async fetchObject<T>(key: string, keep: (type: string, content: Bytes) => Promise<T>): Promise<T> {
		for (let tries = 1; ; tries++) {
			const { body, headers } = await this.#ask('GET', objectAt(key));
			if (body === null) throw new Error(`${key} has no content`);
			try {
				return await keep(headers.get('Content-Type') ?? '', body);
			} catch (error) {
				if (error instanceof Stop || tries === TRIES) throw error;
				await pause(waitFor(tries));
			}
		}
	}

	/** Stores an object unless the service has it. */
	async storeObject(key: string, type: string, sha256: string, content: Buffer<ArrayBuffer>): Promise<void> {
		const found = await this.#ask('HEAD', objectAt(key), undefined, {}, [404]);
		if (found.headers.get('X-Sha256') === sha256) return;
		await this.#ask('PUT', objectAt(key), content, { 'Content-Type': type, 'X-Sha256': sha256 });
	}

	/** Asks again while the service is busy or cannot be reached. */
	async #ask(
		method: string,
		path: string,
		body?: string | Buffer<ArrayBuffer>,
		more: Record<string, string> = {},
		permitted: readonly number[] = [],
	): Promise<Response> {
		for (let tries = 1; ; tries++) {
			const answer = await fetch(this.#url + path, {
				method,
				headers: { Authorization: `Bearer ${this.#key}`, ...more },
				...(body !== undefined && { body }),
			}).catch((error: Error) => error);
			if (answer instanceof Error) {
				if (tries === TRIES)
					throw new Stop(`${this.#url} cannot be reached: ${String(answer.cause ?? answer)}`);
				await pause(waitFor(tries));
				continue;
			}
			if (answer.ok || permitted.includes(answer.status)) return answer;
			const told = await answer.text();
			if (![429, 502, 503].includes(answer.status) || tries === TRIES)
				throw new Stop(sentenceOf(told, answer.status));
			await pause(1000 * Number(answer.headers.get('Retry-After') ?? 0) || waitFor(tries));
		}
	}
}

/** Loads the local runtime only here, because that takes a second. */
async function localKey(url: string): Promise<unknown> {
	if (!['localhost', '127.0.0.1'].includes(new URL(url).hostname)) return undefined;
	const { variables } = await import('../local-state.ts');
	return variables().OPERATOR_KEY;
}

const objectAt = (key: string): string => `/operator/objects/${key}`;

const waitFor = (tries: number): number => Math.min(LONGEST_MS, 250 * 2 ** tries);

function sentenceOf(told: string, status: number): string {
	try {
		return (JSON.parse(told) as { detail: string }).detail;
	} catch {
		return `The service answered with status ${status}.`;
	}
}

const BAR_WIDTH = 40;

export function showProgress(what: string, done: number, total: number): void {
	if (!process.stderr.isTTY) return;
	const filled = total === 0 ? BAR_WIDTH : Math.round((BAR_WIDTH * done) / total);
	const bar = '█'.repeat(filled).padEnd(BAR_WIDTH, '░');
	process.stderr.write(`\r${what} ${bar} ${done} of ${total}${done === total ? '\n' : ''}`);
}

/** Runs the work of a command. Its refusals are printed as sentences. Returns the exit code. */
export async function exitCodeOf(work: () => Promise<number>): Promise<number> {
	try {
		return await work();
	} catch (error) {
		console.error(error instanceof Stop ? error.message : error);
		return 2;
	}
}
