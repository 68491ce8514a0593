import { z } from '@hono/zod-openapi';
import { createdAnswer, jsonAnswer, recordAnswers } from '../../../foundation/http/contract.ts';
import { operations } from '../../../foundation/http/operation.ts';
import { success, wireBy, wireEmail, wireId, wireInstant, wireText } from '../../../foundation/http/wire.ts';

const addressSchema = z
	.strictObject({
		employeeId: wireId(),
		dateCreated: wireInstant('2026-03-02T18:00:00.000Z'),
		address: wireText('receipts+for-example-only-not-a-secret@in.benefits.example')
			.nullable()
			.openapi({ description: 'The secret address; `null` in a repeated response to its creation' }),
		sender: wireEmail('employee@demo.example').openapi({
			description: 'The only address from which mails are accepted: that of the employee’s account',
		}),
	})
	.openapi('ReceiptAddress');

export const addressToWire = wireBy(addressSchema);

type Wire = ReturnType<typeof addressToWire>;

export const withoutAddress = (wire: Wire): Wire => ({ ...wire, address: null });

const { read, write } = operations(['Expenses', 'Extension'], { dryRuns: true });
const path = '/employees/{employeeId}/flex/receipt-address';

export const readReceiptAddressRoute = read('readReceiptAddress', path, {
	summary: 'Read the address for receipts by mail',
	responses: recordAnswers(addressSchema, 'The address'),
	refusals: ['receipts_by_mail_off'],
});

export const createReceiptAddressRoute = write.post('createReceiptAddress', path, {
	summary: 'Create an address for receipts by mail',
	description: `Files that the employee sends to this address become receipt drafts with the source \`MAIL\`. The previous address is no
longer valid. It belongs to the employee alone.`,
	// There is no dry run, because only the owner may see the address.
	dryRun: false,
	responses: { 201: createdAnswer(addressSchema, 'The address') },
	refusals: ['employee_erased', 'receipts_by_mail_off'],
});

export const removeReceiptAddressRoute = write.delete('removeReceiptAddress', path, {
	summary: 'Remove the address for receipts by mail',
	description: 'May be repeated. Mails to the address are refused then.',
	responses: { 200: jsonAnswer(success, 'It is removed') },
});
