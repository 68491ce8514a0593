/** The host names of this machine. */
const LOOPBACK = /^(localhost|127\.0\.0\.1|\[::1\])$/;

/** Ends of names that the public DNS does not know, or that stand for this machine and its neighbours (RFC 6761, 6762, 8375, 9476). */
const PRIVATE =
	/\.(alt|arpa|corp|domain|home|host|internal|intranet|invalid|lan|local|localdomain|localhost|onion|private|test)$/;

/**
 * Whether we may ask an address that a customer named: https, at a name of the public DNS, without credentials and fragment. `isLocal`
 * permits servers on this machine too.
 */
export function isOutside(address: string, isLocal: boolean): boolean {
	if (!URL.canParse(address)) return false;
	const { protocol, hostname, username, password, hash } = new URL(address);
	if (username !== '' || password !== '' || hash !== '') return false;
	if (isLocal && LOOPBACK.test(hostname)) return protocol === 'http:' || protocol === 'https:';
	return protocol === 'https:' && isPublicName(hostname);
}

/** An address in numbers, in whatever notation, was brought to digits and dots or into brackets by the URL parser. */
const isPublicName = (host: string): boolean =>
	/^([a-z0-9_-]+\.)+[a-z][a-z0-9-]*[a-z0-9]$/.test(host) && !PRIVATE.test(host);
