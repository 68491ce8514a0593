import { and, eq, sql } from 'drizzle-orm';
import { claims } from '../../../foundation/cells/table.ts';
import type { Instant } from '../../../foundation/core/instant.ts';
import { oneOf } from '../../../foundation/db/columns.ts';
import type { Db, Statement } from '../../../foundation/db/database.ts';
import { insertSelect } from '../../../foundation/db/records.ts';
import { mails } from '../table.ts';
import type { Bounce } from './rules.ts';

/** Stores the ids of a cell's sent mails as claims until the directory knows them. A bounce then finds the cell. */
export const keepCarrierIds = (db: Db, cell: string, ids: readonly string[], now: Instant): Statement =>
	insertSelect(
		db,
		claims,
		{ kind: 'MAIL', value: sql`i.value`, cell, since: now },
		sql`FROM json_each(${JSON.stringify(ids)}) i WHERE TRUE`,
	).onConflictDoNothing();

export const keptCarrierIds = (db: Db, limit: number) =>
	db.select({ value: claims.value }).from(claims).where(eq(claims.kind, 'MAIL')).limit(limit);

export const forgetCarrierIds = (db: Db, ids: readonly string[]): Statement =>
	db.delete(claims).where(and(eq(claims.kind, 'MAIL'), sql`${claims.value} IN ${oneOf(ids)}`));

export const cellsOfCarriers = (db: Db, ids: readonly string[]) =>
	db
		.select({ cell: claims.cell, carrierId: claims.value })
		.from(claims)
		.where(and(eq(claims.kind, 'MAIL'), sql`${claims.value} IN ${oneOf(ids)}`));

export const saveBounces = (db: Db, bounces: readonly Bounce[]): Statement =>
	db.run(sql`
		UPDATE mails SET state = 'bounced', reason = b.value ->> 'reason'
		FROM json_each(${JSON.stringify(bounces)}) b
		WHERE mails.carrier_id = b.value ->> 'carrierId' AND carrier_id IS NOT NULL
			AND mails.state = 'sent'`) as unknown as Statement;

export const mailsOfCarriers = (db: Db, carrierIds: readonly string[]) =>
	db
		.select({ id: mails.id })
		.from(mails)
		.where(sql`${mails.carrierId} IN ${oneOf(carrierIds)} AND carrier_id IS NOT NULL`);
