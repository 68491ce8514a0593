import { type SQL, sql } from 'drizzle-orm';
import { approvalRules } from '../../benefits/expenses/approval-rules/table.ts';
import { receiptDrafts } from '../../benefits/expenses/drafts/table.ts';
import { receiptAddresses } from '../../benefits/expenses/receipt-addresses/table.ts';
import { type Instant, realTime } from '../../foundation/core/instant.ts';
import { bytesOf, oneOf, uuidOf } from '../../foundation/db/columns.ts';
import type { Db, Statement } from '../../foundation/db/database.ts';
import { askedFor } from '../../tenants/auth/addresses/queries.ts';
import type { GivenLink } from '../../tenants/auth/addresses/rules.ts';
import { addressChanges } from '../../tenants/auth/addresses/table.ts';
import { identityChanges } from '../../tenants/auth/identity-changes/table.ts';
import { apiKeys } from '../../tenants/auth/keys/table.ts';
import { oneTimeTokens } from '../../tenants/auth/one-time/table.ts';
import { calendarAddresses } from '../overview/calendar/table.ts';
import { KEPT_MS } from '../proposals/rules.ts';
import { proposals } from '../proposals/table.ts';
import { webhookDeliveries, webhookEndpoints } from '../webhooks/table.ts';
import { CAUSED, type CausedKind } from './rules.ts';

/** SQL that selects the ids of sessions and keys. Only their events at or after the position `since` count. */
export type Causes = SQL;

/** SQL of the ids of sessions and keys. A key has one id with its session. */
export const theseSessions = (ids: readonly string[]): Causes =>
	sql`SELECT value AS id, 0 AS since FROM json_each(${JSON.stringify(ids)})`;

/** SQL of the person's sessions, except one. Sessions of API keys belong to users of their own. */
export const sessionsOfUser = (userId: string, except: string): Causes =>
	sql`SELECT id, 0 AS since FROM sessions WHERE user_id = ${userId} AND id <> ${except}`;

/**
 * SQL of the sessions of a link's person. The events of the session that asked all count, and those of the others since the request.
 */
export const sessionsSinceAsked = (link: GivenLink): Causes =>
	sql`SELECT ${uuidOf(sql`a.session_id`)} AS id, iif(a.session_id IS asked.session, 0, asked.position) AS since
		FROM ${askedFor(link)} asked CROSS JOIN event_authors a ON a.user_id = asked.person AND a.session_id IS NOT NULL`;

interface Joined {
	/** SQL that joins the records to the events `done`. */
	join: SQL;
	id: SQL;
	companyId: SQL;
	subjectId: SQL;
	/** SQL that is true for records on which no person has decided since. */
	isEnded: SQL;
}

/** True when nobody else has changed the record after the event of the cause. */
const isLast = sql`NOT EXISTS (SELECT 1 FROM events o CROSS JOIN event_authors oa ON oa.id = o.author
	WHERE o.company IS done.company AND o.subject = done.party AND o.record_id IS done.raw AND o.position > done.position
		AND o.type IN (SELECT id FROM kinds) AND oa.session_id IS NOT NULL
		AND oa.id NOT IN (SELECT id FROM authors WHERE o.position >= authors.since))`;

