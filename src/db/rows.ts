import { Column, is, type Query, SQL } from 'drizzle-orm';

/** The parts of Drizzle's prepared query that running it in a batch needs. */
interface Prepared {
	getQuery(): Query;
	mapResult(response: D1Result, isFromBatch: true): unknown;
	/** The selected columns in their order; none when nothing is selected. */
	fields?: readonly { path: readonly string[]; field: Column | SQL | SQL.Aliased }[];
	/** Where it has been found out before. */
	mapper?: Mapper;
}

export interface Preparable {
	_prepare(): Prepared;
}

/** What makes the result of a statement of what D1 answers. */
export interface Mapper<R = unknown> {
	ofResponse(response: D1Result): R;
	/** What makes it of rows that are arrays of so many values; missing when Drizzle itself has to map. */
	ofRows?: { columns: number; map(rows: readonly unknown[][]): R };
}

/** Maps rows as Drizzle does, which finds out the kind of every column again in every row. */
export function mapperOf(query: Prepared): Mapper {
	const { fields, mapper } = query;
	if (mapper !== undefined) return mapper;
	if (fields === undefined || fields.some(({ path }) => path.length > 1)) {
		return { ofResponse: (response) => query.mapResult(response, true) };
	}
	const columns = fields.map(({ path: [name = ''], field }) => ({ name, decoder: decoderOf(field) }));
	const recordOf = (values: readonly unknown[]) => {
		const record: Record<string, unknown> = {};
		columns.forEach(({ name, decoder }, index) => {
			record[name] = values[index] === null ? null : decoder.mapFromDriverValue(values[index]);
		});
		return record;
	};
	return ofRows(columns.length, (rows) => rows.map(recordOf));
}

export const ofRows = <R>(columns: number, map: (rows: readonly unknown[][]) => R): Mapper<R> => ({
	ofResponse: ({ results }) => map(results.map((row) => Object.values(row as object))),
	ofRows: { columns, map },
});

/** `decoder` is missing from the types of SQL expressions. */
function decoderOf(field: Column | SQL | SQL.Aliased): Pick<Column, 'mapFromDriverValue'> {
	if (is(field, Column)) return field;
	return ((is(field, SQL) ? field : field.sql) as unknown as { decoder: Column }).decoder;
}
