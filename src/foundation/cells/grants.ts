import { sql } from 'drizzle-orm';
import { type Author, aboutUser, alteration, CRON } from '../core/history.ts';
import { type Instant, realTime } from '../core/instant.ts';
import { oneOf } from '../db/columns.ts';
import { commit } from '../db/commit.ts';
import { batch, type Db, type Statement } from '../db/database.ts';
import { identified, recordEvents } from '../db/record-events.ts';
import { insertSelect } from '../db/records.ts';
import { guestRow, nameOf } from './guests.ts';
import { inTurn, MAX_AT_ONCE, MAX_READ, tellCompanies } from './settling.ts';
import { grants } from './table.ts';

/**
 * Returns statements for a user's home, after which the user manages exactly these companies in other databases. Other databases learn of it
 * when the grants are settled. Until then, a removed grant already keeps the user out.
 */
export function grantExactly(
	home: Db,
	{ id: userId, revision }: { id: string; revision: number },
	companyIds: readonly string[],
	now: Instant,
): Statement[] {
	const since = realTime(home, now);
	const isUnchanged = sql`EXISTS (SELECT 1 FROM users WHERE id = ${userId} AND revision = ${revision})`;
	return [
		home
			.update(grants)
			.set({ isWanted: false, since })
			.where(sql`user_id = ${userId} AND company_id NOT IN ${oneOf(companyIds)} AND ${isUnchanged}`),
		insertSelect(
			home,
			grants,
			{ userId, companyId: sql`value`, home: nameOf(home), isWanted: true, since },
			sql`FROM json_each(${JSON.stringify(companyIds)}) WHERE ${isUnchanged}`,
		).onConflictDoUpdate({
			target: [grants.userId, grants.companyId],
			set: { isWanted: true, since },
		}),
	];
}

const inDoubt = (home: Db, before: Instant, userId: string | undefined) =>
	home
		.select({
			userId: grants.userId,
			companyId: grants.companyId,
			isWanted: grants.isWanted,
			since: grants.since,
			email: sql<string>`u.email`.as('email'),
			firstName: sql<string | null>`u.first_name`.as('first_name'),
			lastName: sql<string | null>`u.last_name`.as('last_name'),
			roles: sql<string>`u.roles`.as('roles'),
			isErased: sql`u.date_deleted IS NOT NULL`.mapWith(Boolean).as('is_erased'),
		})
		.from(grants)
		.innerJoin(sql`users u`, sql`u.id = ${grants.userId}`)
		.where(
			sql`${grants.since} IS NOT NULL AND ${grants.since} <= ${before}
				AND ${userId === undefined ? sql`TRUE` : sql`${grants.userId} = ${userId}`}`,
		)
		.orderBy(grants.since)
		.limit(userId === undefined ? MAX_READ : MAX_AT_ONCE);

type Grant = Awaited<ReturnType<typeof inDoubt>>[number];

interface Settling {
	/** The database in which the users sign in. */
	home: Db;
	databaseOf: (cell: string | null) => Db;
	now: Instant;
	/** Settles only the grants of this user. */
	userId?: string;
	author?: Author;
}

/** Writes what guests' homes know into other databases: names, roles and companies. Those that cannot be reached are tried again. */
export async function settleGrants({
	home,
	databaseOf,
	now,
	userId,
	author = CRON,
}: Settling): Promise<number> {
	const [doubtful] = await batch(home, [inDoubt(home, now, userId)]);
	const found = userId === undefined ? inTurn(doubtful, ({ companyId }) => companyId) : doubtful;
	return tellCompanies(databaseOf, found, async (there, grant) => {
		await settleIn(there, { ...grant, home: nameOf(home) }, author, now);
		await batch(home, confirmation(home, grant));
	});
}

async function settleIn(
	db: Db,
	grant: Grant & { home: string },
	author: Author,
	now: Instant,
): Promise<void> {
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
		guestRow(db, { ...grant, ...(isErased && blank), id: userId, now }, true),
		isWanted
			? db.run(
					sql`INSERT INTO user_companies (user_id, company_id) VALUES (${userId}, ${companyId}) ON CONFLICT DO NOTHING`,
				)
			: db.run(sql`DELETE FROM user_companies WHERE user_id = ${userId} AND company_id = ${companyId}`),
		...recordEvents(db, author, now, identified(changes, now)),
	]);
}

export const grantedTo = (home: Db, userId: string) =>
	home
		.select({ companyId: grants.companyId })
		.from(grants)
		.where(sql`${grants.userId} = ${userId} AND ${grants.isWanted}`);

/** Takes companies from a guest that the home does not grant, because the database was restored or has not learned of a change. */
export async function takeBack(
	{ home, databaseOf, now }: Pick<Settling, 'home' | 'databaseOf' | 'now'>,
	userId: string,
	companyIds: readonly string[],
): Promise<void> {
	const rows = sql`FROM json_each(${JSON.stringify(companyIds)}) WHERE TRUE`;
	const unwanted = { userId, companyId: sql`value`, home: nameOf(home), isWanted: false, since: now };
	await batch(home, [insertSelect(home, grants, unwanted, rows).onConflictDoNothing()]);
	await settleGrants({ home, databaseOf, now, userId });
}

/** Marks a grant as known to the other database, unless it has changed since it was read. */
const confirmation = (home: Db, { userId, companyId, since }: Grant): [Statement, Statement] => {
	const isSame = sql`user_id = ${userId} AND company_id = ${companyId} AND since = ${since}`;
	return [
		home.delete(grants).where(sql`${isSame} AND NOT is_wanted`),
		home.update(grants).set({ since: null }).where(isSame),
	];
};
