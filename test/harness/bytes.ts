import { createExecutionContext } from 'cloudflare:test';
import { env } from 'cloudflare:workers';
import { createApp } from '../../src/app.ts';
import type { Bindings } from '../../src/foundation/http/env.ts';
import { createTokens } from '../../src/tenants/auth/tokens/rules.ts';
import { now, type TestUser } from './service.ts';

const tokens = await createTokens(env.JWT_SECRET, undefined);
const app = createApp(now);

/**
 * Calls the service with bytes, whose length is announced, or with a stream. The answer is not parsed, for tests that look at its bytes.
 */
export async function sendBytes(
	user: TestUser,
	method: string,
	path: string,
	body?: Uint8Array<ArrayBuffer> | ReadableStream,
	headers: Record<string, string> = {},
	bindings: Bindings = env,
): Promise<Response> {
	const Authorization = `Bearer ${await tokens.issue(user, now())}`;
	const init: RequestInit = { method, headers: { Authorization, ...headers } };
	if (body !== undefined) init.body = body;
	if (body instanceof Uint8Array) init.headers = { 'Content-Length': String(body.length), ...init.headers };
	return app.request(`/api/v2${path}`, init, bindings, createExecutionContext());
}

export const bytesOf = async (response: Response): Promise<Uint8Array> =>
	new Uint8Array(await response.arrayBuffer());
