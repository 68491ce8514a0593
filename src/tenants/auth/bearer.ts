import type { Context } from 'hono';
import { createMiddleware } from 'hono/factory';
import { matchedRoutes } from 'hono/route';
import QuickLRU from 'quick-lru';
import { cellOf, databaseOf } from '../../foundation/cells/places.ts';
import { cellAfterMove } from '../../foundation/cells/whereabouts.ts';
import { type Actor, isOfSeveral } from '../../foundation/core/actor.ts';
import type { Instant } from '../../foundation/core/instant.ts';
import { isMailCarried } from '../../foundation/core/mail-settings.ts';
import { isRefusal, REFUSALS, Refusal, setUpRequired } from '../../foundation/core/refusals.ts';
import { sha256 } from '../../foundation/core/vault.ts';
import { noteRefusal } from '../../foundation/db/access-events.ts';
import type { Call } from '../../foundation/db/call.ts';
import { atItsTime } from '../../foundation/db/clock.ts';
import { commit } from '../../foundation/db/commit.ts';
import { type Db, metered } from '../../foundation/db/database.ts';
import { companyMoving, MOVING } from '../../foundation/db/retry.ts';
import { innerOf } from '../../foundation/http/attempts.ts';
import type { AppEnv } from '../../foundation/http/env.ts';
import { logError } from '../../foundation/http/log.ts';
import { wakeForMails } from '../../foundation/http/mail.ts';
import { databaseIn, databasesOf, FRESH_MS, rightsBy } from '../../foundation/http/near.ts';
import { requireFewStrangers, requireFreePlace } from '../../foundation/http/throttle.ts';
import { refuseDryRun } from '../../foundation/http/write.ts';
import { type CompanyReference, callWhere } from '../hosting/cells/actions.ts';
import { loadActor } from './actions.ts';
import type { Gate } from './gate.ts';
import { holderOfKey } from './keys/actions.ts';
import { isMeantAsKey, isWellFormed } from './keys/rules.ts';
import { isSetUpDue, type SessionKind } from './rules.ts';
import type { Tokens } from './tokens/rules.ts';

const MAX_KNOWN_TOKENS = 100_000;
const AN_HOUR_MS = 3_600_000;

interface KnownToken {
	cell: string | null;
	actor: Actor;
	isSetUpDue: boolean;
	from: Instant;
	until: Instant;
}

/** Accepts the token of a live session or a valid API key, and sets `call` for the handlers. */
export function bearer(tokensOf: (env: AppEnv['Bindings']) => Promise<Tokens>) {
	const known = new QuickLRU<string, KnownToken>({
		maxSize: MAX_KNOWN_TOKENS,
	});

	return createMiddleware<AppEnv>(async (c, next) => {
		const { now } = c.var;
		const inner = innerOf(c.req.raw);
		if (inner !== undefined) {
			c.set('inner', inner);
			callBy(c, inner.call);
			return next();
		}
		const token = /^Bearer ([^\s]+)$/i.exec(c.req.header('Authorization') ?? '')?.[1];
		if (token === undefined) throw unauthenticated();

		let entry = known.get(token);
		const wasKnown = entry;
		const isDoubted = entry?.cell === null && c.var.near?.isTrusted === false;
		if (entry === undefined || now < entry.from || now >= entry.until || isDoubted) {
			const found = isMeantAsKey(token)
				? await identifyByKey(c, token)
				: await identifyByToken(c, await tokensOf(c.env), token);
			if (found === null) throw unauthenticated();
			const until = Math.min(now + FRESH_MS, found.validUntil);
			const { cell, actor } = found;
			const isDue = isSetUpDue({ ...found, roles: actor.roles }, c.env.PLATFORM_SECOND_FACTOR);
			const fresh = { cell, actor, isSetUpDue: isDue, from: now, until };
			const { near } = c.var;
			if (near === undefined) known.set(token, fresh);
			else void near.isSame?.then((isSame) => isSame && known.set(token, fresh));
			entry = fresh;
		}
		const call = await atItsTime({
			db: databaseIn(c, entry.cell),
			now,
			requestId: c.get('requestId'),
			client: c.get('client'),
			vault: c.get('vault'),
			isMailCarried: isMailCarried(c.env),
			backups: c.env.BACKUPS,
			actor: entry.actor,
		});
		callBy(c, call);
		if (entry.isSetUpDue && !isAboutOneself(c)) throw setUpRequired();
		requireEntrance(c, entry.actor);
		await next();
		// The primary is asked again after a refusal by a copy, and then records it.
		const isNoted = c.var.near !== undefined || !isRefusal(c.error, 'forbidden') || (await noteForbidden(c));
		const hasMoved = !isNoted || (entry === wasKnown && (await hasLeft(c, entry, c.error)));
		if (c.get('forgetsToken') || isRefusal(c.error, MOVING) || hasMoved) known.delete(token);
		if (hasMoved) throw companyMoving();
	});
}

