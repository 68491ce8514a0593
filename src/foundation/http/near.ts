import type { Context } from 'hono';
import { createMiddleware } from 'hono/factory';
import QuickLRU from 'quick-lru';
import { databaseOf } from '../cells/places.ts';
import type { Instant } from '../core/instant.ts';
import { Refusal } from '../core/refusals.ts';
import { isSameSecret } from '../core/vault.ts';
import { type Db, over } from '../db/database.ts';
import { copyBy } from '../db/for-pages.ts';
import type { AppEnv, Near } from './env.ts';
import { sendingBy } from './webhooks.ts';

/** How long rights are trusted after the primary has confirmed them. Changed rights take effect within this time. */
export const FRESH_MS = 10_000;
const MAX_TRUSTED = 100_000;

export const BOOKMARK = 'Zubrot-Bookmark';
/** The cookies of the console. The bookmark of reads is separate, so that a page cannot replace the bookmark that a form needs. */
export const BOOKMARK_COOKIES = { written: 'zubrot-written', seen: 'zubrot-seen' };

/** How one kind of caller keeps bookmarks, and which session a request belongs to. */
export interface Keeper {
	sent(c: Context): string[];
	keep(c: Context, bookmark: string): void;
	session(c: Context): string;
}

export const keptByPrograms: Keeper = {
	sent: ({ req }) => [req.header(BOOKMARK) ?? []].flat(),
	keep: (c, bookmark) => c.header(BOOKMARK, bookmark),
	session: ({ req }) => req.header('Authorization') ?? '',
};

export const isRead = ({ req }: Pick<Context, 'req'>): boolean => ['GET', 'HEAD'].includes(req.method);

/** With `PRIMARY`, this Worker serves only reads with a bookmark. The Worker beside the database serves everything else. */
export const forward = createMiddleware<AppEnv>(async (c, next) => {
	const { PRIMARY } = c.env;
	return PRIMARY === undefined || mayBeNear(c) ? next() : PRIMARY.fetch(c.req.raw);
});

function mayBeNear(c: Context<AppEnv>): boolean {
	const { req } = c;
	if (!isRead(c)) return false;
	if (req.path.startsWith('/api/v2/')) return req.header(BOOKMARK) !== undefined;
	return (
		/^\/console\/(?!sign-in)/.test(req.path) && /zubrot-(written|seen)=/.test(req.header('Cookie') ?? '')
	);
}

/** Gives the caller of a write a bookmark. It covers the stored change, or what was read before a refusal. */
export const markWrites = (keeper: Keeper) =>
	createMiddleware<AppEnv>(async (c, next) => {
		if (isRead(c)) return next();
		const session = c.var.db.$client.withSession('first-primary');
		c.set('db', over(c.var.db, session));
		await next();
		await give(c, keeper, session);
	});

/**
 * Lets the nearest copy of the database serve a read with a bookmark. The primary serves it instead if it has other rights than the copy. It
 * also serves what the copy refuses: a missing record may be new, and a copy takes no writes.
 */
export function readNear(keeper: Keeper) {
	const trusted = new QuickLRU<string, { bookmark: string; from: Instant }>({ maxSize: MAX_TRUSTED });

	return createMiddleware<AppEnv>(async (c, next) => {
		const sent = isRead(c) ? keeper.sent(c) : [];
		if (sent.length === 0) return next();
		const { db: primary, now } = c.var;
		const bookmark = await newestOf(c, sent);
		if (bookmark === undefined || repeated.has(c.req.raw)) {
			c.set('hasForeignBookmark', bookmark === undefined);
			const session = primary.$client.withSession('first-primary');
			c.set('db', over(primary, session));
			await next();
			return give(c, keeper, session);
		}
		const known = trusted.get(keeper.session(c));
		const isTrusted = known !== undefined && now >= known.from && now < known.from + FRESH_MS;
		const session = primary.$client.withSession(isTrusted ? newer(known.bookmark, bookmark) : bookmark);
		const near: Near = { primary, isTrusted };
		c.set('near', near);
		c.set('db', copyBy(primary, session));
		await next();
		if (c.var.near === undefined) return;
		const isSame = await near.isSame;
		if (isSame === false || c.res.status >= 400) return askPrimary(c);
		if (isSame) trusted.set(keeper.session(c), { bookmark: session.getBookmark() ?? bookmark, from: now });
		await give(c, keeper, session);
	});
}

