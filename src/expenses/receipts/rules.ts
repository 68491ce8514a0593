import { fileTypeOf } from '../../core/file-types.ts';

export const RECEIPT_TYPES = ['image/jpeg', 'image/png', 'image/webp', 'application/pdf'] as const;
export type ReceiptType = (typeof RECEIPT_TYPES)[number];

/** How long receipts of rejected and withdrawn expenses are kept after that decision. */
export const UNNEEDED_MS = 90 * 86_400_000;

/** A receipt that was begun and never stored is discarded after this time. */
export const ABANDONED_AFTER_MS = 3_600_000;

export const MAX_RECEIPT_BYTES = 10 * 1024 * 1024;

export const receiptTypeOf = (bytes: Uint8Array): ReceiptType | null => fileTypeOf(bytes, RECEIPT_TYPES);
