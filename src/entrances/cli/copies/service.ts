import { isOfThisMachine } from '../../../foundation/core/addresses.ts';
import { Stop } from '../stop.ts';
import type { Bytes } from './bytes.ts';
import { Later, repeated } from './retry.ts';

/** Cloudflare takes at most 100 MB in one request. */
const PART_BYTES = 64 * 1024 * 1024;

/** A service, as an operator reaches it. */
export class Service {
	readonly #url: string;
	readonly #key: string;

	private constructor(url: string, key: string) {
		this.#url = url;
		this.#key = key;
	}

	static async at(url: string): Promise<Service> {
		const key = await operatorKeyOf(url);
		if (key) return new Service(url, key);
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
	fetchObject<T>(key: string, keep: (type: string, content: Bytes) => Promise<T>): Promise<T> {
		return repeated(async () => {
			const { body, headers } = await this.#ask('GET', objectAt(key));
			if (body === null) throw new Error('The object has no content.');
			return keep(headers.get('Content-Type') ?? '', body);
		}, `${key} cannot be fetched from ${this.#url}`);
	}

	/** Stores an object, unless the service has it already. */
	async storeObject(key: string, type: string, sha256: string, content: Buffer<ArrayBuffer>): Promise<void> {
		const found = await this.#ask('HEAD', objectAt(key), undefined, {}, [404]);
		if (found.headers.get('X-Sha256') === sha256) return;
		if (content.length > PART_BYTES) return this.#storeInParts(key, type, sha256, content);
		await this.#ask('PUT', objectAt(key), content, { 'Content-Type': type, 'X-Sha256': sha256 });
	}

	async #storeInParts(
		key: string,
		type: string,
		sha256: string,
		content: Buffer<ArrayBuffer>,
	): Promise<void> {
		const upload = await this.post<{ key: string; uploadId: string }>('/operator/uploads', { key, type });
		const parts: unknown[] = [];
		for (let from = 0; from < content.length; from += PART_BYTES) {
			const query = new URLSearchParams({ ...upload, partNumber: String(parts.length + 1) });
			const part = content.subarray(from, from + PART_BYTES);
			parts.push(await (await this.#ask('PUT', `/operator/uploads?${query}`, part)).json());
		}
		await this.post('/operator/uploads/completion', { ...upload, parts, sha256 });
	}

	/** Asks again while the service is busy, fails or cannot be reached. */
	#ask(
		method: string,
		path: string,
		body?: string | Buffer<ArrayBuffer>,
		more: Record<string, string> = {},
		permitted: readonly number[] = [],
	): Promise<Response> {
		return repeated(async () => {
			const answer = await fetch(this.#url + path, {
				method,
				headers: { Authorization: `Bearer ${this.#key}`, ...more },
				...(body !== undefined && { body }),
			});
			if (answer.ok || permitted.includes(answer.status)) return answer;
			const { detail, code } = problemIn(await answer.text(), answer.status);
			const isPassing = answer.status === 429 || (answer.status >= 500 && code !== 'misconfigured');
			if (!isPassing) throw new Stop(detail);
			throw new Later(detail, 1000 * Number(answer.headers.get('Retry-After') ?? 0));
		}, `${this.#url} is not available`);
	}
}

/** Returns the operator's key from the environment, or for a service on this machine from `.dev.vars`. */
export async function operatorKeyOf(url: string): Promise<string | undefined> {
	if (process.env.OPERATOR_KEY || !isOfThisMachine(url)) return process.env.OPERATOR_KEY;
	// The local runtime takes a second to load.
	const { variables } = await import('../local-state.ts');
	return variables().OPERATOR_KEY as string | undefined;
}

const objectAt = (key: string): string => `/operator/objects/${key}`;

function problemIn(told: string, status: number): { detail: string; code?: string } {
	try {
		return JSON.parse(told) as { detail: string; code: string };
	} catch {
		return { detail: `The service answered with status ${status}.` };
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
