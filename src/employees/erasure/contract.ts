import { createRoute, z } from '@hono/zod-openapi';
import { toIso } from '../../core/instant.ts';
import { changedAnswer, dryRunQuery, withPreview } from '../../http/contract.ts';
import { pathId } from '../../http/fields.ts';
import { writeHeaders } from '../../http/headers.ts';
import { writing } from '../../http/problem.ts';
import { wireId, wireInstant } from '../../http/wire.ts';
import type { Erasure } from './rules.ts';

const erasureSchema = z
	.strictObject({ employeeId: wireId(), dateErased: wireInstant('2037-01-02T08:00:00.000Z') })
	.openapi('Erasure');

export const toWire = ({ employeeId, dateErased }: Erasure): z.infer<typeof erasureSchema> => ({
	employeeId,
	dateErased: toIso(dateErased),
});

export const eraseEmployeeRoute = createRoute({
	method: 'post',
	path: '/employees/{id}/erasure',
	operationId: 'eraseEmployee',
	tags: ['Employees', 'Extension'],
	summary: 'Erase the personal values of an employee',
	description: `Allowed once the company's \`retentionMonths\` have passed since the termination. Blanks
e-mail, names, personnel number, cost centre, groups, pause and notes, also in the history, removes receipts
and closes the user for good. Payroll transactions stay. Repeating it changes nothing.`,
	parameters: writeHeaders,
	request: { query: dryRunQuery, params: z.object({ id: pathId('id') }) },
	responses: {
		200: withPreview(changedAnswer(erasureSchema, 'The values are erased'), erasureSchema),
		...writing('not_found', 'erasure_not_due', 'user_has_other_roles'),
	},
});
