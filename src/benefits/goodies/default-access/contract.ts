import { z } from '@hono/zod-openapi';
import { toIso, toIsoOrNull } from '../../../foundation/core/instant.ts';
import { timelineAnswers, timelineSetAnswer } from '../../../foundation/http/contract.ts';
import { utcDateTime, utcEnd } from '../../../foundation/http/dates.ts';
import { inOrder } from '../../../foundation/http/fields.ts';
import { pageQuery } from '../../../foundation/http/list-contract.ts';
import { operations } from '../../../foundation/http/operation.ts';
import { wireBy, wireId, wireInstant } from '../../../foundation/http/wire.ts';
import type { DefaultAccess } from './table.ts';

const defaultAccessSchema = z
	.strictObject({
		id: wireId(),
		employeeId: wireId(),
		validFrom: wireInstant('2026-04-01T00:00:00.000Z'),
		validTo: wireInstant('2026-12-31T23:59:59.999Z').nullable(),
	})
	.openapi('GoodiesDefaultAccess');

export const defaultAccessToWire = wireBy(defaultAccessSchema, {
	validFrom: ({ validFrom }: DefaultAccess) => toIso(validFrom),
	validTo: ({ validUntil }: DefaultAccess) => toIsoOrNull(validUntil),
});

export const defaultAccessesToWire = (timeline: readonly DefaultAccess[]) =>
	timeline.map(defaultAccessToWire);

const setBody = z
	.strictObject({
		startDate: utcDateTime('2026-04-01T00:00:00.000Z'),
		endDate: utcEnd('2026-12-31T23:59:59.999Z').nullish(),
	})
	.refine(...inOrder('startDate', 'endDate'))
	.openapi('GoodiesDefaultAccessSetting');

const tags = ['Goodies'];
const { read, change } = operations(tags, { dryRuns: true });
const path = '/employees/{employeeId}/goodies/default-access';

export const setDefaultAccessRoute = change.put('setDefaultAccess', path, {
	summary: 'Set default access',
	description:
		'Adds a period to the timeline of default accesses. It starts in the next month at the earliest.',
	body: setBody,
	responses: { 200: timelineSetAnswer(defaultAccessSchema, 'All periods, in order of their start') },
	refusals: ['date_out_of_window', 'employee_terminated', 'too_many_periods'],
});

export const listDefaultAccessRoute = read('listDefaultAccess', path, {
	tags: [...tags, 'Extension'],
	summary: 'List default accesses',
	query: pageQuery,
	responses: timelineAnswers(defaultAccessSchema, 'The periods, in order of their start'),
});
