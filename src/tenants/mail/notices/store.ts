import { asc, eq, type SQL, sql } from 'drizzle-orm';
import { requireThat } from '../../../foundation/db/commit.ts';
import type { Db, Statement } from '../../../foundation/db/database.ts';
import { inParts, insertSelect } from '../../../foundation/db/records.ts';
import { wants } from '../queries.ts';
import { type MailKind, type NoticeKind, priorityOf } from '../rules.ts';
import { mails, mutedNotices } from '../table.ts';

/** A notice for a person. It is sent only if the person has registered and has not turned it off. */
export interface NewNotice {
	id: string;
	kind: NoticeKind;
	userId: string;
	companyId: string;
	data: Record<string, string>;
	dateCreated: number;
	/** The earliest time at which it may be sent, if not now. */
	dateDue?: number;
}

/** The statement belongs in the batch of the change that causes the notices. The condition is about each recipient, the user `u`. */
export const insertNotices = (
	db: Db,
	notices: readonly NewNotice[],
	condition: SQL = sql`TRUE`,
): Statement[] =>
	inParts(notices.map((notice) => ({ ...notice, priority: priorityOf(notice.kind) }))).map((part) =>
		insertSelect(
			db,
			mails,
			{
				id: sql`n.value ->> 'id'`,
				dateCreated: sql`n.value ->> 'dateCreated'`,
				kind: sql`n.value ->> 'kind'`,
				userId: sql`u.id`,
				companyId: sql`n.value ->> 'companyId'`,
				data: sql`n.value -> 'data'`,
				priority: sql`n.value ->> 'priority'`,
				dateDue: sql`coalesce(n.value ->> 'dateDue', n.value ->> 'dateCreated')`,
			},
			sql`FROM json_each(${JSON.stringify(part)}) n CROSS JOIN users u ON u.id = n.value ->> 'userId'
				WHERE ${wants(sql`n.value ->> 'kind'`)} AND ${condition}`,
		).onConflictDoNothing(),
	);

/** SQL that is true when the last sent notice to user `u` about the same expense is of another kind. */
export const lastNoticeIsNot = (kind: NoticeKind): SQL =>
	sql`(SELECT told.kind FROM mails told WHERE told.user_id = u.id AND told.state = 'sent'
		AND told.data ->> 'expenseId' = n.value ->> '$.data.expenseId' ORDER BY told.id DESC LIMIT 1) <> ${kind}`;

/** Deletes unsent notices about these expenses. */
export const removeWaitingNotices = (
	db: Db,
	about: readonly { userId: string; expenseId: string }[],
): Statement =>
	db.delete(mails).where(
		sql`${mails.userId} IN (SELECT value ->> 'userId' FROM json_each(${JSON.stringify(about)})) AND ${mails.state} = 'waiting'
				AND ${mails.data} ->> 'expenseId' IN (SELECT value ->> 'expenseId' FROM json_each(${JSON.stringify(about)}))`,
	);

export const mutedBy = (db: Db, userId: string) =>
	db
		.select({ kind: mutedNotices.kind })
		.from(mutedNotices)
		.where(eq(mutedNotices.userId, userId))
		.orderBy(asc(mutedNotices.kind));

/** Fails with `muted_notices.changed` unless exactly these notices are turned off. `kinds` has the order of `mutedBy`. */
export const requireMuted = (db: Db, userId: string, kinds: readonly MailKind[]): Statement =>
	requireThat(
		db,
		sql`${JSON.stringify(kinds)} = (SELECT json_group_array(kind) FROM (
			SELECT kind FROM ${mutedNotices} WHERE user_id = ${userId} ORDER BY kind))`,
		'muted_notices.changed',
	);

/** Must follow `requireMuted` in the batch, so that no concurrent change is lost. */
export const saveMuted = (db: Db, userId: string, kinds: readonly MailKind[]): Statement[] => [
	db.delete(mutedNotices).where(eq(mutedNotices.userId, userId)),
	insertSelect(
		db,
		mutedNotices,
		{ userId, kind: sql`value` },
		sql`FROM json_each(${JSON.stringify(kinds)}) WHERE TRUE`,
	),
];
