declare namespace Cloudflare {
	interface Env extends Required<import('../src/http/env.ts').Bindings> {
		JWT_SECRET: string;
		MIGRATIONS: import('cloudflare:test').D1Migration[];
	}
}
