import { z } from '@hono/zod-openapi';
import { adviceForCell, isNearlyFull } from '../../../foundation/core/database-size.ts';
import { integer } from '../../../foundation/http/fields.ts';
import { listAnswer, pageQuery } from '../../../foundation/http/list-contract.ts';
import { operations } from '../../../foundation/http/operation.ts';
import { nullOr, wireBy, wireId, wireInstant, wireText } from '../../../foundation/http/wire.ts';
import type { CellState } from './store.ts';

const count = integer(0, Number.MAX_SAFE_INTEGER);

const warningSchema = z
	.strictObject({
		code: z.enum(['nearly_full']).openapi({ example: 'nearly_full' }),
		detail: wireText(adviceForCell(7_200_000_000)).openapi({ description: 'What to do, in a few sentences' }),
	})
	.openapi('CellWarning');

const cellSchema = z
	.strictObject({
		companyId: wireId(),
		companyName: wireText('Demo GmbH'),
		cell: wireText('b4kq2mzr7xwd').openapi({ description: 'The name of the database, as in the log' }),
		bytes: count.openapi({ description: 'The size at its last run. The limit is 10 GB', example: 1_150_000 }),
		people: count.openapi({ description: 'The number of employees at its last run', example: 20 }),
		schema: wireText('2007_domains').openapi({ description: 'The last migration that it has applied' }),
		dateRun: wireInstant('2026-03-07T09:00:00.000Z')
			.nullable()
			.openapi({ description: 'The last run of its jobs; null before the first' }),
		lagSeconds: count.openapi({
			description: 'How late its next run is; 0 if it is on time. After two hours, the cron starts the run',
			example: 0,
		}),
		warning: nullOr(warningSchema).openapi({ description: 'From 7 GB on' }),
	})
	.openapi('Cell');

export const cellToWire = wireBy(cellSchema, {
	warning: ({ bytes }: CellState) =>
		isNearlyFull(bytes) ? { code: 'nearly_full' as const, detail: adviceForCell(bytes) } : null,
});

export const listCellsRoute = operations(['Companies', 'Extension']).list('listCells', '/cells', {
	summary: 'List the databases of companies that have their own',
	description: `Companies without an entry share the D1 database. Each database reports its figures after a run of its jobs. While
\`lagSeconds\` is 0, the last report is at most a day old.`,
	query: pageQuery,
	responses: { 200: listAnswer(cellSchema, 'All these databases, in order of the ids of their companies') },
});
