import { readFileSync } from 'node:fs';
import { Decrypter, Encrypter } from 'age-encryption';
import { Stop } from '../stop.ts';
import type { Bytes } from './bytes.ts';

/** Encrypts the files of a backup, or leaves them plain. */
export interface Seal {
	/** The key for which files are encrypted; null for plain files. */
	recipient: string | null;
	/** The end of the names of files, such as `.age`. */
	suffix: string;
	encrypt(plain: Bytes): Promise<Bytes>;
	decrypt(stored: Bytes): Promise<Bytes>;
}

/** Files that are not encrypted. Anybody who can open the folder can read them. */
export const PLAIN: Seal = {
	recipient: null,
	suffix: '',
	encrypt: async (plain) => plain,
	decrypt: async (stored) => stored,
};

const SUFFIX = '.age';

/** Encrypts for a recipient such as `age1…`. Only the identity of this recipient decrypts. */
export function sealFor(recipient: string): Seal {
	const encrypter = new Encrypter();
	try {
		encrypter.addRecipient(recipient);
	} catch {
		throw new Stop(
			`${recipient} is no recipient of age. Make a key with: npm run backup -- --new-key <file>`,
		);
	}
	return {
		recipient,
		suffix: SUFFIX,
		encrypt: (plain) => encrypter.encrypt(plain),
		decrypt: () => {
			throw new Error('A recipient cannot decrypt');
		},
	};
}

/** Decrypts with the identities in a file, such as `AGE-SECRET-KEY-1…`. Lines that begin with # are comments. */
export function openWith(recipient: string, file: string | undefined): Seal {
	if (file === undefined)
		throw new Stop(`The backup is encrypted for ${recipient}. Name the file of its key with --identity.`);
	const decrypter = new Decrypter();
	try {
		for (const line of readFileSync(file, 'utf8').split('\n'))
			if (line.trim().startsWith('AGE-SECRET-KEY-')) decrypter.addIdentity(line.trim());
	} catch (error) {
		throw new Stop(`${file} cannot be read as a key of age: ${(error as Error).message}`);
	}
	const decrypt = async (stored: Bytes) => {
		try {
			return await decrypter.decrypt(stored);
		} catch (error) {
			if (!/no identity matched/.test(String(error))) throw error;
			throw new Stop(
				`${file} is not the key of this backup. Name the key of the recipient ${recipient}, which backup.json names too.`,
			);
		}
	};
	return { recipient, suffix: SUFFIX, encrypt: PLAIN.encrypt, decrypt };
}
