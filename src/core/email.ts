/**
 * Returns the address with its domain in ASCII (RFC 5891), so that an internationalised domain has one spelling. An
 * address with an invalid domain stays as it is.
 */
export function asciiAddress(address: string): string {
	const at = address.lastIndexOf('@');
	const domain = address.slice(at + 1);
	if (at === -1 || !/^[^\s/:?#@[\]\\%]+$/.test(domain)) return address;
	const url = URL.parse(`http://${domain}`);
	return url === null ? address : address.slice(0, at + 1) + url.hostname;
}

/** The domain of an e-mail address, in the form in which domains are compared. */
export const domainOf = (address: string): string =>
	asciiAddress(address)
		.slice(address.lastIndexOf('@') + 1)
		.toLowerCase();
