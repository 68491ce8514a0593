declare namespace Cloudflare {
	interface Env extends Required<import('../src/http/env.ts').Bindings> {
		JWT_SECRET: string;
		/** Runs, seed and path that `npm run test:races` asks for, as JSON. */
		RACES: string;
		/** How much to fuzz, and from where: seed, and path of a failing case. */
		FUZZ: { runs: number; seed: number; path: string; seconds: number };
		MIGRATIONS: import('cloudflare:test').D1Migration[];
	}
}
