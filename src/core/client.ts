/** From where and with what a request comes. */
export interface Client {
	/** An IPv4 address, or the first 64 bits of an IPv6 address. */
	place: string;
	/** As Cloudflare tells it, an ISO 3166 code; null where it does not, such as locally. */
	country: string | null;
	city: string | null;
	/** What the caller says it is, in a short form such as `Firefox on Windows`. */
	device: string;
}

/** Of browsers that name others too, the one that means it comes first. */
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

/** What a caller is that says nothing of itself. */
export const UNKNOWN_DEVICE = 'unknown';

/** Names the device of a `User-Agent` header: browser and system, or the first product that a program names. */
export function deviceOf(userAgent = ''): string {
	const nameIn = (names: readonly (readonly [string, RegExp])[]) =>
		names.find(([, pattern]) => pattern.test(userAgent))?.[0];
	const [browser, system] = [nameIn(BROWSERS), nameIn(SYSTEMS)];
	if (browser !== undefined) return system === undefined ? browser : `${browser} on ${system}`;
	return /^[A-Za-z][\w.-]{0,39}/.exec(userAgent)?.[0] ?? UNKNOWN_DEVICE;
}

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

/** The caller's IPv4 address, or the first 64 bits of its IPv6 address: one line may use all the rest. */
export function placeOf({ headers }: Request): string {
	const address = headers.get('CF-Connecting-IP') ?? 'unknown';
	const url = `http://[${address}]`;
	if (!address.includes(':') || !URL.canParse(url)) return address;
	const groupsOf = (part: string) => part.split(':').filter((group) => group !== '');
	const [head = [], tail = []] = new URL(url).hostname.slice(1, -1).split('::').map(groupsOf);
	const zeros = Array<string>(8 - head.length - tail.length).fill('0');
	return `${[...head, ...zeros, ...tail].slice(0, 4).join(':')}::/64`;
}
