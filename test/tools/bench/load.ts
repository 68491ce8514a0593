import { Agent, request } from 'node:http';

/** The sides are loaded by so many connections at a time, each with a user of its own. */
export const CONNECTIONS = 16;

/** The n-th request of a comparison. */
export type Route = (n: number) => { method: string; path: string; body?: object };

/** The headers by which a connection tells who it is. */
export type Sender = Record<string, string>;

export interface Side {
	name: string;
	url: URL;
	/** Processor time of the side's workerd. */
	cpuMs(): number;
}

/** A side, and what is asked of it. */
export interface Asked extends Side {
	route: Route;
	/** The senders for this side, if they are not those of the comparison. */
	senders?: readonly Sender[];
}

export interface Measured {
	name: string;
	/** Requests per second, one value for each round. */
	speeds: number[];
	/** Processor time of workerd per request, in microseconds, one value for each round. */
	cpu: number[];
}

/** Loads the sides in turns, so that other work of the machine affects all of them alike. */
export async function compare(
	sides: readonly Asked[],
	senders: readonly Sender[],
	{ rounds, seconds }: { rounds: number; seconds: number },
): Promise<Measured[]> {
	const measured = sides.map((side) => ({ side, sent: 0, speeds: [] as number[], cpu: [] as number[] }));
	for (let round = 0; round <= rounds; round++) {
		for (const one of round % 2 === 0 ? measured : measured.toReversed()) {
			const before = one.side.cpuMs();
			const { count, elapsed } = await load(one.side, one.sent, one.side.senders ?? senders, seconds);
			one.sent += count;
			if (round === 0) continue;
			one.cpu.push((1000 * (one.side.cpuMs() - before)) / count);
			one.speeds.push(count / elapsed);
		}
	}
	return measured.map(({ side: { name }, speeds, cpu }) => ({ name, speeds, cpu }));
}

/** Sends one request; returns what it was answered. */
export async function ask(
	url: URL,
	{ method, path, body }: ReturnType<Route>,
	sender: Sender,
	agent?: Agent,
): Promise<string> {
	const sent = request(new URL(path, url).href, {
		method,
		...(agent && { agent }),
		headers: { ...sender, ...(body && { 'Content-Type': 'application/json' }) },
	});
	return new Promise((resolve, reject) => {
		sent.on('error', reject).on('response', (response) => {
			let text = '';
			response
				.setEncoding('utf8')
				.on('data', (chunk) => {
					text += chunk;
				})
				.on('error', reject)
				.on('end', () => {
					if ((response.statusCode ?? 500) < 300) resolve(text);
					else reject(new Error(`${method} ${path} answered ${response.statusCode}: ${text}`));
				});
		});
		sent.end(body && JSON.stringify(body));
	});
}

/** Asks a side that was `sent` so many requests before. Returns how many it answered, and the seconds it took. */
async function load(
	{ url, route }: Asked,
	sent: number,
	senders: readonly Sender[],
	seconds: number,
): Promise<{ count: number; elapsed: number }> {
	const agent = new Agent({ keepAlive: true, maxSockets: senders.length });
	const started = performance.now();
	const end = started + seconds * 1000;
	let count = 0;
	const connection = async (sender: Sender) => {
		while (performance.now() < end) await ask(url, route(sent + count++), sender, agent);
	};
	await Promise.all(senders.map(connection));
	agent.destroy();
	return { count, elapsed: (performance.now() - started) / 1000 };
}
