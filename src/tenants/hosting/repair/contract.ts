import { z } from '@hono/zod-openapi';
import { changedAnswer } from '../../../foundation/http/contract.ts';
import { utcDateTime } from '../../../foundation/http/dates.ts';
import { integer, setOf, uuid } from '../../../foundation/http/fields.ts';
import { operations } from '../../../foundation/http/operation.ts';
import { records, wireBy, wireId, wireText } from '../../../foundation/http/wire.ts';
import { MAX_CELLS, REPAIR_RESULTS, type Repair } from './rules.ts';

const NAME = 'b4kq2mzr7xwd';

const wanted = z
	.strictObject({
		since: utcDateTime('2026-03-05T08:00:00.000Z').optional().openapi({
			description: 'The time to which D1 was restored. Send it only in the first request after that',
		}),
		after: uuid().optional().openapi({ description: 'The `next` of the last response' }),
		cells: setOf(
			z
				.string()
				.regex(/^[a-z2-7]{12}$/)
				.openapi({ maxLength: 12, example: NAME }),
			1,
			MAX_CELLS,
		)
			.optional()
			.openapi({ description: 'Repairs only these databases. `cell_unknown` in the log has their names' }),
	})
	.openapi('RepairOfCells');

const repairedSchema = z
	.strictObject({
		cell: wireText(NAME),
		companyId: wireId().nullable(),
		result: z.enum(REPAIR_RESULTS).openapi({
			example: 'REPAIRED',
			description: `\`EMPTY\`: the database has no people. \`UNFINISHED\`: a company is moving there. \`ELSEWHERE\`: D1 has the company in
another place and keeps that. \`UNREACHABLE\`: the database did not answer`,
		}),
		conflicts: records(wireText('ada@demo.example')).openapi({
			description: 'Addresses and verified domains of this database that somebody else has and keeps',
		}),
	})
	.openapi('RepairedCell');

const repairSchema = z
	.strictObject({
		cells: integer(0, MAX_CELLS).openapi({ description: 'The databases of this request', example: 2 }),
		left: records(repairedSchema).openapi({
			description: 'The databases that need your action',
		}),
		next: wireId().nullable().openapi({ description: 'Send it as `after`, unless it is null' }),
	})
	.openapi('Repair');

export const toWire: (repair: Repair) => z.infer<typeof repairSchema> = wireBy(repairSchema);

export const repairCellsRoute = operations(['Companies', 'Extension']).write.post(
	'repairCells',
	'/cells/repair',
	{
		summary: 'Repair the directory of databases',
		description: `For use after a restore of D1. Asks each database of a company for its addresses, codes and events, and writes them
with its place into D1. It may be repeated.`,
		body: wanted,
		responses: { 200: changedAnswer(repairSchema, 'What was repaired') },
	},
);
