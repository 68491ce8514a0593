import type { Instant } from '../core/instant.ts';
import type { Call } from '../db/call.ts';
import type { Db } from '../db/client.ts';

/** What `wrangler.toml` and the secrets give the Worker. */
export interface Bindings {
	DB: D1Database;
	/** The receipts' files. */
	RECEIPTS: R2Bucket;
	LOGIN_RATE_LIMIT: RateLimit;
	WRITE_RATE_LIMIT: RateLimit;
	/** Origins whose pages may call the service, separated by commas; none unless set. */
	CORS_ORIGINS?: string;
	/** Signs the tokens; at least 32 bytes. */
	JWT_SECRET?: string;
	/** The secret before the last rotation; its tokens stay valid until they expire. */
	JWT_SECRET_PREVIOUS?: string;
}

export interface AppEnv {
	Bindings: Bindings;
	Variables: {
		requestId: string;
		now: Instant;
		db: Db;
		/** Set behind the bearer check only. */
		call: Call;
		/** Tells the bearer check to forget the session at once. */
		hasLoggedOut?: true;
	};
}
