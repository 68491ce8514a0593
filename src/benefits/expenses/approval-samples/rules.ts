import { createHash, createHmac } from 'node:crypto';
import type { Vault } from '../../../foundation/core/vault.ts';
import type { MachineFacts } from '../facts/rules.ts';

export const sealedForSample = (seedId: string): string => `sample ${seedId}`;

/** Decrypts a seed. Returns null if the encryption key is missing, or the encrypted text was changed. */
export const openSeed = (
	vault: Vault,
	{ id, sealed }: { id: string; sealed: string },
): Promise<string | null> => vault.open(sealed, sealedForSample(id)).catch(() => null);

/** Returns 256 random bits in hexadecimal digits. */
export const newSeed = (): string => Buffer.from(crypto.getRandomValues(new Uint8Array(32))).toString('hex');

/** Returns the SHA-256 of a seed. The history has it before the first draw, so that the seed cannot be changed afterwards. */
export const commitmentOf = (seed: string): string =>
	createHash('sha256').update(Buffer.from(seed, 'hex')).digest('hex');

/** True when a purchase is drawn for the sample, however often it is submitted. docs/decisions.md explains how anybody can check a draw. */
export function isDrawn(seed: string, { mark }: Pick<MachineFacts, 'mark'>, percent: number): boolean {
	const drawn = createHmac('sha256', Buffer.from(seed, 'hex')).update(mark).digest().readUInt32BE(0);
	return drawn * 100 < percent * 2 ** 32;
}
