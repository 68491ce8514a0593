import { readReceipt } from '../expenses/receipts/actions.ts';
import type { Receipt } from '../expenses/receipts/store.ts';
import { BASE, type Context } from './env.ts';
import { showInvoice } from './invoice.tsx';

/** A file of somebody else runs nothing here. Browsers show a PDF as an object with a style of its own. */
const NOTHING = "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";
const PICTURE_POLICY = `${NOTHING}; sandbox`;
const PDF_POLICY = `${NOTHING}; object-src 'self'; style-src 'unsafe-inline'`;

export const isPicture = ({ mediaType }: Receipt): boolean => mediaType.startsWith('image/');

export const addressOfReceipt = ({ expenseId, id }: Receipt): string => `${BASE}/receipts/${expenseId}/${id}`;

/** A receipt as its first bytes say what it is. An invoice in XML is shown as a page, and saved as a file. No browser keeps it. */
export async function answerReceipt(c: Context): Promise<Response> {
	const { expenseId = '', receiptId = '' } = c.req.param();
	const { receipt, content } = await readReceipt(c.var.call, c.env.RECEIPTS, expenseId, receiptId);
	const isXml = receipt.mediaType === 'application/xml';
	if (isXml && c.req.query('original') === undefined) {
		return showInvoice(c, new Uint8Array(await new Response(content).arrayBuffer()));
	}
	c.set('contentPolicy', receipt.mediaType === 'application/pdf' ? PDF_POLICY : PICTURE_POLICY);
	return c.body(content, 200, {
		'Content-Type': receipt.mediaType,
		'Content-Disposition': `${isXml ? 'attachment' : 'inline'}; filename="receipt-${receipt.id}.${formatOf(receipt).toLowerCase()}"`,
	});
}

export const formatOf = ({ mediaType }: Receipt): string => mediaType.replace(/.*\//, '').toUpperCase();
