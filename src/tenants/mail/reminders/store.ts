import { type SQL, sql } from 'drizzle-orm';
import { addDays, type Instant } from '../../../foundation/core/instant.ts';
import { firstIdAt, idInRow } from '../../../foundation/db/columns.ts';
import type { Db, Statement } from '../../../foundation/db/database.ts';
import { earliest } from '../../../foundation/db/due.ts';
import { insertSelect } from '../../../foundation/db/records.ts';
import { wants } from '../queries.ts';
import { priorityOf } from '../rules.ts';
import { mails, reminderTurns } from '../table.ts';
import { closingsOf, endingUntil, PROOF_DAYS, type Reminder, submittedUntil } from './rules.ts';

/** SQL of the first expense, or proof of a standing expense, that no digest for verifiers has counted. */
export const firstSubmitted = earliest<string>(
	...['expenses', 'standing_proofs'].map(sql.raw).map(
		(table) => sql`SELECT id FROM ${table} WHERE +state = 'SUBMITTED' AND id >= (
			SELECT printf('%08x-%04x-', since >> 16, since & 65535) FROM (
				SELECT done_until + ${submittedUntil(0)} AS since FROM reminder_turns WHERE kind = 'expenses_waiting')) ORDER BY id LIMIT 1`,
	),
);

export const turnsDone = (db: Db) => db.select().from(reminderTurns);

export const saveTurn = (db: Db, kind: Reminder, doneUntil: Instant): Statement =>
	db
		.insert(reminderTurns)
		.values({ kind, doneUntil })
		.onConflictDoUpdate({
			target: reminderTurns.kind,
			set: { doneUntil: sql`max(done_until, excluded.done_until)` },
		});

/** A time for reminders, with the previous one. */
export interface Turn {
	kind: Reminder;
	from: Instant;
	turn: Instant;
}

/** Creates up to `limit` reminders for people who have none of this turn. The second statement returns the number of created ones. */
export const remind = (db: Db, of: Turn, now: Instant, limit: number) =>
	[
		insertSelect(
			db,
			mails,
			{
				id: idInRow(of.turn),
				dateCreated: of.turn,
				kind: of.kind,
				userId: sql`r.user_id`,
				companyId: sql`r.company_id`,
				data: sql`r.data`,
				priority: priorityOf(of.kind),
				dateDue: now,
			},
			sql`FROM (${AUDIENCES[of.kind](of, now)}) r
				WHERE NOT EXISTS (SELECT 1 FROM mails m
					WHERE m.user_id = r.user_id AND m.kind = ${of.kind} AND m.date_created > ${of.from})
				GROUP BY r.user_id LIMIT ${limit}`,
		),
		db.select({ count: sql<number>`changes()`.as('made') }).from(sql`(SELECT 1)`),
	] as const;

/** SQL that is true when a record was submitted in the time of a digest, according to its id. */
const isSubmittedIn = (id: 'id' | 'p.id', { from, turn }: Turn): SQL =>
	sql`${sql.raw(id)} >= ${firstIdAt(submittedUntil(from))} AND ${sql.raw(id)} < ${firstIdAt(submittedUntil(turn))}`;

