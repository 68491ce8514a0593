import { createMiddleware } from 'hono/factory';
import { bufferToFormData } from 'hono/utils/buffer';
import {
	countWaiting,
	countWaitingAcross,
	type Waiting,
} from '../administration/overview/waiting/actions.ts';
import { MAX_RECEIPT_BYTES } from '../benefits/expenses/receipts/rules.ts';
import { cellOf, databaseOf } from '../foundation/cells/places.ts';
import { cellAfterMove } from '../foundation/cells/whereabouts.ts';
import { isOfSeveral } from '../foundation/core/actor.ts';
import { realTime } from '../foundation/core/instant.ts';
import { LANGUAGES, type Language } from '../foundation/core/language.ts';
import { isMailCarried } from '../foundation/core/mail-settings.ts';
import { isRefusal, Refusal } from '../foundation/core/refusals.ts';
import { sha256 } from '../foundation/core/vault.ts';
import type { Call } from '../foundation/db/call.ts';
import { atItsTime, inRealTime } from '../foundation/db/clock.ts';
import { type Db, metered } from '../foundation/db/database.ts';
import { gathering, readOnly } from '../foundation/db/for-pages.ts';
import { holdingFor, limitBody } from '../foundation/http/body.ts';
import type { Bindings } from '../foundation/http/env.ts';
import { languageOf } from '../foundation/http/headers.ts';
import { databaseIn, databasesOf, rightsBy } from '../foundation/http/near.ts';
import { throttle } from '../foundation/http/throttle.ts';
import { gates } from '../tenants/auth/bearer.ts';
import { isProvenLately, isSetUpDue } from '../tenants/auth/rules.ts';
import { loadVisitor, type Visitor } from '../tenants/auth/sessions/actions.ts';
import type { Tokens } from '../tenants/auth/tokens/rules.ts';
import { callWhere } from '../tenants/hosting/cells/actions.ts';
import { ACCOUNT } from './account/words.ts';
import { chosenLanguage, sessionCookie } from './cookies.ts';
import { withoutMiddle } from './cut.ts';
import {
	actorOf,
	asApi,
	BASE,
	type ConsoleEnv,
	type Context,
	companyAsked,
	type Entry,
	reachOf,
	type Screen,
} from './env.ts';
import { isPreview } from './submit.ts';
import { textIn } from './typed.ts';

const POLICY = [
	"default-src 'none'",
	"script-src 'self'",
	"style-src 'self'",
	"img-src 'self' blob:",
	"connect-src 'self'",
	"form-action 'self'",
	"manifest-src 'self'",
	"base-uri 'none'",
	"frame-ancestors 'none'",
	"require-trusted-types-for 'script'",
].join('; ');

/** A file that came back with a refused form is sent in base64, which needs a third more. */
const MAX_FILE_BYTES = Math.ceil(MAX_RECEIPT_BYTES / 3) * 4;
/** The most bytes of a form without its file. */
const MAX_FIELDS_BYTES = 256 * 1024;

const FORM = /^(application\/x-www-form-urlencoded|multipart\/form-data)\b/i;

/**
 * Prepares a request for pages. Pages run only our own scripts. They send their address only to this origin, where older browsers thus
 * prove which site a form came from.
 */
export function asPage(screens: readonly Screen[], tokensOf: (env: Bindings) => Promise<Tokens>) {
	const gateOf = gates(tokensOf, 'CONSOLE');
	return createMiddleware<ConsoleEnv>(async (c, next) => {
		c.set('screens', screens);
		c.set('gateOf', gateOf);
		c.set('contentPolicy', POLICY);
		c.set('referrerPolicy', 'same-origin');
		c.set('permissionsPolicy', 'camera=(), geolocation=(), microphone=()');
		c.set('language', chosenLanguage(c) ?? languageOf(asApi(c)));
		await next();
	});
}

