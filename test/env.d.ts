declare namespace Cloudflare {
	interface Env extends Required<import('../src/http/env.ts').Bindings> {
		JWT_SECRET: string;
		/** Runs, seed and path that `npm run test:races` asks for, as JSON. */
		RACES: string;
		MIGRATIONS: import('cloudflare:test').D1Migration[];
	}
}
