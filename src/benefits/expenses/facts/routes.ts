import { invalidField } from '../../../foundation/core/refusals.ts';
import { createRouter } from '../../../foundation/http/router.ts';
import { refuseDryRun } from '../../../foundation/http/write.ts';
import { readReceiptFacts } from './actions.ts';
import { readReceiptFactsRoute, receiptFactsToWire } from './contract.ts';

export const factsRoutes = createRouter().openapi(readReceiptFactsRoute, async (c) => {
	refuseDryRun(c);
	const { employeeId } = c.req.valid('param');
	const { upload } = c.var;
	const given = upload === undefined ? requireCode(c.req.valid('json')) : { upload };
	return c.json(receiptFactsToWire(await readReceiptFacts(c.var.call, employeeId, given)), 200);
});

/** Refuses a missing code. The contract cannot, because a request without a body is not parsed. */
function requireCode(given: { machineReadable?: string }): { machineReadable: string } {
	const { machineReadable } = given;
	if (machineReadable !== undefined) return { machineReadable };
	throw invalidField('machineReadable', 'required', 'Send machineReadable, or the file of the receipt.');
}