function callBy(c: Context<AppEnv>, call: Call): void {
	c.set('call', call);
	c.set('now', call.now);
}

async function identifyByToken(c: Context<AppEnv>, tokens: Tokens, token: string) {
	const { now } = c.var;
	const subject = await tokens.verify(token, now);
	if (subject === null) return null;
	const { cell: named = null } = subject;
	const { cell, found } = await rightsWherever(c, named, subject.userId, (db) => loadActor(db, subject, now));
	if (found === null) return null;
	const validUntil = Math.min(subject.validUntil, found.dateExpires);
	return { ...found, cell, actor: within(found.actor, subject.scope), validUntil };
}

/** The address at which assistants reach this service, and no other caller. */
export const ASSISTANTS_PATH = '/mcp';

/** A key for assistants is refused at all other addresses, so that it cannot change anything by itself. */
function requireEntrance(c: Context<AppEnv>, { operations }: Actor): void {
	const isForAssistants = operations?.includes('mcp') === true;
	if (isForAssistants === (c.req.path === ASSISTANTS_PATH)) return;
	const detail = isForAssistants
		? `This API key is for assistants. It works only at ${ASSISTANTS_PATH}.`
		: `Use an API key with the operation "mcp" at ${ASSISTANTS_PATH}.`;
	throw new Refusal('forbidden', detail);
}

/** Limits the actor to the operations of the token. A token of a key for assistants remains one. */
function within(actor: Actor, scope: string | undefined): Actor {
	if (scope === undefined) return actor;
	const names = scope.split(' ');
	return {
		...actor,
		operations: (actor.operations ?? []).filter(
			(operation) => operation === 'mcp' || names.includes(operation),
		),
	};
}

/** Anybody can invent keys that cause reads of the database, so these are limited. Tokens are signed, so they are not. */
async function identifyByKey(c: Context<AppEnv>, key: string) {
	if (!isWellFormed(key)) return null;
	await requireFewStrangers(c);
	const read = (db: Db) => holderOfKey(db, key, c.var.now);
	const { cell, found } = await rightsWherever(c, cellOf(key), sha256(key), read);
	return found && { ...found, cell };
}

/** Reads rights in the database that a credential names. If D1 does not know them, the company may have moved to a cell. */
async function rightsWherever<T>(
	c: Context<AppEnv>,
	named: string | null,
	hash: string,
	read: (db: Db) => Promise<T | null>,
): Promise<{ cell: string | null; found: T | null }> {
	const found = await rightsBy(c, named, read);
	if (found !== null || named !== null) return { cell: named, found };
	const cell = await cellAfterMove(metered(databaseOf(c.env, null), c.var.meter), hash);
	return { cell, found: cell === null ? null : await rightsBy(c, cell, read) };
}

/** The statuses of refusals that depend on data of a company in D1. */
const JUDGED: readonly number[] = [404, 409];

/** True if the caller's company has left D1 without this process knowing it. D1 may then have refused a record that it no longer has. */
const hasLeft = async (c: Context<AppEnv>, { cell, actor }: KnownToken, error: unknown): Promise<boolean> =>
	cell === null &&
	error instanceof Refusal &&
	JUDGED.includes(REFUSALS[(error as Refusal).code].status) &&
	!actor.roles.includes('PLATFORM_ADMIN') &&
	(await cellAfterMove(databaseIn(c, null), actor.userId)) !== null;

