import { and, asc, desc, eq, gt, lt, type SQL, sql } from 'drizzle-orm';
import { companies } from '../companies/table.ts';
import type { Instant } from '../core/instant.ts';
import { firstIdAt, idInRow } from '../db/columns.ts';
import type { Db, Statement } from '../db/database.ts';
import { inParts, insertOnce, insertSelect } from '../db/records.ts';
import { soleCompanyOf } from '../db/scope.ts';
import { users } from '../users/table.ts';
import type { Bounce } from './bounces/rules.ts';
import { LEASE_MS, type MailState, priorityOf } from './rules.ts';
import { mailDays, mails, mutedNotices } from './table.ts';

type MailRow = typeof mails.$inferSelect;

/** A mail to be sent. `sealed` is the token in its link, sealed for `mail <id>`. */
export type NewMail = Pick<
	MailRow,
	'id' | 'kind' | 'userId' | 'companyId' | 'data' | 'sealed' | 'dateCreated' | 'dateDue'
>;

/** Belongs into the batch of the change that the mail tells. */
export const insertMail = (db: Db, mail: NewMail): Statement =>
	insertOnce(db, mails, { ...mail, priority: priorityOf(mail.kind) });

/** The same for thousands of mails. */
export const insertMails = (db: Db, many: readonly NewMail[]): Statement[] =>
	inParts(many.map((mail) => ({ ...mail, priority: priorityOf(mail.kind) }))).map((part) =>
		insertSelect(
			db,
			mails,
			{
				id: sql`m.value ->> 'id'`,
				dateCreated: sql`m.value ->> 'dateCreated'`,
				kind: sql`m.value ->> 'kind'`,
				userId: sql`m.value ->> 'userId'`,
				companyId: sql`m.value ->> 'companyId'`,
				data: sql`m.value -> 'data'`,
				sealed: sql`m.value ->> 'sealed'`,
				priority: sql`m.value ->> 'priority'`,
				dateDue: sql`m.value ->> 'dateDue'`,
			},
			sql`FROM json_each(${JSON.stringify(part)}) m WHERE TRUE`,
		).onConflictDoNothing({ target: mails.id }),
	);

/** The same if the condition holds; returns the id of the mail then. */
export const insertMailIf = (db: Db, mail: Omit<NewMail, 'companyId'>, onlyIf: SQL) =>
	insertSelect(
		db,
		mails,
		{ ...mail, companyId: soleCompanyOf(sql`${mail.userId}`), priority: priorityOf(mail.kind) },
		sql`WHERE ${onlyIf}`,
	)
		.onConflictDoNothing({ target: mails.id })
		.returning({ id: mails.id });

/** A mail to each administrator of a company who may sign in, if the condition holds. */
export const insertMailsToAdmins = (
	db: Db,
	{ kind, companyId, data }: Pick<MailRow, 'kind' | 'companyId' | 'data'>,
	now: Instant,
	onlyIf: SQL,
): Statement =>
	insertSelect(
		db,
		mails,
		{
			id: idInRow(now),
			dateCreated: now,
			kind,
			userId: sql`u.id`,
			companyId: sql`c.company_id`,
			data,
			priority: priorityOf(kind),
			dateDue: now,
		},
		sql`FROM user_companies c CROSS JOIN users u ON u.id = c.user_id
			WHERE c.company_id = ${companyId} AND instr(u.roles, '"COMPANY_ADMIN"') > 0
				AND u.date_closed IS NULL AND u.date_deleted IS NULL AND ${onlyIf}`,
	);

const DAY_MS = 86_400_000;

const dayOf = (now: Instant): number => Math.floor(now / DAY_MS);

/**
 * Begins an attempt at up to `limit` due mails of security and as many others, of those only what the day permits. Until the lease
 * ends nobody else begins another one.
 */
export function claimDue(
	db: Db,
	{ attempt, now, limit, perDay }: { attempt: string; now: Instant; limit: number; perDay: number },
): Statement {
	const today = sql`(SELECT attempts FROM ${mailDays} WHERE day = ${dayOf(now)})`;
	const due = (priority: number) =>
		sql`SELECT id FROM (SELECT id FROM mails WHERE state = 'waiting' AND priority = ${priority}
			AND date_due <= ${now} ORDER BY date_due LIMIT ${limit})`;
	const left = sql`max(0, min(${limit}, ${perDay} - coalesce(${today}, 0)))`;
	return db
		.update(mails)
		.set({ attempt, attempts: sql`attempts + 1`, dateAttempted: now, dateDue: now + LEASE_MS })
		.where(sql`id IN (${due(0)} UNION ALL SELECT id FROM (${due(1)} UNION ALL ${due(2)} LIMIT ${left}))`);
}

