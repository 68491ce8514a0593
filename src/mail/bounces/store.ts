import { eq, sql } from 'drizzle-orm';
import type { Db, Statement } from '../../db/database.ts';
import { mails } from '../table.ts';
import type { Bounce } from './rules.ts';

/** Notes that mails which were sent came back. */
export const saveBounces = (db: Db, bounces: readonly Bounce[]): Statement =>
	db.run(sql`
		UPDATE mails SET state = 'bounced', reason = b.value ->> 'reason'
		FROM json_each(${JSON.stringify(bounces)}) b
		WHERE mails.carrier_id = b.value ->> 'carrierId' AND carrier_id IS NOT NULL
			AND mails.state = 'sent'`) as unknown as Statement;

export const mailOfCarrier = (db: Db, carrierId: string) =>
	db
		.select({ id: mails.id })
		.from(mails)
		.where(sql`${eq(mails.carrierId, carrierId)} AND carrier_id IS NOT NULL`);
