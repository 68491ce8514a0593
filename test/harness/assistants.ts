import { expect } from 'vitest';
import { served } from './service.ts';

/** Sends one request of the protocol with an API key, as a client without a session does. */
export async function rpc(key: string, method: string, params: object = {}) {
	const answer = await served(
		new Request('https://zubrot.example/mcp', {
			method: 'POST',
			headers: {
				Authorization: `Bearer ${key}`,
				'Content-Type': 'application/json',
				Accept: 'application/json, text/event-stream',
			},
			body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
		}),
	);
	expect(answer.status).toBe(200);
	const [json = ''] = (await answer.text()).match(/\{.*\}/) ?? [];
	return JSON.parse(json).result;
}

/** Calls a tool with an API key. */
export async function ask(key: string, name: string, given: object) {
	const { content, isError = false } = await rpc(key, 'tools/call', { name, arguments: given });
	const [{ text }] = content as [{ text: string }];
	return { isError, text, body: text.startsWith('{') ? JSON.parse(text) : text };
}
