import { fileTypeOf } from '../../../foundation/core/file-types.ts';
import { Refusal } from '../../../foundation/core/refusals.ts';

export const RECEIPT_TYPES = [
	'image/jpeg',
	'image/png',
	'image/webp',
	'application/pdf',
	'application/xml',
] as const;
export type ReceiptType = (typeof RECEIPT_TYPES)[number];

/** How long receipts of rejected and withdrawn expenses are kept after that. */
export const UNNEEDED_MS = 90 * 86_400_000;

/** A receipt that was begun but never stored is discarded after this time. */
export const ABANDONED_AFTER_MS = 3_600_000;

export const MAX_RECEIPT_BYTES = 10 * 1024 * 1024;

export const receiptTypeOf = (bytes: Uint8Array): ReceiptType | null => fileTypeOf(bytes, RECEIPT_TYPES);

export const unsupportedType = (): Refusal =>
	new Refusal(
		'unsupported_media_type',
		'A receipt must be a JPEG, PNG, WebP or PDF file, or an electronic invoice (XML in CII or UBL).',
	);

/** Returns the type of a file by its first bytes. Refuses other types. */
export function requireReceiptType(head: Uint8Array): ReceiptType {
	const mediaType = receiptTypeOf(head);
	if (mediaType !== null) return mediaType;
	throw unsupportedType();
}