/** Queries of the people to remind, with the columns `user_id`, `company_id` and `data`. */
const AUDIENCES: Record<Reminder, (of: Turn, now: Instant) => SQL> = {
	/** A digest for each verifier. If there are several companies, it names none. */
	expenses_waiting: (of) => sql`
		SELECT c.user_id, iif(min(e.company_id) = max(e.company_id), e.company_id, NULL) AS company_id,
			iif(sum(e.standing) = 0, json_object('count', CAST(sum(e.submitted) AS text)),
				json_object('count', CAST(sum(e.submitted) AS text), 'standing', CAST(sum(e.standing) AS text))) AS data
		FROM (SELECT company_id, count(*) AS submitted, 0 AS standing FROM expenses
			WHERE ${isSubmittedIn('id', of)} AND state = 'SUBMITTED' GROUP BY company_id
			UNION ALL
			SELECT s.company_id, count(*), count(*) FROM standing_proofs p CROSS JOIN standing_expenses s ON s.id = p.standing_expense_id
			WHERE ${isSubmittedIn('p.id', of)} AND p.state = 'SUBMITTED' AND p.date_stored IS NOT NULL AND p.date_discarded IS NULL
				AND s.waiting_since IS NOT NULL GROUP BY s.company_id) e
		CROSS JOIN user_companies c ON c.company_id = e.company_id
		CROSS JOIN users u ON u.id = c.user_id
		WHERE instr(u.roles, '"FLEX_DOCUMENT_VERIFIER"') > 0 AND ${wants(of.kind)}
		GROUP BY c.user_id`,

	/** For accesses that end without a successor, or by a termination. */
	access_ending: ({ kind, from, turn }) => sql`
		SELECT u.id AS user_id, e.company_id, json_object('date', date(a.valid_until / 1000, 'unixepoch')) AS data
		FROM flex_accesses a
		CROSS JOIN employees e ON e.id = a.employee_id
		CROSS JOIN users u ON u.id = e.user_id
		WHERE a.date_deleted IS NULL AND a.valid_until > ${endingUntil(from)} AND a.valid_until <= ${endingUntil(turn)}
			AND NOT EXISTS (SELECT 1 FROM flex_accesses f WHERE f.employee_id = a.employee_id
				AND f.date_deleted IS NULL AND f.valid_from > a.valid_until AND f.valid_from <= a.valid_until + 1000)
			AND ${wants(kind)}
		UNION ALL
		SELECT u.id, e.company_id, json_object('date', date(e.date_terminated / 1000, 'unixepoch'))
		FROM employees e
		CROSS JOIN users u ON u.id = e.user_id
		WHERE e.date_termination_settled IS NULL
			AND e.date_terminated > ${endingUntil(from)} AND e.date_terminated <= ${endingUntil(turn)}
			AND EXISTS (SELECT 1 FROM flex_accesses f WHERE f.employee_id = e.id AND f.date_deleted IS NULL
				AND f.valid_from < e.date_terminated AND (f.valid_until IS NULL OR f.valid_until > e.date_terminated))
			AND ${wants(kind)}`,

	/** For proofs of current standing expenses that end while no newer proof waits. */
	proof_ending: ({ kind, from, turn }) =>
		sql.join(
			PROOF_DAYS.map(
				(days) => sql`
		SELECT u.id AS user_id, e.company_id, json_object('date', date(s.proof_until / 1000, 'unixepoch'), 'module', s.module, 'standingExpenseId', s.id) AS data
		FROM standing_expenses s
		CROSS JOIN employees e ON e.id = s.employee_id
		CROSS JOIN users u ON u.id = e.user_id
		WHERE s.state = 'ACTIVE' AND s.proof_until > ${addDays(from, days)} AND s.proof_until <= ${addDays(turn, days)}
			AND s.proof_until >= ${turn} AND s.waiting_since IS NULL AND (s.end_date IS NULL OR s.end_date > s.proof_until)
			AND (e.date_terminated IS NULL OR e.date_terminated > s.proof_until) AND ${wants(kind)}`,
			),
			sql` UNION ALL `,
		),

	/** For months that are not closed, with a budget that does not accumulate, of people who have submitted nothing for them. */
	month_closing: ({ kind, from, turn }) => sql`
		SELECT u.id AS user_id, e.company_id,
			json_object('month', d.value ->> 'month', 'lastDay', d.value ->> 'lastDay') AS data
		FROM json_each(${JSON.stringify(closingsOf(from, turn))}) d
		CROSS JOIN companies c ON c.submission_day = d.value ->> 'submissionDay'
			OR (c.submission_day IS NULL AND c.payroll_reference_day = d.value ->> 'submissionDay')
		CROSS JOIN employees e ON e.company_id = c.id
		CROSS JOIN users u ON u.id = e.user_id
		WHERE ${wants(kind)} AND (e.date_terminated IS NULL OR e.date_terminated > d.value ->> 'monthStart')
			AND NOT EXISTS (SELECT 1 FROM payroll_runs r WHERE r.company_id = c.id AND r.month >= d.value ->> 'monthStart')
			AND EXISTS (SELECT 1 FROM flex_accesses a WHERE a.employee_id = e.id AND a.date_deleted IS NULL
				AND a.accumulate_budget = 0 AND a.valid_from <= d.value ->> 'monthEnd'
				AND (a.valid_until IS NULL OR a.valid_until > d.value ->> 'monthStart'))
			AND NOT EXISTS (SELECT 1 FROM expenses x WHERE x.employee_id = e.id
				AND x.date BETWEEN d.value ->> 'monthStart' AND d.value ->> 'monthEnd'
				AND x.state IN ('SUBMITTED', 'APPROVED'))`,

	/** For accesses that accumulate on 1 December, because their remaining budget expires with the year. */
	budget_expiring: ({ kind, turn }, now) => sql`
		SELECT u.id AS user_id, e.company_id, json_object('year', strftime('%Y', ${turn} / 1000, 'unixepoch')) AS data
		FROM users u INDEXED BY users_signing_in
		CROSS JOIN employees e ON e.user_id = u.id
		WHERE ${now} < ${turn} + 31 * 86400000 AND ${wants(kind)}
			AND (e.date_terminated IS NULL OR e.date_terminated > ${turn})
			AND EXISTS (SELECT 1 FROM flex_accesses a WHERE a.employee_id = e.id AND a.date_deleted IS NULL
				AND a.accumulate_budget = 1 AND a.valid_from <= ${turn} AND (a.valid_until IS NULL OR a.valid_until >= ${turn}))`,
};
