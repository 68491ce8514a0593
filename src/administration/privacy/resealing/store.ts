import { sql } from 'drizzle-orm';
import { sealedForSample } from '../../../benefits/expenses/approval-samples/rules.ts';
import { sealedForAddress } from '../../../benefits/expenses/receipt-addresses/rules.ts';
import { CATALOGUE, type TableName, type TablesWith } from '../../../foundation/core/tables.ts';
import { sealedForMail } from '../../../foundation/core/vault.ts';
import type { Db, Statement } from '../../../foundation/db/database.ts';
import { sealedFor as sealedForCompany } from '../../../tenants/auth/providers/rules.ts';
import { sealedFor as sealedForUser } from '../../../tenants/auth/second-factor/rules.ts';
import { sealedForPush } from '../../../tenants/mail/push/rules.ts';
import { sealedForWebhook } from '../../webhooks/rules.ts';

/** The key of a row, and the context of its sealed texts that this key gives. */
type Context = readonly [key: string, contextOf: (key: string) => string];

const CONTEXTS: Readonly<Record<TablesWith<{ sealed: readonly string[] }>, Context>> = {
	identity_providers: ['company_id', sealedForCompany],
	second_factors: ['user_id', sealedForUser],
	webhook_endpoints: ['id', sealedForWebhook],
	approval_seeds: ['id', sealedForSample],
	receipt_addresses: ['id', sealedForAddress],
	mails: ['id', sealedForMail],
	push_subscriptions: ['id', sealedForPush],
};

/** A column of sealed texts. */
interface SealedColumn {
	table: TableName;
	column: string;
	key: string;
	contextOf: (key: string) => string;
}

/** All columns with sealed values. Each has an index, so that resealing scans no table. */
export const SEALED: readonly SealedColumn[] = CATALOGUE.flatMap(([table, { sealed = [] }]) => {
	const [key, contextOf] = CONTEXTS[table as keyof typeof CONTEXTS] ?? [];
	return key === undefined ? [] : sealed.map((column) => ({ table, column, key, contextOf }));
});

/** An encrypted text begins with the id of its key, so a range finds the texts of one key. */
export const sealedBy = (
	db: Db,
	{ table, column, key }: SealedColumn,
	keyId: string,
	after: string,
	limit: number,
) => {
	const [sealed, id] = [sql.identifier(column), sql.identifier(key)];
	return db
		.select({ key: sql<string>`${id}`.as('row_key'), sealed: sql<string>`${sealed}`.as('sealed_text') })
		.from(sql`${sql.identifier(table)}`)
		.where(sql`${sealed} > ${after} AND ${sealed} > ${`${keyId}.`} AND ${sealed} < ${`${keyId}/`}`)
		.orderBy(sql`${sealed}`)
		.limit(limit);
};

/** Replaces texts that have not changed since they were read. */
export const saveResealed = (
	db: Db,
	{ table, column, key }: SealedColumn,
	texts: readonly { key: string; sealed: string; resealed: string }[],
): Statement => {
	const [sealed, id, of] = [sql.identifier(column), sql.identifier(key), sql.identifier(table)];
	return db.run(sql`
		UPDATE ${of} SET ${sealed} = t.value ->> 'resealed' FROM json_each(${JSON.stringify(texts)}) t
		WHERE ${of}.${id} = t.value ->> 'key' AND ${of}.${sealed} = t.value ->> 'sealed'`) as unknown as Statement;
};