/** Refuses requests from other sites, and requests that none of our forms sends. Without a session, a large form loses its file. */
export const refuseForgery = createMiddleware<ConsoleEnv>(async (c, next) => {
	if (['GET', 'HEAD'].includes(c.req.method)) return next();
	if (!isFromHere(c))
		throw new Refusal(
			'forbidden',
			'This form was not submitted from our own pages. Open the page again and submit it there.',
		);
	const type = c.req.header('Content-Type') ?? '';
	if (!FORM.test(type)) throw new Refusal('unsupported_media_type', 'Send a form.');
	const isMultipart = /^multipart/i.test(type);
	const takesFile = isMultipart && (await recognize(c));
	const maxBytes = takesFile ? MAX_FILE_BYTES + MAX_FIELDS_BYTES : MAX_FIELDS_BYTES;
	const announced = Number(c.req.header('Content-Length'));
	const isTooLarge = isMultipart && announced > maxBytes;
	c.set('isTooLarge', isTooLarge);
	// Two parts of a cut form remain: the fields before the file and those after it.
	c.set('maxBodyBytes', isTooLarge ? 3 * MAX_FIELDS_BYTES : maxBytes);
	if (isTooLarge) {
		c.req.raw = await holdingFor(asApi(c), (count) => {
			count(2 * MAX_FIELDS_BYTES);
			return withoutMiddle(c.req.raw, MAX_FIELDS_BYTES);
		});
	}
	return limitBody(asApi(c), async () => {
		const typed = await bufferToFormData(await c.req.arrayBuffer(), type).catch(broken);
		// The parts are copies, so the bytes of the body are no longer needed.
		c.req.bodyCache = {};
		// Without a session, the field stays, because the sign-in asks for the file again by its name.
		for (const [name, value] of [...typed]) {
			if (isTooLarge && takesFile && value instanceof File) typed.delete(name);
		}
		c.set('typed', typed);
		await next();
	});
});

function isFromHere(c: Context): boolean {
	const site = c.req.header('Sec-Fetch-Site');
	return site === undefined ? c.req.header('Origin') === new URL(c.req.url).origin : site === 'same-origin';
}

function broken(): never {
	throw new Refusal('incomplete_body', 'The form cannot be read. Send it again.');
}

/** Returns a call in which reads of several actions take one round trip, if they begin together. */
export const reading = (c: Context): Call => ({ ...c.var.call, db: gathering(c.var.call.db) });

export const databaseOfCookie = (c: Context, cookie: string): Db => databaseIn(asApi(c), cellOf(cookie));

/** Reads the user of the session cookie, and sets `visitor` and `call`. Returns false without a valid session. */
export async function recognize(c: Context): Promise<boolean> {
	const { now, requestId, client, vault } = c.var;
	const cookie = sessionCookie(c);
	if (cookie === undefined) return false;
	const visit = async (cell: string | null) => {
		const db = databaseIn(asApi(c), cell);
		const together = gathering(db);
		const read = (one: Db) =>
			loadVisitor(one, cookie, companyAsked(c) ?? '', now, (other) =>
				metered(databaseOf(c.env, other), one.meter),
			);
		const [visitor, waiting] = await Promise.all([
			rightsBy(asApi(c), cell, read, together),
			countWaiting(together, cookie, now),
		]);
		return visitor && { visitor, waiting, db };
	};
	const named = cellOf(cookie);
	let found = await visit(named);
	if (found === null && named === null) {
		const cell = await cellAfterMove(metered(databaseOf(c.env, null), c.var.meter), sha256(cookie));
		found = cell === null ? null : await visit(cell);
	}
	if (found === null) return false;
	const { visitor, waiting, db } = found;
	const actor = actorOf(visitor);
	c.set('visitor', visitor);
	c.set('waiting', waiting);
	c.set('language', languageOfUser(visitor.language) ?? c.var.language);
	await callAt(c, {
		db,
		now,
		requestId,
		client,
		vault,
		isMailCarried: isMailCarried(c.env),
		backups: c.env.BACKUPS,
		actor,
		statusAt: now,
	});
	return true;
}

/** Sets the call and the time of the request. A sandbox has a time of its own. */
async function callAt(c: Context, call: Call): Promise<void> {
	const there = await atItsTime(call);
	c.set('call', there);
	c.set('now', there.now);
}

/** Returns the language of a user among ours: `de-AT` is German too. */
const languageOfUser = (wanted: string | null): Language | undefined =>
	LANGUAGES.find((language) => wanted?.startsWith(language));

/** Lets only people through who are signed in. `ask` asks the others to sign in, and keeps the form that they have sent. */
export const requireVisitor = (ask: (c: Context) => Response | Promise<Response>) =>
	createMiddleware<ConsoleEnv>(async (c, next) => {
		if (c.var.visitor === undefined && !(await recognize(c))) return ask(c);
		return throttle(asApi(c), next);
	});

/**
 * Asks for a fresh proof of identity. Use it behind the check of the session. Platform administrators who view the pages of a user gave
 * their proof before, and cannot change anything.
 */
