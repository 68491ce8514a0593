import { z } from '@hono/zod-openapi';
import { changedAnswer } from '../../../foundation/http/contract.ts';
import { operations } from '../../../foundation/http/operation.ts';
import { wireBy, wireId, wireInstant } from '../../../foundation/http/wire.ts';
import type { Erasure, UserErasure } from './rules.ts';

const erasureSchema = z
	.strictObject({ employeeId: wireId(), dateErased: wireInstant('2037-01-02T08:00:00.000Z') })
	.openapi('Erasure');

export const toWire: (erasure: Erasure) => z.infer<typeof erasureSchema> = wireBy(erasureSchema);

const { write } = operations(['Employees', 'Extension']);

export const eraseEmployeeRoute = write.post('eraseEmployee', '/employees/{id}/erasure', {
	summary: 'Erase the personal values of an employee',
	description: `Allowed after the company’s \`retentionMonths\` have passed since the termination. Blanks e-mail, names,
personnel number, cost centre, groups, pause and notes, also in the history. Removes receipts and closes
the user permanently. Payroll transactions stay. Repeating it changes nothing.`,
	dryRun: true,
	responses: { 200: changedAnswer(erasureSchema, 'The values were erased') },
	refusals: ['erasure_not_due', 'user_has_other_roles'],
});

const userErasureSchema = z
	.strictObject({ userId: wireId(), dateErased: wireInstant('2037-01-02T08:00:00.000Z') })
	.openapi('UserErasure');

export const userErasureToWire: (erasure: UserErasure) => z.infer<typeof userErasureSchema> =
	wireBy(userErasureSchema);

export const eraseUserRoute = write.post('eraseUser', '/users/{userId}/erasure', {
	tags: ['Users', 'Extension'],
	summary: 'Erase the personal values of a user',
	description: `For a closed user who is not an employee. Blanks e-mail, names, language, and places and devices of
sign-ins, also in the history. The user’s actions stay in the history under its id. Repeating it changes
nothing.`,
	dryRun: true,
	responses: {
		200: changedAnswer(userErasureSchema, 'The values were erased'),
	},
	refusals: ['user_is_employee', 'user_not_closed'],
});
