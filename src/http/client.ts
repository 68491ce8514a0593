import { type Client, deviceOf } from '../core/client.ts';
import { placeOf } from './throttle.ts';

/** In characters. What Cloudflare tells is shorter. */
const MAX_NAME_LENGTH = 100;

/** Found out when it is asked for: most requests never do. */
export class RequestClient implements Client {
	readonly #request: Request;

	/** Takes the request as it came: one that holds the body once more does not keep what Cloudflare tells. */
	constructor(request: Request) {
		this.#request = request;
	}

	get place() {
		return placeOf(this.#request);
	}

	get country() {
		return nameOf(this.#request.cf?.country);
	}

	get city() {
		return nameOf(this.#request.cf?.city);
	}

	get device() {
		return deviceOf(this.#request.headers.get('User-Agent') ?? undefined);
	}
}

const nameOf = (told: unknown): string | null =>
	typeof told === 'string' && told !== '' ? told.slice(0, MAX_NAME_LENGTH) : null;
