import type { Counts } from './counting.ts';
import { bearerOf, type Runtime } from './runtime.ts';
import { newActor } from './seed.ts';

const SAMPLE_MS = 10;

/** Sends requests of an administrator of one company to the product, over a database that counts. */
export async function countedClient({ url, bindings, residentMb, cpuMs }: Runtime, companyId: string) {
	const session = await newActor(bindings.DB, ['COMPANY_ADMIN'], [companyId]);
	const headers = {
		...(await bearerOf(session)),
		'Content-Type': 'application/json',
	};

	/** The answer and what it took; memory is sampled meanwhile. */
	return async (method: string, path: string, body?: object | string): Promise<Counted> => {
		let peakMb = residentMb();
		const sampler = setInterval(() => {
			peakMb = Math.max(peakMb, residentMb());
		}, SAMPLE_MS);
		const [started, cpuBefore] = [performance.now(), cpuMs()];
		try {
			const isFile = typeof body === 'string';
			const request = {
				path,
				method,
				headers: { ...headers, ...(isFile && { 'Content-Type': 'text/csv' }) },
				body: isFile ? body : body === undefined ? null : JSON.stringify(body),
			};
			const response = await fetch(new URL('/bare/counted', url), {
				method: 'POST',
				// A connection that workerd has closed meanwhile would break the next request.
				headers: { Connection: 'close' },
				body: JSON.stringify(request),
			});
			const bytes = Buffer.from(await response.arrayBuffer());
			const seconds = (performance.now() - started) / 1000;
			const cpuSeconds = (cpuMs() - cpuBefore) / 1000;
			if (!response.ok) throw new Error(`${path} answered ${response.status}: ${bytes.toString()}`);
			return { bytes, counts: JSON.parse(response.headers.get('Counts') ?? ''), seconds, cpuSeconds, peakMb };
		} finally {
			clearInterval(sampler);
		}
	};
}

interface Counted {
	bytes: Buffer;
	counts: Counts;
	seconds: number;
	cpuSeconds: number;
	peakMb: number;
}
