import { DEMO_PASSWORD } from '../../src/entrances/cli/demo.ts';
import type { Running } from './browser.ts';
import { newAddress } from './service.ts';

/** Calls the API of the running service as a demo account; fails for what is refused. */
export async function signedIn({ origin }: Pick<Running, 'origin'>, email: string) {
	const own = { 'Content-Type': 'application/json', 'CF-Connecting-IP': newAddress() };
	const send = async <T>(method: string, path: string, body?: object, headers = {}): Promise<T> => {
		const isPicture = body instanceof Uint8Array;
		const init = {
			method,
			headers: { ...own, ...headers, ...(isPicture && { 'Content-Type': 'image/png' }) },
			body: body === undefined ? null : isPicture ? Uint8Array.from(body) : JSON.stringify(body),
		};
		const answer = await fetch(`${origin}/api/v2${path}`, init);
		if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`);
		return (await answer.json()) as T;
	};
	const { idToken } = await send<{ idToken: string }>('POST', '/auth', { email, password: DEMO_PASSWORD });
	return <T = unknown>(method: string, path: string, body?: object) =>
		send<T>(method, path, body, { Authorization: `Bearer ${idToken}` });
}
