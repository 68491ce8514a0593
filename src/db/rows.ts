import { Column, is, type Query, SQL } from 'drizzle-orm';

/** The parts of Drizzle's prepared query that running it in a batch needs. */
interface Prepared {
	getQuery(): Query;
	mapResult(response: D1Result, isFromBatch: true): unknown;
	/** The selected columns in their order; none when nothing is selected. */
	fields?: readonly { path: readonly string[]; field: Column | SQL | SQL.Aliased }[];
}

export interface Preparable {
	_prepare(): Prepared;
}

/** Maps rows as Drizzle does, which finds out the kind of every column again in every row. */
export function mapperOf(query: Prepared): (response: D1Result) => unknown {
	const { fields } = query;
	if (fields === undefined || fields.some(({ path }) => path.length > 1)) {
		return (response) => query.mapResult(response, true);
	}
	const columns = fields.map(({ path: [name = ''], field }) => ({ name, decoder: decoderOf(field) }));
	return ({ results }) =>
		results.map((row) => {
			const values = Object.values(row as object);
			const record: Record<string, unknown> = {};
			columns.forEach(({ name, decoder }, index) => {
				record[name] = values[index] === null ? null : decoder.mapFromDriverValue(values[index]);
			});
			return record;
		});
}

/** `decoder` is missing from the types of SQL expressions. */
function decoderOf(field: Column | SQL | SQL.Aliased): Pick<Column, 'mapFromDriverValue'> {
	if (is(field, Column)) return field;
	return ((is(field, SQL) ? field : field.sql) as unknown as { decoder: Column }).decoder;
}
