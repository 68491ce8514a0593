declare namespace Cloudflare {
	interface Env {
		DB: D1Database;
		RECEIPTS: R2Bucket;
		LOGIN_RATE_LIMIT: RateLimit;
		JWT_SECRET: string;
		MODEL: { runs: number; seed: number; path: string };
		MIGRATIONS: import('cloudflare:test').D1Migration[];
	}
}
