import { z } from '@hono/zod-openapi';
import { toIso } from '../../../foundation/core/instant.ts';
import { listAnswer, pageQuery } from '../../../foundation/http/list-contract.ts';
import { operations } from '../../../foundation/http/operation.ts';
import { wireBy, wireId, wireMoneySum, wireText } from '../../../foundation/http/wire.ts';
import { payrollModule, transactionKind } from '../../ledger/contract.ts';
import { wageTypeKeyOf } from '../../ledger/rules.ts';
import { OBSTACLES, type ObstacleCode, type ObstacleFacts, wordsOf } from './rules.ts';
import type { HeldOverLine } from './store.ts';

const MAX_SENTENCE = 500;

const obstacleSchema = z
	.strictObject({
		code: z.enum(OBSTACLES),
		detail: wireText('The employee has no personnel number.', MAX_SENTENCE),
		remedy: wireText('Set personnelNumber with PUT /employees/{employeeId}.', MAX_SENTENCE),
	})
	.openapi('Obstacle');

export const obstaclesOfLine = z.array(obstacleSchema).max(OBSTACLES.length);

export const obstaclesToWire = (
	codes: readonly ObstacleCode[],
	facts: ObstacleFacts,
): z.infer<typeof obstaclesOfLine> => codes.map((code) => ({ code, ...wordsOf(code, facts) }));

const heldOverSchema = z
	.strictObject({
		transactionId: wireId(),
		employeeId: wireId(),
		personnelNumber: wireText('A17').nullable(),
		module: payrollModule,
		kind: transactionKind,
		amount: wireMoneySum,
		obstacles: obstaclesOfLine,
		settledOn: z.iso.date().nullable().openapi({
			format: 'date',
			maxLength: 10,
			example: null,
			description: 'The day on which it was paid outside payroll, if it was settled',
		}),
	})
	.openapi('HeldOverLine');

export const heldOverToWire = wireBy(heldOverSchema, {
	transactionId: ({ id }: HeldOverLine) => id,
	amount: ({ amountValue, currency }: HeldOverLine) => ({ value: amountValue, currency }),
	settledOn: ({ settledOn }: HeldOverLine) => (settledOn === null ? null : toIso(settledOn).slice(0, 10)),
	obstacles: (line: HeldOverLine) =>
		obstaclesToWire(line.faults, { ...line, wageType: wageTypeKeyOf(line), otherNumber: null }),
});

export const listHeldOverRoute = operations().list(
	'listHeldOver',
	'/companies/{companyId}/flex/payroll-runs/{runId}/held-over',
	{
		tags: ['Payroll', 'Extension'],
		summary: 'List the lines that a run moved to the next one',
		query: pageQuery,
		responses: { 200: listAnswer(heldOverSchema, 'The lines, in order of creation, each with its remedy') },
	},
);
