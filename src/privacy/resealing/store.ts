import { and, asc, gt, lt, sql } from 'drizzle-orm';
import type { SQLiteColumn, SQLiteTable } from 'drizzle-orm/sqlite-core';
import { sealedFor as sealedForCompany } from '../../auth/providers/rules.ts';
import { identityProviders } from '../../auth/providers/table.ts';
import { sealedFor as sealedForUser } from '../../auth/second-factor/rules.ts';
import { secondFactors } from '../../auth/second-factor/table.ts';
import { sealedForMail } from '../../core/vault.ts';
import type { Db, Statement } from '../../db/database.ts';
import { mails } from '../../mail/table.ts';

/** A column of what the vault has sealed, each text in a context that the key of its row names. */
interface SealedColumn {
	table: SQLiteTable;
	key: SQLiteColumn;
	sealed: SQLiteColumn;
	contextOf: (key: string) => string;
}

/** Every one that there is. Each has an index. */
export const SEALED: SealedColumn[] = [
	{
		table: identityProviders,
		key: identityProviders.companyId,
		sealed: identityProviders.clientSecret,
		contextOf: sealedForCompany,
	},
	{
		table: secondFactors,
		key: secondFactors.userId,
		sealed: secondFactors.secret,
		contextOf: sealedForUser,
	},
	{ table: mails, key: mails.id, sealed: mails.sealed, contextOf: sealedForMail },
];

/** Up to `limit` texts that this key has sealed, in the order of these texts, each of which begins with the id of its key. */
export const sealedBy = (
	db: Db,
	{ table, key, sealed }: SealedColumn,
	keyId: string,
	after: string,
	limit: number,
) =>
	db
		.select({ key: sql<string>`${key}`.as('row_key'), sealed: sql<string>`${sealed}`.as('sealed_text') })
		.from(table)
		.where(and(gt(sealed, after), gt(sealed, `${keyId}.`), lt(sealed, `${keyId}/`)))
		.orderBy(asc(sealed))
		.limit(limit);

interface Resealed {
	key: string;
	sealed: string;
	resealed: string;
}

/** Puts texts in the place of those that they were made from, unless these have changed. */
export const saveResealed = (
	db: Db,
	{ table, key, sealed }: SealedColumn,
	texts: readonly Resealed[],
): Statement =>
	db.run(sql`
		UPDATE ${table} SET ${sql.identifier(sealed.name)} = t.value ->> 'resealed'
		FROM json_each(${JSON.stringify(texts)}) t
		WHERE ${key} = t.value ->> 'key' AND ${sealed} = t.value ->> 'sealed'`) as unknown as Statement;
