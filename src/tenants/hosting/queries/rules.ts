import { CATALOGUE, secretsIn } from '../../../foundation/core/tables.ts';

/** The most rows of an answer, and the most bytes of their JSON. */
export const MAX_ROWS = 200;
export const MAX_BYTES = 100_000;

export interface QueryResult {
	columns: readonly string[];
	rows: readonly (readonly (string | number | null)[])[];
	isCut: boolean;
	rowsRead: number;
}

/** The columns that no query may read: hashes of secrets and codes, sealed values, stored answers, and what only a person reads. */
export const SECRETS: Readonly<Record<string, readonly string[]>> = Object.fromEntries(
	CATALOGUE.map(([name, table]) => [name, [...secretsIn(table), ...(table.own ?? [])]] as const).filter(
		([, columns]) => columns.length > 0,
	),
);

export interface Judged {
	/** The statement, put together from its tokens. */
	text: string;
	/** The statement without its literals, for the access log. */
	shape: string;
	/** True for `EXPLAIN QUERY PLAN`. */
	isPlan: boolean;
}

/**
 * The tokens of SQLite, with comments and blanks, which are dropped. Parameters, a second statement, and an open quote or comment match no
 * token.
 */
const TOKEN = new RegExp(
	[
		/([ \t\n\r\f]+|--[^\n]*|\/\*(?:[^*]|\*(?!\/))*\*\/)/,
		/('(?:[^']|'')*'|[xX]'[0-9a-fA-F]*'|0[xX][0-9a-fA-F]+|(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?)/,
		/("(?:[^"]|"")*"|`(?:[^`]|``)*`|\[[^\]]*\]|[A-Za-z_\u0080-\uffff][\w$\u0080-\uffff]*)/,
		/->>|->|\|\||<=|>=|<>|==|!=|<<|>>|[-+*/%&|<>=~(),.]/,
	]
		.map(({ source }) => source)
		.join('|'),
	'y',
);

/** Names through which a statement could reach the real tables with their secrets, or SQLite's own tables. */
const HIDDEN = /^(main|temp)$|^(sqlite_|pragma_|_cf_|dbstat|bytecode$|tables_used$)/;

/** Returns a statement that may run, or as a text the reason why it must not. */
export function judge(sql: string): Judged | string {
	const tokens: string[] = [];
	const shape: string[] = [];
	const end = sql.replace(/[; \t\n\r\f]+$/, '').length;
	for (TOKEN.lastIndex = 0; TOKEN.lastIndex < end; ) {
		const from = TOKEN.lastIndex;
		const [token, blank, literal, name] = TOKEN.exec(sql) ?? [];
		if (token === undefined)
			return `Only one statement without parameters may run. It cannot be read at “${sql.slice(from, from + 20)}”.`;
		if (blank !== undefined) continue;
		const meant = unquoted(literal ?? name ?? '').toLowerCase();
		if (HIDDEN.test(meant)) return `The name “${meant}” must not occur. Name tables without a schema.`;
		tokens.push(token);
		// SQLite reads a quoted name as a text if no such column exists.
		shape.push(literal !== undefined || /^"(?!\w+"$)/.test(token) ? '?' : token);
	}
	const isPlan = /^explain query plan /i.test(tokens.join(' '));
	const first = tokens[isPlan ? 3 : 0]?.toLowerCase() ?? '';
	if (!['select', 'with'].includes(first))
		return 'The statement must begin with SELECT, WITH or EXPLAIN QUERY PLAN.';
	return { text: tokens.slice(isPlan ? 3 : 0).join(' '), shape: shape.join(' '), isPlan };
}

const unquoted = (token: string): string => {
	const quote = token[0] ?? '';
	if (quote === '[') return token.slice(1, -1);
	return ['"', '`', "'"].includes(quote) ? token.slice(1, -1).replaceAll(quote + quote, quote) : token;
};

/**
 * Wraps the statement so that tables without secret columns replace the real ones. They are defined under the same names, and names without
 * a schema refer to them. Only a SELECT can stand in place of a table.
 */
export function withoutSecrets(
	{ text, isPlan }: Judged,
	columns: ReadonlyMap<string, readonly string[]>,
): string {
	const tables = Object.entries(SECRETS).map(([table, secrets]) => {
		const shown = (columns.get(table) ?? []).filter((column) => !secrets.includes(column));
		const list = shown.length === 0 ? 'NULL AS nothing' : shown.map((column) => `"${column}"`).join(', ');
		return `"${table}" AS NOT MATERIALIZED (SELECT ${list} FROM main."${table}")`;
	});
	return `${isPlan ? 'EXPLAIN QUERY PLAN ' : ''}WITH ${tables.join(', ')} SELECT * FROM (${text})`;
}