const JOINS: Record<CausedKind, Joined> = {
	PROPOSAL: {
		join: sql`proposals r ON r.id = done.record AND r.state IN ('OPEN', 'RELEASED')`,
		id: sql`r.id`,
		companyId: sql`r.company_id`,
		subjectId: sql`r.company_id`,
		isEnded: sql`r.state = 'OPEN'`,
	},
	INVITATION: {
		join: sql`one_time_tokens r ON r.user_id = done.subject AND r.purpose = 'REGISTRATION' AND r.author_id = done.user
			AND r.date_expires > done.now AND ${isLast}`,
		id: sql`r.user_id`,
		companyId: uuidOf(sql`done.company_uuid`),
		subjectId: sql`r.user_id`,
		isEnded: sql`TRUE`,
	},
	ADDRESS_CHANGE: {
		join: sql`users r ON r.id = done.subject AND ${isLast} AND (
			EXISTS (SELECT 1 FROM identity_changes WHERE user_id = r.id AND state = 'OPEN')
			OR EXISTS (SELECT 1 FROM address_changes WHERE user_id = r.id AND kind = 'CONFIRMATION'))`,
		id: sql`r.id`,
		companyId: uuidOf(sql`done.company_uuid`),
		subjectId: sql`r.id`,
		isEnded: sql`TRUE`,
	},
	WEBHOOK_ENDPOINT: {
		join: sql`webhook_endpoints r ON r.id = done.record AND r.date_deleted IS NULL`,
		id: sql`r.id`,
		companyId: sql`r.company_id`,
		subjectId: sql`r.company_id`,
		isEnded: isLast,
	},
	API_KEY: {
		join: sql`api_keys r ON r.id = done.record AND r.date_revoked IS NULL`,
		id: sql`r.id`,
		companyId: sql`r.company_id`,
		subjectId: sql`coalesce(r.company_id, r.user_id)`,
		isEnded: sql`TRUE`,
	},
	APPROVAL_RULE: {
		join: sql`approval_rules r ON r.id = done.record AND r.date_deleted IS NULL`,
		id: sql`r.id`,
		companyId: sql`r.company_id`,
		subjectId: sql`r.company_id`,
		isEnded: isLast,
	},
	STANDING_EXPENSE: {
		join: sql`standing_expenses r ON r.id = done.record AND r.state IN ('SUBMITTED', 'ACTIVE')`,
		id: sql`r.id`,
		companyId: sql`r.company_id`,
		subjectId: sql`r.employee_id`,
		isEnded: sql`r.state = 'SUBMITTED'`,
	},
	CALENDAR_ADDRESS: {
		join: sql`calendar_addresses r ON r.company_id = done.record AND ${isLast}`,
		id: sql`r.company_id`,
		companyId: sql`r.company_id`,
		subjectId: sql`r.company_id`,
		isEnded: sql`TRUE`,
	},
	RECEIPT_ADDRESS: {
		join: sql`receipt_addresses r ON r.id = done.record AND ${isLast}`,
		id: sql`r.id`,
		companyId: sql`r.company_id`,
		subjectId: sql`r.employee_id`,
		isEnded: sql`TRUE`,
	},
	RECEIPT_DRAFT: {
		join: sql`receipt_drafts r ON r.id = done.record AND r.date_discarded IS NULL`,
		id: sql`r.id`,
		companyId: sql`r.company_id`,
		subjectId: sql`r.employee_id`,
		isEnded: sql`TRUE`,
	},
	EXPENSE: {
		join: sql`expenses r ON r.id = done.record AND r.state IN ('SUBMITTED', 'NEEDS_CORRECTION')`,
		id: sql`r.id`,
		companyId: sql`r.company_id`,
		subjectId: sql`r.employee_id`,
		isEnded: sql`FALSE`,
	},
};

/**
 * Reads the records of a kind that these sessions and keys began, and those of the keys that they created. The history stores the session or
 * key with each event, so the cause of a record is that of its event.
 */
export function causedBy(db: Db, causes: Causes, kind: CausedKind, now: Instant) {
	const { join, id, companyId, subjectId, isEnded } = JOINS[kind];
	const found = sql`(WITH RECURSIVE begun(id, since) AS (
			SELECT id, since FROM (${causes})
			UNION SELECT ${uuidOf(sql`e.record_id`)}, 0 FROM begun CROSS JOIN event_authors a ON a.session_id = ${bytesOf(sql`begun.id`)}
				CROSS JOIN events e ON e.author = a.id AND e.position >= begun.since
					AND e.type = (SELECT id FROM event_texts WHERE text = 'api_key.created')),
		authors(id, user_id, since) AS (
			SELECT a.id, a.user_id, begun.since FROM begun CROSS JOIN event_authors a ON a.session_id = ${bytesOf(sql`begun.id`)}),
		kinds(id) AS (SELECT id FROM event_texts WHERE text IN ${oneOf(CAUSED[kind])}),
		done AS (SELECT ${realTime(db, now)} AS now, e.position, e.company, e.subject AS party, e.record_id AS raw, c.uuid AS company_uuid,
				${uuidOf(sql`authors.user_id`)} AS user, ${uuidOf(sql`s.uuid`)} AS subject,
				${uuidOf(sql`coalesce(e.record_id, s.uuid)`)} AS record
			FROM authors CROSS JOIN events e ON e.author = authors.id AND e.position >= authors.since CROSS JOIN event_parties s ON s.id = e.subject
			LEFT JOIN event_parties c ON c.id = e.company WHERE e.type IN (SELECT id FROM kinds))
		SELECT ${id} AS id, ${companyId} AS company_id, ${subjectId} AS subject_id, ${isEnded} AS is_ended FROM done CROSS JOIN ${join}) caused`;
	return db
		.select({
			kind: sql<CausedKind>`${kind}`.as('kind_'),
			id: sql<string>`caused.id`.as('caused_id'),
			companyId: sql<string | null>`caused.company_id`.as('caused_company'),
			subjectId: sql<string>`caused.subject_id`.as('caused_subject'),
			isEnded: sql<boolean>`caused.is_ended`.mapWith(Boolean).as('caused_ended'),
		})
		.from(found);
}

