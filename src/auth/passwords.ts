import { randomBytes, type ScryptOptions, scrypt, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';

/** The scrypt setting that OWASP recommends for 16 MiB of memory: N = 2^14, r = 8, p = 5. */
const COST = { ln: 14, r: 8, p: 5 };
const SALT_BYTES = 16;
const KEY_BYTES = 32;

const derive = promisify<string, Buffer, number, ScryptOptions, Buffer>(scrypt);

/** Returns a PHC string (`$scrypt$ln=…,r=…,p=…$salt$key`). It names its cost, so new hashes may cost more. */
export async function hashPassword(password: string): Promise<string> {
	const salt = randomBytes(SALT_BYTES);
	const key = await derive(password.normalize('NFKC'), salt, KEY_BYTES, scryptOptions(COST));
	return `$scrypt$ln=${COST.ln},r=${COST.r},p=${COST.p}$${unpadded(salt)}$${unpadded(key)}`;
}

/** Does the same work without a hash, so that the response time does not reveal which accounts exist. */
export async function verifyPassword(password: string, phc: string | null): Promise<boolean> {
	const { cost, salt, key } = parsePhc(phc ?? NOBODY);
	const derived = await derive(password.normalize('NFKC'), salt, key.length, scryptOptions(cost));
	return timingSafeEqual(derived, key) && phc !== null;
}

/** A well-formed hash for which no password is known. */
const NOBODY = `$scrypt$ln=${COST.ln},r=${COST.r},p=${COST.p}$${'A'.repeat(22)}$${'A'.repeat(43)}`;

function parsePhc(phc: string) {
	const match = /^\$scrypt\$ln=(\d+),r=(\d+),p=(\d+)\$([\w+/]+)\$([\w+/]+)$/.exec(phc);
	if (match === null) throw new Error('A stored password hash is not a scrypt PHC string');
	const [, ln, r, p, salt = '', key = ''] = match;
	return {
		cost: { ln: Number(ln), r: Number(r), p: Number(p) },
		salt: Buffer.from(salt, 'base64'),
		key: Buffer.from(key, 'base64'),
	};
}

const scryptOptions = ({ ln, r, p }: typeof COST): ScryptOptions => ({
	N: 2 ** ln,
	r,
	p,
	maxmem: 256 * 2 ** ln * r,
});

const unpadded = (bytes: Buffer): string => bytes.toString('base64').replaceAll('=', '');
