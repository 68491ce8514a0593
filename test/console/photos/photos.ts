import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { encode } from 'uqr';

const DRAWING = readFileSync(join(import.meta.dirname, 'draw.js'), 'utf8');

/** How photos differ. `draw.js` says what each of them means. */
export const KINDS = [
	'clean',
	'turned by 90 degrees',
	'turned by 180 degrees',
	'tilted',
	'crumpled',
	'dark',
	'blurred',
	'12 megapixels',
	'four codes',
] as const;
export type Kind = (typeof KINDS)[number];

/** The squares of QR codes, as tills print them. */
const squaresOf = (texts: readonly string[]): boolean[][][] =>
	texts.map((text) => encode(text, { ecc: 'M', border: 0 }).data);

/** Prepares a page to draw photos. */
export const prepareDrawing = (page: Page): Promise<unknown> => page.evaluate(DRAWING);

/** Draws the photo of a receipt with these codes. */
export const photoOf = (page: Page, kind: Kind, texts: readonly string[], seed = 1): Promise<Buffer> =>
	bytesOf(page, `photoOf(${given(kind, squaresOf(texts), seed)})`);

/** Draws a film of a receipt with these codes, in grey. */
export const filmOf = (page: Page, texts: readonly string[], seed = 1): Promise<Buffer> =>
	bytesOf(page, `filmOf(${given(squaresOf(texts), seed)})`);

export interface Sample {
	/** The codes that were found. */
	found: string[];
	/** How long that took. */
	ms: number;
}

/** Draws a photo on a page with the form of a receipt, and reads it as that page does. */
export const sampleOf = (page: Page, kind: Kind, texts: readonly string[], seed: number): Promise<Sample> =>
	page.evaluate<Sample>(`(async () => {
		const photo = await photoOf(${given(kind, squaresOf(texts), seed)});
		const { codesIn } = await import(document.getElementById('code').dataset.reader);
		const start = performance.now();
		const found = await codesIn(photo);
		return { found: found.map(({ text }) => text), ms: performance.now() - start };
	})()`);

const given = (...values: unknown[]): string => values.map((value) => JSON.stringify(value)).join();

async function bytesOf(page: Page, expression: string): Promise<Buffer> {
	const url =
		await page.evaluate<string>(`Promise.resolve(${expression}).then((blob) => new Promise((resolve) => {
		const reader = new FileReader();
		reader.onload = () => resolve(reader.result);
		reader.readAsDataURL(blob);
	}))`);
	return Buffer.from(url.split(',')[1] ?? '', 'base64');
}
