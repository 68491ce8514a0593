import * as oidc from 'openid-client';
import QuickLRU from 'quick-lru';
import { isOutside } from '../../../foundation/core/addresses.ts';
import type { Instant } from '../../../foundation/core/instant.ts';
import { fetchOutside, PATIENCE_MS } from '../../../foundation/http/fetch-outside.ts';
import { type Account, isCurrent, isEmailVerified } from './rules.ts';

/** The metadata of a provider is cached for this long. */
const FRESH_MS = 5 * 60_000;
const MAX_KNOWN = 1000;

export interface Client {
	issuer: string;
	clientId: string;
	clientSecret: string;
}

interface Checks {
	state: string;
	nonce: string;
	verifier: string;
}

interface Providers {
	authorizationUrl(
		client: Client,
		asked: Checks & { redirectUri: string; email: string; isAgain: boolean },
		now: Instant,
	): Promise<URL>;
	/** Returns the account for the code in the callback address. Fails unless the whole response is valid. */
	redeem(client: Client, callback: URL, checks: Checks, now: Instant): Promise<Account>;
}

export interface ProviderSettings {
	LOCAL_IDENTITY_PROVIDERS?: string;
}

const known = new WeakMap<ProviderSettings, Providers>();

/** Returns the providers of an environment, with their cached metadata. */
export function providersOf(env: ProviderSettings): Providers {
	const providers = known.get(env) ?? createProviders(env.LOCAL_IDENTITY_PROVIDERS === 'true');
	known.set(env, providers);
	return providers;
}

interface Published {
	metadata: oidc.ServerMetadata;
	keys: oidc.ExportedJWKSCache | undefined;
	from: Instant;
}

function createProviders(isLocal: boolean): Providers {
	const remembered = new QuickLRU<string, Published>({ maxSize: MAX_KNOWN });

	async function publishedBy(issuer: string, fetch: oidc.CustomFetch, now: Instant): Promise<Published> {
		const last = remembered.get(issuer);
		if (last !== undefined && now >= last.from && now < last.from + FRESH_MS) return last;
		const found = await oidc.discovery(new URL(issuer), 'any', undefined, oidc.None(), {
			[oidc.customFetch]: fetch,
			execute: isLocal ? [oidc.allowInsecureRequests] : [],
		});
		const metadata = { ...found.serverMetadata() };
		if (metadata.issuer !== issuer) throw new Error('The provider names itself otherwise');
		const published = { metadata, keys: undefined, from: now };
		remembered.set(issuer, published);
		return published;
	}

	async function configured(
		{ issuer, clientId, clientSecret }: Client,
		now: Instant,
	): Promise<[oidc.Configuration, Published]> {
		const fetch = guardedFetch(isLocal);
		const published = await publishedBy(issuer, fetch, now);
		const { metadata, keys } = published;
		const isPosted = metadata.token_endpoint_auth_methods_supported?.includes('client_secret_post') ?? false;
		const authentication = isPosted ? oidc.ClientSecretPost : oidc.ClientSecretBasic;
		// The library must not check times, because we check them with our own clock.
		const config = new oidc.Configuration(
			metadata,
			clientId,
			{ [oidc.clockTolerance]: Number.MAX_SAFE_INTEGER },
			authentication(clientSecret),
		);
		config[oidc.customFetch] = fetch;
		oidc.enableNonRepudiationChecks(config);
		if (keys !== undefined) oidc.setJwksCache(config, keys);
		if (isLocal) oidc.allowInsecureRequests(config);
		return [config, published];
	}

	return {
		authorizationUrl: async (client, { state, nonce, verifier, redirectUri, email, isAgain }, now) => {
			const [config] = await configured(client, now);
			const address = oidc.buildAuthorizationUrl(config, {
				scope: 'openid email',
				redirect_uri: redirectUri,
				code_challenge: await oidc.calculatePKCECodeChallenge(verifier),
				code_challenge_method: 'S256',
				login_hint: email,
				state,
				nonce,
				...(isAgain && { prompt: 'login' }),
			});
			if (!isOutside(address.href, isLocal))
				throw new Error('The provider names an address that is not public');
			return address;
		},
		redeem: async (client, callback, { state, nonce, verifier }, now) => {
			const [config, published] = await configured(client, now);
			const answer = await oidc.authorizationCodeGrant(config, callback, {
				expectedState: state,
				expectedNonce: nonce,
				pkceCodeVerifier: verifier,
				idTokenExpected: true,
			});
			published.keys = oidc.getJwksCache(config);
			return accountOf(config, answer, now);
		},
	};
}

/** All calls of one step share a time limit. */
function guardedFetch(isLocal: boolean): oidc.CustomFetch {
	const signal = AbortSignal.timeout(PATIENCE_MS);
	return (url, { method, headers, body }) => {
		requireOutside(url, isLocal);
		// The runtime's own error would not name the server.
		return fetchOutside(url, { method, headers, body: body as BodyInit }, { signal }).catch(() => {
			throw new Error(
				`${new URL(url).host} ${signal.aborted ? 'does not answer in time' : 'cannot be reached'}`,
			);
		});
	};
}

/** The addresses that a provider publishes are not checked anywhere else. */
function requireOutside(url: string, isLocal: boolean): void {
	if (!isOutside(url, isLocal)) throw new Error('The provider names an address that is not public');
}

type Answer = Awaited<ReturnType<typeof oidc.authorizationCodeGrant>>;

async function accountOf(config: oidc.Configuration, answer: Answer, now: Instant): Promise<Account> {
	const token = answer.claims();
	if (token === undefined || !isCurrent(token, now)) throw new Error('The token is not valid now');
	const claims: Record<string, unknown> =
		token.email === undefined ? await oidc.fetchUserInfo(config, answer.access_token, token.sub) : token;
	const email = typeof claims.email === 'string' ? claims.email : null;
	return { subject: token.sub, email, isVerified: email !== null && isEmailVerified(claims) };
}
