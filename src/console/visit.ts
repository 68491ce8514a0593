import { createMiddleware } from 'hono/factory';
import { isProvenLately } from '../auth/rules.ts';
import { loadVisitor } from '../auth/sessions/actions.ts';
import { isMailCarried } from '../core/mail-settings.ts';
import type { Call } from '../db/call.ts';
import { gathering } from '../db/for-pages.ts';
import { throttle } from '../http/throttle.ts';
import { companyAsked } from './company-choice.tsx';
import { chosenLanguage, sessionCookie } from './cookies.ts';
import { asApi, type ConsoleEnv, type Context } from './env.ts';
import { actorOf } from './screen.ts';
import { isPreview } from './submit.ts';
import { languageOfUser } from './words.ts';

/** The call for what a page shows: reads of several actions that are begun together take one round trip. */
export const reading = (c: Context): Call => ({ ...c.var.call, db: gathering(c.var.call.db) });

/** Reads who comes with the cookie, if anybody does, and hands the user to the actions as `call`. */
export async function recognize(c: Context): Promise<boolean> {
	const { db, now, requestId, client, vault } = c.var;
	const cookie = sessionCookie(c);
	const visitor = cookie === undefined ? null : await loadVisitor(db, cookie, companyAsked(c) ?? '', now);
	if (visitor === null) return false;
	const actor = actorOf(visitor);
	c.set('visitor', visitor);
	c.set('language', chosenLanguage(c) ?? languageOfUser(visitor.language) ?? c.var.language);
	c.set('call', { db, now, requestId, client, vault, isMailCarried: isMailCarried(c.env), actor });
	return true;
}

/** Lets only people through who are signed in; `ask` asks the others who they are, and keeps what they have sent. */
export const requireVisitor = (ask: (c: Context) => Response | Promise<Response>) =>
	createMiddleware<ConsoleEnv>(async (c, next) => {
		if (!(await recognize(c))) return ask(c);
		return throttle(asApi(c), next);
	});

/**
 * Asks for a fresh proof of identity. Add it to addresses behind the check of the session. Platform administrators who view the pages
 * of a user gave their proof before, and change nothing.
 */
export const requireProof = (ask: (c: Context) => Response | Promise<Response>) =>
	createMiddleware<ConsoleEnv>(async (c, next) => {
		const { visitor, viewer, now } = c.var;
		if (viewer !== undefined) return next();
		if (visitor === undefined || !isProvenLately(visitor.dateCreated, now)) return ask(c);
		return next();
	});

/** Asks for a fresh proof, except for a preview, which saves nothing. Only for what asks `isPreview`. */
export const requireProofToSave = (ask: (c: Context) => Response | Promise<Response>) => {
	const proof = requireProof(ask);
	return createMiddleware<ConsoleEnv>((c, next) => (isPreview(c.var.typed) ? next() : proof(c, next)));
};
