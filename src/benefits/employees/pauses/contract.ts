import { z } from '@hono/zod-openapi';
import { toIso, toIsoOrNull } from '../../../foundation/core/instant.ts';
import { timelineAnswers } from '../../../foundation/http/contract.ts';
import { pageQuery } from '../../../foundation/http/list-contract.ts';
import { operations } from '../../../foundation/http/operation.ts';
import { wireBy, wireId, wireInstant } from '../../../foundation/http/wire.ts';
import { datesOf } from './rules.ts';
import type { StoredPause } from './table.ts';

const pauseSchema = z
	.strictObject({
		id: wireId(),
		dateCreated: wireInstant('2026-03-01T09:00:00.000Z'),
		dateModified: wireInstant('2026-03-01T09:00:00.000Z'),
		employeeId: wireId(),
		datePausedStart: wireInstant('2026-03-01T00:00:00.000Z'),
		datePausedEnd: wireInstant('2026-09-01T00:00:00.000Z').nullable(),
	})
	.openapi('Pause', { description: 'From `datePausedStart` up to, not including, `datePausedEnd`' });

export const pauseToWire = wireBy(pauseSchema, {
	datePausedStart: ({ validFrom }: StoredPause) => toIso(validFrom),
	datePausedEnd: (pause: StoredPause) => toIsoOrNull(datesOf(pause).datePausedEnd),
});

export const listPausesRoute = operations().read('listPauses', '/employees/{employeeId}/pauses', {
	tags: ['Employees', 'Extension'],
	summary: 'List the pauses of an employee',
	description:
		'The employee record shows one of them: the current one, else the next one, else the last one.',
	query: pageQuery,
	responses: timelineAnswers(pauseSchema, 'The pauses, in order of their start'),
});
