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

export interface Bindings extends VaultKeys, PostSettings, PushSettings, CellBindings {
	/** The main deployment beside the database. Set only in a deployment that is near its callers. */
	PRIMARY?: Fetcher;
	RECEIPTS: R2Bucket;
	/** The events of closed years. */
	HISTORY: R2Bucket;
	BACKUPS?: R2Bucket;
	/** Starts the sender of mails. Without it, they wait for the cron. */
	MAIL_QUEUE?: Queue<string>;
	/** Starts the sender of webhooks. Without it, none are sent. */
	WEBHOOK_QUEUE?: Queue<WebhookMessage>;
	/** Takes a message for each company with due records. Without it, the cron runs the jobs of all companies itself. */
	JOBS_QUEUE?: Queue<CompanyMessage>;
	/** The secret with which Resend signs its messages about undelivered mails, such as `whsec_…`. */
	RESEND_WEBHOOK_SECRET?: string;
	LOGIN_RATE_LIMIT: RateLimit;
	READ_RATE_LIMIT: RateLimit;
	WRITE_RATE_LIMIT: RateLimit;
	/** `required` refuses platform administrators everything until they have set up a second factor. */
	PLATFORM_SECOND_FACTOR?: string;
	/** The origins of web pages that may call the service, separated by commas. Without it, there are none. */
	CORS_ORIGINS?: string;
	/** The demo accounts with their password, as JSON, for the sign-in page. Only a local start sets it. */
	DEMO_ACCOUNTS?: string;
	/** A DNS resolver over HTTPS that returns JSON. The default is Cloudflare's. */
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
	/** The share of requests to log among those that are neither slow nor failed. `off` logs no requests at all. */
	LOG_SAMPLE?: string;
	/** Takes a data point for each request, for Cloudflare's dashboards. */
	REQUESTS?: AnalyticsEngineDataset;
	/** The secret that signs tokens; at least 32 bytes. */
	JWT_SECRET?: string;
	/** The secret before the last rotation; its tokens stay valid until they expire. */
	JWT_SECRET_PREVIOUS?: string;
}

export interface Near {
	primary: Db;
	/** True when the copy has the rights that the primary had within the last 10 seconds. */
	isTrusted: boolean;
	/** Whether the primary and the copy have the same rights. Undefined when only the copy was asked. */
	isSame?: Promise<boolean>;
}

/** The decision of an operation that has not changed anything. */
export interface Taken {
	attempt: (call: Call, isFirst: boolean) => Promise<Outcome<unknown>>;
	toWire: (state: never) => object;
}

/** A request that this service makes to itself for a caller. */
export interface Inner {
	call: Call;
	/** Set when the operation must not change anything. It passes the attempt, or the refusal of the request, to this function instead. */
	take?: (result: Taken | Refusal) => void;
}

export interface AppEnv {
	Bindings: Bindings;
	Variables: {
		requestId: string;
		now: Instant;
		meter?: Meter;
		db: Db;
		client: Client;
		vault: Vault;
		/** Returns keyed fingerprints, first with the current secret, then with the previous one. */
		seal: (content: string) => Promise<[string, ...string[]]>;
		/** Serves a request from the beginning. */
		serve: (request: Request) => Response | Promise<Response>;
		near?: Near | undefined;
		/** True when the request contains a bookmark that this service did not issue. */
		hasForeignBookmark?: boolean;
		inner?: Inner;
		/** Set only after the bearer check. */
		call: Call;
		/** Set for pages, which have their own content policy. */
		contentPolicy?: string;
		/** Set for pages with forms. Older browsers show only by the referrer that a form is ours. */
		referrerPolicy?: 'same-origin';
		/** Set for pages: the device features that their scripts may use. */
		permissionsPolicy?: string;
		maxBodyBytes?: number;
		jsonType?: RegExp;
		upload?: Upload;
		/** Set for operations that support `If-Match`. */
		heedsIfMatch?: true;
		hasDryRun?: true;
		/** Makes the bearer check drop its cached token and read the session again. */
		forgetsToken?: true;
	};
}
