/** The possible first bytes of each file type; null stands for any byte. */
const SIGNATURES = {
	'image/jpeg': [[0xff, 0xd8, 0xff]],
	'image/png': [[0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]],
	'image/webp': [[0x52, 0x49, 0x46, 0x46, null, null, null, null, 0x57, 0x45, 0x42, 0x50]],
	'application/pdf': [[0x25, 0x50, 0x44, 0x46, 0x2d]],
	// These are the bytes of "<?xml", also after a UTF-8 byte order mark, and of "<?" in UTF-16.
	'application/xml': [
		[0x3c, 0x3f, 0x78, 0x6d, 0x6c],
		[0xef, 0xbb, 0xbf, 0x3c, 0x3f, 0x78, 0x6d, 0x6c],
		[0xff, 0xfe, 0x3c, 0, 0x3f, 0],
		[0xfe, 0xff, 0, 0x3c, 0, 0x3f],
	],
} satisfies Record<string, (number | null)[][]>;

/** Returns the type of a file by its content, or null when it is none of these. Its name and declared type can be wrong. */
export const fileTypeOf = <T extends keyof typeof SIGNATURES>(
	bytes: Uint8Array,
	types: readonly T[],
): T | null =>
	types.find((type) =>
		SIGNATURES[type].some((signature) =>
			signature.every((byte, index) => byte === null || byte === bytes[index]),
		),
	) ?? null;
