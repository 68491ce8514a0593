import type { APIRequestContext } from 'playwright-core';

const MAX_PAGES = 220;

/** Asks for an address without following redirects. */
type Get = (path: string) => Promise<{ status: number; headers: Headers; body: string }>;

/** Asks as the person in the browser whose requests these are. */
export const getWith =
	(request: APIRequestContext): Get =>
	async (path) => {
		const answer = await request.get(path, { maxRedirects: 0 });
		return { status: answer.status(), headers: new Headers(answer.headers()), body: await answer.text() };
	};

/** One address of each kind of page that links lead to, from the first pages on. Ids and queries make no other kind. */
export async function pagesBehindLinks(get: Get, first: readonly string[] = ['/console']): Promise<string[]> {
	const waiting = [...first];
	const kinds = new Set<string>();
	const pages: string[] = [];
	for (const address of waiting) {
		const { status, headers, body } = await get(address);
		const isPage = headers.get('Content-Type')?.includes('text/html') ?? false;
		if (status >= 400) throw new Error(`${address}: ${status}`);
		if (status < 300 && isPage) pages.push(address);
		for (const next of [headers.get('Location') ?? '', ...(isPage ? linksIn(body) : [])]) {
			const kind = kindOf(next);
			if (!next.startsWith('/console') || next.includes('#') || kinds.has(kind)) continue;
			kinds.add(kind);
			waiting.push(next);
		}
		if (pages.length > MAX_PAGES) throw new Error(`More than ${MAX_PAGES} kinds of pages`);
	}
	return [...new Set(pages)].sort();
}

/** The addresses of the console to which a page links. A pattern finds them faster than a parser. */
const linksIn = (html: string): string[] =>
	[...html.matchAll(/<a\b[^>]*\shref="(\/console[^"]*)"/g)].map(([, href = '']) =>
		href.replaceAll('&amp;', '&'),
	);

const UUID = /[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g;

/** The address without ids, and the names of what is asked for. */
export function kindOf(address: string): string {
	const { pathname, searchParams } = new URL(address, 'http://localhost');
	return [
		pathname.replaceAll(UUID, ':id').replaceAll(/\d[\d-]*/g, ':n'),
		...[...new Set(searchParams.keys())].sort(),
	].join(' ');
}
