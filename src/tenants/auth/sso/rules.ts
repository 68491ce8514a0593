import type { AccessReason } from '../../../foundation/core/history.ts';
import type { Instant } from '../../../foundation/core/instant.ts';
import { Refusal } from '../../../foundation/core/refusals.ts';
import type { Celled } from '../../../foundation/core/vault.ts';
import type { SessionKind } from '../rules.ts';

/** People may take this long at the provider. */
export const SIGN_IN_MS = 10 * 60_000;
/** The code of a sign-in may be exchanged for this long. */
export const CODE_MS = 60_000;

/** The provider's clock may differ this much from ours. */
const CLOCK_SKEW_SECONDS = 60;

/** The context in which the vault seals a state. */
export const STATE = 'sso state';

/** The content of the sealed `state`. */
export interface SignInState extends Celled {
	companyId: string;
	/** Nonce and PKCE verifier are derived from it. */
	seed: string;
	/** The hash of a secret that only the client knows. */
	transactionHash: string;
	dateExpires: Instant;
	kind: SessionKind;
}

/**
 * The provider sends people to the first address. They go on to the page, or to the console if they began
 * there.
 */
export const CALLBACK_PATH = '/sso/callback';
export const PAGE_PATH = '/sign-in';
export const CONSOLE_PATH = '/console/sign-in/provider';

/** An account at the provider. */
export interface Account {
	subject: string;
	email: string | null;
	isVerified: boolean;
}

/** A refused sign-in. `detail` is for the log. */
export class SignInRefused extends Error {
	readonly reason: AccessReason;
	readonly companyId: string | null;
	/** Says where the person began and returns to; undefined when the state is not ours. */
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

/** True when the token is valid by our clock. */
export function isCurrent({ exp, iat, nbf = iat }: IdToken, now: Instant): boolean {
	const seconds = now / 1000;
	return exp > seconds - CLOCK_SKEW_SECONDS && Math.max(iat, Number(nbf)) <= seconds + CLOCK_SKEW_SECONDS;
}

/**
 * True when the provider has verified the address. Microsoft Entra says so in `xms_edov`: the tenant has
 * verified the domain.
 */
export const isEmailVerified = (claims: Record<string, unknown>): boolean =>
	claims.email_verified === true || [true, 1, '1', 'true'].includes(claims.xms_edov as boolean);

/** The user of an address, and the account that is linked to this user. */
interface Named {
	userId: string;
	subject: string | null;
}

/** How an account and its user belong together: linked earlier, linked now, or linked earlier under another address. */
type Standing = 'LINKED' | 'NEW' | 'MOVED';

/**
 * Finds the user of an account. Once they are linked, neither works with another: not an address that passed to somebody
 * else, nor an account with the address of somebody else. An account whose new address is free takes its user along.
 */
export function whoSignsIn(
	account: Account,
	named: Named | undefined,
	linkedUserId: string | undefined,
): { userId: string; standing: Standing } | AccessReason {
	if (!account.isVerified) return 'email_not_verified';
	if (named === undefined) {
		return linkedUserId === undefined ? 'user_unknown' : { userId: linkedUserId, standing: 'MOVED' };
	}
	const isOther = linkedUserId !== undefined && linkedUserId !== named.userId;
	const isRenewed = named.subject !== null && named.subject !== account.subject;
	return isOther || isRenewed
		? 'account_changed'
		: { userId: named.userId, standing: linkedUserId === undefined ? 'NEW' : 'LINKED' };
}

/** Returns the message of the innermost error. It contains no values of the response. */
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
