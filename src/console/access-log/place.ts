import type { Context } from '../env.ts';

export const PAGE = 50;
export const PAGE_AND_ONE = PAGE + 1;

/** Whose events the address names, and before which one the list goes on. */
export const askedIn = (c: Context) => ({
	userId: c.req.query('user')?.toLowerCase() || undefined,
	before: /^\d{1,15}$/.test(c.req.query('after') ?? '')
		? Number(c.req.query('after'))
		: Number.MAX_SAFE_INTEGER,
});

/** This list of one user, or of all. */
export function addressOf(c: Context, userId: string | null): string {
	const url = new URL(c.req.url);
	for (const name of ['after', 'user']) url.searchParams.delete(name);
	if (userId !== null) url.searchParams.set('user', userId);
	return url.pathname + url.search;
}
