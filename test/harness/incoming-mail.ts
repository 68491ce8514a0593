import { env } from 'cloudflare:workers';
import { takeReceipts } from '../../src/entrances/jobs/receipts.ts';
import type { Bindings } from '../../src/foundation/http/env.ts';
import { now } from './service.ts';

export interface Attached {
	name?: string;
	bytes: Uint8Array;
	type?: string;
	/** Headers besides the name. */
	headers?: string;
}

/** The header that Cloudflare puts above the others. */
export const verified = (domain: string, results = `dmarc=pass header.from=${domain} policy.dmarc=none`) =>
	`Authentication-Results: mx.cloudflare.net;\r\n\tdkim=pass header.d=${domain} header.s=s1 header.b=abc;\r\n\t${results};\r\n\tspf=pass (mx.cloudflare.net: domain of x@${domain} designates 192.0.2.1 as permitted sender) smtp.mailfrom=x@${domain};\r\n\tarc=none smtp.remote-ip="192.0.2.1"`;

/** A message as mail programs write it. */
export function messageOf(
	headers: readonly string[],
	files: readonly Attached[],
	subtype = 'mixed',
): Uint8Array {
	const parts = files.map(
		({ name, bytes, type = 'application/octet-stream', headers: more = 'Content-Disposition: attachment' }) =>
			`--b\r\nContent-Type: ${type}${name === undefined ? '' : `; name="${name}"`}\r\n${more}\r\nContent-Transfer-Encoding: base64\r\n\r\n${wrapped(bytes)}\r\n`,
	);
	const body = `--b\r\nContent-Type: text/plain\r\n\r\nHello\r\n${parts.join('')}--b--\r\n`;
	const all = [...headers, `Content-Type: multipart/${subtype}; boundary=b`, 'MIME-Version: 1.0'];
	return new Uint8Array(Buffer.from(`${all.join('\r\n')}\r\n\r\n${body}`));
}

const wrapped = (bytes: Uint8Array): string =>
	(
		Buffer.from(bytes)
			.toString('base64')
			.match(/.{1,76}/g) ?? []
	).join('\r\n');

/** Delivers a message as Cloudflare does. Returns why it was rejected; null if it was not. */
export async function receive(
	raw: Uint8Array,
	{ from, to, bindings = env }: { from: string; to: string; bindings?: Bindings },
): Promise<string | null> {
	let rejected: string | null = null;
	const message = {
		from,
		to,
		headers: new Headers(),
		raw: new Blob([raw as Uint8Array<ArrayBuffer>]).stream(),
		rawSize: raw.length,
		setReject: (reason: string) => {
			rejected = reason;
		},
	};
	await takeReceipts(message as unknown as ForwardableEmailMessage, bindings, now());
	return rejected;
}
