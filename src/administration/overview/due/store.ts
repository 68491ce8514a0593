import { type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import { firstMoments } from '../../../benefits/employment/moments/queries.ts';
import { MOMENT_MS } from '../../../benefits/expenses/approval-rules/rules.ts';
import { DRAFTS_KEPT_MS } from '../../../benefits/expenses/drafts/rules.ts';
import { ABANDONED_AFTER_MS, UNNEEDED_MS } from '../../../benefits/expenses/receipts/rules.ts';
import { MENDABLE_MS } from '../../../benefits/expenses/rules.ts';
import { CLAIM_MS } from '../../../foundation/cells/claims.ts';
import { CLAIM_KINDS } from '../../../foundation/cells/table.ts';
import { FENCED_MS, YOUNG_MS } from '../../../foundation/cells/write.ts';
import type { Instant } from '../../../foundation/core/instant.ts';
import type { Job } from '../../../foundation/core/jobs.ts';
import { ACCESS_EVENTS_KEPT_MS } from '../../../foundation/db/access-events.ts';
import type { Db } from '../../../foundation/db/database.ts';
import { firstSince } from '../../../foundation/db/events.ts';
import { KEYS_KEPT_MS } from '../../../foundation/db/idempotency.ts';
import { KEPT_MS as TOKENS_KEPT_MS } from '../../../tenants/auth/one-time/rules.ts';
import { CHECK_EVERY_MS } from '../../../tenants/auth/providers/rules.ts';
import { IDLE_MS } from '../../../tenants/auth/rules.ts';
import { SIGN_IN_MS } from '../../../tenants/auth/sso/rules.ts';
import { submittedUntil } from '../../../tenants/mail/reminders/rules.ts';
import { ATTEMPT_WINDOW_MS, KNOWN_PLACE_MS } from '../../../tenants/users/attempts/rules.ts';
import { sweepDue } from '../../webhooks/sending/queries.ts';
import { AT_EACH_RUN } from './rules.ts';

const DAY_MS = 86_400_000;
const AN_HOUR_MS = 3_600_000;
/** Written into the text of the query, because D1 allows at most 100 parameters. */
const YOUNG = sql.raw(String(YOUNG_MS));

/** SQL of the earliest of several times. Each of them can be null. */
const earliest = (...times: SQL[]): SQL => {
	const listed = sql.join(
		times.map((time) => sql`(${time})`),
		sql`, `,
	);
	return sql`(SELECT min(value) FROM json_each(json_array(${listed})))`;
};

const ifAny = (rows: SQL): SQL => sql`SELECT ${AT_EACH_RUN} WHERE EXISTS (SELECT 1 ${rows})`;

/**
 * The days after which the company lets the cron close former employees. If a database has several companies, this is 0: the job then checks
 * former employees from their last day on.
 */
const DAYS_OF_ACCESS = sql`coalesce((SELECT leaver_access_days * ${DAY_MS} FROM companies
	WHERE (SELECT count(*) FROM (SELECT 1 FROM companies LIMIT 2)) = 1), 0)`;

/**
 * SQL of when sessions can be deleted. A console session that an identity provider opened stays for a while after its end, because it can be
 * renewed.
 */
const SESSION_ENDS = sql`SELECT min(due) FROM (SELECT date_expires + iif(is_by_sso AND kind = 'CONSOLE', ${IDLE_MS}, 0) AS due
	FROM sessions ORDER BY date_expires LIMIT 100)`;

/** SQL of the earliest time at which each job is due. Each part uses an index. */
const TIMES = {
	settlePassedTerminations: sql`(SELECT min(date_terminated) FROM employees
		WHERE date_terminated IS NOT NULL AND date_termination_settled IS NULL)`,
	closeLeavers: earliest(
		sql`SELECT date_terminated + ${DAYS_OF_ACCESS} FROM employees INDEXED BY employees_due_closures
			WHERE date_terminated IS NOT NULL AND date_sign_in_settled IS NULL AND date_kept_open IS NULL ORDER BY date_terminated LIMIT 1`,
		// The cron closes these people when somebody else administers the company.
		ifAny(sql`FROM employees WHERE date_kept_open IS NOT NULL AND date_sign_in_settled IS NULL`),
	),
	recordMoments: earliest(...firstMoments),
	recordExpiries: sql`(SELECT min(date_due) FROM budget_expiries WHERE date_due IS NOT NULL)`,
	issueDueVouchers: sql`(SELECT min(next_occurrence) FROM planned_vouchers
		WHERE date_deleted IS NULL AND next_occurrence IS NOT NULL)`,
	submitStandingExpenses: sql`(SELECT min(next_date) FROM standing_expenses
		WHERE state = 'ACTIVE' AND next_date <= proof_until AND (end_date IS NULL OR next_date <= end_date))`,
	// A new version of the service may know the official values for these meals.
	splitAwaited: sql`(${ifAny(sql`FROM payroll_transactions WHERE awaits_meal_value AND state = 'PENDING'`)})`,
	closeDueRuns: earliest(
		sql`SELECT min(payroll_reference_date) FROM payroll_transactions WHERE state = 'PENDING'`,
		sql`SELECT date_created FROM payroll_runs WHERE state = 'CLOSING' LIMIT 1`,
	),
	rejectUnmended: sql`(SELECT min(date_returned) + ${MENDABLE_MS} FROM expenses WHERE state = 'NEEDS_CORRECTION')`,
	applyApprovalRules: earliest(
		sql`SELECT min(coalesce((SELECT unixepoch(max(month) / 1000, 'unixepoch', '+1 month') * 1000
			FROM approval_seeds s WHERE s.company_id = r.company_id), 1)) FROM approval_rules r WHERE r.date_deleted IS NULL`,
		// An unfinished upload makes the job run once more than needed.
		sql`SELECT min(max(x.date_created, (SELECT max(date_stored) FROM receipts WHERE expense_id = x.id AND date_discarded IS NULL))) + ${MOMENT_MS}
			FROM approval_rules r CROSS JOIN expenses x ON x.company_id = r.company_id AND x.module = r.module
			WHERE r.date_deleted IS NULL AND x.state = 'SUBMITTED' AND x.machine_facts IS NOT NULL AND x.date_ruled IS NULL`,
		sql`SELECT min(iif(EXISTS (SELECT 1 FROM payroll_runs p WHERE p.company_id = s.company_id AND p.month >= s.month), 1,
				unixepoch(s.month / 1000, 'unixepoch', '+1 month') * 1000 + c.payroll_reference_day * ${DAY_MS}))
			FROM approval_seeds s JOIN companies c ON c.id = s.company_id WHERE s.sealed IS NOT NULL`,
	),
	checkDomains: sql`(SELECT min(date_checked) + ${CHECK_EVERY_MS} FROM company_domains WHERE date_verified IS NOT NULL)`,
	sendDueMails: earliest(
		sweepDue,
		...[0, 1, 2].map(
			(priority) => sql`SELECT min(date_due) FROM mails INDEXED BY mails_due
				WHERE state = 'waiting' AND priority = ${priority}`,
		),
		sql`SELECT min(date_due) FROM push_subscriptions WHERE date_due IS NOT NULL`,
	),
	clearReceipts: earliest(
		...['receipts', 'standing_proofs']
			.map(sql.raw)
			.map(
				(table) =>
					sql`SELECT min(date_unneeded) + ${sql.raw(String(UNNEEDED_MS))} FROM ${table} WHERE date_unneeded IS NOT NULL AND date_discarded IS NULL`,
			),
		...['receipts', 'standing_proofs', 'receipt_drafts']
			.map(sql.raw)
			.flatMap((table) => [
				sql`SELECT min(date_discarded) FROM ${table} WHERE date_discarded IS NOT NULL`,
				sql`SELECT min(date_created) + ${sql.raw(String(ABANDONED_AFTER_MS + 1))} FROM ${table} WHERE date_stored IS NULL`,
			]),
		sql`SELECT min(date_created) + ${sql.raw(String(DRAFTS_KEPT_MS))} FROM receipt_drafts WHERE date_stored IS NOT NULL AND date_discarded IS NULL`,
	),
	clearExpiredSessions: earliest(
		SESSION_ENDS,
		sql`SELECT min(window_start) + ${ATTEMPT_WINDOW_MS} FROM login_attempts`,
		sql`SELECT min(date_used) + ${KNOWN_PLACE_MS} FROM known_places`,
		sql`SELECT min(date_used) + ${KNOWN_PLACE_MS} FROM known_devices`,
		sql`SELECT min(date_expires) + ${TOKENS_KEPT_MS} FROM one_time_tokens`,
		sql`SELECT min(date_expires) FROM address_changes`,
		sql`SELECT min(date_created) + ${SIGN_IN_MS} FROM sso_sign_ins`,
		...CLAIM_KINDS.map((kind) => sql`SELECT min(since) + ${CLAIM_MS} FROM claims WHERE kind = ${kind}`),
	),
	clearOldKeys: earliest(
		sql`SELECT min(date_created) + ${KEYS_KEPT_MS} FROM idempotency_keys`,
		sql`SELECT min(date_due) FROM proposals WHERE date_due IS NOT NULL`,
	),
	settleAddresses: earliest(
		sql`SELECT min(since) + ${YOUNG} FROM addresses WHERE claim IS NOT NULL`,
		sql`SELECT min(since) + ${YOUNG} FROM grants WHERE since IS NOT NULL`,
		sql`SELECT min(since) + ${YOUNG} FROM template_copies`,
		sql`SELECT min(tills_since) + ${YOUNG} FROM places WHERE tills_since IS NOT NULL`,
		sql`SELECT min(since) + ${FENCED_MS} FROM fences`,
	),
	unsavedSince: earliest(
		sql`SELECT date FROM backups WHERE position < (SELECT max(position) FROM events) ORDER BY date LIMIT 1`,
		sql`SELECT date_created FROM companies WHERE NOT EXISTS (SELECT 1 FROM backups) ORDER BY id LIMIT 1`,
	),
	clearAccessEvents: sql`(SELECT min(date) + ${ACCESS_EVENTS_KEPT_MS} FROM access_events)`,
} satisfies Partial<Record<Job | 'unsavedSince', SQL>>;

/**
 * SQL of when the history is due. The job archives events of closed years, blanks archives of erased people, and deletes files without an
 * archive.
 */
const historyDue = (closedUntil: Instant): SQL =>
	earliest(
		sql`SELECT ${closedUntil} WHERE (SELECT min(position) FROM events)
			< min(coalesce(${firstSince(closedUntil)}, (SELECT max(position) FROM events)), (SELECT max(position) FROM events))`,
		ifAny(sql`FROM event_archive_subjects WHERE is_due`),
		sql`SELECT min(date_created) + ${AN_HOUR_MS + 1} FROM event_files`,
	);

/** SQL of the first expense, or proof of a standing expense, that no digest has counted. */
const FIRST_SUBMITTED = earliest(
	...['expenses', 'standing_proofs'].map(sql.raw).map(
		(table) => sql`SELECT id FROM ${table} WHERE +state = 'SUBMITTED' AND id >= (
			SELECT printf('%08x-%04x-', since >> 16, since & 65535) FROM (
				SELECT done_until + ${submittedUntil(0)} AS since FROM reminder_turns WHERE kind = 'expenses_waiting')) ORDER BY id LIMIT 1`,
	),
);

/** Reads in one row when each job is due. For some jobs, the column is an id, a day or a month from which the time follows. */
export const dueColumns = (db: Db, closedUntil: Instant) =>
	db
		.select({
			...(Object.fromEntries(
				Object.entries(TIMES).map(([job, time]) => [job, sql`${time}`.as(job)]),
			) as Record<keyof typeof TIMES, SQL.Aliased<Instant | null>>),
			archiveHistory: sql<Instant | null>`${historyDue(closedUntil)}`.as('history_due'),
			firstSubmitted: sql<string | null>`${FIRST_SUBMITTED}`.as('first_submitted'),
			oldestMail: sql<string | null>`(SELECT id FROM mails WHERE +state <> 'waiting' ORDER BY id LIMIT 1)`.as(
				'oldest_mail',
			),
			oldestDelivery: sql<string | null>`(SELECT min(id) FROM webhook_deliveries)`.as('oldest_delivery'),
			oldestInvitations: sql<number | null>`(SELECT min(day) FROM invitation_days)`.as('oldest_invitations'),
			outdatedBackups: sql<Instant | null>`(SELECT min(outdated) FROM backups WHERE outdated IS NOT NULL)`.as(
				'outdated_backups',
			),
			oldestUsage: sql<string | null>`(SELECT min(month) FROM quota_usage WHERE month > '')`.as(
				'oldest_usage',
			),
		})
		.from(sql`(SELECT 1)`);

/** Counts the records that a job would handle, by company. */
export const countByCompany = (db: Db, due: SQLWrapper) =>
	db
		.select({
			companyId: sql<string>`company_id`.as('company'),
			count: sql<number>`count(*)`.as('due'),
		})
		.from(sql`${due} records`)
		.groupBy(sql`1`);
