import { and, asc, desc, eq, gt, gte, lt, type SQL, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/sqlite-core';
import type { Instant } from '../../foundation/core/instant.ts';
import { firstIdAt, idInRow, uuidOf } from '../../foundation/db/columns.ts';
import type { Db, Statement } from '../../foundation/db/database.ts';
import { insertMany, insertOnce, insertSelect } from '../../foundation/db/records.ts';
import { soleCompanyOf } from '../../foundation/db/scope.ts';
import { isNamed } from '../users/queries.ts';
import { users } from '../users/table.ts';
import { placesOf, sharesFor, shownState } from './queries.ts';
import { dayOf, MAX_INVITATIONS, type MailState, priorityOf } from './rules.ts';
import { invitationDays, mails } from './table.ts';

type MailRow = typeof mails.$inferSelect;

/** A mail to send. `sealed` is the token of its link, encrypted in the context `mail <id>`. */
export type NewMail = Pick<
	MailRow,
	'id' | 'kind' | 'userId' | 'companyId' | 'data' | 'sealed' | 'dateCreated' | 'dateDue'
> & { recipient?: string };

/** The statement belongs in the batch of the change that causes the mail. */
export const insertMail = (db: Db, mail: NewMail): Statement =>
	insertOnce(db, mails, { ...mail, priority: priorityOf(mail.kind) });

export const insertMails = (db: Db, many: readonly NewMail[]): Statement[] =>
	insertMany(
		db,
		mails,
		many.map((mail) => ({ ...mail, priority: priorityOf(mail.kind) })),
	);

/** Inserts the mail if the condition holds. Returns its id if it was inserted. */
export const insertMailIf = (
	db: Db,
	mail: Omit<NewMail, 'companyId'>,
	onlyIf: SQL,
	companyId: SQL | null = soleCompanyOf(sql`${mail.userId}`),
) =>
	insertSelect(db, mails, { ...mail, companyId, priority: priorityOf(mail.kind) }, sql`WHERE ${onlyIf}`)
		.onConflictDoNothing({ target: mails.id })
		.returning({ id: mails.id });

/** If the condition holds, inserts a mail for each administrator who may sign in: of the company, or without one of the platform. */
export const insertMailsToAdmins = (
	db: Db,
	{ kind, companyId, data }: Pick<MailRow, 'kind' | 'companyId' | 'data'>,
	now: Instant,
	onlyIf: SQL = sql`TRUE`,
): Statement =>
	insertSelect(
		db,
		mails,
		{
			id: idInRow(now),
			dateCreated: now,
			kind,
			userId: sql`u.id`,
			companyId,
			data,
			priority: priorityOf(kind),
			dateDue: now,
		},
		sql`FROM ${
			companyId === null
				? sql`users u WHERE instr(u.roles, '"PLATFORM_ADMIN"') > 0`
				: sql`user_companies c CROSS JOIN users u ON u.id = c.user_id
					WHERE c.company_id = ${companyId} AND instr(u.roles, '"COMPANY_ADMIN"') > 0`
		} AND u.date_closed IS NULL AND u.date_deleted IS NULL AND ${onlyIf}`,
	);

/** A page after a mail in the order of creation, or before one with the latest first. An empty text begins the list. */
export type MailsPage = { limit: number } & ({ after: string } | { before: string });

export const mailsPage = (
	db: Db,
	companyId: SQL,
	state: MailState | undefined,
	page: MailsPage,
	now: Instant,
) => {
	const [place, order] =
		'after' in page
			? [gt(m.id, page.after), asc(m.id)]
			: [page.before === '' ? undefined : lt(m.id, page.before), desc(m.id)];
	const stored = state === 'held' ? 'waiting' : state;
	const isOnPage = and(
		sql`${m.companyId} = ${companyId}`,
		stored === undefined ? undefined : eq(m.state, stored),
		stored === undefined || stored === 'sent' ? undefined : sql`${m.state} <> 'sent'`,
		stored === 'waiting' ? sql`${shownState(now)} = ${state}` : undefined,
		place,
	);
	const ids = db.select({ id: m.id }).from(m).where(isOnPage).orderBy(order).limit(page.limit);
	return db
		.select({
			...shownAt(now),
			recipient: sql<string>`coalesce(${m.recipient}, ${users.email})`.as('to_address'),
			place: sql<number | null>`q.place`.as('place'),
		})
		.from(m)
		.innerJoin(users, eq(users.id, m.userId))
		.leftJoin(
			// There are up to 10,000 places, so each mail is compared only with those of its page.
			sql`(SELECT id, place FROM ${placesOf(companyId, now)} WHERE id IN ${ids}) q`,
			sql`q.id = ${m.id}`,
		)
		.where(isOnPage)
		.orderBy(order)
		.limit(page.limit);
};

const m = alias(mails, 'm');

const shownAt = (now: Instant) => ({
	id: m.id,
	dateCreated: m.dateCreated,
	kind: m.kind,
	userId: m.userId,
	state: sql<MailState>`${shownState(now)}`.as('shown_state'),
	attempts: m.attempts,
	dateAttempted: m.dateAttempted,
	dateDue: m.dateDue,
	dateSent: m.dateSent,
	reason: m.reason,
});

/**
 * Reads the mails that were created with the events at these positions: they have the same company and instant. A mail without a company
 * must go to a person of the events.
 */
export const mailsOfEvents = (db: Db, positions: SQL, now: Instant, limit: number) => {
	const found = sql`(${positions}) f CROSS JOIN events e ON e.position = f.position`;
	const begin = (at: SQL) => sql`printf('%08x-%04x-', (${at}) >> 16, (${at}) & 65535)`;
	const subjects = sql`SELECT ${uuidOf(sql`s.uuid`)} FROM ${found} CROSS JOIN event_parties s ON s.id = e.subject`;
	return db
		.select(shownAt(now))
		.from(
			sql`(SELECT e.date, ${uuidOf(sql`c.uuid`)} AS company FROM ${found} LEFT JOIN event_parties c ON c.id = e.company
				UNION SELECT e.date, NULL FROM ${found}) along`,
		)
		.crossJoin(m)
		.where(
			sql`${m.companyId} IS along.company AND ${m.id} >= ${begin(sql`along.date`)} AND ${m.id} < ${begin(sql`along.date + 1`)}
				AND (along.company IS NOT NULL OR ${m.userId} IN (${subjects}
					UNION SELECT ${uuidOf(sql`a.user_id`)} FROM ${found} CROSS JOIN event_authors a ON a.id = e.author
					UNION SELECT user_id FROM employees WHERE id IN (${subjects})))`,
		)
		.orderBy(asc(m.id))
		.limit(limit);
};

export type MailOfEvents = Awaited<ReturnType<typeof mailsOfEvents>>[number];

/** Reads the held mails of all companies, to estimate when a held mail will be sent. */
export const shares = (db: Db, companyId: SQL, now: Instant) =>
	db
		.select({
			isOwn: sql`s.is_own`.mapWith(Boolean).as('is_own'),
			isBefore: sql`s.is_before`.mapWith(Boolean).as('is_before'),
			waiting: sql<number>`s.waiting`.as('waiting'),
			perDay: sql<number>`s.per_day`.as('per_day'),
		})
		.from(sql`${sharesFor(companyId, now)} s`);

/** Reads the users whose addresses have had the most invitations for today. */
export const invitedOften = (db: Db, companyId: string, now: Instant) =>
	db
		.select({ userId: users.id })
		.from(invitationDays)
		.crossJoin(users)
		.where(
			and(
				eq(invitationDays.day, dayOf(now)),
				gte(invitationDays.invitations, MAX_INVITATIONS),
				isNamed(sql`${invitationDays.emailKey}`),
				sql`EXISTS (SELECT 1 FROM employees WHERE user_id = ${users.id} AND company_id = ${companyId})`,
			),
		);

/** SQL of the first mail that `clearOldMails` deletes next, and of the first day whose counts it deletes. */
export const oldestMail = sql<
	string | null
>`SELECT id FROM mails WHERE +state <> 'waiting' ORDER BY id LIMIT 1`;
export const oldestInvitations = sql<number | null>`SELECT min(day) FROM invitation_days`;

export const removeOldCounts = (db: Db, now: Instant): Statement =>
	db.delete(invitationDays).where(lt(invitationDays.day, dayOf(now)));

export function removeOldMails(db: Db, before: Instant, limit: number) {
	const old = db
		.select({ id: mails.id })
		.from(mails)
		.where(and(lt(mails.id, firstIdAt(before)), sql`${mails.state} <> 'waiting'`))
		.orderBy(asc(mails.id))
		.limit(limit);
	return db.delete(mails).where(sql`${mails.id} IN ${old}`).returning({ id: mails.id });
}
