import { type SQL, sql } from 'drizzle-orm';
import { addDays, type Instant, startOfDay } from '../../../foundation/core/instant.ts';
import type { Module } from '../../../foundation/core/modules.ts';
import type { Db } from '../../../foundation/db/database.ts';
import { UNNEEDED_MS } from '../receipts/rules.ts';

/** The most purchases in a trial. Reading them costs as much as two pages of decisions. */
const MAX_TRIED = 1000;

/** Returns the first day of purchases in a trial. The receipts of purchases that were rejected since then still exist. */
const firstTriedDay = (now: Instant): Instant => addDays(startOfDay(now), 1 - UNNEEDED_MS / 86_400_000);

/** SQL of the latest purchases of a module that people or a rule have decided. */
const decidedOf = (companyId: SQL, module: Module, now: Instant): SQL =>
	sql`(SELECT id, date, machine_facts FROM expenses
		WHERE company_id = ${companyId} AND module = ${module} AND date >= ${firstTriedDay(now)}
			AND state IN ('APPROVED', 'REJECTED') AND coalesce(decider_id, approval_rule_id) IS NOT NULL
		ORDER BY date DESC, id DESC LIMIT ${MAX_TRIED})`;

/** SQL of the ids of purchases with facts. Rules approve no others. */
export const idsForTrial = (...of: Parameters<typeof decidedOf>): SQL =>
	sql`(SELECT id FROM ${decidedOf(...of)} WHERE machine_facts IS NOT NULL)`;

/** Counts the purchases of a trial. If there are too many, the trial begins with the first one that fits. */
export const triedCounts = (db: Db, ...of: Parameters<typeof decidedOf>) =>
	db
		.select({
			decided: sql<number>`count(*)`.as('decided'),
			firstDay: sql<Instant>`iif(count(*) = ${MAX_TRIED}, min(date), ${firstTriedDay(of[2])})`.as(
				'first_day',
			),
		})
		.from(decidedOf(...of));
