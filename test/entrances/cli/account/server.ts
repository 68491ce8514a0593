import { createHash } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { startServer } from '../../../harness/outside/server.ts';
import { ACCOUNT_ID, ROUTES } from './routes.ts';
import { type Account, ApiError, emptyAccount } from './state.ts';

/** An account at Cloudflare, as far as wrangler asks for it. */
export interface StandIn {
	account: Account;
	/** Makes wrangler use it. */
	env: Record<string, string>;
	close: () => void;
}

const PREFIX = '/client/v4';

/**
 * Stands in for Cloudflare's API, so that the real wrangler runs in tests: it checks its command lines, and writes what it always writes.
 * Paths and answers were written from the code of wrangler and from Cloudflare's documentation. None was recorded at Cloudflare.
 */
export async function startAccount(): Promise<StandIn> {
	const account = emptyAccount();
	const { server, origin } = await startServer((...heard) => answer(account, ...heard));
	const env = {
		CLOUDFLARE_API_BASE_URL: origin + PREFIX,
		CLOUDFLARE_API_TOKEN: 'a-token-of-the-stand-in',
		CLOUDFLARE_ACCOUNT_ID: ACCOUNT_ID,
		// Wrangler would ask the registry of npm for a newer version.
		WRANGLER_HIDE_BANNER: 'true',
	};
	return { account, env, close: () => server.close() };
}

async function answer(
	account: Account,
	request: IncomingMessage,
	body: Buffer,
	response: ServerResponse,
): Promise<void> {
	const url = new URL(request.url ?? '', `http://${request.headers.host}`);
	if (url.pathname.startsWith('/uploads/')) {
		account.imported.push(body.toString());
		response.setHeader('ETag', createHash('md5').update(body).digest('hex')).end();
		return;
	}
	const asked = `${request.method} ${url.pathname.replace(PREFIX, '')}`;
	response.setHeader('Content-Type', 'application/json');
	try {
		const [route, parts] = routeOf(account, asked);
		const { headers } = request;
		const result = await route({
			account,
			body,
			headers,
			query: url.searchParams,
			parts,
			origin: url.origin,
		});
		const isGraph = asked.endsWith('/graphql');
		const info = { result_info: { page: 1, per_page: 100, total_pages: 1, count: 1, total_count: 1 } };
		response.end(
			JSON.stringify(
				isGraph
					? { data: result, errors: null }
					: { success: true, errors: [], messages: [], result, ...info },
			),
		);
	} catch (error) {
		const { status = 500, code = 0, message } = error as ApiError;
		response.statusCode = status;
		response.end(JSON.stringify({ success: false, errors: [{ code, message }], messages: [], result: null }));
	}
}

function routeOf(account: Account, asked: string) {
	if (account.failing !== null && asked.startsWith(account.failing))
		throw new ApiError(403, 10_000, 'The stand-in fails as the test says.');
	const segments = asked.split('/');
	for (const [path, route] of Object.entries(ROUTES)) {
		const wanted = path.split('/');
		const isSame =
			wanted.length === segments.length &&
			wanted.every((one, index) => one === ':' || one === segments[index]);
		if (isSame)
			return [route, segments.filter((_, index) => wanted[index] === ':').map(decodeURIComponent)] as const;
	}
	account.unknown.push(asked);
	throw new ApiError(404, 7000, `No route for ${asked}`);
}
