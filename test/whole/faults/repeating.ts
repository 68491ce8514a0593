import { env } from 'cloudflare:workers';
import type { Bindings } from '../../../src/foundation/http/env.ts';
import { type Fault, failing } from '../../harness/failing.ts';
import { type Answer, at, now } from '../../harness/service.ts';
import { readState, snapshot } from '../../harness/snapshot.ts';
import { comparable, idsOf } from './comparable.ts';

export const KEY = { 'Idempotency-Key': 'one request' };

/** Performs a request on the present state over a fault, as often as its caller should repeat it. */
export async function repeatingAt(noon: string) {
	const known = idsOf(await readState());
	const restore = await snapshot();
	return async (act: (bindings: Bindings) => Promise<Answer>, fault: Fault | null) => {
		await restore();
		at(noon);
		const { bindings, calls } = failing(fault);
		const moments = [now()];
		let answer = await act(bindings);
		for (let tries = 0; answer.headers.has('Retry-After') && tries < 3; tries++) {
			at(new Date(now() + 1000 * Number(answer.headers.get('Retry-After'))).toISOString());
			moments.push(now());
			answer = await act(env);
		}
		const { status, body } = answer;
		return { end: comparable(await readState(), { status, body }, known, moments), calls, status };
	};
}
