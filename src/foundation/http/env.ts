import type { CellBindings } from '../cells/places.ts';
import type { Client } from '../core/client.ts';
import type { Instant } from '../core/instant.ts';
import type { CompanyMessage } from '../core/jobs.ts';
import type { PostSettings } from '../core/mail-settings.ts';
import type { PushSettings } from '../core/push-settings.ts';
import type { Refusal } from '../core/refusals.ts';
import type { Upload } from '../core/upload.ts';
import type { Vault, VaultKeys } from '../core/vault.ts';
import type { Call } from '../db/call.ts';
import type { Db } from '../db/database.ts';
import type { Meter } from '../db/meter.ts';
import type { Outcome } from '../db/write.ts';
import type { WebhookMessage } from './webhooks.ts';

/** Bindings, variables and secrets of the Worker (see `wrangler.toml`). */
export interface Bindings extends VaultKeys, PostSettings, PushSettings, CellBindings {
	/** The deployment beside the database, on one that is near its callers; unset anywhere else. */
	PRIMARY?: Fetcher;
	RECEIPTS: R2Bucket;
	/** The events of closed years. */
	HISTORY: R2Bucket;
	/** The nightly backups; without it there are none. */
	BACKUPS?: R2Bucket;
	/** Wakes the sender of mails; without it they wait for the cron. */
	MAIL_QUEUE?: Queue<string>;
	/** Wakes the sender of webhooks; without it none is sent. */
	WEBHOOK_QUEUE?: Queue<WebhookMessage>;
	/** Takes a message for each company with due records; without it the cron does the jobs of all companies itself. */
	JOBS_QUEUE?: Queue<CompanyMessage>;
	/** Verifies Resend's messages about undelivered mails, such as `whsec_…`. */
	RESEND_WEBHOOK_SECRET?: string;
	LOGIN_RATE_LIMIT: RateLimit;
	READ_RATE_LIMIT: RateLimit;
	WRITE_RATE_LIMIT: RateLimit;
	/** `required`: platform administrators may do nothing before they have set up a second factor. */
	PLATFORM_SECOND_FACTOR?: string;
	/** Origins whose web pages may call the service, separated by commas; none when unset. */
	CORS_ORIGINS?: string;
	/** The demo accounts with their password, as JSON, for the sign-in page. Only a local start sets it. */
	DEMO_ACCOUNTS?: string;
	/** A DNS resolver over HTTPS that answers JSON; Cloudflare's unless set. */
	DNS_RESOLVER?: string;
	/** `true` permits identity providers on this machine, over http too. For development only. */
	LOCAL_IDENTITY_PROVIDERS?: string;
	/** `1` permits webhook endpoints on this machine, over http too. For development only. */
	WEBHOOKS_ALLOW_LOCAL?: string;
	/** The address in `/.well-known/security.txt`, such as `mailto:security@benefits.example`. */
	SECURITY_CONTACT?: string;
	/** The key of operators, for `/ready`, `/metrics`, and backups and restores of the whole service; at least 32 bytes. Without it, nobody can ask for them. */
	OPERATOR_KEY?: string;
	/** `1` opens `/ready` and `/metrics` without a key to callers on this machine. Only a local start sets it. */
	OPERATED_LOCALLY?: string;
	/** The share of requests whose line is logged although they are neither slow nor failed; `off` logs no request. */
	LOG_SAMPLE?: string;
	/** Takes a data point of each request, for Cloudflare's dashboards. */
	REQUESTS?: AnalyticsEngineDataset;
	/** Signs the tokens; at least 32 bytes. */
	JWT_SECRET?: string;
	/** The secret before the last rotation; its tokens stay valid until they expire. */
	JWT_SECRET_PREVIOUS?: string;
}

/** A read that goes to the nearest copy of the database. */
export interface Near {
	primary: Db;
	/** True when the copy has the rights that the primary had within the last 10 seconds. */
	isTrusted: boolean;
	/** Whether the primary and the copy know the same rights; undefined when only the copy was asked. */
	isSame?: Promise<boolean>;
}

/** The way in which an operation decides, without having done anything. */
export interface Taken {
	attempt: (call: Call, isFirst: boolean) => Promise<Outcome<unknown>>;
	toWire: (state: never) => object;
}

/** A request that this service makes to itself, for this caller. */
export interface Inner {
	call: Call;
	/** Set when the operation must not do anything. It receives the attempt instead, or the refusal of the request. */
	take?: (result: Taken | Refusal) => void;
}

export interface AppEnv {
	Bindings: Bindings;
	Variables: {
		requestId: string;
		now: Instant;
		/** Set for a request that is measured. */
		meter?: Meter;
		db: Db;
		client: Client;
		vault: Vault;
		/** Makes keyed fingerprints: with the current secret, then with the previous one. */
		seal: (content: string) => Promise<[string, ...string[]]>;
		/** Serves a request from the beginning. */
		serve: (request: Request) => Response | Promise<Response>;
		/** Set for a read that goes to the nearest copy of the database. */
		near?: Near | undefined;
		/** True when the request carries a bookmark that this service did not give out. */
		hasForeignBookmark?: boolean;
		/** Set for a request of this service to itself. */
		inner?: Inner;
		/** Only set after the bearer check. */
		call: Call;
		/** Set for pages, which have a content policy of their own. */
		contentPolicy?: string;
		/** Set for pages with forms: older browsers prove by the referrer that a form is ours. */
		referrerPolicy?: 'same-origin';
		/** Set for pages: which devices their scripts may use. */
		permissionsPolicy?: string;
		/** Set where an operation takes a larger body than most. */
		maxBodyBytes?: number;
		/** Set where an operation takes JSON under another type. */
		jsonType?: RegExp;
		/** Set where an operation takes a file. */
		upload?: Upload;
		/** Set for operations that heed `If-Match`. */
		heedsIfMatch?: true;
		/** Set for operations that offer a dry run. */
		hasDryRun?: true;
		/** Makes the bearer check forget the token at once and read the session again. */
		forgetsToken?: true;
	};
}
