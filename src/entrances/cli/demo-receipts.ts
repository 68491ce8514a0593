import { createHash } from 'node:crypto';
import type { MachineFacts } from '../../benefits/expenses/facts/rules.ts';
import { insertReceipt } from '../../benefits/expenses/receipts/store.ts';
import { insertStanding } from '../../benefits/expenses/standing/store.ts';
import { standingProofs } from '../../benefits/expenses/standing/table.ts';
import type { ExpenseRow } from '../../benefits/expenses/store.ts';
import { newId } from '../../foundation/core/id.ts';
import { addDays, addMonths, type Instant, startOfMonth, toDay } from '../../foundation/core/instant.ts';
import type { Db, Statement } from '../../foundation/db/database.ts';
import type { DemoPerson } from './demo-spending.ts';

type Bytes = Uint8Array<ArrayBuffer>;

/** The names of the pictures in `receipts`. */
export type Picture = 'lunch' | 'internet' | 'ticket' | 'contract';
export type ReadPicture = (picture: Picture) => Bytes;

/** A file and the id of its row. */
export interface DemoFile {
	id: string;
	bytes: Bytes;
}

/** The columns of a file that was stored at once. */
const fileOf = (id: string, bytes: Bytes, mediaType: 'image/webp' | 'application/xml', now: Instant) => ({
	id,
	mediaType,
	size: bytes.length,
	sha256: createHash('sha256').update(bytes).digest('hex'),
	dateCreated: now,
	dateStored: now,
	dateUnneeded: null,
	dateDiscarded: null,
});

/** A receipt that came with its expense. An electronic invoice has facts. */
export function newReceipt(
	db: Db,
	{ id: expenseId, dateCreated }: ExpenseRow,
	bytes: Bytes,
	facts: MachineFacts | null,
): { file: DemoFile; statement: Statement } {
	const id = newId(dateCreated);
	const mediaType = facts === null ? 'image/webp' : 'application/xml';
	const row = { ...fileOf(id, bytes, mediaType, dateCreated), expenseId, invoiceMark: facts?.mark ?? null };
	return { file: { id, bytes }, statement: insertReceipt(db, row) };
}

/** A gym membership whose proof waits for its verification. */
export function waitingStanding(
	db: Db,
	{ employeeId, companyId, userId }: DemoPerson,
	bytes: Bytes,
	now: Instant,
): { file: DemoFile; statements: Statement[] } {
	const [id, proofId] = [newId(now), newId(now)];
	const startDate = addMonths(startOfMonth(now), 1);
	const proofUntil = addDays(addMonths(startDate, 12), -1);
	const dates = { dateCreated: now, dateModified: now };
	return {
		file: { id: proofId, bytes },
		statements: [
			insertStanding(db, {
				id,
				...dates,
				employeeId,
				companyId,
				authorId: userId,
				module: 'SPORTS',
				amountValue: 2500,
				amountCurrency: 'EUR_CENT',
				dayOfMonth: 3,
				startDate,
				endDate: null,
				proofUntil,
				isPublicTransport: null,
				note: null,
				upTo: false,
				state: 'SUBMITTED',
				approvedAmountValue: null,
				nextDate: addDays(startDate, 2),
				waitingSince: now,
				dateEnded: null,
				enderId: null,
			}),
			db.insert(standingProofs).values({
				...fileOf(proofId, bytes, 'image/webp', now),
				standingExpenseId: id,
				authorId: userId,
				proofUntil,
				state: 'SUBMITTED',
			}),
		],
	};
}

const NAMESPACE = 'urn:oasis:names:specification:ubl:schema:xsd';

/** The electronic invoice (UBL) for an expense, with its day and amount. */
export function invoiceOf({ date, amountValue }: ExpenseRow): Bytes {
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
