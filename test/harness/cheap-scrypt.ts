// In place of `node:crypto` in workerd. The name without `node:` is the one that is not replaced.
// biome-ignore lint/style/useNodejsImportProtocol: see above
import { type BinaryLike, type ScryptOptions, scrypt as scryptOfCost } from 'crypto';

// biome-ignore lint/style/useNodejsImportProtocol: see above
export * from 'crypto';

const LEAST: ScryptOptions = { N: 2, r: 1, p: 1 };

/** Hashes at the least cost, because hundreds of tests set passwords. `auth/passwords.test.ts` and the drills of `npm start` pay the real one. */
export const scrypt = (
	password: BinaryLike,
	salt: BinaryLike,
	bytes: number,
	_: ScryptOptions,
	done: (error: Error | null, key: Buffer) => void,
): void => scryptOfCost(password, salt, bytes, LEAST, done);
