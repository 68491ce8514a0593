import type { AccessReason } from '../../../foundation/core/history.ts';
import type { Instant } from '../../../foundation/core/instant.ts';
import { Refusal } from '../../../foundation/core/refusals.ts';
import type { Celled } from '../../../foundation/core/vault.ts';
import type { SessionKind } from '../rules.ts';

/** The time that people have at the provider. */
export const SIGN_IN_MS = 10 * 60_000;
/** The time within which a sign-in's code can be exchanged. */
export const CODE_MS = 60_000;

/** The accepted difference between the provider's clock and ours. */
const CLOCK_SKEW_SECONDS = 60;

export const STATE = 'sso state';

export interface SignInState extends Celled {
	companyId: string;
	/** The nonce and the PKCE verifier are derived from this. */
	seed: string;
	/** The hash of a secret that only the client knows. */
	transactionHash: string;
	dateExpires: Instant;
	kind: SessionKind;
}

/** The provider redirects people to the first path. From there they go on to the page, or to the console if they began there. */
export const CALLBACK_PATH = '/sso/callback';
export const PAGE_PATH = '/sign-in';
export const CONSOLE_PATH = '/console/sign-in/provider';

export interface Account {
	subject: string;
	email: string | null;
	isVerified: boolean;
}

/** A refused sign-in. `detail` is for the log. */
export class SignInRefused extends Error {
	readonly reason: AccessReason;
	readonly companyId: string | null;
	/** The begun sign-in, which tells where the person returns to; undefined when the state is not ours. */
	begun: SignInState | undefined;

	constructor(reason: AccessReason, companyId: string | null, detail: string) {
		super(detail);
		this.name = 'SignInRefused';
		this.reason = reason;
		this.companyId = companyId;
	}
}

interface IdToken {
	exp: number;
	iat: number;
	nbf?: unknown;
}

export function isCurrent({ exp, iat, nbf = iat }: IdToken, now: Instant): boolean {
	const seconds = now / 1000;
	return exp > seconds - CLOCK_SKEW_SECONDS && Math.max(iat, Number(nbf)) <= seconds + CLOCK_SKEW_SECONDS;
}

/** True when the provider has verified the address. In Microsoft Entra, `xms_edov` means that the tenant has verified the domain. */
export const isEmailVerified = (claims: Record<string, unknown>): boolean =>
	claims.email_verified === true || [true, 1, '1', 'true'].includes(claims.xms_edov as boolean);

/** The user of an address, and the account that is linked to the user. */
interface Named {
	userId: string;
	subject: string | null;
	/** False for registered people, and those with more rights, while nobody has released the provider and the domain. */
	maySignIn: boolean;
}

/** Whether an account and its user were linked earlier, are linked now, or were linked earlier under another address. */
type LinkStatus = 'LINKED' | 'NEW' | 'MOVED';

/**
 * Finds the user of an account. A linked account or user never works with another one. This also holds when an address was given to somebody
 * else, or an account has another person's address. If an account's new address is free, the user gets it.
 */
export function whoSignsIn(
	account: Account,
	named: Named | undefined,
	linkedUserId: string | undefined,
): { userId: string; link: LinkStatus } | AccessReason {
	if (!account.isVerified) return 'email_not_verified';
	if (named === undefined) {
		return linkedUserId === undefined ? 'user_unknown' : { userId: linkedUserId, link: 'MOVED' };
	}
	const isOther = linkedUserId !== undefined && linkedUserId !== named.userId;
	const isRenewed = named.subject !== null && named.subject !== account.subject;
	if (isOther || isRenewed) return 'account_changed';
	return !named.maySignIn
		? 'provider_unreleased'
		: { userId: named.userId, link: linkedUserId === undefined ? 'NEW' : 'LINKED' };
}

/** Returns the message of the innermost error. It contains no values of the provider's response. */
export const causeOf = (error: unknown): string =>
	error instanceof Error ? (error.cause instanceof Error ? causeOf(error.cause) : error.message) : 'unknown';

export const refusedState = (detail: string): SignInRefused =>
	new SignInRefused('provider_refused', null, detail);

export const refusedCode = (): Refusal =>
	new Refusal(
		'invalid_credentials',
		'The code is unknown, used or expired, or another client started this sign-in. Start again.',
	);

export function failedProvider(cause: unknown): Refusal {
	const refusal = new Refusal(
		'identity_provider_failed',
		'Your company’s identity provider returned an unexpected response. Try again, or ask your administrator.',
	);
	refusal.cause = cause;
	return refusal;
}
