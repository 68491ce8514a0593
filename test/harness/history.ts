import { expanded } from '../../src/foundation/db/events.ts';
import type { Row, State } from './snapshot.ts';

/** The tables to which events refer. `flattened` puts their values into the row of the event. */
const REFERRED = ['event_authors', 'event_hours', 'event_parties', 'event_texts', 'event_values'];

/** The history with one row for each event that says all of it, in place of the tables that it is stored in. */
export function flattened(state: State): State {
	const find = (table: string, id: unknown) => state[table]?.find((row) => row.id === id);
	const flat = (row: Row): Row => {
		const subject = find('event_parties', row.subject);
		const author = find('event_authors', row.author) ?? {};
		const own = {
			companyId: (find('event_parties', row.company)?.uuid ?? null) as string | null,
			subjectId: String(subject?.uuid),
			recordId: String(row.record_id ?? subject?.uuid),
			userId: author.user_id as string | null,
			date: new Date(Number(row.date)).toISOString(),
		};
		const values = {
			fields: JSON.parse(String(find('event_texts', row.fields)?.text)),
			before: JSON.parse(String(row.before)),
			after: JSON.parse(String(find('event_values', row.after)?.after ?? row.after)),
		};
		const { before, after } = expanded(values, own);
		const { type, user_id: userId, session_id: sessionId, roles } = author;
		const by = userId === null ? { type } : { type, userId, sessionId, roles: JSON.parse(String(roles)) };
		return {
			position: row.position ?? null,
			id: row.id ?? null,
			date: row.date ?? null,
			request_id: row.request_id ?? null,
			author: JSON.stringify(by),
			company_id: own.companyId,
			subject_type: subject?.type ?? null,
			subject_id: own.subjectId,
			record_id: own.recordId,
			type: find('event_texts', row.type)?.text ?? null,
			before: before && inOneOrder(before),
			after: inOneOrder(after),
		};
	};
	const others = Object.entries(state).filter(([table]) => !REFERRED.includes(table));
	return { ...Object.fromEntries(others), events: (state.events ?? []).map(flat) };
}

/** Sorts the fields, because their order depends on how they are stored. */
const inOneOrder = (fields: object): string =>
	JSON.stringify(Object.fromEntries(Object.entries(fields).sort(([a], [b]) => (a < b ? -1 : 1))));
