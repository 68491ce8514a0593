import type { Instant } from '../../core/instant.ts';
import { sha256 } from '../../core/secret.ts';
import { batch, type Db } from '../../db/client.ts';
import { sessions } from '../table.ts';
import { companiesOfCookie, companyWithId, keepAlive, viewedOfCookie, visitorOfCookie } from './store.ts';

/** Who comes with the cookie of the console, with the companies that the user manages. */
export type Visitor = Awaited<ReturnType<typeof visitorOfCookie>>[number] & {
	companies: { id: string; name: string }[];
	/** The company that the address names, for whoever reaches all of them. */
	named: { id: string; name: string } | null;
	/** The user whose pages a platform administrator looks at. */
	viewed: Omit<Visitor, 'viewed'> | null;
};

/** Reads who comes with a cookie, on a page of which company, and keeps the session alive; null when it has ended. */
export async function loadVisitor(
	db: Db,
	cookie: string,
	companyId: string,
	now: Instant,
): Promise<Visitor | null> {
	const hash = sha256(cookie);
	const [[found], managed, [viewed], others, [named]] = await batch(db, [
		visitorOfCookie(db, hash, now),
		companiesOfCookie(db, hash),
		viewedOfCookie(db, hash, now),
		companiesOfCookie(db, hash, sessions.viewedUserId),
		companyWithId(db, companyId),
		keepAlive(db, hash, now),
	]);
	if (found === undefined) return null;
	const reachesAll = found.roles.includes('PLATFORM_ADMIN');
	const seen = viewed !== undefined && reachesAll ? { ...viewed, companies: others, named: null } : null;
	return { ...found, companies: managed, named: (reachesAll && named) || null, viewed: seen };
}
