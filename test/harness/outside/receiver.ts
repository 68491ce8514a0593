import type { ServerResponse } from 'node:http';
import { startServer } from './server.ts';

/** A request that a receiver of webhooks got. */
export interface Received {
	headers: Record<string, string>;
	body: string;
}

/**
 * A receiver of webhooks on this machine. `PUT /script/<name>` sets how it answers requests to `/<name>`, one word for each; the last one
 * goes on. `GET /received/<name>` returns these requests, and how many of them were open at once. Returns its address.
 */
export async function startReceiver(): Promise<string> {
	const scripts = new Map<string, string[]>();
	const received = new Map<string, Received[]>();
	const open = new Map<string, { now: number; most: number }>();
	const { server, origin } = await startServer((request, bytes, response) => {
		const [, first = '', second = ''] = (request.url ?? '').split('/');
		// The encrypted message of a push is no text.
		const body = bytes.toString(request.headers['content-encoding'] === 'aes128gcm' ? 'base64' : 'utf8');
		if (first === 'script') scripts.set(second, JSON.parse(body));
		if (first === 'received') {
			response.end(JSON.stringify({ all: received.get(second) ?? [], most: open.get(second)?.most ?? 0 }));
		}
		if (first === 'script') response.end();
		if (['script', 'received'].includes(first)) return;
		const count = open.get(first) ?? { now: 0, most: 0 };
		open.set(first, count);
		count.most = Math.max(count.most, ++count.now);
		response.once('close', () => count.now--);
		received.set(first, [...(received.get(first) ?? []), { headers: request.headers as never, body }]);
		const script = scripts.get(first) ?? ['204'];
		answer(response, (script.length > 1 ? script.shift() : script[0]) ?? '204');
	});
	server.unref();
	return origin;
}

const CHUNK = 'ü'.repeat(32 * 1024);

function answer(response: ServerResponse, word: string): void {
	if (word === 'hang') return;
	if (word === 'reset') response.destroy();
	else if (word === 'endless') {
		response.writeHead(200);
		const more = () => {
			while (!response.destroyed && response.write(CHUNK));
		};
		response.on('drain', more);
		more();
	} else if (word === 'stuck') response.writeHead(200).write('half of a');
	else if (word === 'slow') setTimeout(() => response.writeHead(204).end(), 50);
	else if (word === '301')
		response.writeHead(301, { Location: 'http://169.254.169.254/latest' }).end('moved');
	else response.writeHead(Number(word)).end(word === '204' ? undefined : `status ${word}`);
}
