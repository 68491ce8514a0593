import { z } from '@hono/zod-openapi';
import { toIso } from '../../../foundation/core/instant.ts';
import { createdAnswer, fileAnswer, jsonAnswer, timelineAnswers } from '../../../foundation/http/contract.ts';
import { integer } from '../../../foundation/http/fields.ts';
import { pageQuery } from '../../../foundation/http/list-contract.ts';
import { operations } from '../../../foundation/http/operation.ts';
import {
	GROWING,
	nullOr,
	success,
	wireBy,
	wireFileSha256,
	wireId,
	wireInstant,
} from '../../../foundation/http/wire.ts';
import { factsToWire, machineFacts } from '../contract.ts';
import { files, receiptType } from '../receipts/contract.ts';
import { MAX_RECEIPT_BYTES } from '../receipts/rules.ts';
import { DRAFT_SOURCES, DRAFTS_KEPT_MS, MAX_DRAFTS } from './rules.ts';
import type { StoredDraft } from './table.ts';

const draftSchema = z
	.strictObject({
		id: wireId(),
		dateCreated: wireInstant('2026-03-02T18:00:00.000Z'),
		employeeId: wireId(),
		source: z.enum(DRAFT_SOURCES).openapi({
			...GROWING,
			description: 'How it came: uploaded, or attached to a mail',
			example: 'UPLOAD',
		}),
		mediaType: receiptType,
		size: integer(1, MAX_RECEIPT_BYTES).openapi({ description: 'In bytes', example: 48213 }),
		sha256: wireFileSha256,
		machineFacts: nullOr(machineFacts).openapi({
			description: 'What the service could read from the file',
			example: null,
		}),
		keptUntil: wireInstant('2026-05-31T18:00:00.000Z').openapi({
			description: 'The time when the draft is deleted unless an expense uses it',
		}),
	})
	.openapi('ReceiptDraft');

export const draftToWire = wireBy(draftSchema, {
	machineFacts: ({ machineFacts: facts }: StoredDraft) => (facts === null ? null : factsToWire(facts, false)),
	keptUntil: ({ dateCreated }: StoredDraft) => toIso(dateCreated + DRAFTS_KEPT_MS),
});

const { list, read, write } = operations(['Expenses', 'Extension'], { dryRuns: true });
const path = '/employees/{employeeId}/flex/receipt-drafts';

export const addReceiptDraftRoute = write.post('addReceiptDraft', path, {
	summary: 'Add a receipt that waits for its form',
	description: `The body is the file itself, as for addReceipt. The draft waits for 90 days, and submitExpense uses it by its
\`draftId\`. Drafts belong to the employee alone. At most ${MAX_DRAFTS} drafts of an employee wait. If the same
file waits already, the refusal names its draft in \`draftId\`.`,
	// There is no dry run, because the file is stored while it arrives, before the change.
	dryRun: false,
	body: { required: true, content: files },
	responses: { 201: createdAnswer(draftSchema, 'The draft') },
	refusals: [
		'unsupported_media_type',
		'employee_erased',
		'too_many_drafts',
		'draft_waiting',
		'quota_reached',
	],
});

export const listReceiptDraftsRoute = read('listReceiptDrafts', path, {
	summary: 'List the receipts that wait for their form',
	query: pageQuery,
	responses: timelineAnswers(draftSchema, 'The drafts, in order of creation'),
});

export const readReceiptDraftRoute = list('readReceiptDraft', `${path}/{draftId}`, {
	summary: 'Download the file of a draft',
	responses: { 200: fileAnswer(files) },
});

export const removeReceiptDraftRoute = write.delete('removeReceiptDraft', `${path}/{draftId}`, {
	summary: 'Delete a receipt that waits for its form',
	responses: { 200: jsonAnswer(success, 'The draft was deleted') },
	refusals: ['draft_used'],
});
