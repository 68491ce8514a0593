import { z } from '@hono/zod-openapi';
import { EVENT_TYPES } from '../../foundation/core/history.ts';
import { type Instant, toIso } from '../../foundation/core/instant.ts';
import { JOBS } from '../../foundation/core/jobs.ts';
import { changedAnswer, recordAnswers } from '../../foundation/http/contract.ts';
import { utcDateTime } from '../../foundation/http/dates.ts';
import { integer } from '../../foundation/http/fields.ts';
import { operations } from '../../foundation/http/operation.ts';
import { GROWING, records, wireBy, wireId, wireInstant } from '../../foundation/http/wire.ts';
import { MAX_EMPLOYEES, MAX_MONTHS, type SandboxState } from './rules.ts';

const EXAMPLE = '2026-04-08T00:00:00.000Z';
const doneField = z.boolean().openapi({
	description:
		'False if the time of one request was not enough. Send the same request again until it is true',
	example: true,
});

const sandboxSchema = z
	.strictObject({
		companyId: wireId(),
		now: wireInstant(EXAMPLE).openapi({ description: 'The present of the sandbox' }),
		aheadSeconds: integer(0, Number.MAX_SAFE_INTEGER).openapi({
			description: 'How far its clock is ahead of the real time',
			example: 2_592_000,
		}),
	})
	.openapi('Sandbox');

const advanceSchema = z
	.strictObject({
		reachedUntil: wireInstant(EXAMPLE).openapi({ description: 'The present of the sandbox now' }),
		done: doneField,
		events: records(
			z
				.strictObject({
					type: z.enum(EVENT_TYPES).openapi({ ...GROWING, example: 'voucher.issued' }),
					count: integer(1, Number.MAX_SAFE_INTEGER).openapi({ example: 20 }),
				})
				.openapi('EventCount'),
		).openapi({
			description: 'How many changes of each type were made on the way. `GET /events` lists them',
		}),
		failedJobs: records(z.enum(JOBS).openapi({ ...GROWING, example: 'closeDueRuns' })).openapi({
			description: 'Jobs that have failed on the way. They are tried again in each hour of the sandbox',
		}),
	})
	.openapi('SandboxAdvance');

const filledSchema = z
	.strictObject({
		done: doneField,
		employees: integer(0, MAX_EMPLOYEES).openapi({
			description: 'How many employees have been created',
			example: 20,
		}),
		months: integer(0, MAX_MONTHS).openapi({ description: 'How many months have passed', example: 6 }),
		reachedUntil: wireInstant(EXAMPLE).openapi({ description: 'The present of the sandbox now' }),
	})
	.openapi('SandboxData');

const reachedUntil = (state: { reachedUntil: Instant }) => toIso(state.reachedUntil);

export const sandboxToWire = wireBy(sandboxSchema, { now: ({ now }: SandboxState) => toIso(now) });
export const advanceToWire = wireBy(advanceSchema, { reachedUntil });
export const filledToWire = wireBy(filledSchema, { reachedUntil });

const { read, write } = operations(['Companies', 'Extension']);
const refusals = ['not_a_sandbox'] as const;
const busy = [...refusals, 'sandbox_busy'] as const;

export const readSandboxRoute = read('readSandbox', '/companies/{companyId}/sandbox', {
	summary: 'Read the clock of a sandbox',
	responses: recordAnswers(sandboxSchema, 'The sandbox'),
	refusals,
});

export const advanceSandboxRoute = write.post('advanceSandbox', '/companies/{companyId}/sandbox/advance', {
	summary: 'Move the clock of a sandbox forward',
	description: `Does what becomes due on the way, in its order: issues vouchers, closes months, ends employments, reminds people.
Afterwards the clock runs on from \`to\`. It never goes back, except by a reset.`,
	body: z
		.strictObject({
			to: utcDateTime(EXAMPLE).openapi({
				description: 'At most two years after the present of the sandbox, in UTC',
			}),
		})
		.openapi('SandboxAdvanceRequest'),
	responses: { 200: changedAnswer(advanceSchema, 'How far the clock has come') },
	refusals: busy,
});

export const resetSandboxRoute = write.post('resetSandbox', '/companies/{companyId}/sandbox/reset', {
	summary: 'Empty a sandbox',
	description: `Deletes employees, benefits, expenses, payroll, mails and the history, and sets the clock to the real time. The settings
of the company, its administrators, verifiers and API keys stay.`,
	responses: { 200: changedAnswer(sandboxSchema, 'The empty sandbox') },
	refusals: busy,
});

export const populateSandboxRoute = write.post('populateSandbox', '/companies/{companyId}/sandbox/populate', {
	summary: 'Fill an empty sandbox with data',
	description: `Creates employees with benefits, and lets them spend for some months, by the rules that hold for everybody. The clock
moves by these months. Two sandboxes with the same \`seed\` get the same data.`,
	body: z
		.strictObject({
			employees: integer(1, MAX_EMPLOYEES).openapi({ example: 20 }),
			months: integer(0, MAX_MONTHS).openapi({ example: 6 }),
			seed: integer(0, 2 ** 31 - 1)
				.default(1)
				.openapi({ example: 1, default: 1 }),
		})
		.openapi('SandboxDataRequest'),
	responses: { 200: changedAnswer(filledSchema, 'How far the sandbox is filled') },
	refusals: [...busy, 'sandbox_not_empty'],
});
