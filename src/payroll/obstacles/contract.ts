import { z } from '@hono/zod-openapi';
import { wireText } from '../../http/wire.ts';
import { OBSTACLES, type ObstacleCode, type ObstacleFacts, wordsOf } from './rules.ts';

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
