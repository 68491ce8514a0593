import { createHash, randomUUID } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { type Account, ApiError, newDatabase, noWorker, type Version } from './state.ts';

export const ACCOUNT_ID = '0123456789abcdef0123456789abcdef';
const NAME = 'Benefits Inc.';
const NOON = '2026-11-26T12:00:00.000000Z';

export interface Request {
	account: Account;
	body: Buffer;
	headers: IncomingHttpHeaders;
	query: URLSearchParams;
	/** The variable parts of the path. */
	parts: string[];
	origin: string;
}

const json = <T>({ body }: Request): T => JSON.parse(body.toString());

const jurisdictionOf = ({ headers }: Request): string => String(headers['cf-r2-jurisdiction'] ?? 'default');

function databaseIn({ account, parts: [id] }: Request) {
	const found = account.databases.find(({ uuid, name }) => uuid === id || name === id);
	if (found === undefined) throw new ApiError(404, 7404, `The database ${id} could not be found`);
	return found;
}

function queueIn({ account, parts: [id] }: Request) {
	const found = account.queues.find(({ queue_id }) => queue_id === id);
	if (found === undefined) throw new ApiError(404, 10_000, 'Queue not found');
	return found;
}

function workerIn({ account }: Request) {
	if (account.worker === null) throw noWorker();
	return account.worker;
}

const META = { duration: 1, rows_read: 0, rows_written: 0, size_after: 0 };

function execute(request: Request, sql: string) {
	const { db } = databaseIn(request);
	try {
		// Migrations have many statements and return nothing.
		const isQuery = /^SELECT\b|\bRETURNING [^;]+$/.test(sql);
		const results = isQuery ? db.prepare(sql).all() : [];
		if (!isQuery) db.exec(sql);
		return [{ results, success: true, meta: META }];
	} catch (error) {
		throw new ApiError(400, 7500, `${(error as Error).message}: SQLITE_ERROR`);
	}
}

/** A file of SQL is announced, sent to another address, and then carried out. */
function importFile(request: Request) {
	const { action, etag } = json<{ action: string; etag: string }>(request);
	if (action === 'init') {
		return { success: true, filename: `${etag}.sql`, upload_url: `${request.origin}/uploads/${etag}` };
	}
	const [sql = ''] = request.account.imported.slice(-1);
	execute(request, sql);
	const result = { num_queries: 1, final_bookmark: '0000', meta: META };
	return { success: true, type: 'import', status: 'complete', messages: [], result };
}

function createBucket(request: Request): object {
	const { name } = json<{ name: string }>(request);
	const { buckets } = request.account;
	const place = jurisdictionOf(request);
	const there = buckets[place] ?? [];
	if (there.includes(name)) throw new ApiError(409, 10_004, 'The bucket you tried to create already exists.');
	buckets[place] = [...there, name];
	return {};
}

function addConsumer(request: Request): object {
	const queue = queueIn(request);
	const { script_name, settings } = json<{ script_name: string; settings: object }>(request);
	queue.consumers = [{ consumer_id: randomUUID(), type: 'worker', script: script_name, settings }];
	return {};
}

const describeQueue = ({ consumers, ...queue }: Account['queues'][number]) => ({
	...queue,
	created_on: NOON,
	modified_on: NOON,
	producers: [],
	producers_total_count: 0,
	consumers,
	consumers_total_count: consumers.length,
});

/** The first secret of a new Worker makes a Worker without content. */
async function upload(request: Request): Promise<object> {
	const form = await new Response(new Uint8Array(request.body), {
		headers: { 'Content-Type': String(request.headers['content-type']) },
	}).formData();
	const { account } = request;
	account.worker ??= { secrets: new Map(), versions: [], crons: [] };
	const metadata: Version['metadata'] = JSON.parse(String(form.get('metadata')));
	const modules = new Map<string, Uint8Array>();
	for (const [name, part] of form)
		if (part instanceof File) modules.set(name, new Uint8Array(await part.arrayBuffer()));
	const id = randomUUID();
	if (metadata.bindings.length > 0) account.worker.versions.push({ id, metadata, modules });
	return {
		id: 'zubrot',
		tag: 'tag',
		etag: createHash('md5').update(id).digest('hex'),
		startup_time_ms: 50,
		deployment_id: id,
	};
}

