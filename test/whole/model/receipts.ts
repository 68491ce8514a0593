import { dayOf } from './calendar.ts';
import { expenseNamed } from './expenses.ts';
import { type Expense, type Purchase, type Receipt, type Reference, Refused } from './reference.ts';
import { differs, isKnown } from './rules.ts';

/** A file, and what a person reads in it. */
export interface ReceiptFile extends Pick<Receipt, 'content' | 'invoice'> {
	bytes: Uint8Array<ArrayBuffer>;
	mediaType: string;
	/** Whether it is a credit note, which proves no purchase. */
	isCredit: boolean;
}

function requireReach(by: string, { employee }: Expense): void {
	if (by !== 'admin' && by !== `user of ${employee}`) throw new Refused('not_found');
}

const isOpen = ({ state }: Expense): boolean => state === 'SUBMITTED' || state === 'NEEDS_CORRECTION';

/** Adds a file. Its invoice must agree with the form, unless the caller confirms the difference. */
export function addReceipt(
	reference: Reference,
	by: string,
	name: string,
	{ content, invoice, bytes, mediaType, isCredit }: ReceiptFile,
	isMeant = false,
) {
	if (by === 'verifier') throw new Refused('forbidden');
	const expense = expenseNamed(reference, name);
	requireReach(by, expense);
	const { date, amount, requested } = expense;
	if (isCredit && !isMeant) throw new Refused('code_unusable');
	if (invoice !== null && !isMeant && differs(invoice, { date, amount: requested ?? amount })) {
		throw new Refused('facts_differ');
	}
	if (!isOpen(expense)) throw new Refused('already_decided');
	if (expense.receipts.length === 5) throw new Refused('too_many_receipts');
	const receipt = `receipt-${reference.receiptCount++}`;
	expense.receipts.push({ name: receipt, content, invoice, mediaType, dateAdded: reference.now });
	if (expense.purchase === null && invoice !== null) {
		Object.assign(expense, { purchase: invoice, purchaseReceipt: receipt });
	}
	return { id: receipt, expenseId: name, mediaType, size: bytes.length, sha256: `SHA-256 of ${content}` };
}

/** Removes a file from a returned expense, together with the facts of its invoice. Only the author may do so. */
export function removeReceipt(reference: Reference, by: string, name: string, receipt: string) {
	if (by === 'verifier') throw new Refused('forbidden');
	const expense = expenseNamed(reference, name);
	requireReach(by, expense);
	if (by !== expense.author) throw new Refused('forbidden');
	if (expense.state === 'SUBMITTED') throw new Refused('not_returned');
	if (!isOpen(expense)) throw new Refused('already_decided');
	expense.receipts = expense.receipts.filter((one) => one.name !== receipt);
	if (expense.purchaseReceipt === receipt) Object.assign(expense, { purchase: null, purchaseReceipt: null });
	return { success: true };
}

/** Whether the expenses have one of their purchases in common. */
export const haveCommonPurchase = (one: Expense, other: Expense): boolean =>
	areCommon(purchasesOf(one), purchasesOf(other));

const purchasesOf = ({ purchase, receipts }: Expense): string[] =>
	[purchase, ...receipts.map(({ invoice }) => invoice)].flatMap((one) => (one === null ? [] : [one.key]));

const areCommon = (some: string[], others: string[]): boolean => some.some((one) => others.includes(one));

/** Returns other expenses with the same file, with the same purchase, or with the same person, module, day and amount. */
export function duplicatesOf(
	{ expenses }: Reference,
	own: Expense,
): Record<string, Expense[]> & { samePurchase: Expense[] } {
	const others = expenses.filter(
		(one) => one !== own && one.state !== 'REJECTED' && one.state !== 'WITHDRAWN',
	);
	const contentsOf = ({ receipts }: Expense) => receipts.map(({ content }) => content);
	return {
		sameReceipt: others.filter((one) => areCommon(contentsOf(one), contentsOf(own))),
		samePurchase: others.filter((one) => haveCommonPurchase(one, own)),
		sameDayAndAmount: others.filter(
			({ employee, module, date, amount }) =>
				employee === own.employee &&
				module === own.module &&
				date === own.date &&
				amount.value === own.amount.value &&
				amount.currency === own.amount.currency,
		),
	};
}

const verdictOf = (reference: Reference, expense: Expense, { till }: Purchase): string =>
	till === null ? 'UNSIGNED' : isKnown(reference, expense) ? 'KNOWN_TILL' : 'UNKNOWN_ISSUER';

export function purchaseWire(reference: Reference, expense: Expense) {
	const { purchase, purchaseReceipt: receiptId } = expense;
	if (purchase === null) return null;
	const { shown, date, amount, isCorrection } = purchase;
	const verdict = verdictOf(reference, expense, purchase);
	return { ...shown, date: dayOf(date), amount, isCorrection, receiptId, verdict };
}
