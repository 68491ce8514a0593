import { sql } from 'drizzle-orm';
import { integer, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import { aboutEmployee, type Change, CRON, creation } from '../../core/history.ts';
import { type Instant, toIso } from '../../core/instant.ts';
import type { Db, Statement } from '../../db/database.ts';
import { eventsOfChanges, identified } from '../../db/record-events.ts';
import { inParts, insertSelect } from '../../db/records.ts';
import type { PassedOccurrence } from '../vouchers/rules.ts';

/** A view: a row inserted advances the employee's revision and the plan, and stores the voucher and the event if they have an id. */
const passages = sqliteTable('passages', {
	planId: text('plan_id'),
	employeeId: text('employee_id'),
	revision: integer('revision'),
	nextOccurrence: integer('next_occurrence'),
	voucherId: text('voucher_id'),
	goodiesVoucherType: text('goodies_voucher_type'),
	interval: text('interval'),
	amountValue: integer('amount_value'),
	amountCurrency: text('amount_currency'),
	dueDate: integer('due_date'),
	present: integer('present'),
	eventId: text('event_id'),
	eventAuthor: integer('event_author'),
	eventCompany: integer('event_company'),
	eventType: integer('event_type'),
	eventFields: integer('event_fields'),
	eventAfter: text('event_after'),
});

/**
 * Stores what became of due occurrences with their events, through the view `passages` (see migrations). Fails with
 * `stale_revision` when one of the employees has changed since it was read.
 */
export function savePassed(db: Db, passed: readonly PassedOccurrence[], now: Instant): Statement[] {
	const changes = identified(passed.flatMap(changeOf), now);
	const { rows, referring, references } = eventsOfChanges(db, CRON, now, changes);
	const eventOf = new Map(rows.map((event) => [event.recordId, event]));
	const stored = passed.map(({ plan, voucherId, nextOccurrence }) => ({
		...plan,
		voucherId,
		nextOccurrence,
		dueDate: plan.nextOccurrence,
		event: eventOf.get(voucherId ?? plan.id),
	}));
	const values = {
		planId: sql`p.value ->> 'id'`,
		employeeId: sql`p.value ->> 'employeeId'`,
		revision: sql`p.value ->> 'revision'`,
		nextOccurrence: sql`p.value ->> 'nextOccurrence'`,
		voucherId: sql`p.value ->> 'voucherId'`,
		goodiesVoucherType: sql`p.value ->> 'goodiesVoucherType'`,
		interval: sql`p.value ->> 'interval'`,
		amountValue: sql`p.value ->> 'amountValue'`,
		amountCurrency: sql`p.value ->> 'amountCurrency'`,
		dueDate: sql`p.value ->> 'dueDate'`,
		present: now,
		eventId: sql`p.value ->> '$.event.id'`,
		eventAuthor: references.author,
		eventCompany: sql`${references.companies} ->> (p.value ->> '$.event.companyAt')`,
		eventType: sql`${references.texts} ->> (p.value ->> '$.event.typeAt')`,
		eventFields: sql`${references.texts} ->> (p.value ->> '$.event.fieldsAt')`,
		eventAfter: sql`p.value ->> '$.event.after'`,
	};
	return inParts(stored).flatMap((part, index) => [
		...(index === 0 ? [referring] : []),
		insertSelect(db, passages, values, sql`FROM json_each(${JSON.stringify(part)}) p`),
	]);
}

/** An occurrence that is not before the end of its plan was never promised: nothing happened. */
function changeOf({ plan, voucherId }: PassedOccurrence): Change[] {
	const { goodiesVoucherType, interval, amountValue, amountCurrency, nextOccurrence, validUntil } = plan;
	if (validUntil !== null && nextOccurrence >= validUntil) return [];
	const about = aboutEmployee({ id: plan.employeeId, companyId: plan.companyId }, voucherId ?? plan.id);
	return [
		creation(voucherId === null ? 'voucher.skipped' : 'voucher.issued', about, {
			plannedVoucherId: plan.id,
			goodiesVoucherType,
			interval,
			amount: { value: amountValue, currency: amountCurrency },
			dueDate: toIso(nextOccurrence),
		}),
	];
}
