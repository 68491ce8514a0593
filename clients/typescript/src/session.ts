import type { components } from './api.ts';
import { ZubrotError } from './error.ts';

/** An API key, which is sent as it is. */
export interface KeyAuth {
	apiKey: string;
}

/** A user. The client logs in before the first call, and again when its session has ended. */
export interface LoginAuth {
	email: string;
	password: string;
	/** Returns a code of the user's second factor. It is asked for at each login of a user who has one. */
	secondFactor?: () => string | Promise<string>;
}

export type Auth = KeyAuth | LoginAuth;

type Tokens = components['schemas']['AuthToken'];

/** Sends a body to an operation that needs no token, and returns the tokens of its response. */
export type Exchange = (path: string, body: object) => Promise<Tokens>;

/** A bearer token. A renewed one is another object, even if its text is the same because both were made in one second. */
export interface Held {
	idToken: string;
}

/** The bearer tokens of a client. */
export interface Bearer {
	/** Returns the token for the next request. */
	current(): Promise<Held>;
	/** Returns a token that replaces a refused one, or `undefined` if there is none. */
	replace(refused: Held): Promise<Held | undefined>;
}

export function bearerOf(auth: Auth, exchange: Exchange): Bearer {
	if ('email' in auth) return new Session(auth, exchange);
	return { current: async () => ({ idToken: auth.apiKey }), replace: async () => undefined };
}

/** Logs in and renews the tokens once, however many requests wait for them. */
class Session implements Bearer {
	readonly #auth: LoginAuth;
	readonly #exchange: Exchange;
	#held: Promise<Tokens> | undefined;

	constructor(auth: LoginAuth, exchange: Exchange) {
		this.#auth = auth;
		this.#exchange = exchange;
	}

	async current(): Promise<Held> {
		return this.#held ?? this.#hold(this.#login());
	}

	async replace(refused: Held): Promise<Held> {
		const held = this.#held;
		const tokens = await held;
		// Another request that was refused with the same token may have replaced it meanwhile.
		if (tokens !== undefined && tokens === refused && this.#held === held) this.#hold(this.#renew(tokens));
		return this.current();
	}

	/** After a failure, the next request tries again. */
	#hold(tokens: Promise<Tokens>): Promise<Tokens> {
		this.#held = tokens;
		tokens.catch(() => {
			if (this.#held === tokens) this.#held = undefined;
		});
		return tokens;
	}

	async #renew({ refreshToken }: Tokens): Promise<Tokens> {
		try {
			return await this.#exchange('/api/v2/auth/refresh', { refreshToken });
		} catch (error) {
			if (error instanceof ZubrotError && error.status === 401) return this.#login();
			throw error;
		}
	}

	async #login(): Promise<Tokens> {
		const { email, password, secondFactor } = this.#auth;
		try {
			return await this.#exchange('/api/v2/auth', { email, password });
		} catch (error) {
			const challenge = error instanceof ZubrotError ? error.problem?.challenge : undefined;
			if (challenge === undefined || secondFactor === undefined) throw error;
			return this.#exchange('/api/v2/auth/second-factor', { challenge, code: await secondFactor() });
		}
	}
}
