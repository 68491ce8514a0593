import { createHash, createHmac } from 'node:crypto';
import type { Vault } from '../../../foundation/core/vault.ts';
import type { MachineFacts } from '../facts/rules.ts';

/** The context in which the seed of a month is sealed. */
export const sealedForSample = (seedId: string): string => `sample ${seedId}`;

/** Opens a sealed seed. Returns null if the encryption key is missing, or if the sealed text was changed. */
export const openSeed = (
	vault: Vault,
	{ id, sealed }: { id: string; sealed: string },
): Promise<string | null> => vault.open(sealed, sealedForSample(id)).catch(() => null);

/** Returns 256 random bits in hexadecimal digits. */
export const newSeed = (): string => Buffer.from(crypto.getRandomValues(new Uint8Array(32))).toString('hex');

/** Returns the SHA-256 of a seed. The history has it before the first draw, so that nobody can change the seed afterwards. */
export const commitmentOf = (seed: string): string =>
	createHash('sha256').update(Buffer.from(seed, 'hex')).digest('hex');

/**
 * Whether the sample has a purchase. The purchase itself decides, so that nothing changes when somebody submits it again. docs/decisions.md
 * says how anybody can check a draw.
 */
export function isDrawn(seed: string, { mark }: Pick<MachineFacts, 'mark'>, percent: number): boolean {
	const drawn = createHmac('sha256', Buffer.from(seed, 'hex')).update(mark).digest().readUInt32BE(0);
	return drawn * 100 < percent * 2 ** 32;
}
