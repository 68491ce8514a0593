import { and, asc, gt, lt, sql } from 'drizzle-orm';
import type { SQLiteColumn, SQLiteTable } from 'drizzle-orm/sqlite-core';
import { sealedForSample } from '../../../benefits/expenses/approval-samples/rules.ts';
import { approvalSeeds } from '../../../benefits/expenses/approval-samples/table.ts';
import { sealedForAddress } from '../../../benefits/expenses/receipt-addresses/rules.ts';
import { receiptAddresses } from '../../../benefits/expenses/receipt-addresses/table.ts';
import { sealedForMail } from '../../../foundation/core/vault.ts';
import type { Db, Statement } from '../../../foundation/db/database.ts';
import { sealedFor as sealedForCompany } from '../../../tenants/auth/providers/rules.ts';
import { identityProviders } from '../../../tenants/auth/providers/table.ts';
import { sealedFor as sealedForUser } from '../../../tenants/auth/second-factor/rules.ts';
import { secondFactors } from '../../../tenants/auth/second-factor/table.ts';
import { sealedForPush } from '../../../tenants/mail/push/rules.ts';
import { pushSubscriptions } from '../../../tenants/mail/push/table.ts';
import { mails } from '../../../tenants/mail/table.ts';
import { sealedForWebhook } from '../../webhooks/rules.ts';
import { webhookEndpoints } from '../../webhooks/table.ts';

/** A column of encrypted texts. The context of a text follows from the row's key. */
interface SealedColumn {
	key: SQLiteColumn;
	sealed: SQLiteColumn;
	contextOf: (key: string) => string;
}

/** All columns with sealed values. Each has an index, so that resealing scans no table. */
export const SEALED: SealedColumn[] = [
	{ key: identityProviders.companyId, sealed: identityProviders.clientSecret, contextOf: sealedForCompany },
	{ key: secondFactors.userId, sealed: secondFactors.secret, contextOf: sealedForUser },
	...[webhookEndpoints.secret, webhookEndpoints.previousSecret].map((sealed) => ({
		key: webhookEndpoints.id,
		sealed,
		contextOf: sealedForWebhook,
	})),
	{ key: approvalSeeds.id, sealed: approvalSeeds.sealed, contextOf: sealedForSample },
	{ key: receiptAddresses.id, sealed: receiptAddresses.sealed, contextOf: sealedForAddress },
	{ key: mails.id, sealed: mails.sealed, contextOf: sealedForMail },
	{ key: mails.id, sealed: mails.kept, contextOf: sealedForMail },
	{ key: pushSubscriptions.id, sealed: pushSubscriptions.sealed, contextOf: sealedForPush },
];

/** An encrypted text begins with the id of its key, so a range finds the texts of one key. */
export const sealedBy = (
	db: Db,
	{ key, sealed }: SealedColumn,
	keyId: string,
	after: string,
	limit: number,
) =>
	db
		.select({ key: sql<string>`${key}`.as('row_key'), sealed: sql<string>`${sealed}`.as('sealed_text') })
		.from(sealed.table as SQLiteTable)
		.where(and(gt(sealed, after), gt(sealed, `${keyId}.`), lt(sealed, `${keyId}/`)))
		.orderBy(asc(sealed))
		.limit(limit);

/** Replaces texts that have not changed since they were read. */
export const saveResealed = (
	db: Db,
	{ key, sealed }: SealedColumn,
	texts: readonly { key: string; sealed: string; resealed: string }[],
): Statement =>
	db.run(sql`
		UPDATE ${sealed.table} SET ${sql.identifier(sealed.name)} = t.value ->> 'resealed'
		FROM json_each(${JSON.stringify(texts)}) t
		WHERE ${key} = t.value ->> 'key' AND ${sealed} = t.value ->> 'sealed'`) as unknown as Statement;
