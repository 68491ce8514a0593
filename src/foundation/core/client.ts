export interface Client {
	/** An IPv4 address, or the first 64 bits of an IPv6 address. */
	place: string;
	/** An ISO 3166 code from Cloudflare; null when there is none, such as on a local start. */
	country: string | null;
	city: string | null;
	/** A short form of the User-Agent, such as `Firefox on Windows`. */
	device: string;
}

/** More specific names come first, because some browsers also send the names of others. */
const BROWSERS = [
	['Edge', /\bEdg(?:e|A|iOS)?\//],
	['Opera', /\bOPR\//],
	['Samsung Internet', /\bSamsungBrowser\//],
	['Firefox', /\b(?:Firefox|FxiOS)\//],
	['Chrome', /\b(?:Chrome|CriOS)\//],
	['Safari', /\bVersion\/\S+ (?:Mobile\/\S+ )?Safari\//],
] as const;

const SYSTEMS = [
	['iPhone', /\biPhone\b/],
	['iPad', /\biPad\b/],
	['Android', /\bAndroid\b/],
	['Windows', /\bWindows\b/],
	['macOS', /\bMacintosh\b/],
	['ChromeOS', /\bCrOS\b/],
	['Linux', /\bLinux\b/],
] as const;

export const UNKNOWN_DEVICE = 'unknown';

/** Longer headers are cut, because the patterns above take more than linear time. */
const MAX_USER_AGENT_LENGTH = 512;

/** Names the device of a `User-Agent` header: browser and system, or the first product that a program names. */
export function deviceOf(header = ''): string {
	const userAgent = header.slice(0, MAX_USER_AGENT_LENGTH);
	const nameIn = (names: readonly (readonly [string, RegExp])[]) =>
		names.find(([, pattern]) => pattern.test(userAgent))?.[0];
	const [browser, system] = [nameIn(BROWSERS), nameIn(SYSTEMS)];
	if (browser !== undefined) return system === undefined ? browser : `${browser} on ${system}`;
	return /^[A-Za-z][\w.-]{0,39}/.exec(userAgent)?.[0] ?? UNKNOWN_DEVICE;
}

const MAX_NAME_LENGTH = 100;

/** Computes each value only when it is read, because most requests need none. */
export class RequestClient implements Client {
	readonly #request: Request;

	/** Takes the original request, because a copy lacks the values that Cloudflare adds to it. */
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

/** Returns the IPv4 address, or the first 64 bits of the IPv6 address, because one connection has all addresses that begin like this. */
export function placeOf({ headers }: Request): string {
	const address = headers.get('CF-Connecting-IP') ?? 'unknown';
	const url = `http://[${address}]`;
	if (!address.includes(':') || !URL.canParse(url)) return address;
	const groupsOf = (part: string) => part.split(':').filter((group) => group !== '');
	const [head = [], tail = []] = new URL(url).hostname.slice(1, -1).split('::').map(groupsOf);
	const zeros = Array<string>(8 - head.length - tail.length).fill('0');
	return `${[...head, ...zeros, ...tail].slice(0, 4).join(':')}::/64`;
}