/** True for a request about the caller's own account. Others are refused until a demanded second factor is set up. */
const isAboutOneself = (c: Context<AppEnv>): boolean => /^\/api\/v2\/auth\//.test(c.req.path);

/** Refusals that this process has already recorded, with their hour, because clients repeat refused requests. */
const noted = new QuickLRU<string, number>({ maxSize: MAX_KNOWN_TOKENS });

/** Records the refusal. If that fails, the response stays the same. Returns false while the caller's company is moving. */
async function noteForbidden(c: Context<AppEnv>): Promise<boolean> {
	const { call } = c.var;
	const { userId, sessionId } = call.actor;
	const request = `${c.req.method} ${matchedRoutes(c).at(-1)?.path}`;
	const key = `${userId} ${request}`;
	const hour = Math.floor(call.now / AN_HOUR_MS);
	if (noted.get(key) === hour) return true;
	try {
		await commit(call.db, [noteRefusal(call, { type: 'access.refused', key, userId, sessionId, request })]);
		noted.set(key, hour);
	} catch (error) {
		if (isRefusal(error, MOVING)) return false;
		logError('refusal_not_noted', error, { requestId: call.requestId });
	}
	return true;
}

const RECORD =
	/^\/api\/v2\/(?:companies|employees|users|flex\/expenses|flex\/standing-expenses|flex\/tax-rule-templates|goodies\/planned-vouchers)\/([^/]+)/;

/**
 * Chooses the database for a caller who reaches companies in several databases. The record in the path decides, or else the companies in the
 * query or body. All others keep their database, and so does a request of this service to itself.
 */
export const chooseDatabase = createMiddleware<AppEnv>(async (c, next) => {
	const { call, inner } = c.var;
	const asked = inner === undefined && isOfSeveral(call.actor) ? await askedOf(c) : null;
	if (asked !== null) callBy(c, await callWhere(databasesOf(c), call, asked));
	await next();
});

async function askedOf(c: Context<AppEnv>): Promise<CompanyReference | null> {
	// Only the directory knows how a company moves.
	if (/\/(move|restore)$/.test(c.req.path)) return null;
	const id = RECORD.exec(c.req.path)?.[1] ?? c.req.query('companyId');
	if (id !== undefined) return { id: id.toLowerCase() };
	if (c.req.method !== 'POST') return null;
	// A malformed body is refused later, by the contract.
	const body: unknown = await c.req.json().catch(() => null);
	const { companyId, companyIds, manageableCompanyIds, roles } = Object(body) as Record<string, unknown>;
	// Platform administrators sign in in D1.
	if (Array.isArray(roles) && roles.includes('PLATFORM_ADMIN')) return null;
	const ids = [companyId, companyIds, manageableCompanyIds]
		.flat()
		.flatMap((one) => (typeof one === 'string' ? [one.toLowerCase()] : []));
	return ids.length === 0 ? null : { companyIds: ids };
}

export const gates =
	(tokensOf: (env: AppEnv['Bindings']) => Promise<Tokens>, kind: SessionKind = 'API') =>
	async (c: Context<AppEnv>): Promise<Gate> => {
		const { db, now, client, vault, requestId } = c.var;
		const tokens = await tokensOf(c.env);
		return {
			db,
			home: db,
			databaseOf: (cell) => databaseIn(c, cell),
			now,
			client,
			vault,
			requestId,
			kind,
			tokens,
		};
	};

export type GateOf = ReturnType<typeof gates>;

/** Limits attempts for each place and kind of request, and returns what a sign-in needs. */
export async function admit(c: Context<AppEnv>, gateOf: GateOf, kind: string): Promise<Gate> {
	refuseDryRun(c);
	await requireFreePlace(c, kind);
	return gateOf(c);
}

/** Wakes the sender of these mails. The answer is the same when there are none. */
export function answerMailed(c: Context<AppEnv>, mails: readonly string[]) {
	wakeForMails(c, mails);
	return c.json({ success: true as const }, 200);
}

const unauthenticated = (): Refusal =>
	new Refusal('unauthenticated', 'Send a valid token as "Authorization: Bearer <idToken or API key>".');