function deployments(request: Request) {
	const deployed = workerIn(request).versions.toReversed();
	return {
		deployments: deployed.map(({ id, metadata }) => ({
			id,
			source: 'wrangler',
			strategy: 'percentage',
			author_email: 'you@company.example',
			created_on: NOON,
			annotations: metadata.annotations ?? {},
			versions: [{ version_id: id, percentage: 100 }],
		})),
	};
}

function putSecret(request: Request): object {
	const { name, text } = json<{ name: string; text: string }>(request);
	workerIn(request).secrets.set(name, text);
	return { name, type: 'secret_text' };
}

const A = `/accounts/${ACCOUNT_ID}`;
const S = `${A}/workers/scripts/zubrot`;

/** Paths and answers are those that the code of wrangler uses. `:` stands for a variable part. */
export const ROUTES: Record<string, (request: Request) => unknown> = {
	'GET /user': () => ({ id: 'u', email: 'you@company.example' }),
	'GET /user/tokens/verify': () => ({ id: 't', status: 'active' }),
	'GET /accounts': () => [{ id: ACCOUNT_ID, name: NAME }],
	'GET /memberships': () => [{ id: 'm', account: { id: ACCOUNT_ID, name: NAME } }],
	'POST /graphql': () => ({ viewer: { accounts: [] } }),
	[`GET ${A}/d1/database/:`]: (request) => {
		const { db: _, ...rest } = databaseIn(request);
		return { ...rest, version: 'production', created_at: NOON, num_tables: 0, file_size: 0 };
	},
	[`POST ${A}/d1/database`]: (request) => {
		const { name, jurisdiction = null } = json<{ name: string; jurisdiction?: string }>(request);
		const made = newDatabase(randomUUID(), name, jurisdiction);
		request.account.databases.push(made);
		const { db: _, ...rest } = made;
		return { ...rest, version: 'production', created_at: NOON };
	},
	[`POST ${A}/d1/database/:/query`]: (request) => execute(request, json<{ sql: string }>(request).sql),
	[`POST ${A}/d1/database/:/import`]: importFile,
	[`GET ${A}/r2/buckets`]: (request) => ({
		buckets: (request.account.buckets[jurisdictionOf(request)] ?? []).map((name) => ({
			name,
			creation_date: NOON,
		})),
	}),
	[`GET ${A}/r2/buckets/:`]: (request) => {
		const [name = ''] = request.parts;
		if (request.account.buckets[jurisdictionOf(request)]?.includes(name))
			return { name, creation_date: NOON };
		throw new ApiError(404, 10_006, 'The specified bucket does not exist.');
	},
	[`POST ${A}/r2/buckets`]: createBucket,
	[`GET ${A}/queues`]: ({ account, query }) => {
		const names = query.getAll('name');
		return account.queues
			.filter(({ queue_name }) => names.length === 0 || names.includes(queue_name))
			.map(describeQueue);
	},
	[`POST ${A}/queues`]: (request) => {
		const { queue_name } = json<{ queue_name: string }>(request);
		const queue = { queue_id: randomUUID(), queue_name, consumers: [] };
		request.account.queues.push(queue);
		return describeQueue(queue);
	},
	[`POST ${A}/queues/:/consumers`]: addConsumer,
	[`PUT ${A}/queues/:/consumers/:`]: addConsumer,
	[`GET ${A}/workers/services/zubrot`]: (request) => {
		workerIn(request);
		return {
			id: 'zubrot',
			default_environment: {
				environment: 'production',
				script: { last_deployed_from: 'wrangler', tag: 'tag' },
			},
		};
	},
	[`GET ${S}/secrets`]: (request) =>
		[...workerIn(request).secrets.keys()].map((name) => ({ name, type: 'secret_text' })),
	[`PUT ${S}/secrets`]: putSecret,
	[`PUT ${S}`]: upload,
	[`GET ${S}/settings`]: (request) => ({
		bindings: workerIn(request).versions.at(-1)?.metadata.bindings ?? [],
	}),
	[`GET ${S}/deployments`]: deployments,
	[`GET ${A}/workers/subdomain`]: () => ({ subdomain: 'benefits' }),
	[`GET ${S}/subdomain`]: () => ({ enabled: true, previews_enabled: false }),
	[`POST ${S}/subdomain`]: () => ({ enabled: true, previews_enabled: false }),
	[`PUT ${S}/schedules`]: (request) => {
		workerIn(request).crons = json<{ cron: string }[]>(request).map(({ cron }) => cron);
		return {};
	},
	[`POST ${S}/assets-upload-session`]: () => ({ jwt: 'uploaded', buckets: [] }),
};
