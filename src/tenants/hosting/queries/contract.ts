import { z } from '@hono/zod-openapi';
import { jsonAnswer } from '../../../foundation/http/contract.ts';
import { integer, text } from '../../../foundation/http/fields.ts';
import { operations } from '../../../foundation/http/operation.ts';
import { records, wireText } from '../../../foundation/http/wire.ts';
import { MAX_BYTES, MAX_ROWS, type QueryResult } from './rules.ts';

const MAX_SQL = 5000;

const query = z
	.strictObject({
		sql: text('SELECT state, count(*) FROM expenses GROUP BY state', MAX_SQL).openapi({
			description:
				'One statement that begins with `SELECT`, `WITH` or `EXPLAIN QUERY PLAN`, without parameters',
		}),
		reason: text('Ticket 4711: a receipt is missing', 200).openapi({
			description: 'Why you read these rows. The access log of the company shows it',
		}),
	})
	.openapi('Query');

const MAX_COLUMNS = 2000;
const anything = z.string().openapi({ pattern: '^[\\s\\S]*$', maxLength: MAX_BYTES });
const value = z.union([anything, z.number(), z.null()]);

const resultSchema = z
	.strictObject({
		columns: records(wireText('state')),
		rows: records(z.array(value).max(MAX_COLUMNS)).openapi({
			description: "At most 200 rows and 100 kB. Bytes are hexadecimal, as `x'0a'`",
			example: [['SUBMITTED', 12]],
		}),
		isCut: z.boolean().openapi({ description: 'Whether there are more rows', example: false }),
		rowsRead: integer(0, Number.MAX_SAFE_INTEGER).openapi({
			description: 'The number of rows that the database has read for this',
			example: 12,
		}),
	})
	.openapi('QueryResult');

export const toWire = ({ columns, rows, isCut, rowsRead }: QueryResult): z.infer<typeof resultSchema> => ({
	columns: [...columns],
	rows: rows.map((row) => [...row]),
	isCut,
	rowsRead,
});

export const queryCompanyRoute = operations(['Companies', 'Extension']).ask(
	'queryCompany',
	'/companies/{companyId}/query',
	{
		summary: 'Read rows of a company with SQL',
		description: `Lets support read a company with a database of its own, which \`wrangler d1 execute\` does not reach. The response has at most
${MAX_ROWS} rows. Columns with secrets, such as hashes of passwords and codes, are left out. The access log of the company records the
reason, and the statement without its literals, before the rows are read.`,
		body: query,
		responses: { 200: jsonAnswer(resultSchema, 'The rows') },
		refusals: ['shared_database'],
	},
);
