declare namespace Cloudflare {
	interface Env {
		DB: D1Database;
		RECEIPTS: R2Bucket;
		LOGIN_RATE_LIMIT: RateLimit;
		JWT_SECRET: string;
		MIGRATIONS: import('cloudflare:test').D1Migration[];
	}
}
