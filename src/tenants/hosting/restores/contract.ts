import { z } from '@hono/zod-openapi';
import { type Instant, toIso } from '../../../foundation/core/instant.ts';
import { changedAnswer } from '../../../foundation/http/contract.ts';
import { utcDateTime } from '../../../foundation/http/dates.ts';
import { operations } from '../../../foundation/http/operation.ts';
import { moveSchema } from '../moves/contract.ts';

const wanted = z
	.strictObject({
		backup: utcDateTime('2026-03-07T01:00:00.000Z')
			.optional()
			.openapi({ description: 'The `date` of a backup in `GET …/backups`' }),
		at: utcDateTime('2026-03-07T09:30:00.000Z').optional().openapi({
			description:
				'A time within the last 30 days at which the company already had its present database. Local runtimes cannot go back',
		}),
	})
	.refine(({ backup, at }) => (backup === undefined) !== (at === undefined), {
		path: ['backup'],
		error: 'Send either backup or at',
		params: { code: 'conflict' },
	})
	.openapi('Restore', { example: { backup: '2026-03-07T01:00:00.000Z' } });

export const wantedOf = ({
	backup,
	at,
}: {
	backup?: Instant | undefined;
	at?: Instant | undefined;
}): { backup: string } | { at: Instant } =>
	backup === undefined ? { at: at ?? 0 } : { backup: toIso(backup) };

export const restoreCompanyRoute = operations(['Companies', 'Extension']).write.post(
	'restoreCompany',
	'/companies/{companyId}/restore',
	{
		summary: 'Restore a company',
		description: `Loads a backup into a new database of the company, or takes its present database back to a point in time. All changes
since then are lost. Everybody has to sign in again. The restore continues by itself: \`GET …/move\` shows its progress.`,
		body: wanted,
		responses: { 200: changedAnswer(moveSchema, 'The restore') },
		refusals: ['several_databases', 'backup_damaged', 'backup_newer', 'point_in_time_unavailable'],
	},
);
