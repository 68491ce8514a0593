import { z } from '@hono/zod-openapi';
import { timelineAnswers } from '../../../foundation/http/contract.ts';
import { integer } from '../../../foundation/http/fields.ts';
import { pageQuery } from '../../../foundation/http/list-contract.ts';
import { operations } from '../../../foundation/http/operation.ts';
import { wireBy, wireInstant, wireText } from '../../../foundation/http/wire.ts';

const count = (description: string, example: number) =>
	integer(0, Number.MAX_SAFE_INTEGER).openapi({ description, example });

const backupSchema = z
	.strictObject({
		date: wireInstant('2026-03-07T01:00:00.000Z').openapi({ description: 'When the backup began' }),
		rows: count('The rows of all tables', 21_000),
		bytes: count('The size of the compressed file', 1_150_000),
		objects: count('The receipts and files of archived history', 480),
		schema: wireText('2012_backups').openapi({
			description: 'The last migration of the saved database',
		}),
	})
	.openapi('Backup');

export const backupToWire = wireBy(backupSchema);

export const listBackupsRoute = operations(['Companies', 'Extension']).read(
	'listBackups',
	'/companies/{companyId}/backups',
	{
		summary: 'List the backups of a company',
		description: `Each night the service saves the company if something has happened since its last backup. The backups show the company
as it was on each of the last 30 nights. The list comes from the bucket \`BACKUPS\`, so it works even if the database is lost.`,
		query: pageQuery,
		responses: timelineAnswers(backupSchema, 'All backups, the newest first'),
	},
);
