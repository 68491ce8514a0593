import { sql } from 'drizzle-orm';
import { type Structure, withoutTriggers } from '../../cells/move/pages.ts';
import { announcements, grants, places } from '../../cells/table.ts';
import type { Instant } from '../../core/instant.ts';
import type { Db, Statement } from '../../db/database.ts';

/** More events and announcements than D1 can lose when it is restored to a time within the last 30 days. */
const MARGIN = 1_000_000_000;

/** Reads the cells of companies behind one, in their order. */
export const cellsBehind = (d1: Db, companyId: string, limit: number) =>
	d1
		.select({ companyId: places.companyId, cell: places.cell })
		.from(places)
		.where(sql`company_id > ${companyId}`)
		.orderBy(places.companyId)
		.limit(limit);

/** Gives the last event a number that no follower has seen before D1 was restored. All later ones follow. Its triggers would refuse that. */
export const raiseLastEvent = (d1: Db, structure: Structure): Statement[] =>
	withoutTriggers(structure, ['events'], [[RAISED, []]]).map(([text]) => d1.run(sql.raw(text)));

const RAISED = `UPDATE events SET position = position + ${MARGIN} WHERE position = (SELECT max(position) FROM events)`;

/** Gives new announcements, and those since an instant, ids that no follower has seen before D1 was restored to that instant. */
export const raiseAnnouncements = (d1: Db, since: Instant): Statement[] => [
	d1.run(sql`INSERT INTO announcements (id, cell, first, last, date)
		SELECT coalesce(max(id), 0) + ${MARGIN}, '', 1, 0, 0 FROM announcements`),
	d1.delete(announcements).where(sql`cell = ''`),
	d1.run(
		sql`UPDATE announcements SET id = id + ${MARGIN} WHERE id IN (SELECT id FROM announcements WHERE date >= ${since})`,
	),
];

/** Has all cells learn again what D1 says about their guests. */
export const doubtGrants = (d1: Db, now: Instant): Statement => d1.update(grants).set({ since: now });
