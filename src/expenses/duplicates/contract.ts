import { createRoute, z } from '@hono/zod-openapi';
import { recordAnswers } from '../../http/contract.ts';
import { readHeaders } from '../../http/headers.ts';
import { guarded } from '../../http/problem.ts';
import { wireId } from '../../http/wire.ts';
import { expenseParams, tags } from '../contract.ts';
import { type Duplicates, MAX_DUPLICATES } from './rules.ts';

const ids = z.array(wireId()).max(MAX_DUPLICATES);

export const duplicatesSchema = z
	.strictObject({
		sameReceipt: ids.openapi({
			description: 'Expenses of anybody in the company with a receipt of the same bytes',
		}),
		sameDayAndAmount: ids.openapi({
			description: 'Expenses of the same employee with the same day, module and amount',
		}),
	})
	.openapi('ExpenseDuplicates');

export const duplicatesToWire = ({
	sameReceipt,
	sameDayAndAmount,
}: Duplicates): z.infer<typeof duplicatesSchema> => ({
	sameReceipt: sameReceipt.toSorted(),
	sameDayAndAmount: sameDayAndAmount.toSorted(),
});

export const readDuplicatesRoute = createRoute({
	method: 'get',
	path: '/flex/expenses/{expenseId}/duplicates',
	operationId: 'readDuplicates',
	tags,
	summary: 'Read which expenses may be the same spending',
	description: `A warning, never a refusal. It tells only of expenses that the caller may read and that are neither rejected nor
withdrawn: an employee learns nothing of colleagues. At most ${MAX_DUPLICATES} of each kind.`,
	parameters: readHeaders,
	request: { params: expenseParams },
	responses: {
		...recordAnswers(duplicatesSchema, 'The ids of the other expenses'),
		...guarded('validation_failed', 'not_found'),
	},
});
