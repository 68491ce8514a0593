import { convertV4MiniflareOptions, Miniflare } from 'miniflare';
import { migrate } from '../../../../src/entrances/cli/migrate.ts';
import type { Account } from './state.ts';

type Options = Parameters<typeof convertV4MiniflareOptions>[0];

/** Serves the last uploaded Worker with the bindings and secrets that wrangler sent, over a copy of the database. */
export async function serveUploaded({ worker, imported }: Account, port: number): Promise<Miniflare> {
	const version = worker?.versions.at(-1);
	if (worker === null || version === undefined) throw new Error('Nothing was uploaded.');
	const { bindings, compatibility_date, compatibility_flags } = version.metadata;
	const named = (type: string) => bindings.filter((one) => one.type === type);
	const valuesOf = (type: string, key: string) =>
		Object.fromEntries(named(type).map((one) => [one.name, one[key]]));
	const modules = [...version.modules].map(([path, contents]) => ({ type: 'ESModule', path, contents }));
	const runtime = new Miniflare(
		convertV4MiniflareOptions({
			host: '127.0.0.1',
			port,
			unsafeTriggerHandlers: true,
			workers: [
				{
					name: 'zubrot',
					modules,
					compatibilityDate: compatibility_date,
					compatibilityFlags: compatibility_flags,
					d1Databases: valuesOf('d1', 'id'),
					r2Buckets: valuesOf('r2_bucket', 'bucket_name'),
					queueProducers: valuesOf('queue', 'queue_name'),
					ratelimits: Object.fromEntries(
						named('ratelimit').map(({ name, simple, namespace_id }) => [name, { simple, namespace_id }]),
					),
					durableObjects: Object.fromEntries(
						named('durable_object_namespace').map(({ name, class_name }) => [
							name,
							{ className: class_name, useSQLite: true },
						]),
					),
					// The files themselves are not stored anywhere.
					serviceBindings: Object.fromEntries(
						named('assets').map(({ name }) => [name, () => new Response(null, { status: 404 })]),
					),
					bindings: { ...valuesOf('plain_text', 'text'), ...Object.fromEntries(worker.secrets) },
				},
			],
		} as unknown as Options),
	);
	const db = await runtime.getD1Database('DB');
	await migrate(db);
	for (const file of imported)
		for (const statement of file.split(/;\n?$|;\n(?=insert)/))
			if (statement.trim()) await db.prepare(statement).run();
	return runtime;
}
