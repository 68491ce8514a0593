import { MOVING } from '../db/retry.ts';
import type { Ask, QueryResult, Reply, Told } from './interface.ts';

/** Runs statements in one transaction. Without `mayWrite`, it refuses a batch that writes. */
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

class Undone extends Error {}

/** Runs one statement and reads its first rows. Its writes are rolled back. */
export function foundBy(
	storage: DurableObjectStorage,
	text: string,
	maxRows: number,
	maxBytes: number,
): QueryResult {
	const rows: SqlStorageValue[][] = [];
	let [found, bytes]: [QueryResult, number] = [{ failed: 'Nothing was read' }, 0];
	try {
		storage.transactionSync(() => {
			const cursor = storage.sql.exec(text);
			let isCut = false;
			for (const row of cursor.raw()) {
				bytes += row.reduce<number>((sum, value) => sum + bytesOf(value), 0);
				isCut = rows.length === maxRows || bytes > maxBytes;
				if (isCut) break;
				rows.push(row);
			}
			found = { columns: cursor.columnNames, rows, rowsRead: cursor.rowsRead, isCut };
			throw new Undone();
		});
	} catch (error) {
		if (!(error instanceof Undone)) return { failed: error instanceof Error ? error.message : String(error) };
	}
	return found;
}

const bytesOf = (value: SqlStorageValue): number =>
	value instanceof ArrayBuffer ? 2 * value.byteLength : JSON.stringify(value).length;

function toldOf(sql: SqlStorage, [text, values]: Ask): Told {
	const cursor = sql.exec(text, ...values);
	const rows = [...cursor.raw()] as SqlStorageValue[][];
	const { columnNames: columns, rowsRead, rowsWritten } = cursor;
	return { columns, rows, rowsRead, rowsWritten };
}
