import type { Instant } from '../../core/instant.ts';
import { batch, type Db } from '../../db/client.ts';
import { sha256 } from '../gate.ts';
import { sessions } from '../table.ts';
import { companiesOfCookie, keepAlive, viewedOfCookie, visitorOfCookie } from './store.ts';

/** Who comes with the cookie of the console, with the companies that the user manages. */
export type Visitor = Awaited<ReturnType<typeof visitorOfCookie>>[number] & {
	companies: { id: string; name: string }[];
	/** The user whose pages a platform administrator looks at. */
	viewed: Omit<Visitor, 'viewed'> | null;
};

/** Reads who comes with a cookie, and keeps the session alive; null when it has ended. */
export async function loadVisitor(db: Db, cookie: string, now: Instant): Promise<Visitor | null> {
	const hash = sha256(cookie);
	const [[found], managed, [viewed], others] = await batch(db, [
		visitorOfCookie(db, hash, now),
		companiesOfCookie(db, hash),
		viewedOfCookie(db, hash, now),
		companiesOfCookie(db, hash, sessions.viewedUserId),
		keepAlive(db, hash, now),
	]);
	if (found === undefined) return null;
	const isLooking = viewed !== undefined && found.roles.includes('PLATFORM_ADMIN');
	return { ...found, companies: managed, viewed: isLooking ? { ...viewed, companies: others } : null };
}