/** The mails of an attempt that has begun at this instant, with what their texts need. */
export const claimed = (db: Db, attempt: string, now: Instant) =>
	db
		.select({
			id: mails.id,
			kind: mails.kind,
			data: mails.data,
			sealed: mails.sealed,
			attempts: mails.attempts,
			email: users.email,
			firstName: users.firstName,
			lastName: users.lastName,
			language: users.language,
			companyName: sql<string | null>`${companies.name}`.as('company_name'),
			companyLanguage: sql<string | null>`${companies.language}`.as('company_language'),
			senderName: companies.senderName,
			/** Whether the person still has this address and may still sign in. */
			isReachable: sql`(${users.dateDeleted} IS NULL AND ${users.emailKey} <> ${users.id})`
				.mapWith(Boolean)
				.as('is_reachable'),
		})
		.from(mails)
		.innerJoin(users, eq(users.id, mails.userId))
		.leftJoin(companies, eq(companies.id, mails.companyId))
		.where(
			and(
				eq(mails.state, sql`'waiting'`),
				sql`${mails.priority} IN (0, 1, 2)`,
				eq(mails.dateDue, now + LEASE_MS),
				eq(mails.attempt, attempt),
			),
		);

export type ClaimedMail = Awaited<ReturnType<typeof claimed>>[number];

/** How an attempt at a mail has ended. */
export interface Ending {
	id: string;
	state: MailState;
	dateDue: Instant;
	carrierId: string | null;
	reason: string | null;
	/** False when the carrier took no mail at all: that is not the mail's fault. */
	counts: boolean;
}

/** Stores how the mails of an attempt have ended, unless another attempt has begun; what was sent is sent. */
export const saveEndings = (db: Db, attempt: string, endings: readonly Ending[], now: Instant): Statement =>
	db.run(sql`
		UPDATE mails SET state = e.value ->> 'state', date_due = e.value ->> 'dateDue',
			attempts = attempts - iif(e.value ->> 'counts', 0, 1),
			sealed = iif(e.value ->> 'state' = 'waiting', sealed, NULL),
			date_sent = iif(e.value ->> 'state' = 'sent', ${now}, NULL),
			carrier_id = e.value ->> 'carrierId', reason = e.value ->> 'reason'
		FROM json_each(${JSON.stringify(endings)}) e
		WHERE mails.id = e.value ->> 'id' AND mails.state = 'waiting'
			AND (mails.attempt = ${attempt} OR e.value ->> 'state' = 'sent')`) as unknown as Statement;

/** The mails of the company in the order of their creation. */
export const mailsPage = (
	db: Db,
	companyId: SQL,
	state: MailState | undefined,
	after: string,
	limit: number,
) =>
	db
		.select(shownColumns)
		.from(mails)
		.innerJoin(users, eq(users.id, mails.userId))
		.where(and(isShown(companyId, state), gt(mails.id, after)))
		.orderBy(asc(mails.id))
		.limit(limit);

/** The same from the latest one back; `before` is empty for the first page. */
export const latestMailsPage = (
	db: Db,
	companyId: SQL,
	state: MailState | undefined,
	before: string,
	limit: number,
) =>
	db
		.select(shownColumns)
		.from(mails)
		.innerJoin(users, eq(users.id, mails.userId))
		.where(and(isShown(companyId, state), before === '' ? undefined : lt(mails.id, before)))
		.orderBy(desc(mails.id))
		.limit(limit);

const shownColumns = {
	id: mails.id,
	dateCreated: mails.dateCreated,
	kind: mails.kind,
	userId: mails.userId,
	recipient: users.email,
	state: mails.state,
	attempts: mails.attempts,
	dateAttempted: mails.dateAttempted,
	dateDue: mails.dateDue,
	dateSent: mails.dateSent,
	reason: mails.reason,
};

const isShown = (companyId: SQL, state: MailState | undefined): SQL | undefined =>
	and(
		sql`${mails.companyId} = ${companyId}`,
		state === undefined ? undefined : eq(mails.state, state),
		state === undefined || state === 'sent' ? undefined : sql`${mails.state} <> 'sent'`,
	);

export type ShownMail = Awaited<ReturnType<typeof mailsPage>>[number];

/** Removes up to `limit` mails that were made before an instant and wait for nothing. */
export function removeOldMails(db: Db, before: Instant, limit: number) {
	const old = db
		.select({ id: mails.id })
		.from(mails)
		.where(and(lt(mails.id, firstIdAt(before)), sql`${mails.state} <> 'waiting'`))
		.orderBy(asc(mails.id))
		.limit(limit);
	return db.delete(mails).where(sql`${mails.id} IN ${old}`).returning({ id: mails.id });
}

/** Removes all that was or is to be sent to a person, and what the person wanted to know. */
export const removeMailsOf = (db: Db, userId: string): Statement[] => [
	db.delete(mails).where(eq(mails.userId, userId)),
	db.delete(mutedNotices).where(eq(mutedNotices.userId, userId)),
];

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
