declare namespace Cloudflare {
	interface Env extends Required<import('../src/http/env.ts').Bindings> {
		JWT_SECRET: string;
		/** The issuer of the provider of the tests. */
		IDENTITY_PROVIDER: string;
		/** What a long run of an instrument asks for, as JSON. */
		ASKED: string;
		MIGRATIONS: import('cloudflare:test').D1Migration[];
	}
}
