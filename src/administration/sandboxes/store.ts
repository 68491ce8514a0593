import { sql } from 'drizzle-orm';
import type { EventType } from '../../foundation/core/history.ts';
import type { Instant } from '../../foundation/core/instant.ts';
import type { Db, Statement } from '../../foundation/db/database.ts';
import { events } from '../../foundation/db/table.ts';
import { companies, type Filling, sandboxes } from '../../tenants/companies/table.ts';

/** Reads the clock of the sandbox in this database. A real company has none. */
export const clockHere = (db: Db) =>
	db
		.select({
			companyId: sandboxes.companyId,
			ahead: sandboxes.ahead,
			isBehind: sandboxes.isBehind,
			filling: sandboxes.filling,
			revision: companies.revision,
			position: sql<number>`coalesce((SELECT max(position) FROM ${events}), 0)`.as('last_position'),
		})
		.from(sandboxes)
		.innerJoin(companies, sql`${companies.id} = ${sandboxes.companyId}`);

export type { Filling };

export type Clock = Awaited<ReturnType<typeof clockHere>>[number];

interface NewClock {
	ahead?: number;
	isBehind?: boolean;
	filling?: Filling | null;
}

export const saveClock = (db: Db, clock: NewClock): Statement => db.update(sandboxes).set(clock);

export const eventsSince = (db: Db, position: number) =>
	db
		.select({ type: sql<EventType>`t.text`.as('event_type'), count: sql<number>`count(*)`.as('event_count') })
		.from(sql`events e`)
		.innerJoin(sql`event_texts t`, sql`t.id = e.type`)
		.where(sql`e.position > ${position}`)
		.groupBy(sql`t.text`)
		.orderBy(sql`t.text`);

export const nowOf = ({ ahead }: Pick<Clock, 'ahead'>, now: Instant): Instant => now + ahead;

/** Reads the people of a filled sandbox in the order of their creation, each with the verifier who decides on the expenses. */
export const generatedPeople = (db: Db, companyId: string) =>
	db
		.select({
			id: sql<string>`e.id`.as('person_id'),
			userId: sql<string>`e.user_id`.as('person_user'),
			number: sql<string>`coalesce(e.personnel_number, '0')`.as('person_number'),
			verifierId: sql<string>`(SELECT u.id FROM user_companies c CROSS JOIN users u ON u.id = c.user_id
				WHERE c.company_id = ${companyId} AND u.email LIKE 'verifier@%.sandbox.example')`.as('verifier'),
		})
		.from(sql`employees e`)
		.where(sql`e.company_id = ${companyId}`)
		.orderBy(sql`e.id`);
