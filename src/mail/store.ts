import { and, asc, desc, eq, gt, gte, lt, type SQL, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/sqlite-core';
import { claims, places } from '../cells/table.ts';
import { companies } from '../companies/table.ts';
import type { Instant } from '../core/instant.ts';
import { firstIdAt, idInRow, oneOf } from '../db/columns.ts';
import type { Db, Statement } from '../db/database.ts';
import { insertMany, insertOnce, insertSelect } from '../db/records.ts';
import { soleCompanyOf } from '../db/scope.ts';
import { isBoundToSso } from '../users/queries.ts';
import { users } from '../users/table.ts';
import type { Bounce } from './bounces/rules.ts';
import { inTurn, placesOf, sharesFor, shownState, turnsOfCells } from './queries.ts';
import { dayOf, LEASE_MS, MAX_INVITATIONS, type MailState, priorityOf } from './rules.ts';
import { invitationDays, mailDays, mails, mutedNotices } from './table.ts';

type MailRow = typeof mails.$inferSelect;

/** A mail to send. `sealed` is the token of its link, sealed for `mail <id>`. */
export type NewMail = Pick<
	MailRow,
	'id' | 'kind' | 'userId' | 'companyId' | 'data' | 'sealed' | 'dateCreated' | 'dateDue'
> & { recipient?: string };

/** Belongs in the batch of the change that causes the mail. */
export const insertMail = (db: Db, mail: NewMail): Statement =>
	insertOnce(db, mails, { ...mail, priority: priorityOf(mail.kind) });

/** Inserts thousands of mails in a few statements. */
export const insertMails = (db: Db, many: readonly NewMail[]): Statement[] =>
	insertMany(
		db,
		mails,
		many.map((mail) => ({ ...mail, priority: priorityOf(mail.kind) })),
	);

/** Inserts the mail if the condition holds, and then returns its id. */
export const insertMailIf = (db: Db, mail: Omit<NewMail, 'companyId'>, onlyIf: SQL) =>
	insertSelect(
		db,
		mails,
		{ ...mail, companyId: soleCompanyOf(sql`${mail.userId}`), priority: priorityOf(mail.kind) },
		sql`WHERE ${onlyIf}`,
	)
		.onConflictDoNothing({ target: mails.id })
		.returning({ id: mails.id });

/**
 * Inserts a mail to each administrator who may sign in, of the company or else of the platform, if the
 * condition holds.
 */
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

/** How many limited mails of one cell may begin on a day. Null is none. */
export interface Grant {
	perDay: number | null;
	/** True when they are all that wait, so that no mail is held. */
	isAll?: boolean;
}

const setLimit = (db: Db, now: Instant, perDay: number | null) =>
	db
		.insert(mailDays)
		.values({ day: dayOf(now), attempts: 0, perDay })
		.onConflictDoUpdate({
			target: mailDays.day,
			set: { perDay },
			setWhere: sql`${mailDays.perDay} IS NOT ${perDay}`,
		});

/**
 * Begins an attempt at up to `limit` security mails, and at as many others as the daily limit permits. No
 * other attempt at them begins until the lease ends.
 */
export function claimDue(
	db: Db,
	{ attempt, now, limit, perDay, isAll = false }: Grant & { attempt: string; now: Instant; limit: number },
) {
	const security = sql`SELECT id, NULL AS turn FROM (SELECT id FROM mails INDEXED BY mails_due WHERE state = 'waiting'
		AND priority = 0 AND date_due <= ${now} ORDER BY date_due LIMIT ${limit})`;
	return [
		setLimit(db, now, perDay),
		...(db.cell === undefined ? [grantTurns(db, now, limit)] : []),
		db
			.update(mails)
			.set({
				attempt,
				attempts: sql`attempts + 1`,
				turn: sql`next.value ->> 1`,
				dateAttempted: now,
				dateDue: now + LEASE_MS,
			})
			.from(
				// SQLite expects few rows of a JSON array, so it looks each mail up instead of reading all of them.
				sql`json_each((SELECT json_group_array(json_array(id, turn)) FROM (${security} UNION ALL ${inTurn(now, limit)}))) next`,
			)
			.where(sql`${mails.id} = next.value ->> 0`),
		...(isAll ? [setLimit(db, now, null)] : []),
	];
}

/** Gives the next turns to cells. A trigger counts them as attempts of their companies. */
const grantTurns = (db: Db, now: Instant, limit: number) =>
	db
		.update(places)
		.set({
			granted: sql`iif(mail_day = ${dayOf(now)}, granted, 0) + turns.given`,
			mailDay: dayOf(now),
			waitingMails: sql`waiting_mails - turns.given`,
		})
		.from(sql`(${turnsOfCells(now, limit)}) turns`)
		.where(sql`${places.companyId} = turns.party`);

/**
 * Asks the directory for a cell that wants to begin `wanted` limited mails on this day, with those that it has begun. The last
 * statement returns how many it may begin. A repeated question grants nothing twice.
 */
export const askForGrant = (
	directory: Db,
	cell: string,
	{ now, wanted, limit, perDay }: { now: Instant; wanted: number; limit: number; perDay: number },
) => {
	const granted = sql<number>`iif(${places.mailDay} = ${dayOf(now)}, ${places.granted}, 0)`;
	return [
		setLimit(directory, now, perDay),
		directory
			.update(places)
			.set({ waitingMails: sql`max(0, ${wanted} - ${granted})` })
			.where(eq(places.cell, cell)),
		grantTurns(directory, now, limit),
		directory
			.select({ granted: granted.as('granted_now') })
			.from(places)
			.where(eq(places.cell, cell)),
	] as const;
};

/** Counts the limited mails of a cell that are due, up to `limit`, and those that it has begun on this day. */
export const limitedDue = (db: Db, now: Instant, limit: number) =>
	db
		.select({
			due: sql<number>`(SELECT count(*) FROM (SELECT 1 FROM mails INDEXED BY mails_due
				WHERE state = 'waiting' AND priority IN (1, 2) AND date_due <= ${now} LIMIT ${limit}))`.as(
				'due_count',
			),
			begun: sql<number>`coalesce((SELECT attempts FROM ${mailDays} WHERE day = ${dayOf(now)}), 0)`.as(
				'begun_count',
			),
		})
		.from(sql`(SELECT 1)`);

/** A cell keeps the ids of its sent mails as claims until the directory knows them, so that a bounce finds the cell. */
export const keepCarrierIds = (db: Db, cell: string, ids: readonly string[], now: Instant): Statement =>
	insertSelect(
		db,
		claims,
		{ kind: 'MAIL', value: sql`i.value`, cell, since: now },
		sql`FROM json_each(${JSON.stringify(ids)}) i WHERE TRUE`,
	).onConflictDoNothing();

export const keptCarrierIds = (db: Db, limit: number) =>
	db.select({ value: claims.value }).from(claims).where(eq(claims.kind, 'MAIL')).limit(limit);

export const forgetCarrierIds = (db: Db, ids: readonly string[]): Statement =>
	db.delete(claims).where(and(eq(claims.kind, 'MAIL'), sql`${claims.value} IN ${oneOf(ids)}`));

/** Reads the cells that sent mails with these ids. */
export const cellsOfCarriers = (db: Db, ids: readonly string[]) =>
	db
		.select({ cell: claims.cell, carrierId: claims.value })
		.from(claims)
		.where(and(eq(claims.kind, 'MAIL'), sql`${claims.value} IN ${oneOf(ids)}`));

const recipient = sql<string>`coalesce(${mails.recipient}, ${users.email})`.as('to_address');

/** Reads the mails of an attempt that began at this instant. */
export const claimed = (db: Db, attempt: string, now: Instant) =>
	db
		.select({
			id: mails.id,
			kind: mails.kind,
			data: mails.data,
			sealed: mails.sealed,
			attempts: mails.attempts,
			email: recipient,
			firstName: users.firstName,
			lastName: users.lastName,
			language: users.language,
			companyName: sql<string | null>`${companies.name}`.as('company_name'),
			isBoundToSso: isBoundToSso.as('is_bound'),
			companyLanguage: sql<string | null>`${companies.language}`.as('company_language'),
			senderName: companies.senderName,
			/** True when the person still has this address and is not erased. */
			isReachable: sql`(${users.dateDeleted} IS NULL AND ${users.emailKey} <> ${users.id})`
				.mapWith(Boolean)
				.as('is_reachable'),
			/** The stored form of the link that is valid now; null when there is none. */
			linkKey: sql<string | null>`iif(${mails.kind} IN ('address_confirmation', 'address_changed'),
				(SELECT key FROM address_changes WHERE id = ${mails.data} ->> 'change'),
				(SELECT key FROM one_time_tokens WHERE user_id = ${users.id}
					AND purpose = iif(${mails.kind} = 'invitation', 'REGISTRATION', 'PASSWORD_RESET')))`.as('link_key'),
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

/** The result of an attempt. */
export interface Ending {
	id: string;
	state: MailState;
	dateDue: Instant;
	carrierId: string | null;
	reason: string | null;
	/** False when the carrier accepted no mails at all, which is no failure of this mail. */
	counts: boolean;
}

/** Stores the results, unless another attempt has begun. A sent mail stays sent. */
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

/** A page in order of creation after a mail, or with the latest mails first before one. Empty begins the list. */
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
			id: m.id,
			dateCreated: m.dateCreated,
			kind: m.kind,
			userId: m.userId,
			recipient: sql<string>`coalesce(${m.recipient}, ${users.email})`.as('to_address'),
			state: sql<MailState>`${shownState(now)}`.as('shown_state'),
			attempts: m.attempts,
			dateAttempted: m.dateAttempted,
			dateDue: m.dateDue,
			dateSent: m.dateSent,
			reason: m.reason,
			place: sql<number | null>`q.place`.as('place'),
		})
		.from(m)
		.innerJoin(users, eq(users.id, m.userId))
		.leftJoin(
			// There are up to 10,000 places. Each mail is compared only with those of its page.
			sql`(SELECT id, place FROM ${placesOf(companyId, now)} WHERE id IN ${ids}) q`,
			sql`q.id = ${m.id}`,
		)
		.where(isOnPage)
		.orderBy(order)
		.limit(page.limit);
};

