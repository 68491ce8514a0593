import { z } from '@hono/zod-openapi';
import { jsonAnswer, jsonBody } from '../../../foundation/http/contract.ts';
import { module, text } from '../../../foundation/http/fields.ts';
import { operations } from '../../../foundation/http/operation.ts';
import { nullOr, wireId } from '../../../foundation/http/wire.ts';
import { factsToWire, machineFacts, tags } from '../contract.ts';
import { files } from '../receipts/contract.ts';
import { MAX_DUPLICATES } from '../rules.ts';
import { MAX_CODE_LENGTH } from '../tills/rules.ts';
import type { ReceiptFacts } from './store.ts';

export const CODE =
	'The text of the QR code of a receipt from a German till (KassenSichV) or an Austrian one (RKSV)';

/** The published example of DSFinV-K. */
const EXAMPLE =
	'V0;955002-00;Kassenbeleg-V1;Beleg^0.00_2.55_0.00_0.00_0.00^2.55:Bar;18;112;2019-07-10T18:41:04.000Z;2019-07-10T18:41:04.000Z;ecdsa-plain-SHA256;unixTime;MEQCIAy4P9k+7x9saDO0uRZ4El8QwN+qTgYiv1DIaJIMWRiuAiAt+saFDGjK2Yi5Cxgy7PprXQ5O0seRgx4ltdpW9REvwA==;BHhWOeisRpPBTGQ1W4VUH95TXx2GARf8e2NYZXJoInjtGqnxJ8sZ3CQpYgjI+LYEmW5A37sLWHsyU7nSJUBemyU=';

export const machineReadable = text(EXAMPLE, MAX_CODE_LENGTH);

const receiptFacts = z
	.strictObject({
		machineFacts: nullOr(machineFacts).openapi({
			description: 'What the receipt says, and how far to trust it; `null` for a file without an invoice',
		}),
		module: nullOr(module).openapi({
			description:
				'The module of the employee’s last receipt of this till or seller. `null` if there is none, or no access permits it on the day of the purchase',
			example: 'MEALS',
		}),
		samePurchase: z
			.strictObject({
				expenseIds: z
					.array(wireId())
					.max(MAX_DUPLICATES)
					.openapi({ description: 'Expenses of the employee for the same purchase', example: [] }),
				isOfColleague: z.boolean().openapi({
					description:
						'Whether somebody else in the company has submitted this purchase. Always `false` without a valid signature',
					example: false,
				}),
			})
			.openapi({ description: 'Expenses that are neither rejected nor withdrawn' }),
	})
	.openapi('ReceiptFacts');

export const receiptFactsToWire = ({
	machineFacts: facts,
	isTillKnown,
	...rest
}: ReceiptFacts): z.infer<typeof receiptFacts> => ({
	machineFacts: facts === null ? null : factsToWire(facts, isTillKnown),
	...rest,
});

const receiptCode = z
	.strictObject({ machineReadable: machineReadable.openapi({ description: CODE }) })
	.openapi('ReceiptCode');

export const readReceiptFactsRoute = operations(tags).ask(
	'readReceiptFacts',
	'/employees/{employeeId}/flex/receipt-facts',
	{
		summary: 'Read the facts of a receipt',
		description: `For a form that is filled in from a receipt. The body is the code of a till in JSON, or the file itself, as for addReceipt.
Returns the day and the amount, and whether the signature matches. Suggests a module, and tells whether the purchase was submitted before.
Stores nothing.`,
		// The body is not required, because required bodies are always validated as JSON.
		body: { required: false, content: { ...jsonBody(receiptCode).content, ...files } },
		responses: { 200: jsonAnswer(receiptFacts, 'The facts') },
		refusals: ['unsupported_media_type', 'code_unusable'],
	},
);
