import { and, eq, type SQL, sql } from 'drizzle-orm';
import { places } from '../../../foundation/cells/table.ts';
import type { Instant } from '../../../foundation/core/instant.ts';
import type { Db, Statement } from '../../../foundation/db/database.ts';
import { companies } from '../../companies/table.ts';
import { isBoundToSso } from '../../users/queries.ts';
import { users } from '../../users/table.ts';
import { pushSubscriptions } from '../push/table.ts';
import { inTurn, turnsOfCells } from '../queries.ts';
import { dayOf, LEASE_MS, type MailState } from '../rules.ts';
import { mailDays, mails } from '../table.ts';

/** How many limited mails of a cell may start on a day. Null means none. */
export interface Grant {
	perDay: number | null;
	/** True when these are all waiting mails, so that none is held. */
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

/** Claims up to `limit` security mails, and as many others as the daily limit allows, for this attempt until the lease ends. */
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
				// SQLite expects few rows of a JSON array. It therefore looks up each mail instead of reading all of them.
				sql`json_each((SELECT json_group_array(json_array(id, turn)) FROM (${security} UNION ALL ${inTurn(now, limit)}))) next`,
			)
			.where(sql`${mails.id} = next.value ->> 0`),
		...(isAll ? [setLimit(db, now, null)] : []),
	];
}

/** Grants the next turns to cells. A trigger counts them as attempts of the cells' companies. */
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
 * Requests for a cell to start `wanted` limited mails on this day, with the number that it has already started. The last statement returns
 * how many it may start. A repeated request grants nothing twice.
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

/** SQL of the time at which `sendDueMails` has a mail to send. */
export const mailsDueAt: readonly SQL[] = [
	...[0, 1, 2].map(
		(priority) => sql`SELECT min(date_due) FROM mails INDEXED BY mails_due
			WHERE state = 'waiting' AND priority = ${priority}`,
	),
];

/** Counts a cell's due limited mails, up to `limit`, and those that it has started on this day. */
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

const recipient = sql<string>`coalesce(${mails.recipient}, ${users.email})`.as('to_address');

const drafts = (db: Db) =>
	db
		.select({
			id: mails.id,
			kind: mails.kind,
			data: mails.data,
			sealed: mails.sealed,
			kept: mails.kept,
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
			/** True when a device of the person gets the notices instead. */
			isByPushAlone:
				sql`EXISTS (SELECT 1 FROM ${pushSubscriptions} p WHERE p.user_id = ${users.id} AND p.instead_of_mail)`
					.mapWith(Boolean)
					.as('by_push_alone'),
			/** The stored key of the currently valid link; null when there is none. */
			linkKey: sql<string | null>`iif(${mails.kind} IN ('address_confirmation', 'address_changed'),
				(SELECT key FROM address_changes WHERE id = ${mails.data} ->> 'change'),
				iif(${mails.kind} = 'proof_requested', (SELECT key FROM address_proofs WHERE user_id = ${users.id}),
				(SELECT key FROM one_time_tokens WHERE user_id = ${users.id}
					AND purpose = iif(${mails.kind} = 'invitation', 'REGISTRATION', 'PASSWORD_RESET'))))`.as(
				'link_key',
			),
		})
		.from(mails)
		.innerJoin(users, eq(users.id, mails.userId))
		.leftJoin(companies, eq(companies.id, mails.companyId));

/** Reads the mails of an attempt that began at this instant. */
export const claimed = (db: Db, attempt: string, now: Instant) =>
	drafts(db).where(
		and(
			eq(mails.state, sql`'waiting'`),
			sql`${mails.priority} IN (0, 1, 2)`,
			eq(mails.dateDue, now + LEASE_MS),
			eq(mails.attempt, attempt),
		),
	);

/** Reads a mail of a company. In a sandbox, it contains the encrypted token of its link. */
export const keptMail = (db: Db, companyId: SQL, mailId: string) =>
	drafts(db).where(sql`${mails.id} = ${mailId} AND ${mails.companyId} = ${companyId}`);

export type ClaimedMail = Awaited<ReturnType<typeof claimed>>[number];

export interface Ending {
	id: string;
	state: MailState;
	dateDue: Instant;
	carrierId: string | null;
	reason: string | null;
	/** False when the carrier accepted no mails at all, so the attempt is not counted as a failure. */
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
