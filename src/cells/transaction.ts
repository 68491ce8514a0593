import { MOVING } from '../db/retry.ts';
import type { Ask, Reply, Told } from './interface.ts';

/** Runs statements in one transaction. If they may not write, those that would are refused. */
export function replyTo(storage: DurableObjectStorage, asked: readonly Ask[], mayWrite = true): Reply {
	const told = () => {
		const all = asked.map((ask) => toldOf(storage.sql, ask));
		if (!mayWrite && all.some(({ rowsWritten }) => rowsWritten > 0)) throw new Error(MOVING);
		return all;
	};
	try {
		// A single statement takes effect as a whole by itself.
		return { told: asked.length === 1 && mayWrite ? told() : storage.transactionSync(told) };
	} catch (error) {
		return { failed: error instanceof Error ? error.message : String(error) };
	}
}

function toldOf(sql: SqlStorage, [text, values]: Ask): Told {
	const cursor = sql.exec(text, ...values);
	const rows = [...cursor.raw()] as SqlStorageValue[][];
	const { columnNames: columns, rowsRead, rowsWritten } = cursor;
	return { columns, rows, rowsRead, rowsWritten };
}
