import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { newId } from '../core/id.ts';
import type { Db, Statement } from '../db/client.ts';
import { insertReceipt } from '../expenses/receipts/store.ts';
import type { ExpenseRow } from '../expenses/store.ts';

/** The pictures that lie beside this file. */
export type Picture = 'lunch' | 'internet' | 'ticket';

export interface DemoReceipt {
	id: string;
	file: Uint8Array<ArrayBuffer>;
	statement: Statement;
}

/** A receipt that came with its expense. */
export function newReceipt(
	db: Db,
	{ id: expenseId, dateCreated }: ExpenseRow,
	picture: Picture,
): DemoReceipt {
	const file = new Uint8Array(readFileSync(join(import.meta.dirname, 'receipts', `${picture}.webp`)));
	const receipt = {
		id: newId(dateCreated),
		...{
			dateCreated,
			dateStored: dateCreated,
			expenseId,
			mediaType: 'image/webp' as const,
			size: file.length,
		},
		sha256: createHash('sha256').update(file).digest('hex'),
		...{ dateUnneeded: null, dateDiscarded: null },
	};
	return { id: receipt.id, file, statement: insertReceipt(db, receipt) };
}
