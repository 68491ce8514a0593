import { DatabaseSync } from 'node:sqlite';

/** The content of an account at Cloudflare. Tests read and change it. */
export interface Account {
	databases: { uuid: string; name: string; jurisdiction: string | null; db: DatabaseSync }[];
	/** The names of buckets by jurisdiction. */
	buckets: Record<string, string[]>;
	queues: Queue[];
	/** Null until there is a Worker. While it only has secrets, it has no version. */
	worker: { secrets: Map<string, string>; versions: Version[]; crons: string[] } | null;
	/** The SQL files that wrangler sent to the database. */
	imported: string[];
	/** Requests that the stand-in does not know. Each of them fails, and so does the test. */
	unknown: string[];
	/** Makes each request whose method and path begin like this fail. */
	failing: string | null;
}

interface Queue {
	queue_id: string;
	queue_name: string;
	consumers: { consumer_id: string; type: 'worker'; script: string; settings: object }[];
}

export interface Version {
	id: string;
	metadata: {
		bindings: { type: string; name: string; [key: string]: unknown }[];
		annotations?: Record<string, string>;
		[key: string]: unknown;
	};
	modules: Map<string, Uint8Array>;
}

export const emptyAccount = (): Account => ({
	databases: [],
	buckets: {},
	queues: [],
	worker: null,
	imported: [],
	unknown: [],
	failing: null,
});

/** An error of Cloudflare's API, with the numbers that the code of wrangler knows. */
export class ApiError extends Error {
	readonly status: number;
	readonly code: number;

	constructor(status: number, code: number, message: string) {
		super(message);
		this.status = status;
		this.code = code;
	}
}

export const noWorker = (): ApiError =>
	new ApiError(404, 10_007, 'This Worker does not exist on your account.');

export const newDatabase = (uuid: string, name: string, jurisdiction: string | null) => ({
	uuid,
	name,
	jurisdiction,
	db: new DatabaseSync(':memory:'),
});