const m = alias(mails, 'm');

/** Reads the held mails of all companies, for the estimate of the day on which a held mail leaves. */
export const shares = (db: Db, companyId: SQL, now: Instant) =>
	db
		.select({
			isOwn: sql`s.is_own`.mapWith(Boolean).as('is_own'),
			isBefore: sql`s.is_before`.mapWith(Boolean).as('is_before'),
			waiting: sql<number>`s.waiting`.as('waiting'),
			perDay: sql<number>`s.per_day`.as('per_day'),
		})
		.from(sql`${sharesFor(companyId, now)} s`);

/** Reads the users whose addresses may get no further invitation today. */
export const invitedOften = (db: Db, companyId: string, now: Instant) =>
	db
		.select({ userId: users.id })
		.from(invitationDays)
		.crossJoin(users)
		.where(
			and(
				eq(invitationDays.day, dayOf(now)),
				gte(invitationDays.invitations, MAX_INVITATIONS),
				eq(users.emailKey, invitationDays.emailKey),
				sql`EXISTS (SELECT 1 FROM employees WHERE user_id = ${users.id} AND company_id = ${companyId})`,
			),
		);

/** Deletes the counts of days before today. */
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

export const removeMailsOf = (db: Db, userId: string): Statement[] => [
	db.delete(mails).where(eq(mails.userId, userId)),
	db.delete(mutedNotices).where(eq(mutedNotices.userId, userId)),
];

export const saveBounces = (db: Db, bounces: readonly Bounce[]): Statement =>
	db.run(sql`
		UPDATE mails SET state = 'bounced', reason = b.value ->> 'reason'
		FROM json_each(${JSON.stringify(bounces)}) b
		WHERE mails.carrier_id = b.value ->> 'carrierId' AND carrier_id IS NOT NULL
			AND mails.state = 'sent'`) as unknown as Statement;

export const mailsOfCarriers = (db: Db, carrierIds: readonly string[]) =>
	db
		.select({ id: mails.id })
		.from(mails)
		.where(sql`${mails.carrierId} IN ${oneOf(carrierIds)} AND carrier_id IS NOT NULL`);
