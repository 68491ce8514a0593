import type { Ask } from '../interface.ts';
import type { TablePart } from './belonging.ts';
import type { Structure } from './pages.ts';

const MAX_STORED = 400_000;

/** Returns statements that store lines. They replace rows with the same keys, or keep them if the table is shared. */
export function storing(
	{ table }: Pick<TablePart, 'table'>,
	structure: Structure,
	lines: readonly string[],
	otherwise: 'REPLACE' | 'IGNORE' = 'REPLACE',
): Ask[] {
	const values = valuesOf(table, structure);
	const names = [...values.keys()].map((name) => `"${name}"`);
	const selected = [...values.values()].join(', ');
	return withLines(
		`INSERT OR ${otherwise} INTO ${table} (${names.join(', ')}) SELECT ${selected} FROM json_each(?1) j`,
		lines,
	);
}

/** Returns queries that count the lines for which the table has no equal row. */
export function countingMissing(table: string, structure: Structure, lines: readonly string[]): Ask[] {
	const isSame = [...valuesOf(table, structure)].map(([name, value]) => `t."${name}" IS ${value}`);
	return withLines(
		`SELECT count(*) AS n FROM json_each(?1) j WHERE NOT EXISTS (SELECT 1 FROM ${table} t WHERE ${isSame.join(' AND ')})`,
		lines,
	);
}

/** Returns the SQL that reads each column from a line of `json_each`. */
function valuesOf(table: string, { tables }: Structure): Map<string, string> {
	const { columns = [], hasBytes = false } = tables.get(table) ?? {};
	const valueAt = (place: number) => {
		const value = `j.value ->> '$[${place}]'`;
		return hasBytes
			? `iif(json_type(j.value, '$[${place}]') = 'object', unhex(j.value ->> '$[${place}].x'), ${value})`
			: value;
	};
	return new Map(columns.map((name, place) => [name, valueAt(place)]));
}

/** Splits lines among several statements with the same text. */
function withLines(text: string, lines: readonly string[]): Ask[] {
	const asked: Ask[] = [];
	let [together, size]: [string[], number] = [[], 0];
	for (const line of [...lines, null]) {
		if (together.length > 0 && (line === null || size + line.length > MAX_STORED)) {
			asked.push([text, [`[${together.join(',')}]`]]);
			[together, size] = [[], 0];
		}
		if (line === null) continue;
		together.push(line);
		size += line.length;
	}
	return asked;
}
