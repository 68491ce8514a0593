import { createHash } from 'node:crypto';
import { newId } from '../core/id.ts';
import type { Db, Statement } from '../db/database.ts';
import { insertReceipt } from '../expenses/receipts/store.ts';
import type { ExpenseRow } from '../expenses/store.ts';

/** The pictures in `receipts`, and how one is read. */
export type Picture = 'lunch' | 'internet' | 'ticket';
export type ReadPicture = (picture: Picture) => Uint8Array<ArrayBuffer>;

export interface DemoReceipt {
	id: string;
	file: Uint8Array<ArrayBuffer>;
	statement: Statement;
}

/** A receipt that came with its expense. */
export function newReceipt(
	db: Db,
	{ id: expenseId, dateCreated }: ExpenseRow,
	file: Uint8Array<ArrayBuffer>,
): DemoReceipt {
	const receipt = {
		id: newId(dateCreated),
		expenseId,
		mediaType: 'image/webp' as const,
		size: file.length,
		sha256: createHash('sha256').update(file).digest('hex'),
		dateCreated,
		dateStored: dateCreated,
		dateUnneeded: null,
		dateDiscarded: null,
	};
	return { id: receipt.id, file, statement: insertReceipt(db, receipt) };
}
