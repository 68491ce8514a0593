import { createHash } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { factsInFile } from '../../benefits/expenses/facts/rules.ts';
import { insertReceipt } from '../../benefits/expenses/receipts/store.ts';
import type { StandingExpense } from '../../benefits/expenses/standing/store.ts';
import { standingExpenses, standingProofs } from '../../benefits/expenses/standing/table.ts';
import type { Expense } from '../../benefits/expenses/store.ts';
import { expenses } from '../../benefits/expenses/table.ts';
import { newId } from '../../foundation/core/id.ts';
import { toDay } from '../../foundation/core/instant.ts';
import type { Call } from '../../foundation/db/call.ts';
import { commit } from '../../foundation/db/commit.ts';

type Bytes = Uint8Array<ArrayBuffer>;

/** The names of the pictures in `receipts`. */
export type Picture = 'lunch' | 'internet' | 'ticket' | 'contract';
export type ReadPicture = (picture: Picture) => Bytes;

type ReceiptStorage = Pick<Call, 'db' | 'now'> & { bucket: R2Bucket };

/** Stores a file, and returns the columns of its row. The actions for files stream them, which only the Worker can. */
async function keep(
	{ now, bucket }: ReceiptStorage,
	bytes: Bytes,
	mediaType: 'image/webp' | 'application/xml' = 'image/webp',
) {
	const id = newId(now);
	await bucket.put(id, bytes);
	return {
		id,
		mediaType,
		size: bytes.length,
		sha256: createHash('sha256').update(bytes).digest('hex'),
		dateCreated: now,
		dateStored: now,
		dateUnneeded: null,
		dateDiscarded: null,
	};
}

export async function addPicture(
	storage: ReceiptStorage,
	{ id: expenseId }: Expense,
	bytes: Bytes,
): Promise<void> {
	const row = { ...(await keep(storage, bytes)), expenseId, invoiceMark: null };
	await commit(storage.db, [insertReceipt(storage.db, row)]);
}

/** Adds an electronic invoice, whose facts the expense gets. */
export async function addInvoice(storage: ReceiptStorage, expense: Expense): Promise<void> {
	const { db } = storage;
	const file = invoiceOf(expense);
	const read = await factsInFile(file);
	if ('fault' in read) throw new Error(`The demo invoice is not one: ${read.fault}`);
	const { facts } = read;
	const row = await keep(storage, file, 'application/xml');
	await commit(db, [
		insertReceipt(db, { ...row, expenseId: expense.id, invoiceMark: facts.mark }),
		db
			.update(expenses)
			.set({ machineFacts: { ...facts, receiptId: row.id } })
			.where(eq(expenses.id, expense.id)),
	]);
}

/** Adds a proof that waits for its verification. */
export async function addProof(
	storage: ReceiptStorage,
	{ id: standingExpenseId, authorId, proofUntil }: StandingExpense,
	bytes: Bytes,
): Promise<void> {
	const row = await keep(storage, bytes);
	const proof = { ...row, standingExpenseId, authorId, proofUntil, state: 'SUBMITTED' as const };
	await commit(storage.db, [
		storage.db.insert(standingProofs).values(proof),
		storage.db
			.update(standingExpenses)
			.set({ waitingSince: storage.now })
			.where(eq(standingExpenses.id, standingExpenseId)),
	]);
}

const NAMESPACE = 'urn:oasis:names:specification:ubl:schema:xsd';

/** The electronic invoice (UBL) for an expense, with its day and amount. */
function invoiceOf({ date, amountValue }: Pick<Expense, 'date' | 'amountValue'>): Bytes {
	const day = toDay(date);
	const [gross, net] = [amountValue / 100, amountValue / 119].map((value) => value.toFixed(2));
	return new Uint8Array(
		Buffer.from(`<?xml version="1.0" encoding="UTF-8"?>
<Invoice xmlns="${NAMESPACE}:Invoice-2" xmlns:a="${NAMESPACE}:CommonAggregateComponents-2" xmlns:b="${NAMESPACE}:CommonBasicComponents-2">
	<b:ID>RE-${day.replaceAll('-', '')}-17</b:ID>
	<b:IssueDate>${day}</b:IssueDate>
	<b:InvoiceTypeCode>380</b:InvoiceTypeCode>
	<b:DocumentCurrencyCode>EUR</b:DocumentCurrencyCode>
	<a:AccountingSupplierParty><a:Party>
		<a:PartyTaxScheme><b:CompanyID>DE123456789</b:CompanyID><a:TaxScheme><b:ID>VAT</b:ID></a:TaxScheme></a:PartyTaxScheme>
		<a:PartyLegalEntity><b:RegistrationName>Glasfaser Rheinland GmbH</b:RegistrationName></a:PartyLegalEntity>
	</a:Party></a:AccountingSupplierParty>
	<a:LegalMonetaryTotal>
		<b:TaxExclusiveAmount currencyID="EUR">${net}</b:TaxExclusiveAmount>
		<b:TaxInclusiveAmount currencyID="EUR">${gross}</b:TaxInclusiveAmount>
		<b:PayableAmount currencyID="EUR">${gross}</b:PayableAmount>
	</a:LegalMonetaryTotal>
	<a:InvoiceLine>
		<b:LineExtensionAmount currencyID="EUR">${net}</b:LineExtensionAmount>
		<a:Item><b:Name>Internet 100 Mbit/s</b:Name></a:Item>
	</a:InvoiceLine>
</Invoice>
`),
	);
}
