import { isTarget, type Targets } from '../../../foundation/core/addresses.ts';
import { fetchOutside } from '../../../foundation/http/fetch-outside.ts';
import { type Attempted, failureOf, MAX_RESPONSE_BYTES } from './rules.ts';

/** Sends one delivery until the signal ends it. Never throws. A redirect is a failure, because it could lead to an internal address. */
export async function post(
	url: string,
	headers: Record<string, string>,
	body: string,
	targets: Targets,
	signal: AbortSignal,
): Promise<Attempted> {
	if (!isTarget(url, targets)) return { failure: 'TARGET_REFUSED', status: null, response: null };
	try {
		const answer = await fetchOutside(
			url,
			{ method: 'POST', headers, body },
			{ signal, maxBytes: MAX_RESPONSE_BYTES, isCut: true },
		);
		const text = await answer.text();
		return {
			failure: failureOf(answer.status),
			status: answer.status,
			response: text.replaceAll('\0', '\ufffd'),
		};
	} catch {
		return { failure: signal.aborted ? 'TIMEOUT' : 'CONNECTION_FAILED', status: null, response: null };
	}
}
