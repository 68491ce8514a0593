import { sql } from 'drizzle-orm';
import { type Author, aboutUser, alteration, CRON } from '../core/history.ts';
import type { Instant } from '../core/instant.ts';
import { oneOf } from '../db/columns.ts';
import { commit } from '../db/commit.ts';
import { batch, type Db, type Statement } from '../db/database.ts';
import { identified, recordEvents } from '../db/record-events.ts';
import { insertSelect } from '../db/records.ts';
import { guestRow } from './guests.ts';
import { grants, places } from './table.ts';

/** How many grants one run of the job settles. */
const MAX_SETTLED = 1000;

/**
 * Statements for the batch of a user who signs in in D1: the user manages exactly these companies in other databases. They take
 * effect there when the grants are settled, but nobody enters another database without a wanted grant.
 */
export function grantExactly(
	d1: Db,
	{ id: userId, revision }: { id: string; revision: number },
	companyIds: readonly string[],
	now: Instant,
): Statement[] {
	const isUnchanged = sql`EXISTS (SELECT 1 FROM users WHERE id = ${userId} AND revision = ${revision})`;
	return [
		d1
			.update(grants)
			.set({ isWanted: false, since: now })
			.where(sql`user_id = ${userId} AND company_id NOT IN ${oneOf(companyIds)} AND ${isUnchanged}`),
		insertSelect(
			d1,
			grants,
			{ userId, companyId: sql`value`, home: 'D1', isWanted: true, since: now },
			sql`FROM json_each(${JSON.stringify(companyIds)}) WHERE ${isUnchanged}`,
		).onConflictDoUpdate({
			target: [grants.userId, grants.companyId],
			set: { isWanted: true, since: now },
		}),
	];
}

const inDoubt = (d1: Db, before: Instant, userId: string | undefined) =>
	d1
		.select({
			userId: grants.userId,
			companyId: grants.companyId,
			isWanted: grants.isWanted,
			since: grants.since,
			cell: places.cell,
			email: sql<string>`u.email`.as('email'),
			firstName: sql<string | null>`u.first_name`.as('first_name'),
			lastName: sql<string | null>`u.last_name`.as('last_name'),
			roles: sql<string>`u.roles`.as('roles'),
			isErased: sql`u.date_deleted IS NOT NULL`.mapWith(Boolean).as('is_erased'),
		})
		.from(grants)
		.innerJoin(places, sql`${places.companyId} = ${grants.companyId}`)
		.innerJoin(sql`users u`, sql`u.id = ${grants.userId}`)
		.where(
			sql`${grants.since} IS NOT NULL AND ${grants.since} <= ${before}
				AND ${userId === undefined ? sql`TRUE` : sql`${grants.userId} = ${userId}`}`,
		)
		.orderBy(grants.since)
		.limit(MAX_SETTLED);

type Grant = Awaited<ReturnType<typeof inDoubt>>[number];

interface Settling {
	databaseOf: (cell: string | null) => Db;
	now: Instant;
	/** Settles the grants of this user only, all at once. */
	userId?: string;
	author?: Author;
}

/**
 * Brings the cells to what D1 says about guests: their names, their roles and the companies that they manage. A cell that cannot be
 * reached does not stop the others; the job tries again.
 */
export async function settleGrants({ databaseOf, now, userId, author = CRON }: Settling): Promise<number> {
	const d1 = databaseOf(null);
	const [found] = await batch(d1, [inDoubt(d1, now, userId)]);
	const settled = await Promise.allSettled(
		found.map(async (grant) => {
			await settleIn(databaseOf(grant.cell), grant, author, now);
			await batch(d1, confirmation(d1, grant));
		}),
	);
	const failures = settled.flatMap((one) => (one.status === 'rejected' ? [one.reason] : []));
	if (failures.length > 0) throw new AggregateError(failures);
	return found.length;
}

async function settleIn(db: Db, grant: Grant, author: Author, now: Instant): Promise<void> {
	const { userId, companyId, isWanted, isErased } = grant;
	const [managed] = await batch(db, [
		db
			.select({ id: sql<string>`company_id`.as('id') })
			.from(sql`user_companies`)
			.where(sql`user_id = ${userId} AND company_id = ${companyId}`),
	]);
	const before = { manageableCompanyIds: managed.map(({ id }) => id) };
	const after = { manageableCompanyIds: isWanted ? [companyId] : [] };
	const changes = alteration('user.updated', aboutUser(userId, companyId), before, after);
	const blank = { email: `${userId}@guest.invalid`, firstName: null, lastName: null };
	await commit(db, [
		guestRow(db, { ...grant, ...(isErased && blank), id: userId, home: 'D1', now }, true),
		isWanted
			? db.run(
					sql`INSERT INTO user_companies (user_id, company_id) VALUES (${userId}, ${companyId}) ON CONFLICT DO NOTHING`,
				)
			: db.run(sql`DELETE FROM user_companies WHERE user_id = ${userId} AND company_id = ${companyId}`),
		...recordEvents(db, author, now, identified(changes, now)),
	]);
}

/** Ends the doubt, unless the grant has changed since it was read. */
const confirmation = (d1: Db, { userId, companyId, since }: Grant): [Statement, Statement] => {
	const isSame = sql`user_id = ${userId} AND company_id = ${companyId} AND since = ${since}`;
	return [
		d1.delete(grants).where(sql`${isSame} AND NOT is_wanted`),
		d1.update(grants).set({ since: null }).where(isSame),
	];
};
