import { deflateSync } from 'node:zlib';
import samples from '../benefits/expenses/invoices/samples.json';

type Sample = keyof typeof samples;

/** Invoices that an independent library made (test/tools/invoice-samples): number RE-2023-0042 of 27 February 2023, € 10.00. */
export const XML = { cii: samples.cii, ubl: samples.ubl };

export const sampleOf = (name: Sample): Uint8Array<ArrayBuffer> =>
	name in XML ? bytesIn(samples[name]) : new Uint8Array(Buffer.from(samples[name], 'base64'));

export const bytesIn = (text: string): Uint8Array<ArrayBuffer> => new Uint8Array(Buffer.from(text));

/** An invoice that differs from the sample in some texts. */
export const xmlWith = (changes: Record<string, string>, xml = XML.cii): string =>
	Object.entries(changes).reduce((text, [from, to]) => text.replaceAll(from, to), xml);

/** A PDF that has nothing but these files. */
export function pdfWith(...files: (string | Uint8Array)[]): Uint8Array<ArrayBuffer> {
	const objects = files.map((file, index) => [
		Buffer.from(`${index + 1} 0 obj\n<< /Type /EmbeddedFile /Filter /FlateDecode >>\nstream\r\n`),
		deflateSync(file),
		Buffer.from('\nendstream\nendobj\n'),
	]);
	return new Uint8Array(Buffer.concat([Buffer.from('%PDF-1.7\n'), ...objects.flat(), Buffer.from('%%EOF')]));
}