export const requireProof = (ask: (c: Context) => Response | Promise<Response>) =>
	createMiddleware<ConsoleEnv>(async (c, next) => {
		const { visitor, viewer, call } = c.var;
		const now = realTime(call.db, call.now);
		if (viewer !== undefined) return next();
		if (visitor === undefined || !isProvenLately(visitor.dateCreated, now)) return ask(c);
		return next();
	});

/** Asks for a fresh proof, except for a preview, which saves nothing. Use it only before handlers that check `isPreview`. */
export const requireProofToSave = (ask: (c: Context) => Response | Promise<Response>) => {
	const proof = requireProof(ask);
	return createMiddleware<ConsoleEnv>((c, next) => (isPreview(c.var.typed) ? next() : proof(c, next)));
};

/** The address at which viewing begins and ends. */
export const VIEWING = `${BASE}/platform/viewing`;

/**
 * While a platform administrator views the console as another user, the pages are those of that user. `refuse` answers forms, and the
 * database refuses whatever else would write.
 */
export const lookAsViewed = (refuse: (c: Context) => Response | Promise<Response>) =>
	createMiddleware<ConsoleEnv>(async (c, next) => {
		const { visitor, typed, call } = c.var;
		const viewed = visitor?.viewed ?? null;
		if (visitor === undefined || viewed === null || c.req.path.startsWith(`${VIEWING}/`)) return next();
		c.set('viewer', visitor);
		const { dateCreated } = visitor;
		const seen: Visitor = { ...viewed, dateCreated, isDemanded: false, viewed: null, isViewed: true };
		c.set('visitor', seen);
		const db = viewed.cell === undefined ? call.db : databaseIn(asApi(c), viewed.cell);
		const now = realTime(call.db, call.now);
		await callAt(c, { ...call, now, statusAt: now, db: inRealTime(readOnly(db)), actor: actorOf(seen) });
		return typed === undefined ? next() : refuse(c);
	});

/** Addresses whose id does not choose a database: those of the own account, and pages about users or companies of any database. */
const OF_NO_COMPANY =
	/^\/console\/(account|platform\/(keys|viewing|companies\/[^/]+\/(giving|move|restore)))\b/;
const ID = /\/([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})(?=\/|$)/i;

/**
 * Chooses the database for readers whose companies are in several databases: that of the company, or of the record, in the address.
 * Counts what waits for them in the other databases.
 */
export const enterCompany = createMiddleware<ConsoleEnv>(async (c, next) => {
	const { call } = c.var;
	if (!isOfSeveral(call.actor)) return next();
	const path = OF_NO_COMPANY.test(c.req.path) ? '' : c.req.path;
	const id = companyAsked(c) ?? ID.exec(path)?.[1]?.toLowerCase();
	try {
		const [entered, waiting] = await Promise.all([
			id === undefined ? call : callWhere(databasesOf(asApi(c)), call, { id }),
			waitingAcross(c),
		]);
		c.set('call', entered);
		c.set('now', entered.now);
		c.set('waiting', waiting);
	} catch (error) {
		if (isRefusal(error, 'second_factor_setup_required')) return c.redirect(ACCOUNT, 303);
		throw error;
	}
	return next();
});

/** Returns how much waits for the reader in all databases. Readers who may not see receipts get no number and cause no reads. */
async function waitingAcross(c: Context): Promise<Waiting | undefined> {
	const { visitor, waiting, call, screens } = c.var;
	if (visitor === undefined || waiting === undefined) return waiting;
	const reader: Visitor = { ...(visitor.viewed ?? visitor), viewed: null };
	const hasReceipts = ({ waits, operation }: Entry) =>
		waits === 'expenses' && reachOf(reader, operation) !== null;
	if (reader.companies.length === 0) return waiting;
	if (!screens.some(({ links }) => links.some(hasReceipts))) return undefined;
	return countWaitingAcross(databasesOf(asApi(c)), call, { ...reader, waiting });
}

/**
 * Sends people to their account if they must set up a second factor first. `refuse` answers the form of another user, because two people
 * may use one browser in turns.
 */
export const requireOwnForm = (refuse: (c: Context) => Response | Promise<Response>) =>
	createMiddleware<ConsoleEnv>(async (c, next) => {
		const { visitor, typed } = c.var;
		const isDue = visitor !== undefined && isSetUpDue(visitor, c.env.PLATFORM_SECOND_FACTOR);
		if (isDue && !c.req.path.startsWith(ACCOUNT)) return c.redirect(ACCOUNT, 303);
		return typed !== undefined && textIn(typed, '_for') !== visitor?.userId ? refuse(c) : next();
	});
