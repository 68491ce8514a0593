import { and, asc, desc, eq, getTableColumns, gt, lt, lte, type SQL, sql } from 'drizzle-orm';
import { type Instant, realTime } from '../../../foundation/core/instant.ts';
import { requireThat } from '../../../foundation/db/commit.ts';
import type { Db, Statement } from '../../../foundation/db/database.ts';
import { type Claim, isUnanswered } from '../../../foundation/db/idempotency.ts';
import { insertOnce } from '../../../foundation/db/records.ts';
import { hasWaiting, isSandbox } from '../../users/identity/queries.ts';
import { users } from '../../users/table.ts';
import { isSecondPerson } from './queries.ts';
import { type IdentityChangeState, KEPT_MS } from './rules.ts';
import { identityChanges } from './table.ts';

const c = identityChanges;
const { dateDue: _, ...stored } = getTableColumns(c);

const ofRow = {
	companyId: sql`identity_changes.company_id`,
	askerId: sql`identity_changes.asker_id`,
	userId: sql`identity_changes.user_id`,
	dateCreated: sql`identity_changes.date_created`,
};

const isOver = (now: Instant): SQL =>
	sql`(identity_changes.state = 'OPEN' AND identity_changes.date_expires <= ${now})`;

const nameOf = (userId: SQL): SQL =>
	sql`(SELECT coalesce(nullif(trim(coalesce(first_name, '') || ' ' || coalesce(last_name, '')), ''), email) FROM users WHERE id = ${userId})`;

/** True if the old address of a change was proven, because only then it has got a link that restores it. */
const wasProven = sql`EXISTS (SELECT 1 FROM address_changes
	WHERE user_id = identity_changes.user_id AND kind = 'RESTORATION' AND email = identity_changes.former_email)`;

/** Reads requests for a reader. An expired one is shown as expired, even if the cron has not marked it yet. */
const changesWhere = (db: Db, readerId: string, at: Instant, ...conditions: (SQL | undefined)[]) => {
	const now = realTime(db, at);
	return db
		.select({
			...stored,
			state: sql<IdentityChangeState>`iif(${isOver(now)}, 'EXPIRED', ${c.state})`.as('state_'),
			isReleasable: isSecondPerson(sql`${readerId}`, ofRow).mapWith(Boolean).as('is_releasable'),
			/** The address that the person has now. */
			presentEmail: sql<string | null>`users.email`.as('present_email'),
			dateProven: users.dateProven,
			wasProven: wasProven.mapWith(Boolean).as('was_proven'),
			proves: sql`NOT ${isSandbox}`.mapWith(Boolean).as('proves'),
			hasWaiting: hasWaiting.mapWith(Boolean).as('has_waiting'),
			askerName: sql<string | null>`${nameOf(ofRow.askerId)}`.as('asker_name'),
			consenterName: sql<string | null>`${nameOf(sql`identity_changes.consenter_id`)}`.as('consenter_name'),
		})
		.from(c)
		.leftJoin(users, eq(users.id, c.userId))
		.where(and(...conditions))
		.$dynamic();
};

export type StoredChange = Omit<typeof c.$inferSelect, 'dateDue'>;
export type IdentityChange = Awaited<ReturnType<typeof changesWhere>>[number];

export const changeOf = (db: Db, companyId: SQL, id: string, readerId: string, now: Instant) =>
	changesWhere(db, readerId, now, eq(c.id, id), sql`${c.companyId} = ${companyId}`);

/** True in SQL if a call about a request of this company was not answered before. */
export const isFirstFor = (claim: Claim | undefined, companyId: SQL, id: string): SQL =>
	sql`${isUnanswered(claim)} AND EXISTS (SELECT 1 FROM identity_changes WHERE id = ${id} AND company_id = ${companyId})`;

/** Reads the newest request for another address of a user. */
export const changeAbout = (db: Db, userId: string, now: Instant) =>
	changesWhere(db, userId, now, eq(c.userId, userId), eq(c.kind, 'ADDRESS')).orderBy(desc(c.id)).limit(1);

/** Reads the request to which a link belongs. */
export const changeById = (db: Db, id: string, now: Instant) => changesWhere(db, '', now, eq(c.id, id));

export interface ChangesWanted {
	state?: IdentityChangeState | undefined;
	userId?: string | undefined;
}

/** A page after a request in the order of creation, or before one with the latest first. An empty text begins the list. */
export type ChangesPage = { limit: number } & ({ after: string } | { before: string });

export function changesPage(
	db: Db,
	companyId: SQL,
	{ state, userId }: ChangesWanted,
	readerId: string,
	now: Instant,
	page: ChangesPage,
) {
	const [place, order] =
		'after' in page
			? [gt(c.id, page.after), asc(c.id)]
			: [page.before === '' ? undefined : lt(c.id, page.before), desc(c.id)];
	return changesWhere(
		db,
		readerId,
		now,
		sql`${c.companyId} = ${companyId}`,
		userId === undefined ? undefined : eq(c.userId, userId),
		state === undefined ? undefined : isIn(state, realTime(db, now)),
		place,
	)
		.orderBy(order)
		.limit(page.limit);
}

