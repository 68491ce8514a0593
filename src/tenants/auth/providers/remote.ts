import { Refusal } from '../../../foundation/core/refusals.ts';
import { fetchOutside } from '../../../foundation/http/fetch-outside.ts';

const CLOUDFLARE = 'https://cloudflare-dns.com/dns-query';
const TXT = 16;
const [NO_ERROR, NO_SUCH_NAME] = [0, 3];

/** The JSON format of Cloudflare's and Google's resolvers. */
interface DnsAnswer {
	Status: number;
	Answer?: { type: number; data: string }[];
}

/** Reads the TXT records of a name over HTTPS; null when the DNS has no answer at present. Fails when the resolver does not respond. */
export async function textsOf(name: string, resolver = CLOUDFLARE): Promise<string[] | null> {
	const url = new URL(resolver);
	url.searchParams.set('name', name);
	url.searchParams.set('type', 'TXT');
	const { Status, Answer = [] } = await answerTo(url);
	if (Status === NO_SUCH_NAME) return [];
	if (Status !== NO_ERROR) return null;
	return Answer.filter(({ type }) => type === TXT).map(({ data }) => textOf(data));
}

async function answerTo(url: URL): Promise<DnsAnswer> {
	try {
		const response = await fetchOutside(url, { headers: { Accept: 'application/dns-json' } });
		if (response.ok) return (await response.json()) as DnsAnswer;
		throw new Error(`The DNS resolver answered ${response.status}`);
	} catch (error) {
		throw unreachable(error);
	}
}

function unreachable(cause: unknown): Refusal {
	const refusal = new Refusal('unavailable', 'DNS lookup failed. Try again in a minute.', {
		retryAfter: 60,
	});
	refusal.cause = cause;
	return refusal;
}

/** A long text consists of several quoted parts (RFC 7208, section 3.3). Some resolvers omit the quotes. */
function textOf(data: string): string {
	const parts = [...data.matchAll(/"((?:[^"\\]|\\.)*)"/g)].map(([, part = '']) =>
		part.replaceAll(/\\(.)/g, '$1'),
	);
	return parts.length === 0 ? data : parts.join('');
}
