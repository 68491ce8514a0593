import { z } from '@hono/zod-openapi';
import { changedAnswer } from '../../http/contract.ts';
import { utcDateTime } from '../../http/dates.ts';
import { integer, setOf, uuid } from '../../http/fields.ts';
import { operations } from '../../http/operation.ts';
import { records, wireBy, wireId, wireText } from '../../http/wire.ts';
import { MAX_CELLS, REPAIR_RESULTS, type Repair } from './rules.ts';

const NAME = 'b4kq2mzr7xwd';

const wanted = z
	.strictObject({
		since: utcDateTime('2026-03-05T08:00:00.000Z').optional().openapi({
			description: 'The instant to which D1 was restored. Send it once, with the first request after that',
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
			.openapi({ description: 'Only these databases, as `cell_unknown` in the log names them' }),
	})
	.openapi('RepairOfCells');

const repairedSchema = z
	.strictObject({
		cell: wireText(NAME),
		companyId: wireId().nullable(),
		result: z.enum(REPAIR_RESULTS).openapi({
			example: 'REPAIRED',
			description: `\`EMPTY\`: the database has no people. \`UNFINISHED\`: a company is moving there. \`ELSEWHERE\`: D1 has the company in
another place, which was kept. \`UNREACHABLE\`: it did not answer`,
		}),
		conflicts: records(wireText('ada@demo.example')).openapi({
			description:
				'Addresses and verified domains of this database that somebody else has. Nothing has changed about them',
		}),
	})
	.openapi('RepairedCell');

const repairSchema = z
	.strictObject({
		cells: integer(0, MAX_CELLS).openapi({ description: 'The databases of this request', example: 2 }),
		left: records(repairedSchema).openapi({
			description: 'Those of them about which you have to do something',
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
		description: `After D1 was restored, this asks each database of a company what it holds, and writes its place, addresses, codes and
events into D1. It may be repeated.`,
		body: wanted,
		responses: { 200: changedAnswer(repairSchema, 'What was repaired') },
	},
);
