export const RECEIPT_TYPES = ['image/jpeg', 'image/png', 'image/webp', 'application/pdf'] as const;
export type ReceiptType = (typeof RECEIPT_TYPES)[number];

/** How long receipts of rejected and withdrawn expenses are kept after that decision. */
export const UNNEEDED_MS = 90 * 86_400_000;

export const MAX_RECEIPT_BYTES = 10 * 1024 * 1024;

/** The first bytes of each type of file; null stands for any byte. */
const SIGNATURES: [ReceiptType, (number | null)[]][] = [
	['image/jpeg', [0xff, 0xd8, 0xff]],
	['image/png', [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]],
	['image/webp', [0x52, 0x49, 0x46, 0x46, null, null, null, null, 0x57, 0x45, 0x42, 0x50]],
	['application/pdf', [0x25, 0x50, 0x44, 0x46, 0x2d]],
];

/** The type of a file by its content, or null. Its name and its declared type do not matter. */
export function receiptTypeOf(bytes: Uint8Array): ReceiptType | null {
	const found = SIGNATURES.find(([, signature]) =>
		signature.every((byte, index) => byte === null || byte === bytes[index]),
	);
	return found?.[0] ?? null;
}
