import { decode, sign, verify } from '@tsndr/cloudflare-worker-jwt';
import { z } from 'zod';
import type { Instant } from '../../../foundation/core/instant.ts';
import { Refusal } from '../../../foundation/core/refusals.ts';

const TOKEN_SECONDS = 3600;

const ISSUER = 'zubrot';
const AUDIENCE = 'zubrot-api';
const MIN_SECRET_BYTES = 32;
const CLOCK_SKEW_SECONDS = 60;

/** The user and session of a token. The user's rights are not in it, and are read from the database. */
export interface Subject {
	userId: string;
	sessionId: string;
	/** The cell of the user's company. Missing for a user of D1. */
	cell?: string | undefined;
	/** The operations that the token is limited to, separated by spaces. Missing if the token allows all of the session's. */
	scope?: string | undefined;
}

interface VerifiedSubject extends Subject {
	/** The first instant at which the token is no longer valid. */
	validUntil: Instant;
}

export interface TokenPair {
	idToken: string;
	refreshToken: string;
	lifetimeSeconds: number;
}

/** Signs with the current secret, and also accepts tokens of the previous one. */
export interface Tokens {
	readonly lifetimeSeconds: number;
	/** The token is valid for `lifetimeSeconds`, but not beyond `until`. */
	issue(subject: Subject, now: Instant, until?: Instant): Promise<string>;
	/** Returns null unless we issued exactly this token and it is valid now. */
	verify(token: string, now: Instant): Promise<VerifiedSubject | null>;
	/** Returns HMACs of the content with the current, then the previous secret. */
	seal(content: string): Promise<[string, ...string[]]>;
}

interface Secrets {
	JWT_SECRET?: string;
	JWT_SECRET_PREVIOUS?: string;
}

/** Returns a function that imports the secrets once, and again only when they change. */
export function rememberedTokens() {
	let key: string | undefined;
	let tokens: Promise<Tokens> | undefined;
	return ({ JWT_SECRET, JWT_SECRET_PREVIOUS }: Secrets): Promise<Tokens> => {
		const wanted = `${JWT_SECRET}\n${JWT_SECRET_PREVIOUS}`;
		if (tokens === undefined || key !== wanted) {
			key = wanted;
			tokens = createTokens(JWT_SECRET, JWT_SECRET_PREVIOUS);
		}
		return tokens;
	};
}

/** Refuses with `misconfigured` when the current secret is missing, or a secret is shorter than 32 bytes. */
export async function createTokens(
	secret: string | undefined,
	previousSecret: string | undefined,
): Promise<Tokens> {
	const current = await importSecret('JWT_SECRET', secret);
	const previous = previousSecret ? [await importSecret('JWT_SECRET_PREVIOUS', previousSecret)] : [];
	return {
		lifetimeSeconds: TOKEN_SECONDS,
		issue: ({ userId, sessionId, cell, scope }, now, until) => {
			const iat = Math.floor(now / 1000);
			const claims = {
				iss: ISSUER,
				aud: AUDIENCE,
				sub: userId,
				sid: sessionId,
				iat,
				exp: iat + lifetimeOf(now, until),
				...(cell !== undefined && { cell }),
				...(scope !== undefined && { scope }),
			};
			return sign(claims, current.key, { algorithm: 'HS256', header: { typ: 'JWT', kid: current.kid } });
		},
		verify: (token, now) => verifyStrictly(token, [current, ...previous], now).catch(() => null),
		seal: async (content) => {
			const marked = new TextEncoder().encode(`seal ${content}`);
			const sealedBy = async ({ key }: SigningKey) =>
				Buffer.from(await crypto.subtle.sign('HMAC', key, marked)).toString('base64url');
			return [await sealedBy(current), ...(await Promise.all(previous.map(sealedBy)))];
		},
	};
}

/** Returns how many seconds a token is valid. If the session ends within a second, the token still gets a second. */
export const lifetimeOf = (now: Instant, until: Instant = Number.POSITIVE_INFINITY): number =>
	Math.min(TOKEN_SECONDS, Math.ceil(until / 1000) - Math.floor(now / 1000));

interface SigningKey {
	kid: string;
	key: CryptoKey;
}

/** The last character of a signature of 32 bytes has unused bits, which must be 0. Otherwise several texts would be the same signature. */
const SHAPE = /^[\w-]{1,512}\.[\w-]{1,4096}\.[\w-]{42}[AEIMQUYcgkosw048]$/;

const headerSchema = z.strictObject({ alg: z.literal('HS256'), typ: z.literal('JWT'), kid: z.string() });
const claimsSchema = z.strictObject({
	iss: z.literal(ISSUER),
	aud: z.literal(AUDIENCE),
	sub: z.uuid(),
	sid: z.uuid(),
	iat: z.int().positive(),
	exp: z.int().positive(),
	cell: z.string().optional(),
	scope: z.string().optional(),
});

/** Checks the times itself, because the library uses the wall clock, and accepts a token whose expiry is missing or is not a number. */
async function verifyStrictly(
	token: string,
	keys: SigningKey[],
	now: Instant,
): Promise<VerifiedSubject | null> {
	if (!SHAPE.test(token)) return null;
	const { kid } = headerSchema.parse(decode(token).header);
	const key = keys.find((candidate) => candidate.kid === kid)?.key;
	if (key === undefined) return null;
	const verified = await verify(token, key, { algorithm: 'HS256', clockTolerance: Number.POSITIVE_INFINITY });
	if (verified === undefined) return null;
	const { sub, sid, iat, exp, cell, scope } = claimsSchema.parse(verified.payload);
	const seconds = now / 1000;
	if (exp <= seconds || iat > seconds + CLOCK_SKEW_SECONDS || exp - iat > TOKEN_SECONDS) return null;
	return { userId: sub, sessionId: sid, cell, scope, validUntil: exp * 1000 };
}

async function importSecret(name: string, secret: string | undefined): Promise<SigningKey> {
	const bytes = new TextEncoder().encode(secret ?? '');
	if (bytes.length < MIN_SECRET_BYTES) {
		throw new Refusal(
			'misconfigured',
			`The secret ${name} is missing or shorter than ${MIN_SECRET_BYTES} bytes.`,
		);
	}
	const key = await crypto.subtle.importKey('raw', bytes, { name: 'HMAC', hash: 'SHA-256' }, false, [
		'sign',
		'verify',
	]);
	const mark = await crypto.subtle.sign('HMAC', key, new TextEncoder().encode('kid'));
	return { kid: Buffer.from(mark).toString('base64url').slice(0, 8), key };
}
