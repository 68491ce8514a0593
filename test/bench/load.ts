import { Agent, get } from 'node:http';
import { median } from './table.ts';

const CONNECTIONS = 8;

/** Where the n-th request goes. */
export type Route = (n: number) => string;

export interface Comparison {
	/** Requests a second, medians of the rounds. */
	product: number;
	bare: number;
	/** Of one round each, as product to bare. */
	ratios: number[];
	/** Processor time of workerd a request, in microseconds. */
	productCpu: number;
	bareCpu: number;
}

/** Loads two routes in turns, so that what else the machine does meets both alike. */
export async function compare(
	routes: { product: Route; bare: Route },
	token: string,
	cpuMs: () => number,
	{ rounds, seconds }: { rounds: number; seconds: number },
): Promise<Comparison> {
	for (const route of [routes.product, routes.bare]) await load(route, token, seconds);
	const speeds = { product: [] as number[], bare: [] as number[] };
	const cpu = { product: 0, bare: 0 };
	const requests = { product: 0, bare: 0 };
	for (let round = 0; round < rounds; round++) {
		const order = round % 2 === 0 ? (['product', 'bare'] as const) : (['bare', 'product'] as const);
		for (const side of order) {
			const before = cpuMs();
			const { count, elapsed } = await load(routes[side], token, seconds);
			cpu[side] += cpuMs() - before;
			requests[side] += count;
			speeds[side].push(count / elapsed);
		}
	}
	return {
		product: median(speeds.product),
		bare: median(speeds.bare),
		ratios: speeds.product.map((speed, round) => speed / (speeds.bare[round] ?? Number.NaN)),
		productCpu: (1000 * cpu.product) / requests.product,
		bareCpu: (1000 * cpu.bare) / requests.bare,
	};
}

/** Requests answered, and the seconds it took. */
async function load(
	route: Route,
	token: string,
	seconds: number,
): Promise<{ count: number; elapsed: number }> {
	const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS });
	const started = performance.now();
	const end = started + seconds * 1000;
	let count = 0;
	const connection = async () => {
		while (performance.now() < end) await request(route(count++), token, agent);
	};
	await Promise.all(Array.from({ length: CONNECTIONS }, connection));
	agent.destroy();
	return { count, elapsed: (performance.now() - started) / 1000 };
}

function request(url: string, token: string, agent: Agent): Promise<void> {
	return new Promise((resolve, reject) => {
		get(url, { agent, headers: { Authorization: `Bearer ${token}` } }, (response) => {
			if (response.statusCode !== 200) reject(new Error(`${url} answered ${response.statusCode}`));
			response.on('end', resolve).on('error', reject).resume();
		}).on('error', reject);
	});
}
