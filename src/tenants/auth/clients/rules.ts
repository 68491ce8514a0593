/**
 * Error codes of RFC 6749, section 5.2, with their status. That standard has no code for too many attempts.
 */
export const TOKEN_ERRORS = {
	invalid_request: 400,
	unsupported_grant_type: 400,
	invalid_scope: 400,
	invalid_client: 401,
	temporarily_unavailable: 429,
} as const;
export type TokenError = keyof typeof TOKEN_ERRORS;

/** A refusal in the format of RFC 6749, which is no problem document. */
export class TokenRefusal extends Error {
	readonly error: TokenError;

	constructor(error: TokenError, description: string) {
		super(description);
		this.name = 'TokenRefusal';
		this.error = error;
	}
}

export const unknownClient = (): TokenRefusal =>
	new TokenRefusal('invalid_client', 'The client is unknown, or its secret is wrong, expired or revoked.');

export const notUnderstood = (): TokenRefusal =>
	new TokenRefusal(
		'invalid_request',
		'Send grant_type, client_id and client_secret, each once, as application/x-www-form-urlencoded.',
	);

export const tooOften = (): TokenRefusal =>
	new TokenRefusal('temporarily_unavailable', 'Too many attempts. Use each token until it expires.');

export function requireClientCredentials(grantType: string): void {
	if (grantType === 'client_credentials') return;
	throw new TokenRefusal('unsupported_grant_type', 'grant_type must be client_credentials.');
}

export interface AccessToken {
	token: string;
	lifetimeSeconds: number;
	operations: readonly string[];
}

interface Given {
	client_id?: string | undefined;
	client_secret?: string | undefined;
}

export interface Credentials {
	clientId: string;
	secret: string;
}

/** Reads the credentials from the body or from the `Authorization` header (HTTP Basic), never from both. */
export function credentialsOf(authorization: string | undefined, given: Given): Credentials {
	const { client_id: clientId, client_secret: secret } = given;
	if (authorization === undefined) {
		if (clientId === undefined || secret === undefined) throw unknownClient();
		return { clientId, secret };
	}
	if (secret !== undefined) {
		throw new TokenRefusal('invalid_request', 'Send the secret in the header or in the body, not in both.');
	}
	const found = basicCredentials(authorization);
	if (clientId !== undefined && clientId !== found.clientId) {
		throw new TokenRefusal('invalid_request', 'client_id differs from the client in the header.');
	}
	return found;
}

/** RFC 6749, section 2.3.1, requires that both parts are form-encoded. */
function basicCredentials(authorization: string): Credentials {
	const [, encoded = ''] = /^Basic ([\w+/]+=*)$/i.exec(authorization) ?? [];
	const [id = '', ...rest] = Buffer.from(encoded, 'base64').toString('utf8').split(':');
	try {
		return { clientId: decoded(id), secret: decoded(rest.join(':')) };
	} catch {
		throw unknownClient();
	}
}

const decoded = (text: string): string => decodeURIComponent(text.replaceAll('+', ' '));
