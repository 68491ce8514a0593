import { invalidField } from '../foundation/core/refusals.ts';

/** A text that was typed into a field, without blanks around it; empty when there is none. */
export function textIn(typed: FormData, name: string): string {
	const value = typed.get(name);
	return typeof value === 'string' ? value.trim() : '';
}

export const textOrNull = (typed: FormData, name: string): string | null => textIn(typed, name) || null;

/** Returns a secret as it was typed, with its blanks; undefined for an empty field. */
export function secretIn(typed: FormData, name: string): string | undefined {
	const value = typed.get(name);
	return typeof value === 'string' && value !== '' ? value : undefined;
}

/** Refuses a confirmation that is not the name of the company that the page has shown. */
export function requireNameTyped(typed: FormData): void {
	// Names are stored without blanks at their ends, and a reader sees several blanks as one.
	const [given, shown] = ['confirmation', 'name'].map((name) => textIn(typed, name).replaceAll(/\s+/g, ' '));
	if (given === '') throw invalidField('confirmation', 'required', 'Type the name of the company.');
	if (given !== shown) throw invalidField('confirmation', 'wrong', 'This is not the name of the company.');
}

/** Returns NaN for a text that is no number, so that the contract refuses it. */
export const numberIn = (typed: FormData, name: string): number | null => {
	const text = textIn(typed, name);
	return text === '' ? null : Number(text);
};

/** Returns all values that were selected under a name. */
export const chosenIn = (typed: FormData, name: string): string[] =>
	typed.getAll(name).filter((value) => typeof value === 'string');

export const isTicked = (typed: FormData, name: string): boolean => typed.get(name) === 'on';

/** A file that was chosen, or came back with a refused form; null when there is none. Browsers send an empty one then. */
export function fileIn(typed: FormData, name: string): File | null {
	const value = typed.get(name);
	if (value instanceof File && (value.size > 0 || value.name !== '')) return value;
	const kept = keptFile(typed, name);
	return kept === null ? null : new File([Buffer.from(kept.content, 'base64')], kept.name);
}

/** Puts the files of a refused form among its entries as text, so that the form brings them back. Nothing is stored. */
export async function keepFiles(typed: FormData): Promise<void> {
	for (const [name, value] of [...typed]) {
		if (!(value instanceof File) || value.size === 0) continue;
		typed.set(`${name}.kept`, Buffer.from(await value.arrayBuffer()).toString('base64'));
		typed.set(`${name}.name`, value.name);
	}
}

/** Returns a file that came back with a refused form, in base64. */
export function keptFile(typed: FormData, name: string): { content: string; name: string } | null {
	const content = textIn(typed, `${name}.kept`);
	return content === '' ? null : { content, name: textIn(typed, `${name}.name`) };
}

/** Euros as people type them: 50, 50,00, 50.00, 1.250,00 or 1,250.00, with or without a sign of currency. */
const AMOUNT =
	/^(?:€|EUR)?\s*(\d{1,7}|\d{1,3}(?:\.\d{3})+(?=,|$)|\d{1,3}(?:,\d{3})+(?=\.))(?:[.,](\d{1,2}))?\s*(?:€|EUR)?$/i;
/** Three digits after one point or comma may be thousands or a slip. Such an amount is not accepted. */
const AMBIGUOUS = /^\d{1,3}[.,]\d{3}$/;

/** Returns an amount in cents; null for a text that cannot be read as one. */
export function centsOf(typed: string): number | null {
	const plain = typed.replaceAll(/[\s\u00a0\u202f']/g, '');
	const [, whole, fraction = ''] = AMBIGUOUS.test(plain) ? [] : (AMOUNT.exec(plain) ?? []);
	if (whole === undefined) return null;
	return Number(whole.replaceAll(/[.,]/g, '')) * 100 + Number(fraction.padEnd(2, '0'));
}

/** Returns the amount in a field as the API takes it. The API refuses one that cannot be read. */
export function amountIn(typed: FormData, name: string) {
	const text = textIn(typed, name);
	return { value: text === '' ? undefined : centsOf(text), currency: 'EUR_CENT' };
}

/** Returns a day as `yyyy-MM-dd`, also if it was typed as 7.3.2026. A text that cannot be read is returned unchanged. */
export function dayIn(typed: FormData, name: string): string {
	const text = textIn(typed, name);
	const [, day = '', month = '', year = ''] = /^(\d{1,2})\.\s?(\d{1,2})\.\s?(\d{4})$/.exec(text) ?? [];
	return year === '' ? text : `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
}
