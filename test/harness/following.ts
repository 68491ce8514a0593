import { env } from 'cloudflare:workers';
import { vi } from 'vitest';
import { announce } from '../../src/entrances/jobs/cells.ts';
import { databaseOf } from '../../src/foundation/cells/places.ts';
import type { Bindings } from '../../src/foundation/http/env.ts';
import type { TestCell } from './cells.ts';
import type { ShownEvent } from './events.ts';
import { as, now, type TestUser } from './service.ts';

/** Waits until the directory knows the last event of a cell. */
export async function isAnnounced({ cell }: Pick<TestCell, 'cell'>): Promise<void> {
	const last = async (db: D1Database, query: string, ...values: string[]) =>
		(
			await db
				.prepare(query)
				.bind(...values)
				.first<number>('last')
		)?.valueOf() ?? 0;
	const inCell = await last(databaseOf(env, cell).$client, 'SELECT max(position) AS last FROM events');
	await vi.waitUntil(
		async () =>
			(await last(env.DB, 'SELECT max(last) AS last FROM announcements WHERE cell = ?', cell)) === inCell,
		{ timeout: 2000 },
	);
}

/** Has a cell tell the directory of its events and its company at once. */
export const announced = (cell: string): Promise<number> => announce({ name: cell }, env, 0, now());

/** Reads page after page, up to the one that waits for more. */
export async function followOn(user: TestUser, path: string, bindings: Bindings = env) {
	const events: ShownEvent[] = [];
	for (let next = path; ; ) {
		const { status, body, headers } = await as(user, bindings).get(next);
		if (status !== 200) throw new Error(JSON.stringify(body));
		events.push(...body);
		const [, address = '', rel] =
			/^<\/api\/v2(\/[^>]+)>; rel="(next|monitor)"$/.exec(headers.get('Link') ?? '') ?? [];
		next = address;
		if (rel !== 'next') return { events, next };
	}
}