function isIn(state: IdentityChangeState, now: Instant): SQL {
	if (state === 'OPEN') return sql`${c.state} = 'OPEN' AND NOT ${isOver(now)}`;
	if (state === 'EXPIRED') return sql`(${c.state} = 'EXPIRED' OR ${isOver(now)})`;
	return sql`${c.state} = ${state}`;
}

/** Reads the released request that permits one code for a user who has registered before. */
export const releasedCode = (db: Db, userId: SQL, at: Instant) =>
	db
		.select({ id: c.id })
		.from(c)
		.where(
			sql`${c.kind} = 'CODE' AND ${c.aboutId} = ${userId} AND ${c.state} = 'OPEN' AND ${c.consent} IS NOT NULL
				AND ${c.dateExpires} > ${realTime(db, at)}`,
		);

/** Counts the open requests of a company. */
export const openChanges = (db: Db, companyId: SQL, now: Instant) =>
	db
		.select({ count: sql<number>`count(*)`.as('open_changes') })
		.from(c)
		.where(and(sql`${c.companyId} = ${companyId}`, isIn('OPEN', realTime(db, now))));

type NewChange = Omit<typeof c.$inferInsert, 'dateDue'>;

/**
 * Stores a request. It replaces an open one of the same asker, and one that has expired. Fails with `identity_changes.kind` for another about
 * the same person. A release is about what there is now, so it replaces every other one.
 */
export const insertChange = (db: Db, row: NewChange, now: Instant): Statement[] => [
	db
		.update(c)
		.set({ state: 'CANCELLED', dateModified: now, dateDue: now + KEPT_MS })
		.where(
			sql`${c.kind} = ${row.kind} AND ${c.aboutId} = ${row.aboutId} AND ${c.state} = 'OPEN'
				AND (${c.askerId} IS ${row.askerId ?? null} OR ${isOver(now)} OR ${c.userId} IS NULL)`,
		),
	insertOnce(db, c, { ...row, dateDue: row.dateExpires }),
];

/** Stores a change that is done already. */
export const insertDone = (db: Db, row: Omit<NewChange, 'state'>, now: Instant): Statement =>
	insertOnce(db, c, { ...row, state: 'DONE', dateDone: now, dateDue: now + KEPT_MS });

export type Progress = Pick<
	Partial<IdentityChange>,
	'dateConfirmed' | 'consent' | 'consenterId' | 'dateConsented' | 'dateDone' | 'dateExpires'
> & { state?: IdentityChangeState };

/** Stores a step of a request. Fails with `stale_revision` if somebody else has decided on it meanwhile. */
export function saveProgress(db: Db, id: string, progress: Progress, now: Instant): Statement[] {
	const dateDue = progress.state === undefined ? progress.dateExpires : now + KEPT_MS;
	return [
		db
			.update(c)
			.set({ ...progress, dateModified: now, ...(dateDue !== undefined && { dateDue }) })
			.where(eq(c.id, id)),
	];
}

/** Fails with `identity_changes.second_person` unless the user may release the request in the moment of the write. */
export const requireSecondPerson = (db: Db, userId: string, changeId: string): Statement =>
	requireThat(
		db,
		sql`EXISTS (SELECT 1 FROM identity_changes WHERE id = ${changeId} AND ${isSecondPerson(sql`${userId}`, ofRow)})`,
		'identity_changes.second_person',
	);

/** SQL that is true if a user `u` may release this request, for mails to administrators. */
export const mayRelease = (changeId: string): SQL =>
	sql`EXISTS (SELECT 1 FROM identity_changes WHERE id = ${changeId} AND ${isSecondPerson(sql`u.id`, ofRow)})`;

/** SQL that is true if nobody in the company may release the request. */
export const hasNobody = (changeId: string): SQL =>
	sql`NOT EXISTS (SELECT 1 FROM identity_changes CROSS JOIN user_companies m ON m.company_id = identity_changes.company_id
		WHERE identity_changes.id = ${changeId} AND ${isSecondPerson(sql`m.user_id`, ofRow)})`;

/** SQL of the time at which `clearExpiredSessions` has a request to close or delete. */
export const identityChangesDueAt = sql`SELECT min(date_due) FROM identity_changes`;

export const clearIdentityChanges = (db: Db, now: Instant): Statement[] => [
	db.delete(c).where(and(lte(c.dateDue, now), sql`+${c.state} <> 'OPEN'`)),
	db
		.update(c)
		.set({ state: 'EXPIRED', dateModified: now, dateDue: now + KEPT_MS })
		.where(and(lte(c.dateDue, now), sql`+${c.state} = 'OPEN'`)),
];
