import { createHash } from 'node:crypto';
import type { Context } from 'hono';
import { createMiddleware } from 'hono/factory';
import { parseAccept } from 'hono/utils/accept';
import { LANGUAGES, type Language } from '../core/language.ts';
import { originOf } from '../core/mail-settings.ts';
import type { Fault } from '../core/refusals.ts';
import { newClaim } from '../db/idempotency.ts';
import type { AppEnv } from './env.ts';
import { invalid } from './faults.ts';
import { BOOKMARK, invalidBookmark, isRead } from './near.ts';
import { isOperation } from './router.ts';

export const originIn = ({ env: { PUBLIC_URL }, req }: Reached): string =>
	PUBLIC_URL ? originOf(PUBLIC_URL) : new URL(req.url).origin;

interface Reached {
	env: Pick<AppEnv['Bindings'], 'PUBLIC_URL'>;
	req: { url: string };
}

interface Header {
	description: string;
	pattern: string;
	maxLength: number;
	/** The message for a value that breaks the pattern. Missing if every possible header fits. */
	rule?: string;
}

const ENTITY_TAGS = {
	pattern: '^[\\t -~\\x80-\\xff]*$',
	/** Enough for about eighty tags. */
	maxLength: 4096,
};

const HEADERS = {
	'Idempotency-Key': {
		description: `A key of your choice, new for each request. A repetition with the same key is not performed again. For
at least 24 hours it returns the first response (with \`Idempotency-Replayed: true\`)`,
		pattern: '^[ -~]+$',
		maxLength: 255,
		rule: 'Must be 1 to 255 printable ASCII characters',
	},
	'If-Match': {
		description: `The \`ETag\` of the record or timeline that you read. The change is refused (412) if it has changed
since. An invalid entity tag (RFC 9110, section 8.8.3) matches nothing`,
		...ENTITY_TAGS,
	},
	'If-None-Match': {
		description: `The \`ETag\` of the response that you have. The response is 304 if nothing has changed. An invalid
entity tag (RFC 9110, section 8.8.3) matches nothing`,
		...ENTITY_TAGS,
	},
	[BOOKMARK]: {
		description: `The \`${BOOKMARK}\` of an earlier response. The nearest copy of the database answers that is at least
as new. Without it, the primary database answers`,
		pattern: '^[\\w.-]+$',
		maxLength: 255,
	},
} satisfies Record<string, Header>;

type HeaderName = keyof typeof HEADERS;

const OF_READS: HeaderName[] = ['If-None-Match'];
const OF_WRITES: HeaderName[] = ['Idempotency-Key', 'If-Match'];

export const readHeaders = parameters('If-None-Match', BOOKMARK);
export const listHeaders = parameters(BOOKMARK);
export const writeHeaders = parameters('Idempotency-Key');
export const changeHeaders = parameters('Idempotency-Key', 'If-Match');

/** Describes headers only for the document. With schemas, zod would copy all headers of every request to check them. */
function parameters(...names: HeaderName[]) {
	return names.map((name) => {
		const { description, pattern, maxLength } = HEADERS[name];
		const schema = { type: 'string' as const, maxLength, pattern };
		return { name, in: 'header' as const, required: false, description, schema };
	});
}

export const checkHeaders = createMiddleware<AppEnv>((c, next) => {
	if (c.var.hasForeignBookmark && isOperation(c)) throw invalidBookmark();
	const faults = (isRead(c) ? OF_READS : OF_WRITES).flatMap((name) => faultsOf(name, c.req.header(name)));
	if (faults.length > 0 && isOperation(c)) throw invalid(faults);
	return next();
});

function faultsOf(name: HeaderName, value: string | undefined): Fault[] {
	const { pattern, maxLength, rule }: Header = HEADERS[name];
	const pointer = `#/header/${name}`;
	if (value === undefined) return [];
	if (value.length > maxLength) {
		return [{ pointer, code: 'too_big', detail: `Must have at most ${maxLength} characters` }];
	}
	if (rule === undefined || new RegExp(pattern).test(value)) return [];
	return [{ pointer, code: 'invalid_format', detail: rule }];
}

/**
 * Ties the caller's key to this request by a digest of its method, address and body. For a streamed file it uses the size and first bytes,
 * and the operation compares the rest. The fingerprint is keyed, so that nobody can guess a secret in the body from it.
 */
export const acceptKey = createMiddleware<AppEnv>(async (c, next) => {
	const key = c.req.header('Idempotency-Key');
	const { method, url } = c.req;
	if (key !== undefined && method !== 'GET' && c.req.query('dryRun') !== 'true') {
		const { call, seal, upload } = c.var;
		const { pathname, search } = new URL(url);
		const digest = createHash('sha256')
			.update(`${method} ${pathname}${search}\n`)
			.update(upload === undefined ? '' : `${upload.size} bytes\n`)
			.update(upload?.head ?? new Uint8Array(await c.req.arrayBuffer()))
			.digest('base64url');
		const claim = newClaim(call.actor.userId, key, await seal(digest), call.now);
		c.set('call', { ...call, claim });
	}
	await next();
});

export function languageOf(c: Context<AppEnv>): Language {
	const wanted = parseAccept(c.req.header('Accept-Language') ?? '').map(({ type }) =>
		type.slice(0, 2).toLowerCase(),
	);
	return wanted.flatMap((tag) => LANGUAGES.find((language) => language === tag) ?? [])[0] ?? 'en';
}
