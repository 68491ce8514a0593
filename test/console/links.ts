import type { APIRequestContext } from 'playwright-core';
import { pageOf } from '../harness/page.ts';

const MAX_PAGES = 200;

/** One address of each kind of page that links lead to, from the first page on. Ids and queries make no other kind. */
export async function pagesBehindLinks(request: APIRequestContext): Promise<string[]> {
	const waiting = ['/console'];
	const kinds = new Set<string>();
	const pages: string[] = [];
	for (const address of waiting) {
		const answer = await request.get(address);
		if (!answer.headers()['content-type']?.includes('text/html')) continue;
		if (!answer.ok()) throw new Error(`${address}: ${answer.status()}`);
		const { pathname, search } = new URL(answer.url());
		pages.push(pathname + search);
		for (const { href: next } of pageOf(await answer.text()).select('a[href^="/console"]')) {
			if (next.includes('#')) continue;
			const kind = kindOf(next);
			if (kinds.has(kind)) continue;
			kinds.add(kind);
			waiting.push(next);
		}
		if (pages.length > MAX_PAGES) throw new Error(`More than ${MAX_PAGES} kinds of pages`);
	}
	return [...new Set(pages)].sort();
}

const UUID = /[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g;

/** The address without ids, and the names of what is asked for. */
export function kindOf(address: string): string {
	const { pathname, searchParams } = new URL(address, 'http://localhost');
	return [
		pathname.replaceAll(UUID, ':id').replaceAll(/\d[\d-]*/g, ':n'),
		...[...new Set(searchParams.keys())].sort(),
	].join(' ');
}
