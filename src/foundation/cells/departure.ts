import type { Ask, Reply } from './interface.ts';
import { replyTo } from './transaction.ts';

const KEY = 'movesTo';

/** Closes a cell, and later empties it, when its company moves away. */
export class Departure {
	readonly #storage: DurableObjectStorage;
	/** Null while the company is here. An empty text while it is closed for a move and refuses writes. Then the name of its new cell. */
	to: string | null;

	constructor(storage: DurableObjectStorage) {
		this.#storage = storage;
		this.to = storage.kv.get<string>(KEY) ?? null;
	}

	/** Runs the statements, then refuses writes. With the name of a new cell, it sends all callers there from now on. */
	close(to: string, asked: readonly Ask[]): Reply {
		const reply = replyTo(this.#storage, asked, true);
		if ('failed' in reply) return reply;
		this.to = to;
		this.#storage.kv.put(KEY, to);
		return reply;
	}

	/** Accepts writes again if the company has not left. Returns whether it was closed. */
	reopen(): boolean {
		if (this.to !== '') return false;
		this.to = null;
		this.#storage.kv.delete(KEY);
		return true;
	}

	/** Deletes everything but the name of the cell to which the company has moved. */
	async clear(): Promise<void> {
		await this.#storage.deleteAlarm();
		await this.#storage.deleteAll();
		if (this.to !== null) this.#storage.kv.put(KEY, this.to);
	}
}
