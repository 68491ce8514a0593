const LOOPBACK = /^(localhost|127\.0\.0\.1|\[::1\])$/;

export const isOfThisMachine = (url: string): boolean => LOOPBACK.test(new URL(url).hostname);

/** Endings of names that are not in the public DNS, or that mean this machine and its neighbours (RFC 6761, 6762, 8375, 9476). */
const PRIVATE =
	/\.(alt|arpa|corp|domain|home|host|internal|intranet|invalid|lan|local|localdomain|localhost|onion|private|test)$/;

/**
 * True when we may send a request to an address that a customer entered. It needs https and a public name, without
 * credentials and fragment. `isLocal` also permits this machine.
 */
export function isOutside(address: string, isLocal: boolean): boolean {
	if (!URL.canParse(address)) return false;
	const { protocol, hostname, username, password, hash } = new URL(address);
	if (username !== '' || password !== '' || hash !== '') return false;
	if (isLocal && LOOPBACK.test(hostname)) return protocol === 'http:' || protocol === 'https:';
	return protocol === 'https:' && isPublicName(hostname);
}

/** The URL parser has turned every numeric notation into digits and dots, or into brackets. */
const isPublicName = (host: string): boolean =>
	/^([a-z0-9_-]+\.)+[a-z][a-z0-9-]*[a-z0-9]$/.test(host) && !PRIVATE.test(host);

export interface Targets {
	/** True permits targets on this machine, for development. */
	isLocal: boolean;
	own: readonly string[];
}

export interface TargetSettings {
	PUBLIC_URL?: string;
	/** `1` permits targets on this machine, over http too. For development only. */
	WEBHOOKS_ALLOW_LOCAL?: string;
}

export const targetsOf = ({ PUBLIC_URL, WEBHOOKS_ALLOW_LOCAL }: TargetSettings, asked?: string): Targets => ({
	isLocal: WEBHOOKS_ALLOW_LOCAL === '1',
	own: [PUBLIC_URL, asked].filter((address) => address !== undefined),
});

/** True when deliveries may go to an address: a public name over https, and not this service itself. */
export const isTarget = (address: string, { isLocal, own }: Targets): boolean =>
	isOutside(address, isLocal) && !own.some((one) => isSameHost(address, one, isLocal));

/** In development, programs on the same host differ only in their ports, so ports are compared too. */
const isSameHost = (address: string, own: string, isLocal: boolean): boolean => {
	const [one, other] = [URL.parse(address), URL.parse(own)];
	if (one === null || other === null) return false;
	return isLocal && isOutside(own, true) && !isOutside(own, false)
		? one.host === other.host
		: one.hostname.replace(/\.$/, '') === other.hostname;
};

/** Returns the address with its domain in ASCII (RFC 5891), so that each has one spelling. Unchanged if the domain is invalid. */
export function asciiAddress(address: string): string {
	const at = address.lastIndexOf('@');
	const domain = address.slice(at + 1);
	if (at === -1 || !/^[^\s/:?#@[\]\\%]+$/.test(domain)) return address;
	const url = URL.parse(`http://${domain}`);
	return url === null ? address : address.slice(0, at + 1) + url.hostname;
}

/** Returns the domain of an e-mail address in the form that is compared: in ASCII and lower case. */
export const domainOf = (address: string): string =>
	asciiAddress(address)
		.slice(address.lastIndexOf('@') + 1)
		.toLowerCase();