/**
 * Returns the database of a cell, or D1 as this request reaches it for null. A cell has no copies. The directory learns of the end of its
 * writes after the response.
 */
export function databaseIn(c: Context<AppEnv>, cell: string | null): Db {
	if (cell === null) return c.var.db;
	// A guest reads D1 itself, and not a copy of it.
	if (c.var.near !== undefined) c.set('db', c.var.near.primary);
	c.set('near', undefined);
	return Object.assign(Object.create(databaseOf(c.env, cell)) as Db, {
		meter: c.var.meter,
		afterResponse: (work: Promise<unknown>) => c.executionCtx.waitUntil(work),
		...sendingBy(c, cell),
	});
}

export const databasesOf = (c: Context<AppEnv>) => ({
	env: c.env,
	d1: c.var.db,
	enter: (cell: string | null) => databaseIn(c, cell),
	asked: { cells: 0 },
});

/** Reads the rights of the caller, by default from the caller's own database. Asks the primary too, unless the copy is trusted. */
export function rightsBy<T>(
	c: Context<AppEnv>,
	cell: string | null,
	read: (db: Db) => Promise<T | null>,
	db = databaseIn(c, cell),
): Promise<T | null> {
	const found = read(db);
	const { near } = c.var;
	if (cell === null && near !== undefined && !near.isTrusted) {
		near.isSame = Promise.all([found, read(near.primary)]).then(
			([copied, present]) => copied !== null && JSON.stringify(copied) === JSON.stringify(present),
			() => false,
		);
	}
	return found;
}

/** Reads with a bookmark that the primary serves nevertheless. */
const repeated = new WeakSet<Request>();

async function askPrimary(c: Context<AppEnv>): Promise<void> {
	const request = c.req.raw;
	repeated.add(request);
	await c.res.body?.cancel();
	const { status, headers, body } = await (c.env.PRIMARY?.fetch(request) ?? c.var.serve(request));
	c.res = undefined;
	c.res = new Response(body, { status, headers });
}

/** Returns the texts that callers store: the bookmark, a full stop, and its HMAC. */
async function textsOf({ var: { seal } }: Context<AppEnv>, bookmark: string): Promise<string[]> {
	return (await seal(`bookmark ${bookmark}`)).map((mark) => `${bookmark}.${mark}`);
}

async function give(c: Context<AppEnv>, { keep }: Keeper, session: D1DatabaseSession): Promise<void> {
	const bookmark = session.getBookmark();
	const [text] = bookmark === null ? [] : await textsOf(c, bookmark);
	if (text !== undefined && c.res.status !== 401) keep(c, text);
}

/** Returns the newest bookmark among the texts with a valid HMAC. */
async function newestOf(c: Context<AppEnv>, sent: readonly string[]): Promise<string | undefined> {
	let newest: string | undefined;
	for (const text of sent) {
		const bookmark = text.slice(0, text.lastIndexOf('.'));
		const isOurs = (await textsOf(c, bookmark)).some((one) => isSameSecret(one, text));
		if (isOurs) newest = newer(bookmark, newest);
	}
	return newest;
}

/** Bookmarks of D1 sort by age, so the greater one is newer. */
const newer = (one: string, other = ''): string => (one > other ? one : other);

export const invalidBookmark = (): Refusal =>
	new Refusal(
		'invalid_bookmark',
		`Send a ${BOOKMARK} exactly as you received it from this service, or omit it.`,
	);
