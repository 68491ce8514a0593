import { z } from '@hono/zod-openapi';
import {
	changedAnswer,
	createdAnswer,
	fileAnswer,
	filesOf,
	noneOf,
} from '../../../foundation/http/contract.ts';
import { day } from '../../../foundation/http/dates.ts';
import { operations } from '../../../foundation/http/operation.ts';
import { tags } from '../contract.ts';
import { part, refusalBody, requireWhy, WITHOUT_WORDS, why } from '../decisions/contract.ts';
import { MAX_RECEIPT_BYTES, RECEIPT_TYPES } from '../receipts/rules.ts';
import { proofSchema, STANDING_PATH, standingSchema } from '../standing/contract.ts';

const approvalBody = z
	.strictObject({ amount: part, ...why })
	.superRefine((body, context) => requireWhy(body, false, context))
	.openapi('StandingExpenseApproval', noneOf(WITHOUT_WORDS));

const { list, write, change } = operations(tags, { dryRuns: true });
const files = filesOf(RECEIPT_TYPES, MAX_RECEIPT_BYTES);

export const addProofRoute = write.post('addStandingProof', `${STANDING_PATH}/proofs`, {
	summary: 'Add a proof to a standing expense',
	description: `The body is the file itself: a JPEG, PNG, WebP or PDF (judged by its content) of at most 10 MiB. A verifier
approves it. Until then, an earlier proof counts until its last day. A proof that still waits is replaced.`,
	query: z.object({
		proofUntil: day('2028-02-29').optional().openapi({
			description:
				'The last day that it covers. The default is that of the standing expense before its first verification',
		}),
	}),
	// Its file is stored while it arrives, before the change.
	dryRun: false,
	body: { required: true, content: files },
	responses: { 201: createdAnswer(proofSchema, 'The proof') },
	refusals: [
		'unsupported_media_type',
		'standing_expense_ended',
		'already_decided',
		'employee_erased',
		'quota_reached',
	],
});

export const readProofRoute = list('readStandingProof', `${STANDING_PATH}/proofs/{proofId}`, {
	summary: 'Download a proof of a standing expense',
	responses: { 200: fileAnswer(files) },
});

export const approveStandingRoute = change.post('approveStandingExpense', `${STANDING_PATH}/approval`, {
	summary: 'Approve the proof of a standing expense',
	description: `Each month may have the approved amount, which is all of the requested one or a part. The months begin with the
first one that is still open. Nobody can decide on their own standing expense, or on a proof that they added.`,
	body: { required: false, content: { 'application/json': { schema: approvalBody } } },
	responses: { 200: changedAnswer(standingSchema, 'The verified standing expense') },
	refusals: ['already_decided', 'employee_erased', 'currency_mismatch'],
});

export const rejectStandingRoute = change.post('rejectStandingExpense', `${STANDING_PATH}/rejection`, {
	summary: 'Reject the proof of a standing expense',
	description: 'A standing expense that was verified before goes on until the last day of its earlier proof.',
	body: refusalBody,
	responses: { 200: changedAnswer(standingSchema, 'The standing expense') },
	refusals: ['already_decided', 'employee_erased'],
});
