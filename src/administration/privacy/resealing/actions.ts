import type { Vault } from '../../../foundation/core/vault.ts';
import { batch, type Db } from '../../../foundation/db/database.ts';
import { inSteps, type MayGoOn } from '../../../foundation/db/steps.ts';
import { SEALED, saveResealed, sealedBy } from './store.ts';

/** A step takes two round trips. */
const STEP_SIZE = 500;

/**
 * Encrypts texts of the previous key with the current one. Returns their number. When it is 0, the previous key is no longer needed. It
 * fails at the end if some texts could not be decrypted.
 */
export async function resealSecrets(db: Db, vault: Vault, mayGoOn: MayGoOn): Promise<number> {
	const keyId = await vault.previousKeyId();
	if (keyId === null) return 0;
	let [handled, unopened] = [0, 0];
	for (const column of SEALED) {
		let after = '';
		handled += await inSteps(mayGoOn, STEP_SIZE, async (size) => {
			const [found] = await batch(db, [sealedBy(db, column, keyId, after, size)]);
			const texts = await Promise.all(
				found.map(async ({ key, sealed }) => {
					const text = await vault.open(sealed, column.contextOf(key)).catch(() => null);
					return text === null
						? []
						: [{ key, sealed, resealed: await vault.seal(text, column.contextOf(key)) }];
				}),
			);
			const resealed = texts.flat();
			if (resealed.length > 0) await batch(db, [saveResealed(db, column, resealed)]);
			unopened += found.length - resealed.length;
			after = found.at(-1)?.sealed ?? after;
			return found.length;
		});
	}
	if (unopened > 0) throw new Error(`${unopened} encrypted values cannot be opened. They were changed.`);
	return handled;
}
