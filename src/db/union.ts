import { type Mapper, ofRows } from './rows.ts';

/** What D1 permits one statement. */
const MAX_TERMS = 5;
const MAX_PARAMETERS = 100;
const MAX_COLUMNS = 100;

/** A statement ready to be sent. */
export interface Ready<R = unknown> {
	sql: string;
	params: readonly unknown[];
	mapper: Mapper<R>;
}

/** Whether a statement only reads. Ours that write begin with their verb. */
export const isQuery = (sql: string): boolean => /^\s*(select|with)\b/i.test(sql);

/**
 * Makes one statement of queries that follow each other, because D1 takes longer over a statement than over the few rows that it
 * finds. Each statement that is to be sent returns the results of all that is in it; the order stays.
 */
export function united(statements: readonly Ready[]): Ready<unknown[]>[] {
	const groups: Ready[][] = [];
	for (const statement of statements) {
		const last = groups.at(-1);
		if (last !== undefined && isOneStatement([...last, statement])) last.push(statement);
		else groups.push([statement]);
	}
	return groups.flatMap((group) => (group.length === 1 ? group.map(alone) : unionOf(group)));
}

const isOneStatement = (group: readonly Ready[]): boolean =>
	group.length <= MAX_TERMS &&
	group.flatMap(({ params }) => params).length <= MAX_PARAMETERS &&
	group.every((one) => isQuery(one.sql) && columnsOf(one) > 0 && columnsOf(one) < MAX_COLUMNS);

const columnsOf = ({ mapper }: Ready): number => mapper.ofRows?.columns ?? 0;

function alone({ mapper, ...statement }: Ready): Ready<unknown[]> {
	if (mapper.ofRows === undefined) {
		return { ...statement, mapper: { ofResponse: (response) => [mapper.ofResponse(response)] } };
	}
	const { columns, map } = mapper.ofRows;
	return { ...statement, mapper: ofRows(columns, (rows) => [map(rows)]) };
}

/** Each row begins with the number of its query, and is filled up with nulls to the length of the longest. */
function unionOf(group: readonly Ready[]): Ready<unknown[]> {
	const columns = Math.max(...group.map(columnsOf));
	const terms = group.map((one, index) => {
		// D1 names the columns as the first query does, and loses all but one of those with the same name.
		const filling = Array.from({ length: columns - columnsOf(one) }, (_, place) =>
			index === 0 ? `, NULL AS filling_${place}` : ', NULL',
		);
		return `SELECT ${index} AS of_query, *${filling.join('')} FROM (${one.sql})`;
	});
	return {
		sql: terms.join(' UNION ALL '),
		params: group.flatMap(({ params }) => params),
		mapper: ofRows(1 + columns, (rows) => {
			const found = group.map((): unknown[][] => []);
			for (const [index, ...values] of rows) found[Number(index)]?.push(values);
			return group.map(({ mapper }, index) => mapper.ofRows?.map(found[index] ?? []));
		}),
	};
}
