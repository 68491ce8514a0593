import { z } from '@hono/zod-openapi';
import { toIso, toIsoOrNull } from '../../../foundation/core/instant.ts';
import { MOVE_REASONS, MOVE_STEPS } from '../../../foundation/core/moves.ts';
import { changedAnswer, recordAnswers } from '../../../foundation/http/contract.ts';
import { integer } from '../../../foundation/http/fields.ts';
import { operations } from '../../../foundation/http/operation.ts';
import { records, wireId, wireInstant, wireText } from '../../../foundation/http/wire.ts';
import type { Progress } from './store.ts';

const count = (description: string, example: number) =>
	integer(0, Number.MAX_SAFE_INTEGER).openapi({ description, example });
const date = (description: string) =>
	wireInstant('2026-03-05T08:00:00.000Z').nullable().openapi({ description });

export const moveSchema = z
	.strictObject({
		companyId: wireId(),
		step: z.enum(MOVE_STEPS).openapi({
			description: `\`COPYING\`: the company works while its rows are copied. \`CLOSED\`: the last changes are copied and all
rows are compared; writes get 503 \`company_moving\`. \`OPENED\`: the company works in its new database, and the old rows are
still to be deleted. \`DONE\`: the old rows are deleted. \`GIVEN_UP\`: the company works where it was; see \`reason\``,
		}),
		isFromCell: z
			.boolean()
			.openapi({ example: false, description: 'Whether the company leaves a database of its own' }),
		rows: count('The rows that this pass has compared so far, or that a restore has loaded', 21000),
		bytes: count('The size of these rows', 5100000),
		copiedRows: count('The rows that differed and were copied in this pass', 120),
		parts: count('The parts of a pass, about one for each table', 78),
		partsLeft: count('The parts of this pass that are not finished yet', 12),
		dateStarted: wireInstant('2026-03-05T08:00:00.000Z'),
		dateClosed: date('When the company was closed for writes'),
		dateOpened: date('When the new database began to serve the company'),
		dateEnded: date('When the old rows were deleted, or the move was given up'),
		reason: z
			.enum(MOVE_REASONS)
			.nullable()
			.openapi({
				example: null,
				description: `Why it was given up. \`SEVERAL_DATABASES\`: an administrator of the company is an employee of another one, or
administers the platform. \`CLOSED_TOO_LONG\`: a step failed until the company had been closed for 10 minutes, or the service was updated meanwhile; the log says why.
\`BACKUP_DAMAGED\`: rows or files of the backup differ from their hashes; the log says where. \`NO_POINT_IN_TIME\`: the database cannot go back`,
			}),
		dateBackup: date('The date of the backup that is restored; null otherwise'),
		dateRestored: date('The time to which the database goes back; null otherwise'),
		released: records(wireText('ada@demo.example')).openapi({
			description:
				'Addresses and domains that somebody else has taken since. People with them cannot sign in',
		}),
		releasedGrants: count(
			'Rights in other companies that the restored state contains. They were taken away since, and stay so',
			0,
		),
		erasedAgainIds: records(wireId()).openapi({
			description: 'Employees and users who were erased since then. The restore has erased them again',
		}),
	})
	.openapi('Move');

export function toWire(move: Progress): z.infer<typeof moveSchema> {
	const { companyId, step, source, rows, bytes, copied, part, parts, reason } = move;
	return {
		companyId,
		step,
		isFromCell: source !== null,
		rows,
		bytes,
		copiedRows: copied,
		parts,
		partsLeft: move.dateOpened === null ? Math.max(0, parts - part) : 0,
		dateStarted: toIso(move.dateStarted),
		dateClosed: toIsoOrNull(move.dateClosed),
		dateOpened: toIsoOrNull(move.dateOpened),
		dateEnded: toIsoOrNull(move.dateEnded),
		reason,
		dateBackup: move.backup,
		dateRestored: toIsoOrNull(move.restoredTo),
		released: move.released ?? [],
		releasedGrants: move.releasedGrants.length,
		erasedAgainIds: move.erased ?? [],
	};
}

const { read, write } = operations(['Companies', 'Extension']);

export const moveCompanyRoute = write.post('moveCompany', '/companies/{companyId}/move', {
	summary: 'Move a company to a database of its own',
	description: `Moves all rows of the company, its people and their sign-ins to a new database, while people work. Sessions, API keys
and links stay valid. The move continues by itself: read it to see its progress. A second request returns the running move.`,
	responses: { 200: changedAnswer(moveSchema, 'The move') },
	refusals: ['several_databases'],
});

export const readMoveRoute = read('readMove', '/companies/{companyId}/move', {
	summary: 'Read the move of a company',
	responses: recordAnswers(moveSchema, 'The latest move of the company'),
});
