import { env } from 'cloudflare:workers';

/** Puts a TXT record into the DNS of the tests, in place of those that the name has. */
export const publish = ({ name, value }: { name: string; value: string }) => setTexts(name, [`"${value}"`]);

/** Sets the TXT records of a name, as a resolver spells them. */
export async function setTexts(name: string, texts: string[]): Promise<void> {
	const address = new URL(`/records/${name}`, env.DNS_RESOLVER);
	await (await fetch(address, { method: 'PUT', body: JSON.stringify(texts) })).text();
}
