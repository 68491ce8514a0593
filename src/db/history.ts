import { getTableColumns, is, type SQL, sql } from 'drizzle-orm';
import { SQLiteCustomColumn, type SQLiteTable } from 'drizzle-orm/sqlite-core';
import type { Scope } from '../core/actor.ts';
import type { Author, Change, Fields } from '../core/history.ts';
import { newId } from '../core/id.ts';
import { type Instant, toIso } from '../core/instant.ts';
import { bytesOf } from './columns.ts';
import { compacted } from './compact.ts';
import type { Db, Statement } from './database.ts';
import { authorship, insertBatch, numbered, referencesOf } from './event-batches.ts';
import { insertSelect } from './insert-select.ts';
import { inParts } from './records.ts';
import { eventParties, events, eventValues } from './table.ts';

export type NewEvent = Change & { id: string };

export const identified = <C extends Change>(changes: readonly C[], now: Instant): (C & NewEvent)[] =>
	changes.map((change) => ({ id: newId(now), ...change }));

/**
 * Records events in the batch of their changes, in as few statements as D1 allows. `onlyIf`, a condition on
 * the event `d.value`, leaves out those whose change did not happen.
 */
export function recordEvents(
	db: Db,
	author: Author,
	now: Instant,
	happened: readonly NewEvent[],
	onlyIf?: SQL,
): Statement[] {
	const { rows, batch } = asStored(author, now, happened);
	const shared = rows.filter(({ id, valuesId }) => id === valuesId);
	const stored = rows.map((row) => (row.valuesId === null ? row : { ...row, after: null }));
	return [
		...shared.map(({ id, after }) =>
			insertSelect(
				db,
				eventValues,
				{ id: bytesOf(sql`${id}`), after: JSON.stringify(after) },
				sql`WHERE TRUE`,
			).onConflictDoNothing(),
		),
		...inParts(stored).map((part) => insertBatch(db, { ...batch, events: JSON.stringify(part) }, onlyIf)),
	];
}

/**
 * For a trigger that writes each event together with its change: the events, the statement that adds what they
 * refer to, which goes before, and their references in SQL.
 */
export function eventsOfChanges(db: Db, author: Author, now: Instant, happened: readonly NewEvent[]) {
	const { rows, batch } = asStored(author, now, happened);
	return { rows, referring: insertBatch(db, { ...batch, events: '[]' }), references: referencesOf(batch) };
}

/** Events as the view of batches takes them: what they refer to are places in its arrays. */
function asStored(author: Author, now: Instant, happened: readonly NewEvent[]) {
	const alike = withSharedValues(happened, author, now);
	const texts = numbered(alike.flatMap(({ type, names }) => [type, names]));
	const companies = numbered(alike.map(({ companyId }) => companyId));
	const rows = alike.map(({ id, companyId, subjectId, recordId, type, names, before, after, valuesId }) => ({
		id,
		subjectId,
		recordId,
		type,
		before,
		after,
		valuesId,
		companyAt: companies.at(companyId),
		typeAt: texts.at(type),
		fieldsAt: texts.at(names),
	}));
	const batch = { ...authorship(author), date: now, texts: texts.json, companies: companies.json };
	return { rows, batch };
}

/** Events as they are stored. Several about companies with the same values refer to those of the first. */
function withSharedValues(happened: readonly NewEvent[], author: Author, now: Instant) {
	const rows = happened.map((event) => {
		const { fields, ...values } = compacted(event, author, now);
		return { ...event, ...values, names: JSON.stringify(fields), valuesId: null as string | null };
	});
	const keyOf = ({ subjectType, after }: (typeof rows)[number]) =>
		subjectType === 'COMPANY' ? JSON.stringify(after) : null;
	for (const [key, alike] of Map.groupBy(rows, keyOf)) {
		const [first, ...more] = alike;
		if (key === null || first === undefined || more.length === 0) continue;
		for (const row of alike) row.valuesId = first.id;
	}
	return rows;
}

/** The numbers under which events refer to companies, users and employees, as a subquery; none unless `onlyIf`. */
export const partiesOf = (ids: readonly string[], onlyIf: SQL = sql`TRUE`): SQL =>
	sql`(SELECT p.id FROM json_each(iif(${onlyIf}, ${JSON.stringify(ids)}, '[]')) given
		CROSS JOIN ${eventParties} p ON p.uuid = ${bytesOf(sql`given.value`)})`;

/** The numbers of the companies, of which the filter may name one. The null company is the platform's. */
export function companiesOf(
	{ all, managerId }: Scope,
	companyId: string | undefined,
	onlyIf: SQL = sql`TRUE`,
): SQL {
	const isWanted = companyId === undefined ? sql`TRUE` : sql`m.company_id = ${companyId}`;
	if (!all) {
		return sql`SELECT p.id FROM user_companies m CROSS JOIN event_parties p ON p.uuid = ${bytesOf(sql`m.company_id`)}
			WHERE m.user_id = iif(${onlyIf}, ${managerId}, NULL) AND ${isWanted}`;
	}
	if (companyId !== undefined) return sql`SELECT id FROM ${partiesOf([companyId], onlyIf)}`;
	return sql`SELECT p.id FROM companies CROSS JOIN event_parties p ON p.uuid = ${bytesOf(sql`companies.id`)}
		UNION ALL SELECT NULL`;
}

export const eventById = (db: Db, id: string) =>
	db
		.select({ position: events.position })
		.from(events)
		.where(sql`${events.id} = ${bytesOf(sql`${id}`)}`);

/**
 * Returns a function that turns a row into the fields that the history records: the named columns only,
 * under the names that answers give them where these differ (`called`), instants as ISO 8601, amounts as
 * `{value, currency}`. Columns missing from the row are left out.
 */
export function teller<T extends SQLiteTable, N extends keyof T['_']['columns'] & string>(
	table: T,
	names: readonly N[],
	called: { [name in N]?: string } = {},
): (row: object) => Fields {
	const told = Object.entries(getTableColumns(table))
		.filter(([name]) => names.includes(name as never))
		.map(([name, column]) => tellingOf(name, called[name as N] ?? name, is(column, SQLiteCustomColumn)))
		.filter((telling) => telling !== null);
	return (row) => {
		const values = row as Fields;
		const fields: Fields = {};
		for (const { name, shown, toShown } of told) {
			if (values[name] !== undefined) fields[shown] = toShown(values[name], values);
		}
		return fields;
	};
}

const MONEY = /^(amount|budget|requestedAmount|approvedAmount)(Value|Currency)$/;

/** How a column is told, which is found out once. A currency is told with its value. */
function tellingOf(name: string, shown: string, isInstant: boolean) {
	const [, amount, part] = MONEY.exec(shown) ?? [];
	if (part === 'Currency') return null;
	if (amount !== undefined) {
		const toMoney = (value: unknown, row: Fields) =>
			value === null ? null : { value, currency: row[`${amount}Currency`] ?? row.amountCurrency ?? null };
		return { name, shown: amount, toShown: toMoney };
	}
	const toShown = (value: unknown) => (isInstant && typeof value === 'number' ? toIso(value) : value);
	return { name, shown, toShown };
}
