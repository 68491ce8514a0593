import { readReceipt } from '../benefits/expenses/receipts/actions.ts';
import type { Receipt } from '../benefits/expenses/receipts/store.ts';
import { readProof } from '../benefits/expenses/standing-proofs/actions.ts';
import { BASE, type Context } from './env.ts';
import { showInvoice } from './invoice.tsx';

/** A file from another person must not run anything here. To show a PDF, browsers need an object and inline styles. */
const NOTHING = "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";
const PICTURE_POLICY = `${NOTHING}; sandbox`;
const PDF_POLICY = `${NOTHING}; object-src 'self'; style-src 'unsafe-inline'`;

/** A receipt, a draft, or the proof of a standing expense. */
export type ShownFile = Pick<Receipt, 'id' | 'mediaType' | 'size'>;

export const isPicture = ({ mediaType }: Pick<ShownFile, 'mediaType'>): boolean =>
	mediaType.startsWith('image/');

export const addressOfReceipt = ({ expenseId, id }: Receipt): string => `${BASE}/receipts/${expenseId}/${id}`;

export async function answerReceipt(c: Context): Promise<Response> {
	const { expenseId = '', receiptId = '' } = c.req.param();
	const { receipt, content } = await readReceipt(c.var.call, c.env.RECEIPTS, expenseId, receiptId);
	return showFile(c, receipt, 'receipt', content);
}

export async function answerProof(c: Context): Promise<Response> {
	const { standingExpenseId = '', proofId = '' } = c.req.param();
	const { proof, content } = await readProof(c.var.call, c.env.RECEIPTS, standingExpenseId, proofId);
	return showFile(c, proof, 'proof', content);
}

/**
 * Answers a file with the media type that its first bytes show. An invoice in XML is shown as a page, and its original is saved as a
 * file. Browsers keep no copy.
 */
export async function showFile(
	c: Context,
	file: ShownFile,
	name: string,
	content: ReadableStream,
): Promise<Response> {
	const isXml = file.mediaType === 'application/xml';
	if (isXml && c.req.query('original') === undefined) {
		return showInvoice(c, new Uint8Array(await new Response(content).arrayBuffer()));
	}
	c.set('contentPolicy', file.mediaType === 'application/pdf' ? PDF_POLICY : PICTURE_POLICY);
	return c.body(content, 200, {
		'Content-Type': file.mediaType,
		'Content-Disposition': `${isXml ? 'attachment' : 'inline'}; filename="${name}-${file.id}.${formatOf(file).toLowerCase()}"`,
	});
}

export const formatOf = ({ mediaType }: Pick<ShownFile, 'mediaType'>): string =>
	mediaType.replace(/.*\//, '').toUpperCase();
