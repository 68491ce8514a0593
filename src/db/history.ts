import { getTableColumns, is, type SQL, sql } from 'drizzle-orm';
import { SQLiteCustomColumn, type SQLiteTable } from 'drizzle-orm/sqlite-core';
import type { Scope } from '../core/actor.ts';
import type { Author, Change, Fields } from '../core/history.ts';
import { newId } from '../core/id.ts';
import { type Instant, toIso } from '../core/instant.ts';
import type { Db, Statement } from './client.ts';
import { bytesOf, inParts } from './columns.ts';
import { compacted } from './compact.ts';
import { eventAuthors, eventParties, events, eventTexts, eventValues } from './table.ts';

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
	onlyIf: SQL = sql`TRUE`,
): Statement[] {
	const rows = withSharedValues(happened, author);
	const shared = rows.filter(({ id, valuesId }) => id === valuesId);
	const rowsOf = (part: readonly object[]) => sql`
		SELECT d.value ->> 'id' AS id, d.value ->> 'companyId' AS company_id, d.value ->> 'subjectId' AS subject_id,
			d.value ->> 'recordId' AS record_id, d.value ->> 'type' AS type, d.value ->> 'names' AS fields,
			nullif(d.value -> 'before', 'null') AS before,
			coalesce(${bytesOf(sql`d.value ->> 'valuesId'`)}, d.value -> 'after') AS after
		FROM json_each(${JSON.stringify(part)}) d WHERE ${onlyIf}`;
	const texts = rows.flatMap(({ type, names }) => [type, names]);
	return [
		...shared.map(({ id, after }) =>
			db
				.insert(eventValues)
				.select(sql`SELECT ${bytesOf(sql`${id}`)}, ${JSON.stringify(after)} WHERE TRUE`)
				.onConflictDoNothing(),
		),
		...inParts(rows.map((row) => (row.valuesId === null ? row : { ...row, after: null }))).flatMap((part) =>
			recordEventsFrom(db, author, now, texts, rowsOf(part)),
		),
	];
}

/** Events as they are stored. Several about companies with the same values refer to those of the first. */
function withSharedValues(happened: readonly NewEvent[], author: Author) {
	const rows = happened.map((event) => {
		const { fields, ...values } = compacted(event, author);
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

/**
 * Records an event for each row of a query with the columns `id`, `company_id`, `subject_id`, `record_id`,
 * `type`, `fields`, `before` and `after`. `texts` are the types and fields that may occur in it.
 */
function recordEventsFrom(
	db: Db,
	author: Author,
	now: Instant,
	texts: readonly string[],
	rows: SQL,
): Statement[] {
	const by = authorship(author);
	const textId = (column: string) => sql`(SELECT id FROM event_texts WHERE text = n.${sql.raw(column)})`;
	const partyId = (column: string) =>
		sql`(SELECT id FROM event_parties WHERE uuid = ${bytesOf(sql`n.${sql.raw(column)}`)})`;
	return [
		db
			.insert(eventAuthors)
			.select(sql`SELECT NULL, ${by.columns} WHERE NOT EXISTS (${by.found})`)
			.onConflictDoNothing(),
		db
			.insert(eventTexts)
			.select(sql`SELECT DISTINCT NULL, value FROM json_each(${JSON.stringify(texts)}) WHERE TRUE`)
			.onConflictDoNothing(),
		db
			.insert(events)
			.select(sql`
				SELECT NULL, ${bytesOf(sql`n.id`)}, ${now}, ${by.requestId}, (${by.found}), ${partyId('company_id')},
					${partyId('subject_id')}, iif(n.record_id = n.subject_id, NULL, ${bytesOf(sql`n.record_id`)}),
					${textId('type')}, ${textId('fields')}, n.before, n.after
				FROM (${rows}) n WHERE TRUE`)
			.onConflictDoNothing({ target: events.id }),
	];
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** The author in SQL: its columns, the query that finds its id, and the id of the request. */
function authorship(author: Author) {
	const isUser = 'userId' in author;
	const [userId, sessionId] = isUser
		? [author.userId, author.sessionId].map((id) => bytesOf(sql`${id}`))
		: [sql`NULL`, sql`NULL`];
	const roles = JSON.stringify(isUser ? author.roles : []);
	const requestId = isUser ? author.requestId : null;
	const isUuid = requestId !== null && UUID.test(requestId);
	return {
		columns: sql`${author.type}, ${userId}, ${sessionId}, ${roles}`,
		found: sql`SELECT id FROM event_authors
			WHERE session_id IS ${sessionId} AND type = ${author.type} AND roles = ${roles}`,
		requestId: isUuid ? bytesOf(sql`${requestId}`) : sql`${requestId}`,
	};
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
	const columns = Object.entries(getTableColumns(table)).filter(([name]) => names.includes(name as never));
	return (row) => {
		const fields: Fields = {};
		for (const [name, column] of columns) {
			const value = row[name as keyof typeof row];
			if (value === undefined) continue;
			const isInstant = is(column, SQLiteCustomColumn) && typeof value === 'number';
			fields[called[name as N] ?? name] = isInstant ? toIso(value) : value;
		}
		return withMoney(fields);
	};
}

function withMoney(fields: Fields): Fields {
	const entries = Object.entries(fields).flatMap(([name, value]): [string, unknown][] => {
		const [, amount, part] = /^(amount|budget)(Value|Currency)$/.exec(name) ?? [];
		if (amount === undefined) return [[name, value]];
		return part === 'Value' ? [[amount, { value, currency: fields[`${amount}Currency`] ?? null }]] : [];
	});
	return Object.fromEntries(entries);
}
