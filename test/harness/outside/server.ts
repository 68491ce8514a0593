import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';

type Answer = (request: IncomingMessage, body: Buffer, response: ServerResponse) => unknown;

/**
 * Starts a server on this machine, which answers each request that arrives whole. A client that is stopped in the middle of a request
 * gets no answer, and that is no error. Returns the server and its origin.
 */
export async function startServer(answer: Answer): Promise<{ server: Server; origin: string }> {
	const server = createServer(async (request, response) => {
		const body = await buffer(request).catch(() => null);
		if (body !== null) await answer(request, body, response);
	});
	// A connection that node closes while workerd sends the next request over it would lose that request.
	server.keepAliveTimeout = 0;
	await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
	return { server, origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}` };
}