const THE_REASON = 'Somebody else may have used the session or API key that proposed this.';

/** The user who ends records, and the time. */
interface Ending {
	db: Db;
	deciderId: string;
	now: Instant;
}

/** Returns the statements that end records with these ids, by their kind. Standing expenses end in their own room. */
export const ENDINGS: Partial<Record<CausedKind, (ids: SQL, ending: Ending) => Statement[]>> = {
	PROPOSAL: (ids, { db, deciderId, now }) => [
		db
			.update(proposals)
			.set({
				dateModified: now,
				state: 'DECLINED',
				deciderId,
				dateDecided: now,
				declineReason: THE_REASON,
				dateDue: now + KEPT_MS,
			})
			.where(sql`${proposals.id} IN ${ids} AND ${proposals.state} = 'OPEN'`),
	],
	INVITATION: (ids, { db }) => [
		db
			.delete(oneTimeTokens)
			.where(sql`${oneTimeTokens.userId} IN ${ids} AND ${oneTimeTokens.purpose} = 'REGISTRATION'`),
	],
	ADDRESS_CHANGE: (ids, { db, now }) => [
		db
			.delete(addressChanges)
			.where(sql`${addressChanges.userId} IN ${ids} AND ${addressChanges.kind} <> 'RESTORATION'`),
		db
			.update(identityChanges)
			.set({ state: 'CANCELLED', dateModified: realTime(db, now), dateDue: realTime(db, now) + KEPT_MS })
			.where(sql`${identityChanges.userId} IN ${ids} AND ${identityChanges.state} = 'OPEN'`),
	],
	WEBHOOK_ENDPOINT: (ids, { db, now }) => [
		db
			.update(webhookDeliveries)
			.set({ state: 'FAILED', failure: 'ENDPOINT_DISABLED' })
			.where(sql`${webhookDeliveries.endpointId} IN ${ids} AND ${webhookDeliveries.state} = 'WAITING'`),
		db
			.update(webhookEndpoints)
			.set({ secret: null, previousSecret: null, dateDeleted: now, dateModified: now })
			.where(sql`${webhookEndpoints.id} IN ${ids} AND ${webhookEndpoints.dateDeleted} IS NULL`),
	],
	API_KEY: (ids, { db, now }) => [
		db
			.update(apiKeys)
			.set({ dateRevoked: realTime(db, now) })
			.where(sql`${apiKeys.id} IN ${ids} AND ${apiKeys.dateRevoked} IS NULL`),
	],
	APPROVAL_RULE: (ids, { db, now }) => [
		db
			.update(approvalRules)
			.set({ dateModified: now, dateDeleted: now })
			.where(sql`${approvalRules.id} IN ${ids} AND ${approvalRules.dateDeleted} IS NULL`),
	],
	CALENDAR_ADDRESS: (ids, { db }) => [
		db.delete(calendarAddresses).where(sql`${calendarAddresses.companyId} IN ${ids}`),
	],
	RECEIPT_ADDRESS: (ids, { db }) => [
		db.delete(receiptAddresses).where(sql`${receiptAddresses.id} IN ${ids}`),
	],
	RECEIPT_DRAFT: (ids, { db, now }) => [
		db
			.update(receiptDrafts)
			.set({ dateDiscarded: now })
			.where(sql`${receiptDrafts.id} IN ${ids} AND ${receiptDrafts.dateDiscarded} IS NULL`),
	],
};
