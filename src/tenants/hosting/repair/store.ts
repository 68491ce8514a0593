import { sql } from 'drizzle-orm';
import { type Structure, withoutTriggers } from '../../../foundation/cells/move/pages.ts';
import { announcements, grants, places } from '../../../foundation/cells/table.ts';
import type { Instant } from '../../../foundation/core/instant.ts';
import type { Db, Statement } from '../../../foundation/db/database.ts';

/** A number this much greater exceeds those of all events and announcements that D1 lost in a restore. */
const MARGIN = 1_000_000_000;

export const cellsBehind = (d1: Db, companyId: string, limit: number) =>
	d1
		.select({ companyId: places.companyId, cell: places.cell })
		.from(places)
		.where(sql`company_id > ${companyId}`)
		.orderBy(places.companyId)
		.limit(limit);

/** Raises the position of the last event above all that followers have seen. Later events continue there. Triggers would refuse this. */
export const raiseLastEvent = (d1: Db, structure: Structure): Statement[] =>
	withoutTriggers(structure, ['events'], [[RAISED, []]]).map(([text]) => d1.run(sql.raw(text)));

const RAISED = `UPDATE events SET position = position + ${MARGIN} WHERE position = (SELECT max(position) FROM events)`;

/** Raises the ids of new announcements, and of those since an instant, above all that followers have seen. */
export const raiseAnnouncements = (d1: Db, since: Instant): Statement[] => [
	d1.run(sql`INSERT INTO announcements (id, cell, first, last, date)
		SELECT coalesce(max(id), 0) + ${MARGIN}, '', 1, 0, 0 FROM announcements`),
	d1.delete(announcements).where(sql`cell = ''`),
	d1.run(
		sql`UPDATE announcements SET id = id + ${MARGIN} WHERE id IN (SELECT id FROM announcements WHERE date >= ${since})`,
	),
];

/** Marks all grants of D1 as unknown to the cells, so that jobs send them again. */
export const doubtGrants = (d1: Db, now: Instant): Statement => d1.update(grants).set({ since: now });
