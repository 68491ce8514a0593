import { env } from 'cloudflare:workers';
import type { Bindings } from '../../src/foundation/http/env.ts';
import { databaseOver } from './database.ts';

/** Bindings that note the statements that wrote rows, and how often a file was put or deleted. */
export interface Writing {
	bindings: Bindings;
	/** The tables into which statements wrote rows, in their order, and `R2` for each change of a file. */
	written: string[];
	/** How often the database was asked. */
	trips: number;
}

const TABLE = /\b(?:INSERT(?: OR \w+)? INTO|UPDATE(?: OR \w+)?|DELETE FROM|REPLACE INTO)\s+"?(\w+)/i;

/**
 * The database and buckets, noting what is written. A statement that writes a row again as it was is noted as well. This finds
 * more than a comparison of all rows before and after, and reads none of them.
 */
export function noting(send = (statements: D1PreparedStatement[]) => env.DB.batch(statements)): Writing {
	const written: string[] = [];
	const noted: Writing = { bindings: env, written, trips: 0 };
	const DB = databaseOver(async (statements, queries) => {
		const results = await send(statements);
		noted.trips++;
		for (const [index, { meta }] of results.entries())
			if (meta.rows_written > 0)
				written.push(TABLE.exec(queries[index] ?? '')?.[1] ?? String(queries[index]));
		return results;
	});
	const over = (bucket: R2Bucket): R2Bucket =>
		new Proxy(bucket, {
			get: (target, name) => {
				if (name === 'put' || name === 'delete' || name === 'createMultipartUpload') written.push('R2');
				const member = Reflect.get(target, name);
				return typeof member === 'function' ? member.bind(target) : member;
			},
		});
	const [RECEIPTS, HISTORY] = [over(env.RECEIPTS), over(env.HISTORY)];
	return Object.assign(noted, { bindings: { ...env, DB, RECEIPTS, HISTORY } });
}
