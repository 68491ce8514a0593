declare namespace Cloudflare {
	interface Env extends Required<import('../src/foundation/http/env.ts').Bindings> {
		JWT_SECRET: string;
		/** The issuer of the provider of the tests. */
		IDENTITY_PROVIDER: string;
		/** The address of a receiver of webhooks. */
		RECEIVER: string;
		/** The options of a long run of an instrument, as JSON. */
		ASKED: string;
		/** With 'true', tests try all cases that are alike, and else a sample of them. */
		ALL_FAULTS: string;
		/** `CELL` runs the tests in a cell instead of D1. */
		DATABASE: 'D1' | 'CELL';
		/** Stands for a copy of the database, which lags behind. */
		COPY: D1Database;
		MIGRATIONS: import('cloudflare:test').D1Migration[];
	}
}
