import type { AccessReason } from '../../core/history.ts';
import type { Instant } from '../../core/instant.ts';
import { Refusal } from '../../core/refusals.ts';
import type { SessionKind } from '../rules.ts';

/** How long somebody may take at the provider. */
export const SIGN_IN_MS = 10 * 60_000;
/** How long the code with which a sign-in returns may be exchanged for a token. */
export const CODE_MS = 60_000;

/** How far the clock of a provider may differ from ours. */
const CLOCK_SKEW_SECONDS = 60;

/** In which context the vault seals a state. */
export const STATE = 'sso state';

/** What the sealed `state` of a sign-in says: for whom, until when, and who may finish it. */
export interface SignInState {
	companyId: string;
	/** From it come the nonce and the PKCE verifier. */
	seed: string;
	/** The hash of the secret that only the client knows that began the sign-in. */
	transactionHash: string;
	dateExpires: Instant;
	kind: SessionKind;
}

/** Where the provider sends people back, and where they go from there: those who began in the console return to it. */
export const CALLBACK_PATH = '/sso/callback';
export const PAGE_PATH = '/sign-in';
export const CONSOLE_PATH = '/console/sign-in/provider';

/** What a provider says of an account of its own. */
export interface Account {
	subject: string;
	email: string | null;
	isVerified: boolean;
}

/** Why a sign-in by a provider came to nothing. `detail` is for the log. */
export class SignInRefused extends Error {
	readonly reason: AccessReason;
	readonly companyId: string | null;
	/** Where the person began, and is sent back to. */
	kind: SessionKind = 'API';

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

/** Whether a token of the provider is valid now, by our clock. */
export function isCurrent({ exp, iat, nbf = iat }: IdToken, now: Instant): boolean {
	const seconds = now / 1000;
	return exp > seconds - CLOCK_SKEW_SECONDS && Math.max(iat, Number(nbf)) <= seconds + CLOCK_SKEW_SECONDS;
}

/**
 * Whether the provider has made sure that the address is its user's. Microsoft Entra says so in `xms_edov`: the domain of the address
 * is one that the tenant has proven.
 */
export const isEmailVerified = (claims: Record<string, unknown>): boolean =>
	claims.email_verified === true || [true, 1, '1', 'true'].includes(claims.xms_edov as boolean);

/** The user whose address an account names, and the account that belongs to the user already. */
interface Named {
	userId: string;
	subject: string | null;
}

/**
 * Who signs in by an account. It must name the address of a user, and once the two belong together, neither may come with another
 * one: an address that was given to somebody else at the provider opens nothing, nor does an account whose address was changed.
 */
export function whoSignsIn(
	account: Account,
	named: Named | undefined,
	linkedUserId: string | undefined,
): { userId: string; isNew: boolean } | AccessReason {
	if (!account.isVerified) return 'email_not_verified';
	if (named === undefined) return 'user_unknown';
	const isOther = linkedUserId !== undefined && linkedUserId !== named.userId;
	const isRenewed = named.subject !== null && named.subject !== account.subject;
	return isOther || isRenewed
		? 'account_changed'
		: { userId: named.userId, isNew: linkedUserId === undefined };
}

/** The sentence of the innermost fault in a provider's answer. It names no value of it. */
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
